import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import Import

/// Facts as the ledger keeps them.
struct FactBytesTests {
  private static func source(of fact: Fact) -> FactSource {
    FactSource(
      form: fact.source.form, file: fact.source.file, line: fact.source.line,
      cells: fact.source.cells)
  }

  @Test func factsAreReadAsTheyWereWritten() {
    for seed in 1...5 as ClosedRange<UInt64> {
      for fact in SimulatedLife(seed: seed, damage: .none).facts {
        #expect([Fact](bytes: [fact].bytes, source: Self.source(of: fact)) == [fact])
      }
    }
  }

  /// A fact that has everything.
  private static var full: Fact {
    var fact = Fact(
      source: FactSource(form: "form", file: "digest", line: 7, part: 3, cells: "cells"),
      scope: Scope(account: "exchange", owner: "owner"), role: .returned,
      instant: PrintedInstant(at: -1_234_567_890_123, width: 60_000_000),
      amount: Amount("BTC", number("-0.00000001"), tolerance: number("0.000000005")),
      counter: Amount("EUR", number("1000000.5")), fee: Amount("BNB", number("-0.1")),
      otherFees: [Amount("ETH", number("1")), Amount("SOL", number("2"))],
      pair: AssetPair(base: "BTC", quote: "EUR"), ids: [.hash: "0xab", Form.row: ""],
      orderStart: -5, balance: number("0"), group: "g", lone: .reward)
    fact.half = NearHalf(name: "swap", within: 5_000_000)
    fact.worth = StatedWorth(
      dollars: number("12.5"), other: amount("11 EUR"), price: number("3"), fee: amount("1 USD"))
    fact.former = "kraken T1"
    let day = Date(millisecondsSince1970: 1_700_000_000_123)
    fact.own = OwnRow(
      .transaction(
        Transaction(
          coinId: "", type: .buy, amount: 2, pricePerCoin: 3, date: day, notes: "", account: "a",
          kind: .reward, label: .staking, link: UUID(), acquired: day, lots: [UUID(), UUID()],
          payment: MoneyAmount(amount: 5, currency: "EUR"),
          fee: TransactionFee(amount: 1, currency: "GBP", rate: 2),
          valuation: Valuation(
            kind: .rate, rate: ExactDecimal(11, exponent: -1), source: "ECB",
            day: UTCDay(number: 20_000)),
          cash: SwapCash(amount: -150, currency: "EUR", rate: ExactDecimal(12, exponent: -1)))),
      hasID: true)
    return fact
  }

  @Test func everyValueIsKept() {
    let fact = Self.full
    var other = fact
    other.source.part = 4
    (other.worth, other.lone, other.scope.owner) = (nil, nil, "")
    other.own = OwnRow(
      .move(
        Move(
          account: "a", coinId: "", amount: -1, fee: ExactDecimal(1, exponent: -1),
          date: .distantPast, hash: "0x")),
      hasID: false)
    let bytes = [fact, other].bytes
    #expect([Fact](bytes: bytes, source: Self.source(of: fact)) == [fact, other])
  }

  @Test func damagedBytesAreRefused() {
    let (fact, bytes) = (Self.full, [Self.full].bytes)
    for end in 1..<bytes.count {
      #expect([Fact](bytes: Array(bytes.prefix(end)), source: Self.source(of: fact)) == nil)
    }
  }

  @Test func aFactTakesLittle() {
    let facts = SimulatedLife(seed: 3, damage: .none).facts
    let bytes = facts.reduce(0) { $0 + [$1].bytes.count }
    #expect(bytes < facts.count * 110)
  }
}
