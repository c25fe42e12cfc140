import Foundation
import Synchronization
import Testing

@testable import ImportForms
@testable import ImportText

/// A fixture file of a format, read once for all tests.
final class Fixture: Sendable {
  /// Applies to every part of the file: the coin is taken from the name.
  static let fileName = "whole_btc.csv"

  let name: String
  let text: String
  private let parts = Mutex(Parts())

  /// The parts read so far.
  private struct Parts {
    var facts: (format: ImportFormat, results: [RowResult])?
    var table: Table?
    var file: ImportFile?
    var records: FileRecords?
  }

  /// The header and rows, as text and as cells.
  struct Table: Sendable {
    let found: CSVTable
    let reader: FormatReader
    /// The column names as written in the file.
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

  /// The file with that name, without extension.
  static func named(_ name: String) throws -> Fixture { try #require(try all.get()[name]) }

  /// The contents of a file in the folder.
  static func text(of file: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: file)), as: UTF8.self)
  }

  var bytes: [UInt8] { Array(text.utf8) }

  /// The format, and each row's result on its own.
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

  /// Its rows as records.
  var records: FileRecords {
    get throws {
      try once(\.records) {
        try ImportForms.records(
          of: bytes, options: ReadingOptions(digest: name, name: Self.fileName))
      }
    }
  }

  /// A file with some of its rows.
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
