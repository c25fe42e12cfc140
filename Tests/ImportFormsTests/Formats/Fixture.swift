import Foundation
import Synchronization
import Testing

@testable import ImportForms
@testable import ImportText

/// A format's own file, read once for all that is tested on it.
final class Fixture: Sendable {
  /// What its name says of its coin goes for every part of it.
  static let fileName = "whole_btc.csv"

  let name: String
  let text: String
  private let parts = Mutex(Parts())

  /// What has been read so far.
  private struct Parts {
    var facts: (format: ImportFormat, results: [RowResult])?
    var table: Table?
    var file: ImportFile?
    var records: FileRecords?
  }

  /// Its header and rows, as text and as cells.
  struct Table: Sendable {
    let found: CSVTable
    let reader: FormatReader
    /// The names of the columns as the file writes them.
    let names: [String]
    let records: [CSVRecord]

    var rows: [String] { records.map(\.row.text) }
    var delimiter: String { String(Character(found.line.delimiter)) }
  }

  private init(name: String, text: String) { (self.name, self.text) = (name, text) }

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

  private static let all = Result {
    let files = try names.map { Fixture(name: $0, text: try text(of: "\($0).csv")) }
    return Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0) })
  }

  /// The file of that name, without its ending.
  static func named(_ name: String) throws -> Fixture { try #require(try all.get()[name]) }

  /// What is in a file of the folder.
  static func text(of file: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: file)), as: UTF8.self)
  }

  var bytes: [UInt8] { Array(text.utf8) }

  /// What its rows say by themselves, and in which format.
  var facts: (format: ImportFormat, results: [RowResult]) {
    get throws { try once(\.facts) { try results(of: text) } }
  }

  var table: Table {
    get throws {
      try once(\.table) {
        var reader: FormatReader?
        let found = CSVTable.find(in: bytes) { header in
          reader = FormatReader.first(recognizing: header)
          return reader != nil
        }
        let table = try #require(found)
        var cells = CSVReader(
          Array(table.line.text.utf8), delimiter: UInt8(ascii: table.line.delimiter))
        return Table(
          found: table, reader: try #require(reader), names: try cells.next()?.cells ?? [],
          records: try table.records())
      }
    }
  }

  /// The file as an import reads it.
  var file: ImportFile {
    get throws { try once(\.file) { try readImport(bytes, name: Self.fileName) } }
  }

  /// What its rows are as records.
  var records: FileRecords {
    get throws {
      try once(\.records) {
        try ImportForms.records(
          of: bytes, options: ReadingOptions(digest: name, name: Self.fileName))
      }
    }
  }

  /// A file of some of its rows.
  func text(of rows: some Sequence<String>) throws -> String {
    let found = try table.found
    return ([found.header.preamble + found.line.text] + rows).joined(separator: "\n")
  }

  private func once<Part: Sendable>(
    _ part: WritableKeyPath<Parts, Part?>, _ make: () throws -> Part
  ) throws -> Part {
    try parts.withLock { parts in
      if let known = parts[keyPath: part] { return known }
      let made = try make()
      parts[keyPath: part] = made
      return made
    }
  }
}
