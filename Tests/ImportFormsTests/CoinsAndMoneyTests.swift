import FoundationEssentials
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// What a symbol in a file means: a fiat currency, a coin, or the ticker's former coin.
struct CoinsAndMoneyTests {
  @Test(arguments: [
    ("Bitcoin", "BTC"), ("ethereum classic", "ETC"), ("BITCOIN", "BITCOIN"), ("Apple", "APPLE"),
  ])
  func `the best-known coins may be written by their names`(text: String, ticker: String) {
    #expect(Asset(symbol: text) == .symbol(ticker))
  }

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
    let without = try imported(text)
    #expect(without.transactions.map(\.isOfUnknownWorth) == [true] && without.questions.count == 1)
    let with = try imported(text, ImportSetting(evidence: ["\(code) 2024-03-01": "0.5"]))
    #expect(with.added == ["2024-03-01T10:00:00Z buy 1 bitcoin 250"])
  }

  @Test(arguments: ["MNT", "ERN", "SBD", "SCR", "SOS", "TOP"])
  func `a coin better known than the money of its letters stays a coin`(symbol: String) {
    #expect(!Asset(symbol: symbol).isFiat)
  }

  @Test func `what Bitget writes behind a pair is no coin`() throws {
    let pair = try Asset.pair("BTCUSDT_SPBL")
    #expect(pair.base == Asset(symbol: "BTC") && pair.quote == Asset(symbol: "USDT"))
    #expect(throws: RefusalReason.self) { try Asset.pair("BTCUSDT_UMCBL") }
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
    ("SSX", "2021-09-26", "ssx-before-2024-01"), ("AAX", "2021-09-05", "aax-before-2024-01"),
    ("SHIP", "2018-04-20", "shipchain"), ("NTRN", "2017-01-01", "neutron"),
    ("MET", "2019-01-01", "metronome"),
  ])
  func `a row older than a coin is of the coin that had its ticker`(
    ticker: String, day: String, id: String
  ) throws {
    let date = try #require(Date(utcText: "\(day)T00:00:00Z"))
    #expect(Asset(symbol: ticker).asOf(date) == .id(id))
    #expect(Asset(symbol: ticker).asOf(testNow) == Asset(symbol: ticker))
  }

  /// Two coins with one numbered ticker, one of them ranked.
  private func numbered(_ asset: Asset) -> String? {
    switch asset.name {
    case "API3": "api3"
    case "API": "interface"
    case "UNI2": "uni2token"
    case "UNI": "uniswap"
    default: testCatalogue(asset)
    }
  }

  private func coins(_ text: String) throws -> [String: String] {
    try records(of: Array(text.utf8), options: ReadingOptions(digest: ""))
      .coins(id: numbered) { ["api3": 475, "uniswap": 30][$0] }
  }

  @Test(
    arguments: [
      ("SOL2", "solana"), ("UNI2", "uniswap"), ("API3", nil), ("EDG2", "edg"), ("SOL1", nil),
      ("LUNA2", "terra-luna"),
    ] as [(String, String?)])
  func `CoinTracking's number behind a symbol is its own`(symbol: String, id: String?) throws {
    let row = #""Trade","3","\#(symbol)","60","USD","","","X","2021-03-01 10:00:00""#
    #expect(try coins(coinTracking(row))[symbol] == id)
  }

  @Test func `a number behind a symbol stays where another format wrote it`() throws {
    let other =
      "Type,BuyAmount,BuyCurrency,SellAmount,SellCurrency,Date\n"
      + "Trade,3,UNI2,60,USD,2021-03-01 10:00:00\n"
    #expect(try coins(other).isEmpty)
  }

  @Test(arguments: [
    ("UNI", "Uniswap", "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984", "id uniswap"),
    ("GNT", "Golem Network Token", "0xa74476443119A942dE498590Fe1f2454d7D4aC0d", "id golem"),
    ("cDAI", "Compound Dai", "0x5d3a536E4D6DbD6114cc1Ead35777bAB948E3643", "id cdai"),
    ("UNI", "Visit uni-reward.net to claim", "0xdeadbeef01", "uni-0xdeadbeef"),
    ("SAFE", "Safe", "0x1ae5af661e9d8694038136751959070590db5ee4", "safe-0x1ae5af66"),
    ("MAD", "Mad", "0x1ae5af661e9d8694038136751959070590db5ee4", "mad-0x1ae5af66"),
    ("$ Claim: x.io", "", "0xABCDEF0123456789", "claimxio-0xabcdef01"),
    ("☃", "Snow", "0xABCDEF0123456789", "token-0xabcdef01"),
  ])
  func `a token is what its contract says`(
    symbol: String, name: String, contract: String, id: String
  ) {
    let asset = Asset(token: symbol, name: name, contract: contract)
    let known: String? = if case .id(let known) = asset { "id \(known)" } else { nil }
    #expect((known ?? asset.tokenId) == id)
  }

  @Test(arguments: [
    ("Ocean Token", "ocean", "Ocean Protocol", true),
    ("PickleToken", "pickle", "Pickle Finance", true),
    ("yearn yearn.finance", "yvault", "YFI yVault", false), ("Safe", "safe", "Safe", false),
    ("USDC", "usd-coin", "USDC", false), ("Token", "token", "Network", false),
    ("revelation.finance", "adadao", "ADADao", false),
  ])
  func `the name of a token tells its coin, but for coins whose contracts are known`(
    name: String, id: String, coin: String, isThat: Bool
  ) {
    let token = Asset(token: "X", name: name, contract: "0xdeadbeef01")
    #expect(token.isToken(ofCoin: id, named: coin) == isThat)
  }
}
