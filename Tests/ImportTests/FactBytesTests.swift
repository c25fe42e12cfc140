import Exact
import FoundationEssentials
import Portfolio
import Testing
import Import

/// The ledger's encoding of facts.
struct FactBytesTests {
  private static func source(of fact: Fact) -> FactSource {
    FactSource(
      form: fact.source.form, file: fact.source.file, line: fact.source.line,
      cells: fact.source.cells)
  }

  @Test func `facts are read as they were written`() {
    for seed in 1...5 as ClosedRange<UInt64> {
      for fact in SimulatedLife(seed: seed, damage: .none).facts {
        #expect([Fact](bytes: [fact].bytes, source: Self.source(of: fact)) == [fact])
      }
    }
  }

  /// A fact with all fields.
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
    fact.legacyReference = "kraken T1"
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

  @Test func `every value is kept`() {
    let fact = Self.full
    var other = fact
    other.source.part = 4
    (other.worth, other.lone, other.scope.owner) = (nil, nil, "")
    other.own = OwnRow(
      .move(
        Move(
          account: "a", coinId: "", amount: -1, fee: Quantity(ExactDecimal(1, exponent: -1)),
          date: .distantPast, hash: "0x")),
      hasID: false)
    let bytes = [fact, other].bytes
    #expect([Fact](bytes: bytes, source: Self.source(of: fact)) == [fact, other])
  }

  /// The fact for a row of bitpal's own CSV, `bitcoin,buy,1.00000001,1,2020-01-01`.
  private static func ownFact(_ change: (inout Transaction) -> Void = { _ in }) -> Fact {
    let date = Date(millisecondsSince1970: 1_577_836_800_000)
    var row = Transaction(
      id: .unassigned, coinId: "", type: .buy,
      amount: Quantity(ExactDecimal(100_000_001, exponent: -8)),
      pricePerCoin: 1, date: date)
    change(&row)
    return Fact(
      source: FactSource(form: "bitpal", file: "digest", line: 2, cells: "cells"),
      scope: Scope(account: ""), role: .trade,
      instant: PrintedInstant(at: Int64(date.millisecondsSince1970) * 1_000),
      amount: Amount("coin:bitcoin", number("1.00000001")),
      counter: Amount("USD", number("-1.00000001")),
      worth: StatedWorth(dollars: number("1.00000001"), price: number("1")),
      own: OwnRow(.transaction(row), hasID: false))
  }

  @Test func `a row that its fact describes takes two bytes`() {
    let fact = Self.ownFact()
    var bare = fact
    bare.own = nil
    #expect([fact].bytes.count == [bare].bytes.count + 2)
    #expect([fact].bytes.count < 35)
    #expect([Fact](bytes: [fact].bytes, source: Self.source(of: fact)) == [fact])
  }

  @Test func `every field that differs is kept`() {
    let changes: [(inout Transaction) -> Void] = [
      { $0.type = .sell }, { $0.amount = 7 }, { $0.pricePerCoin = 8 },
      { $0.date = Date(millisecondsSince1970: -1) }, { $0.notes = "" }, { $0.account = "a b" },
      { $0.kind = .reward }, { $0.label = .mining }, { $0.link = UUID() },
      { $0.acquired = $0.date }, { $0.lots = [UUID(), UUID()] },
      { $0.payment = MoneyAmount(amount: 3, currency: "EUR") },
      { $0.fee = TransactionFee(amount: 1, currency: nil) },
      { $0.fee = TransactionFee(amount: 1, currency: "BNB", rate: 2) },
      { $0.valuation = Valuation(kind: .file) },
      { $0.reference = Reference(source: "kraken", id: "T1") },
      { $0.cash = SwapCash(amount: -1, currency: "CHF", rate: nil) },
    ]
    for change in changes {
      let fact = Self.ownFact(change)
      #expect([Fact](bytes: [fact].bytes, source: Self.source(of: fact)) == [fact])
    }
  }

  /// The bytes of ``ownFact(_:)`` as schema 8 stored them.
  @Test func `facts of former schemas are read`() throws {
    let digits = """
      0081940200008080D29F98C2CD0580897A0C636F696E3A626974636F696E0F0801E1F5050000035553440F09\
      01E1F50500000F0801E1F5050002010016012430303030303030302D303030302D303030302D303030302D30\
      30303030303030303030300103627579010A312E3030303030303031010131010D3135373738333638303030\
      3030000001036275790000000000000000000000000000
      """
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { start in
      UInt8(digits.dropFirst(start).prefix(2), radix: 16)
    }
    let fact = Self.ownFact()
    #expect([Fact](bytes: bytes, source: Self.source(of: fact)) == [fact])
  }

  @Test func `damaged bytes are refused`() {
    let (fact, bytes) = (Self.full, [Self.full].bytes)
    for end in 1..<bytes.count {
      #expect([Fact](bytes: Array(bytes.prefix(end)), source: Self.source(of: fact)) == nil)
    }
  }

  @Test func `a fact takes little`() {
    let facts = SimulatedLife(seed: 3, damage: .none).facts
    let bytes = facts.reduce(0) { $0 + [$1].bytes.count }
    #expect(bytes < facts.count * 110)
  }
}
