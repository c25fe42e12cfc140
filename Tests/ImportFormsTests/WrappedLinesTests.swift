import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Files in which a spreadsheet turned every line into one quoted cell.
struct WrappedLinesTests {
  private static let text = """
    "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark"
    "9,2021-03-01 08:00:00,Spot,Deposit,EUR,200.00000000,""\"""
    "9,2021-03-01 09:00:00,Spot,Buy,BTC,0.00400000,""\"""
    "9,2021-03-01 09:00:00,Spot,Transaction Related,EUR,-150.00000000,""\"""
    "9,2021-03-02 09:00:00,Spot,Withdraw,BTC,-0.00100000,""to a wallet, cold""\"

    """

  @Test func `lines that are one cell each are read as the lines they hold`() throws {
    let file = try imported(Self.text, ImportSetting(evidence: ["EUR 2021-03-01": "1.2"]))
    #expect(file.files.map(\.format) == [.binanceStatement])
    #expect(file.added == ["2021-03-01T09:00:00Z buy 0.004 bitcoin 45000"])
    #expect(file.moves.map { "\($0.amount)" } == ["-0.001"])
    #expect(file.unread.isEmpty)
  }

  @Test func `empty cells behind them do not matter`() throws {
    let text = Self.text.split(separator: "\n").map { "\($0);;" }.joined(separator: "\r\n")
    let file = try imported(text, ImportSetting(evidence: ["EUR 2021-03-01": "1.2"]))
    #expect(file.added == ["2021-03-01T09:00:00Z buy 0.004 bitcoin 45000"])
  }

  @Test func `a map is proposed for the lines that the cells hold`() throws {
    let text = "\"When,What,Coin,Amount,Total\"\n\"2024-01-02,buy,BTC,0.5,\"\"20,000.00\"\"\"\n"
    let proposal = try #require(mapProposal(for: Array(text.utf8)))
    #expect(proposal.header == ["when", "what", "coin", "amount", "total"])
    #expect(proposal.firstRow.last == "20,000.00")
  }

  @Test func `quoted cells of a file that has several are left as they are`() {
    #expect(unwrappedLines(of: Array("a,b\n\"1,5\",2\n".utf8)) == nil)
    #expect(unwrappedLines(of: Array("a,b\n1,2\n".utf8)) == nil)
  }

  @Test(arguments: [",", ";"])
  func `quotes with a blank before them are quotes where the header has them`(
    delimiter: String
  ) throws {
    let rows = """
      "txid"; "refid"; "time"; "type"; "subtype"; "aclass"; "asset"; "amount"; "fee"; "balance"
      "L1"; "R1"; "2021-05-12 18:39:47"; "trade"; ""; "currency"; "XXBT"; 0.1; 0; 0.1
      "L2"; "R1"; "2021-05-12 18:39:47"; "trade"; ""; "currency"; "ZUSD"; -5000; 8; 0.1

      """
    let text = rows.replacing(";", with: delimiter)
    #expect(try imported(text).added == ["2021-05-12T18:39:47Z buy 0.1 bitcoin 50080"])
    let own =
      "\"When\", \"What\", \"Coin\", \"Amount\", \"Total\", \"Currency\"\n"
      + "\"2024-01-02\", \"buy\",  \"BTC\", \"0.5\", \"20,000.00\", \"USD\"\n"
    let proposal = try #require(mapProposal(for: Array(own.utf8)))
    #expect(proposal.header == ["when", "what", "coin", "amount", "total", "currency"])
    #expect(
      try readImport(Array(own.utf8), map: proposal.map).results.map(\.line) == [
        "2024-01-02T00:00:00Z +0.5 BTC -20000 USD"
      ])
  }

  @Test func `a quote behind a blank is text where the header has none`() {
    let text = "a,b\n1, \"2\" or so\n"
    #expect(quotesWithoutBlanks(in: Array(text.utf8)) == nil)
    let named = "\"a\", \"b\"\n\"1, \"\"2\"\"\", \"3\"\n"
    #expect(
      quotesWithoutBlanks(in: Array(named.utf8)).map { String(decoding: $0, as: UTF8.self) }
        == "\"a\",\"b\"\n\"1, \"\"2\"\"\",\"3\"\n")
  }

  @Test func `a heading that anybody may write is Binance's only with its types`() throws {
    let own = "Time,Coin,Amount,Type\n2024-01-02 10:00:00,BTC,0.5,Kauf\n"
    #expect(throws: ImportError.unknownFormat(firstLine: "Time,Coin,Amount,Type")) {
      try readImport(Array(own.utf8))
    }
    let earn = own + "2024-01-03 10:00:00,BTC,0.0001,Rewards\n"
    let file = try readImport(Array(earn.utf8))
    #expect(file.format == .binanceEarn)
    #expect(file.results.count == 2)
  }
}
