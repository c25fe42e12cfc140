import Foundation
import Testing

@testable import ImportForms
@testable import ImportText

/// How a word that a format does not know is handled in each column.
struct UnknownWordsTests {
  private static let word = "Zyzzyva"

  /// A file's header and one of its rows, with one cell replaced by an unknown word.
  private struct Variant {
    let column: String
    let line: Int
    let text: String
  }

  private static func variants(_ name: String) throws -> [Variant] {
    let fixture = try Fixture.named(name)
    let (table, rows) = (try fixture.table, try fixture.table.records)
    let above = fixture.text.split(separator: "\n", omittingEmptySubsequences: false)
    return table.found.header.columns.flatMap { column, position in
      rows.prefix(5).compactMap { record -> Variant? in
        guard record[column].contains(where: \.isLetter), let top = rows.first?.row.line else {
          return nil
        }
        var cells = record.row.cells
        cells[position] = word
        let row = cells.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
        let head = above.prefix(top - 1).joined(separator: "\n")
        return Variant(
          column: column, line: top, text: head + "\n" + row.joined(separator: table.delimiter))
      }
    }
  }

  private static func results(_ variant: Variant, _ map: String? = nil) throws -> [RowResult] {
    let words = try map.map { try ColumnMap($0) }
    // Some formats are detected by their type words.
    let file = Result { try readImport(Array(variant.text.utf8), map: words) }
    guard case .success(let file) = file else { return [] }
    return file.results.filter { $0.source.line == variant.line }
  }

  /// Formats whose rows state how much of an order was executed, or when: without that, nothing was
  /// executed, whatever the state says.
  private static let formsOfOrders: Set<String> = [
    "binance-orders", "binance-orders-2019", "binance-orders-2026", "binance-orders-side",
    "bitget-orders", "mexc-orders", "swan-withdrawals", "woo-x",
  ]

  /// The maps that a refused row suggests: one of each list must work.
  private static func cures(_ result: RowResult) -> [[String]] {
    guard case .refused(let row) = result else { return [] }
    switch row.reason {
    case .unknownKind(let word) where word.lowercased().contains(Self.word.lowercased()):
      // Incoming coins cannot be a payment, nor outgoing ones a reward.
      return [["reward=\(word)", "payment=\(word)"], ["skip=\(word)"], ["skip=*"]]
    case .unknownSide(let word): return [["buy=\(word)"], ["sell=\(word)"], ["skip=\(word)"]]
    default: return []
    }
  }

  @Test(arguments: Fixture.names)
  func `an unknown word leaves no row out, and can be named where it refuses one`(
    name: String
  ) throws {
    for variant in try Self.variants(name) {
      let results = try Self.results(variant)
      for case .leftOut(let row) in results where !Self.formsOfOrders.contains(name) {
        guard case .notCarriedOut(let state) = row.reason else { continue }
        #expect(!state.contains(Self.word), "\(variant.column): \(row.source.text)")
      }
      for ways in Set(results.flatMap(Self.cures)) {
        let left = try ways.map { try Self.results(variant, $0).flatMap(Self.cures) }
        #expect(left.contains([]), "\(variant.column), \(ways)")
      }
    }
  }

  /// A header and two rows of one format, the second with a negative amount, and their type.
  private static let signed: [(text: String, word: String)] = [
    (
      """
      Transaction,Type,Input Currency,Input Amount,Output Currency,Output Amount,\
      USD Equivalent,Details,Date / Time (UTC)
      N1,Zyz,BTC,0.1,BTC,0.1,$1000,approved / x,2021-02-01 07:01:00
      N2,Zyz,BTC,-0.1,BTC,0.1,$1000,approved / x,2021-02-02 07:01:00
      """, "Zyz"
    ),
    (
      """
      Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,\
      Native Currency,Native Amount,Native Amount (in USD),Transaction Kind
      2021-01-01 10:00:00,Some,BTC,0.1,,,USD,99.3,99.3,zyz_kind
      2021-01-02 10:00:00,Some,BTC,-0.1,,,USD,9.3,9.3,zyz_kind
      """, "zyz_kind"
    ),
    (
      """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      1,2022-03-06 14:48:53,Spot,Zyz Kind,BTC,0.1,""
      1,2022-03-07 14:48:53,Spot,Zyz Kind,BTC,-0.1,""
      """, "Zyz Kind"
    ),
    (
      """
      Timezone,Date,Time,Type,Currency,Amount,Price (EUR),EUR received / paid,Fee currency,\
      Fee amount,Status,Transaction ID,Address
      UTC,2024-12-16,20:00:11,zyz,BTC,0.1,,,,,Completed,aa,
      UTC,2024-12-17,20:00:11,zyz,BTC,-0.1,,,,,Completed,ab,
      """, "zyz"
    ),
    (
      """
      "Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"
      "Zyz","0.1","BTC","","","","","x","","","17.12.2017 22:22"
      "Zyz","","","0.1","BTC","","","x","","","18.12.2017 22:22"
      """, "Zyz"
    ),
  ]

  @Test(arguments: signed.indices)
  func `a word that says one way is not taken against the sign of an amount`(
    index: Int
  ) throws {
    let (text, word) = Self.signed[index]
    func lines(_ kind: String) throws -> [String] {
      let map = try ColumnMap("\(kind)=\(word)")
      let results = try readImport(Array(text.utf8), map: map).results
      return results.sorted { $0.source.line < $1.source.line }.map {
        guard case .refused(let row) = $0 else { return $0.line }
        return row.reason.sentence
      }
    }
    let bySign = try lines("move")
    #expect(bySign[0].contains(" 0.1 BTC") && bySign[1].contains(" -0.1 BTC"), "\(bySign)")
    let cure = "where the sign tells which way they went, write move=\(word) in the map."
    // In the last format a gift needs the column of the received amount.
    for kind in index == Self.signed.count - 1 ? ["deposit"] : ["deposit", "gift"] {
      let lines = try lines(kind)
      #expect(lines[0].contains("0.1 BTC"))
      #expect(
        lines[1] == "\(word) is read as coins that came in, and the amount is below zero; \(cure)")
    }
    for kind in ["withdrawal", "payment"] {
      let lines = try lines(kind)
      #expect(lines[1].contains("-0.1 BTC"))
      #expect(
        lines[0] == "\(word) is read as coins that left, and the amount is above zero; \(cure)")
    }
  }

  @Test func `where a form has no signs a word says both ways`() throws {
    let text = """
      Local time,Time in UTC,Type,Currency,Gross amount,Gross amount (GBP),Fee,Fee (GBP),\
      Net amount,Net amount (GBP),Note
      2022-01-14 22:02:24,2022-01-14 22:02:24,Zyz,XRP,100.,56.95,1.,0.5,99.,56.45,
      """
    func line(_ map: String) throws -> String? {
      try readImport(Array(text.utf8), map: try ColumnMap(map)).results.first?.line
    }
    #expect(try line("withdrawal=Zyz")?.contains(" -100 XRP") == true)
    #expect(try line("deposit=Zyz")?.contains(" 99 XRP") == true)
  }
}
