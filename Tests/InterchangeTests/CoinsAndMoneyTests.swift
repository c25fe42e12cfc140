import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// What letters in a file mean: a state's money, a coin, or a coin that had the ticker before.
struct CoinsAndMoneyTests {
  @Test(arguments: [
    ("XBTUSD", "BTC", "USD"), ("XDGUSD", "DOGE", "USD"), ("USTUSD", "UST", "USD"),
    ("ETHXBT", "ETH", "BTC"), ("OMGUSD", "OMG", "USD"), ("IOTUSD", "IOT", "USD"),
    ("OPTUSD", "OP", "TUSD"), ("HTUSD", "HT", "USD"), ("XBTUSDT", "BTC", "USDT"),
    ("ARBIDR", "ARB", "IDR"), ("AIXBTUSD", "AIXBT", "USD"), ("BTCEGP", "BTC", "EGP"),
    ("QQUSDT", "QQ", "USDT"),
  ])
  func `what is left of a pair is a coin that somebody trades`(
    text: String, base: String, quote: String
  ) throws {
    let pair = try Asset.pair(text)
    #expect((pair.base.name, pair.quote.name) == (base, quote))
  }

  private static let header = #""Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Date""#

  private func coinTracking(_ rows: String...) -> String {
    ([Self.header] + rows).joined(separator: "\n") + "\n"
  }

  @Test(arguments: [
    "DOP", "EGP", "BYN", "CRC", "VES", "RSD", "BDT", "BOB", "MAD", "BAM", "ALL", "KWD", "MOP",
  ])
  func `the money of every state needs its rate`(code: String) throws {
    let text = coinTracking(#""Trade","1","BTC","500","\#(code)","","","X","2024-03-01 10:00:00""#)
    let without = try plan([text], policy())
    #expect(without.additions.isEmpty)
    #expect(without.refusalGroups.map(\.cure) == ["add --rate \(code)=… or --rates FILE"])
    let with = try plan([text], policy(["\(code) 2024-03-01": "0.5"]))
    #expect(with.added == ["2024-03-01T10:00:00Z buy 1 bitcoin 250"])
  }

  @Test(arguments: ["MNT", "ERN", "SBD", "SCR", "SOS", "TOP"])
  func `a coin better known than the money of its letters stays a coin`(symbol: String) {
    #expect(!Asset(symbol: symbol).isFiat)
  }

  @Test func `words of headings are money only where exchanges deal in it`() {
    #expect(HeadingWords("Fee all").unit == nil)
    #expect(HeadingWords("Price (DOP)").unit == "DOP")
  }

  @Test(arguments: [
    ("IOT", "2019-06-01", "iota"), ("GET", "2018-07-01", "get-token"),
    ("SNTR", "2018-07-01", "silent-notary"), ("SUB", "2020-11-01", "substratum"),
    ("TRI", "2021-01-10", "tri-before-2021-11"), ("LN", "2020-12-01", "link"),
    ("CBX", "2021-01-10", "cbx-before-2021-08"), ("IC", "2021-01-10", "ic-before-2022-01"),
    ("NTRN", "2017-01-01", "neutron"), ("MET", "2019-01-01", "metronome"),
  ])
  func `a row older than a coin is of the coin that had its ticker`(
    ticker: String, day: String, id: String
  ) throws {
    let date = try #require(Date(utcText: "\(day)T00:00:00Z"))
    #expect(Asset(symbol: ticker).asOf(date) == .id(id))
    #expect(Asset(symbol: ticker).asOf(testNow) == Asset(symbol: ticker))
  }

  /// Two coins of one ticker with a number, one of them ranked.
  private func numbered(_ asset: Asset) -> AssetResolution {
    switch asset.name {
    case "API3": .bySymbol("api3")
    case "API": .bySymbol("interface")
    case "UNI2": .bySymbol("uni2token")
    case "UNI": .bySymbol("uniswap")
    default: testCatalogue(asset)
    }
  }

  private func planNumbered(_ text: String, given: Set<String> = []) throws -> ImportPlan {
    planImport(
      [try read(text)], into: ImportLedger(transactions: []), policy: policy(),
      coins: CoinDirectory(
        resolve: numbered, rank: { ["api3": 475, "uniswap": 30][$0] }, given: given), now: testNow)
  }

  @Test(arguments: [
    ("SOL2", "solana"), ("UNI2", "uniswap"), ("API3", "api3"), ("EDG2", "edg2"), ("SOL1", "sol1"),
    ("LUNA2", "terra-luna"),
  ])
  func `CoinTracking's number behind a symbol is its own`(symbol: String, id: String) throws {
    let plan = try planNumbered(
      coinTracking(
        #""Trade","3","\#(symbol)","60","USD","","","X","2021-03-01 10:00:00""#))
    #expect(plan.added == ["2021-03-01T10:00:00Z buy 3 \(id) 20"])
    let said = plan.notices.map(\.sentence).filter { $0.contains(id) }
    if !id.hasSuffix(symbol.lowercased()) { #expect(said.first == "\(symbol) was read as \(id).") }
  }

  @Test func `a number behind a symbol stays where the user or another format wrote it`() throws {
    let row = #""Trade","3","UNI2","60","USD","","","X","2021-03-01 10:00:00""#
    #expect(
      try planNumbered(coinTracking(row), given: ["uni2"]).added == [
        "2021-03-01T10:00:00Z buy 3 uni2token 20"
      ])
    let other =
      "Type,BuyAmount,BuyCurrency,SellAmount,SellCurrency,Date\n"
      + "Trade,3,UNI2,60,USD,2021-03-01 10:00:00\n"
    #expect(try planNumbered(other).added == ["2021-03-01T10:00:00Z buy 3 uni2token 20"])
  }
}
