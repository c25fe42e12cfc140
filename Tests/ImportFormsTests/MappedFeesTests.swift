import Exact
import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Fees that a map cannot identify, or whose currency it cannot know.
struct MappedFeesTests {
  private static let pairs = "date=when,side=side,pair=pair,amount=amount,price=price,fee=fee"
  private static let sides = "date=when,received=in,received-coin=coin,spent=out,spent-coin=money"

  private func lines(_ text: String, _ map: String) throws -> [String] {
    try readImport(Array(text.utf8), map: ColumnMap(map)).results.map(\.line)
  }

  private let tiny = """
    When,Side,Pair,Amount,Price,Fee
    2024-01-05 10:00:00,BUY,BTC/USDT,1,30000,0.001
    2024-01-06 10:00:00,BUY,BTC/USDT,1,30000,0.3
    2024-01-06 11:00:00,BUY,XRP/USDT,1,2452,0.02
    2024-01-07 10:00:00,BUY,BTC/USDT,1,30000,0
    2024-01-08 10:00:00,BUY,ETH/BTC,1,0.05,0.0000004
    """

  @Test func `a fee that would be next to nothing as money is refused without a unit`() throws {
    #expect(
      try lines(tiny, Self.pairs).sorted() == [
        "2024-01-06T10:00:00Z +1 BTC -30000 USDT, fee 0.3 USDT",
        "2024-01-06T11:00:00Z +1 XRP -2452 USDT, fee 0.02 USDT",
        "2024-01-07T10:00:00Z +1 BTC -30000 USDT",
        "2024-01-08T10:00:00Z +1 ETH -0.05 BTC, fee 0.0000004 BTC",
        "2: refused, feeWithoutUnit(0.001)",
      ])
    let named = try lines(tiny, Self.pairs + ",fee-currency==USDT")
    #expect(named.first == "2024-01-05T10:00:00Z +1 BTC -30000 USDT, fee 0.001 USDT")
    let inCoins = try lines(tiny, Self.pairs.replacing("fee=fee", with: "coin-fee=fee"))
    #expect(inCoins.first == "2024-01-05T10:00:00Z +1 BTC -30000 USDT, fee 0.001 BTC")
    let heading = try lines(
      tiny.replacing("Price,Fee", with: "Price,Fee (USDT)"),
      Self.pairs.replacing("fee=fee", with: "fee=fee (usdt)"))
    #expect(heading.first == "2024-01-05T10:00:00Z +1 BTC -30000 USDT, fee 0.001 USDT")
  }

  @Test func `the same where both sides have columns of their own`() throws {
    let text = """
      When,In,Coin,Out,Money,Fee
      2024-01-05 10:00:00,1,BTC,30000,EUR,0.001
      2024-01-06 10:00:00,1,BTC,30000,EUR,30
      """
    #expect(
      try lines(text, Self.sides + ",fee=fee").sorted() == [
        "2024-01-06T10:00:00Z +1 BTC -30000 EUR, fee 30 EUR", "2: refused, feeWithoutUnit(0.001)",
      ])
    #expect(
      try lines(text, Self.sides + ",coin-fee=fee").first
        == "2024-01-05T10:00:00Z +1 BTC -30000 EUR, fee 0.001 BTC")
  }

  private func signed(_ fees: [String]) -> String {
    "When,Side,Pair,Amount,Price,Fee\n"
      + fees.enumerated().map { day, fee in
        "2024-01-0\(day + 1) 10:00:00,BUY,BTC/USD,1,30000,\(fee)\n"
      }.joined()
  }

  private func fees(_ signs: [String], _ more: String = "") throws -> [String] {
    try readImport(Array(signed(signs).utf8), map: ColumnMap(Self.pairs + more)).results
      .sorted { $0.source.line < $1.source.line }
      .map { result in
        switch result {
        case .trade(let facts): facts.fees.map(\.amount.description).joined()
        case .refused(let row): row.reason.summary
        default: "?"
        }
      }
  }

  @Test func `fees of one sign are charged, whichever it is`() throws {
    #expect(try fees(["-30", "-15", "0", ""]) == ["30", "15", "", ""])
    #expect(try fees(["30", "15", "($0)"]) == ["30", "15", ""])
  }

  @Test func `of fees of both signs the rarer are refused, and without one both`() throws {
    #expect(try fees(["30", "-5", "15"]) == ["30", "feeOfOtherSign(-5)", "15"])
    #expect(try fees(["-30", "-15", "5"]) == ["30", "15", "feeOfOtherSign(5)"])
    #expect(try fees(["-30", "15"]) == ["feeOfOtherSign(-30)", "feeOfOtherSign(15)"])
  }

  @Test func `a map says what the signs of fees mean`() throws {
    let signs = ["30", "-5", "15"]
    #expect(try fees(signs, ",fees=positive") == ["30", "-5", "15"])
    #expect(try fees(signs, ",fees=negative") == ["-30", "5", "-15"])
    #expect(try fees(signs, ",fees=both") == ["30", "5", "15"])
    #expect(throws: ColumnMapError.notSigns("Fees")) { try ColumnMap(Self.pairs + ",fees=Fees") }
  }

  @Test func `a sentence names the ways on`() {
    #expect(
      RefusalReason.feeOfOtherSign(-5).sentence
        == "The fee of -5 has another sign than most of the file: one of the two is a rebate. Add "
        + "to the map fees=positive if those below zero are, fees=negative if those above are, "
        + "fees=both if all are charged.")
  }

  @Test func `what a move cost in another coin is a fee of its own`() throws {
    let text = """
      Date,Type,Coin,Amount,Fee,Fee Coin,USD
      2024-01-09,Buy,ETH,1,0,,2300
      2024-01-12,Withdrawal,LINK,10,0.0015,ETH,
      2024-01-13,Deposit,LINK,5,0.0011,ETH,
      2024-01-14,Withdrawal,LINK,10,1.50,USD,150
      """
    #expect(
      try lines(
        text,
        "date=date,side=type,coin=coin,amount=amount,total=usd,currency==USD,fee=fee,"
          + "fee-currency=fee coin"
      ).sorted() == [
        "2024-01-09T00:00:00Z +1 ETH -2300 USD", "2024-01-12T00:00:00Z fee -0.0015 ETH",
        "2024-01-12T00:00:00Z move -10 LINK", "2024-01-13T00:00:00Z fee -0.0011 ETH",
        "2024-01-13T00:00:00Z move 5 LINK", "2024-01-14T00:00:00Z move -10 LINK",
        "5: fiatOnly(\"USD\")",
      ])
    let sides = """
      When,In,Coin,Out,Money,Fee,Unit
      2024-01-12,,,10,LINK,0.0015,ETH
      """
    #expect(
      try lines(sides, Self.sides + ",fee=fee,fee-currency=unit").sorted() == [
        "2024-01-12T00:00:00Z fee -0.0015 ETH", "2024-01-12T00:00:00Z move -10 LINK",
      ])
  }

  @Test func `a gift's fee in another coin is lost, too`() throws {
    let text = """
      Date,Type,Coin,Amount,Fee,Fee Coin,USD
      2024-01-09,Buy,ETH,1,0,,2300
      2024-01-12,Gift,LINK,5,0.0011,ETH,
      """
    let map = try ColumnMap(
      "date=date,side=type,coin=coin,amount=amount,total=usd,currency==USD,fee=fee,"
        + "fee-currency=fee coin")
    #expect(
      try imported(text, ImportSetting(map: map)).added == [
        "2024-01-09T00:00:00Z buy 1 ethereum 2300", "2024-01-12T00:00:00Z gift 5 link 0",
        "2024-01-12T00:00:00Z sell 0.0011 ethereum 0",
      ])
  }

  @Test func `the fee of a move without a unit is in its coins where it cannot be money`() throws {
    let text = """
      Date,Type,Coin,Amount,Fee,USD
      2024-01-12,Withdrawal,BTC,0.5,0.0001,21500
      2024-01-13,Withdrawal,BTC,0.5,2.50,21500
      2024-01-14,Withdrawal,XRP,100,0.2,60
      """
    let map = "date=date,side=type,coin=coin,amount=amount,total=usd,currency==USD,fee=fee"
    #expect(
      try lines(text, map).sorted() == [
        "2024-01-12T00:00:00Z move -0.5 BTC, fee 0.0001", "2024-01-13T00:00:00Z move -0.5 BTC",
        "3: fiatOnly(\"USD\")", "4: refused, feeWithoutUnit(0.2)",
      ])
    let network = try lines(
      text.replacing("Fee", with: "Network Fee"), map.replacing("=fee", with: "=network fee"))
    #expect(network.contains("2024-01-14T00:00:00Z move -100 XRP, fee 0.2"))
  }
}
