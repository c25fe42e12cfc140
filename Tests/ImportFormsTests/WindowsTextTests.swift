import Foundation
import Testing

@testable import ImportForms
@testable import ImportText

/// CSV as saved by older spreadsheets.
struct WindowsTextTests {
  /// The text encoded as Windows-1252.
  private func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
  }

  @Test func `a known header shows that the letters were read right`() throws {
    let text = try Fixture.named("cointracking-de").text
    let file = try readImport(bytes(text))
    #expect(file.results.map(\.line) == (try readImport(Array(text.utf8))).results.map(\.line))
  }

  @Test func `signs of money are read, too`() throws {
    #expect(windows1252Text(of: bytes("€5 für ß")) == Array("€5 für ß".utf8))
  }

  @Test func `a header that is not known leaves the file what it is: no text`() {
    #expect(throws: ImportError.unreadable(.notText(line: 1))) {
      try readImport(bytes("Größe,Gewicht\n1,2\n"))
    }
  }

  @Test(arguments: [[0x61, 0x00], [0x61, 0x81], [0x1B, 0x61], [0x7F]] as [[UInt8]])
  func `bytes without letters are no text`(bytes: [UInt8]) {
    #expect(windows1252Text(of: bytes) == nil)
  }
}
