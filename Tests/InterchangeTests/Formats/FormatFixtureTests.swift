import Foundation
import Testing

@testable import Interchange

/// Every format with its own files: `Fixtures/NAME.csv` holds every kind of row the reader knows,
/// `NAME.txt` beside it what each of them says.
struct FormatFixtureTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")

  static let names: [String] = {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }.sorted()
    } catch {
      preconditionFailure("\(folder.path): \(error)")
    }
  }()

  static func text(_ file: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: file)), as: UTF8.self)
  }

  @Test(arguments: names)
  func `every row says what is written beside it`(name: String) throws {
    let expected = try Self.text("\(name).txt").split(separator: "\n").map(String.init)
    let (format, readings) = try readings(of: try Self.text("\(name).csv"))
    #expect(["\(format.rawValue)"] + readings.map(\.line) == expected)
  }

  @Test func `every header form has a file of its own`() throws {
    var headers: [CSVHeader] = []
    for name in Self.names {
      _ = try CSVTable.find(in: Array(Self.text("\(name).csv").utf8)) { header in
        guard FormatReader.all.contains(where: { $0.recognizes(header) }) else { return false }
        headers.append(header)
        return true
      }
    }
    for reader in FormatReader.all where reader.format != .bitpal {
      for signature in reader.signatures {
        #expect(headers.contains { $0.has(signature) }, "\(reader.format) \(signature)")
      }
    }
  }

  @Test func `every format has a file of its own`() throws {
    var formats: Set<ImportFormat> = [.bitpal, .bitpalJSON]
    for name in Self.names {
      formats.insert(try readings(of: try Self.text("\(name).csv")).format)
    }
    #expect(Set(ImportFormat.allCases).subtracting(formats) == [.custom])
  }
}
