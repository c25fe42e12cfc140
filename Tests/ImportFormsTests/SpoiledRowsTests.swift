import Import
import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Unreadable rows, and how they affect the rows next to them.
struct SpoiledRowsTests {
  private func lines(_ text: String, as formats: [ImportFormat] = ImportFormat.allCases) throws
    -> [String]
  {
    try readImport(Array(text.utf8), as: formats).results.map(\.line)
  }

  private static let bybit =
    "Currency;Contract;Type;Direction;Quantity;Filled Price;Fee Paid;Cash Flow;Change;"
    + "Wallet Balance;Action;Time(UTC)\n"

  @Test func `where a row of a trade cannot be read, the trade is refused`() throws {
    let rows = """
      BTC;BTCEUR;TRADE;SELL;-0,01;60000;0;-0,01;-0,01;0;--;2026-06-05 10:00:00
      EUR;BTCEUR;TRADE;SELL;600;60000;-1,5;600;598x;0;--;2026-06-05 10:00:00
      """
    #expect(
      try lines(Self.bybit + rows).sorted() == [
        "2: refused, besideRefused(line: 3)",
        "3: refused, notANumber(column: \"change\", notANumber(\"598x\"))",
      ])
    #expect(
      RefusalReason.besideRefused(line: 3).sentence
        == "Line 3 is part of this trade and cannot be read; correct it there.")
  }

  @Test func `a price that may be thousands spoils no trade that its rows tell without it`() throws
  {
    let rows = """
      BTC;BTCEUR;TRADE;SELL;-0,01;60.000;0;-0,01;-0,01;0;--;2026-06-05 10:00:00
      EUR;BTCEUR;TRADE;SELL;600;60.000;-1.5;600;598,5;0;--;2026-06-05 10:00:00
      """
    #expect(
      try lines(Self.bybit + rows).last
        == "2026-06-05T10:00:00Z +600 EUR -0.01 BTC, fee 1.5 EUR, left 0 BTC, left 0 EUR")
  }

  @Test func `a line of sums does not hide whose the token file is`() throws {
    let text = """
      Transaction Hash,Blockno,UnixTimestamp,From,To,TokenValue,ContractAddress,TokenName,TokenSymbol
      0x1,1,1682935200,0xOther,0xMe,1500.5,0xa0,USD Coin,USDC
      0x2,2,1683021600,0xMe,0xShop,500,0xa0,USD Coin,USDC
      Total,,3365956800,,,2000.5,,,
      """
    #expect(
      try lines(text).sorted().prefix(2) == [
        "2023-05-01T10:00:00Z move 1500.5 USDC, #0x1", "2023-05-02T10:00:00Z move -500 USDC, #0x2",
      ])
  }

  @Test func `a last row that the file cuts off is refused`() throws {
    let rows = """
      BTC;BTCEUR;TRADE;SELL;-0,01;60000;0;-0,01;-0,01;0;--;2026-06-05 10:00:00
      EUR;BTCEUR;TRADE;SELL;600;60000;-1,5;600;598,5;0;--;2026-06-05 10:00:00
      BTC;;DEPOSIT;--;1;0;0;1;1
      """
    #expect(try lines(Self.bybit + rows).contains("4: refused, cutOff"))
    #expect(try !lines(Self.bybit + rows + "\n").contains("4: refused, cutOff"))
    #expect(
      RefusalReason.cutOff.sentence
        == "The file ends in the middle of this row; import the whole file.")
  }

  @Test func `a day before there were coins is refused`() throws {
    let map = try ColumnMap("date=when,side=what,coin=coin,amount=many,total=sum,currency==EUR")
    let text = "when,what,coin,many,sum\n2009-01-02,buy,BTC,1,5\n2009-01-03,buy,BTC,1,5\n"
    let file = try readImport(Array(text.utf8), map: map)
    #expect(
      file.results.map(\.line) == [
        "2: refused, beforeCoins(\"2009-01-02\")", "2009-01-03T00:00:00Z +1 BTC -5 EUR",
      ])
    #expect(
      RefusalReason.beforeCoins("2000-01-02").sentence
        == "2000-01-02: there were no coins then, so the date was misread; "
        + "write it as 2024-03-31, or give the order, such as --map dates=day/month.")
  }

  @Test(arguments: [
    ("1.65909E+12", " A spreadsheet cut its digits off: export the file again."),
    (
      "44318.546424",
      " It is a spreadsheet's serial number of a date: format the column as dates there."
    ),
    ("43258", " It is a spreadsheet's serial number of a date: format the column as dates there."),
    ("yesterday", ""), ("2024-03", ""),
    (
      "2024-03-01 10:00 IST",
      " IST may be several zones: under a map of your own, add zone=Europe/Berlin."
    ),
  ])
  func `what a spreadsheet made of a date is named`(text: String, hint: String) {
    #expect(
      RefusalReason.notADate(column: "time", text).sentence
        == "time: \(text) is not a date of this format.\(hint)")
  }

  @Test func `a form whose names are everybody's may have more columns where it is asked for`()
    throws
  {
    let text = try Fixture.named("anycoin").text
    let more = text.split(separator: "\n").map { "\($0),mine" }.joined(separator: "\n")
    #expect(throws: ImportError.self) { try readImport(Array(more.utf8)) }
    #expect(try lines(more, as: [.anycoin]) == lines(text))
    let proposal = try #require(mapProposal(for: Array(more.utf8)))
    #expect(proposal.nearest.first == .init(format: .anycoin, missing: [], mayBeAsked: true))
  }

  @Test func `labels of Koinly's go the way that their row goes`() throws {
    func lines(_ row: String) throws -> [String] {
      let header =
        "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Net Worth Amount,"
        + "Net Worth Currency,Label"
      return try read("\(header)\n\(row)").results.map(\.line)
    }
    let rewarded = "2024-01-05 12:00:00,,,1,ETH,2000,USD,reward"
    #expect(try lines(rewarded).first?.contains("+1 ETH") == true)
    #expect(
      try lines(rewarded.replacing(",1,ETH", with: ",-1,ETH")).first?.contains("refused") == true)
    let out = "2024-01-05 10:00:00,1,ETH,,,2000,USD,reward"
    #expect(try lines(out) == ["2: refused, unknownLabel(\"reward\", isOut: true)"])
    let spent = "2024-01-05 14:00:00,-1,ETH,,,2000,USD,cost"
    #expect(try lines(spent).first?.contains("-1 ETH") == true)
  }

  @Test func `coins against themselves, and moves with coins on both sides, are refused`() throws {
    let bittrex = """
      OrderUuid,Exchange,Type,Quantity,Limit,CommissionPaid,Price,Opened,Closed
      a,BTC-BTC,LIMIT_BUY,9999,0.00000644,0.00003242,0.0999,10/14/2017 2:53:23 AM,10/14/2017 2:53:25 AM
      """
    let swap = try imported(bittrex)
    #expect(swap.transactions.isEmpty)
    #expect(swap.ledger.questions.map(\.kind) == [.unbookable])
    let tracked = """
      "Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"
      "Deposit","2","ETH","300","XRP","","","Kraken","","","02.02.2018 15:20:25"
      "Staking","0.1","ETH","300","XRP","","","Kraken","","","02.03.2018 15:20:25"
      """
    #expect(
      try imported(tracked).unread == [
        "2: These rows do not make one purchase or sale: Deposit with 2 ETH and 300 XRP.",
        "3: These rows do not make one purchase or sale: Staking with 0.1 ETH and 300 XRP.",
      ])
  }
}
