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
}
