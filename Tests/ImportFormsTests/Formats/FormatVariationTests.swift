import Foundation
import Testing

@testable import ImportForms
@testable import ImportText

/// Rows as programs and people rewrite them; every format reads them the same.
struct FormatVariationTests {
  @Test func `CoinTracking's Cur. belongs to the amount before it, whichever stands first`() throws
  {
    let lines = try factLines(
      """
      Type,Fee,Cur.,Buy,Cur.,Sell,Cur.,Exchange,Trade Date
      Trade,0.002,BNB,1000,USDT,0.5,ETH,Here,2021-02-26 10:00:00
      """)
    #expect(lines == ["2021-02-26T10:00:00Z +1000 USDT -0.5 ETH, fee 0.002 BNB, at Here"])
  }

  /// The variations of a file, by name.
  static let variations: [String] = [
    "byte order mark and CRLF", "UTF-16", "every cell quoted", "other delimiter",
    "case and blanks of the header", "lines above the header", "a delimiter behind every line",
    "columns the other way round", "columns added", "blank lines between the rows",
  ]

  /// Files in which tabs or column positions have a meaning.
  static let exceptions: Set<String> = ["coinmama", "yobit"]

  @Test(arguments: variations)
  func `rewritten rows mean the same`(variation: String) throws {
    var different: [String] = []
    for name in Fixture.names where !Self.exceptions.contains(name) {
      let fixture = try Fixture.named(name)
      guard let bytes = Sheet(try fixture.table).varied(variation) else { continue }
      let expected = facts(try fixture.file)
      do {
        let file = try readImport(bytes, name: Fixture.fileName)
        if facts(file) != expected { different.append(name) }
      } catch {
        different.append("\(name): \(error)")
      }
    }
    #expect(different.isEmpty, "\(variation)")
  }

  /// The results of the rows without line numbers, which differ.
  private func facts(_ file: ImportFile) -> [String] {
    file.results.map { result in
      switch result {
      case .leftOut(let row):
        switch row.reason {
        case .partOfTrade: return "part"
        case .announced: return "announced"
        default: return "\(row.reason)"
        }
      case .refused(let row): return "refused, \(row.reason.summary)"
      default: return result.line
      }
    }
  }
}

/// A file as rows of cells, without its preamble.
private struct Sheet {
  let header: [String]
  let rows: [[String]]
  let delimiter: String
  let isWhole: Bool
  let preamble: String

  init(_ table: Fixture.Table) {
    delimiter = table.delimiter
    header = table.names
    rows = table.records.map(\.row.cells)
    isWhole = table.reader.isWhole
    preamble = table.found.header.preamble
  }

  /// The file with a variation; `nil` if the variation would change its meaning.
  func varied(_ variation: String) -> [UInt8]? {
    switch variation {
    case "byte order mark and CRLF":
      return [0xEF, 0xBB, 0xBF] + text(header, rows, delimiter, end: "\r\n").utf8
    case "UTF-16":
      let units = text(header, rows, delimiter).utf16
      return [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case "every cell quoted":
      return Array(text(header, rows, delimiter, quotesAll: true).utf8)
    case "other delimiter":
      return Array(text(header, rows, delimiter == ";" ? "," : ";").utf8)
    case "case and blanks of the header":
      return Array(text(header.map { "  \($0.uppercased()) " }, rows, delimiter).utf8)
    case "lines above the header":
      return Array(("A report\n\nof 2024\n" + text(header, rows, delimiter)).utf8)
    case "a delimiter behind every line":
      return Array(text(header + [""], rows.map { $0 + [""] }, delimiter).utf8)
    case "columns the other way round":
      // Columns with equal names depend on their order; short rows lack the last columns.
      guard Set(header).count == header.count, rows.allSatisfy({ $0.count == header.count })
      else { return nil }
      return Array(text(header.reversed(), rows.map { $0.reversed() }, delimiter).utf8)
    case "columns added":
      guard !isWhole, rows.allSatisfy({ $0.count == header.count }) else { return nil }
      let added = rows.map { ["x"] + $0 + ["y"] }
      return Array(text(["Front"] + header + ["Back"], added, delimiter).utf8)
    case "blank lines between the rows":
      return Array(text(header, rows, delimiter, end: "\n\n").utf8)
    default: return nil
    }
  }

  private func text(
    _ header: [String], _ rows: [[String]], _ delimiter: String, end: String = "\n",
    quotesAll: Bool = false
  ) -> String {
    preamble
      + ([header] + rows).map { cells in
        cells.map { cell in
          let quoted = "\"" + cell.replacing("\"", with: "\"\"") + "\""
          let mustQuote =
            quotesAll || cell.contains(delimiter) || cell.contains("\"") || cell.contains("\n")
          return mustQuote ? quoted : cell
        }.joined(separator: delimiter)
      }.joined(separator: end) + end
  }
}
