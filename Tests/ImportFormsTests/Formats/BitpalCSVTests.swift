import Exact
import Export
import FoundationEssentials
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// bitpal's CSV is read with columns in any order and case, and with any common delimiter.
///
/// - A wrong row is refused with line, reason and text; the other rows are imported.
/// - An unreadable or unknown file is refused whole.
/// - Coins that the catalog does not contain are accepted.
/// - Midnight is written as a day, any other time in full.
struct BitpalCSVTests {
  @Test func `a file is read with its header in any order and case`() throws {
    let file = try imported(
      #"""
      Notes,DATE,price,Amount,TYPE,Coin_ID
      "first, with ""quotes""",2024-03-01,40000,0.5,Buy,bitcoin
      ,2024-03-02T10:00:00.250Z,50000.5,0.25,SELL,bitcoin
      a present,2024-03-03T12:00:00+02:00,0,1e-18,gift,ethereum
      ,2024-03-04,,2,gift,ethereum
      """#)
    #expect(file.files.map(\.format) == [.bitpal])
    #expect(
      file.added == [
        "2024-03-01T00:00:00Z buy 0.5 bitcoin 40000 | first, with \"quotes\"",
        "2024-03-02T10:00:00.250Z sell 0.25 bitcoin 50000.5",
        "2024-03-03T10:00:00Z gift 0.000000000000000001 ethereum 0 | a present",
        "2024-03-04T00:00:00Z gift 2 ethereum 0",
      ])
  }

  @Test func `notes are optional and semicolons and tabs do as well`() throws {
    for delimiter in [";", "\t"] {
      let text = "coin_id;type;amount;price;date\nbitcoin;buy;1;2;2024-01-01\n"
      let file = try imported(text.replacingSemicolon(delimiter))
      #expect(file.added == ["2024-01-01T00:00:00Z buy 1 bitcoin 2"])
    }
  }

  @Test(arguments: [
    ("bitcoin,buy,\"1,234\",2,2024-01-01", "notANumber(column: \"amount\", comma(\"1,234\"))"),
    ("bitcoin,buy,0x10,2,2024-01-01", "notANumber(column: \"amount\", notANumber(\"0x10\"))"),
    ("bitcoin,buy,,2,2024-01-01", "missingCell(\"amount\")"),
    ("bitcoin,buy,1,,2024-01-01", "missingCell(\"price\")"),
    (",buy,1,2,2024-01-01", "missingCell(\"coin_id\")"),
    ("bitcoin,swap,1,2,2024-01-01", "unknownKind(\"swap\")"),
    ("bitcoin,buy,1,2,2024-02-30", "notADate(column: \"date\", \"2024-02-30\")"),
    ("bitcoin,buy,1,2,2024-01-01,note,surplus", "tooManyCells"),
  ])
  func `a wrong row is refused by line, reason and text`(row: String, reason: String) throws {
    let header = "coin_id,type,amount,price,date,notes\n"
    let text = header + "ethereum,buy,1,2,2024-01-01,\n" + row + "\n"
    #expect(try read(text).results.map(\.line).contains("3: refused, \(reason)"))
    let file = try imported(text)
    #expect(file.unread.count == 1)
    #expect(file.transactions.map(\.coinId) == ["ethereum"])
  }

  @Test func `an id the catalogue lacks is taken`() throws {
    let file = try imported("coin_id,type,amount,price,date\nlost-coin,buy,1,2,2024-01-01\n")
    #expect(file.added == ["2024-01-01T00:00:00Z buy 1 lost-coin 2"])
  }

  @Test func `midnight is written as a day, anything else in full`() {
    let dates = ["2024-03-01", "2024-03-01T00:00:00.001Z", "2024-03-01T23:59:59Z"].map(instant)
    let text = bitpalCSV(
      dates.map {
        Transaction(coinId: "x", type: .buy, amount: 1, pricePerCoin: 2, date: $0, notes: "a,b")
      })
    let rows = text.split(separator: "\n").map { $0.split(separator: ",").prefix(7) }
    #expect(
      rows.map { $0.prefix(4).joined(separator: ",") } == [
        "coin_id,type,amount,price", "x,buy,1,2", "x,buy,1,2", "x,buy,1,2",
      ])
    #expect(
      rows.map { $0[4] } == [
        "date", "2024-03-01", "2024-03-01T00:00:00.001Z", "2024-03-01T23:59:59Z",
      ])
  }

  @Test(arguments: [
    ("", ImportError.unreadable(.empty)),
    (" \n\t\n", ImportError.unreadable(.empty)),
    ("\n  what,is,this\n1,2,3", ImportError.unknownFormat(firstLine: "what,is,this")),
    (
      "coin_id,type,amount,price,date\na,\"b\n",
      ImportError.unreadable(.unbalancedQuote(line: 2))
    ),
  ])
  func `a file that is none of the formats is refused whole`(text: String, error: ImportError) {
    #expect(throws: error) { try read(text) }
  }

  @Test func `a header without rows is an empty import`() throws {
    let file = try imported("coin_id,type,amount,price,date\n")
    #expect(file.transactions.isEmpty && file.questions.isEmpty)
  }

  @Test func `a format that was asked for is the only one tried`() {
    #expect(throws: ImportError.otherFormat(expected: [.coinbase])) {
      try read("coin_id,type,amount,price,date\n", as: [.coinbase])
    }
  }
}
