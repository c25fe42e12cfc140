import Foundation
import Testing

@testable import ImportForms
@testable import ImportText

/// Every format with its fixtures: `Fixtures/NAME.csv` has every kind of row that the reader
/// supports, and `NAME.txt` the expected results.
struct FormatFixtureTests {
  @Test(arguments: Fixture.names)
  func `every row means what is written next to it`(name: String) throws {
    let expected = try Fixture.text(of: "\(name).txt").split(separator: "\n").map(String.init)
    let (format, results) = try Fixture.named(name).facts
    #expect(["\(format.rawValue)"] + results.map(\.line) == expected)
  }

  @Test func `every header form has a file of its own`() throws {
    let headers = try Fixture.names.map { try Fixture.named($0).table.found.header }
    for reader in FormatReader.all where reader.format != .bitpal {
      for signature in reader.signatures {
        #expect(headers.contains { $0.has(signature) }, "\(reader.format) \(signature)")
      }
    }
  }

  @Test func `every format has a file of its own`() throws {
    var formats: Set<ImportFormat> = [.bitpal, .bitpalJSON]
    for name in Fixture.names { formats.insert(try Fixture.named(name).facts.format) }
    #expect(Set(ImportFormat.allCases).subtracting(formats) == [.custom])
  }
}
