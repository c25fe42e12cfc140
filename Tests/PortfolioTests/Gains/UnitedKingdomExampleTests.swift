import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// HMRC's examples beyond those of ``HMRCExampleTests``, and the figures for form SA108.
///
/// Pounds are the ledger's own money here; "20XX" is 2024.
///
/// Sources: HMRC Cryptoassets Manual, https://www.gov.uk/hmrc-internal-manuals/cryptoassets-manual;
/// helpsheet HS284 (2020, 2021). HMRC rounds intermediate results to whole pounds; these figures
/// are exact.
struct UnitedKingdomExampleTests {
  private static func row(
    _ date: String, _ type: TransactionType, _ amount: Int, _ coin: String, _ pounds: Int,
    fee: Int? = nil, kind: TransactionKind? = nil
  ) -> Transaction {
    Transaction(
      coinId: coin, type: type, amount: Quantity(amount),
      pricePerCoin: Cost(pounds).perCoin(of: Quantity(amount)), date: utc(date),
      kind: kind,
      payment: MoneyAmount(amount: ExactDecimal(pounds), currency: "USD"),
      fee: fee.map { TransactionFee(amount: ExactDecimal($0)) })
  }

  private static func gains(_ trades: [Transaction], _ year: String? = nil) -> Gains {
    computeGains(
      trades, costBasis: .hmrc, days: year.flatMap { TaxYear($0, of: .unitedKingdom)?.days },
      calendar: .london)
  }

  /// The gain of each disposal, to the pound; a coin and a day each.
  private static func disposals(_ trades: [Transaction]) -> [String] {
    let rows = gains(trades).rows
    let keys = Set(rows.map { "\($0.coinId) \($0.soldDay.text)" }).sorted()
    return keys.map { key in
      let sums = DisposalSums(rows.filter { "\($0.coinId) \($0.soldDay.text)" == key })
      return "\(key) \((sums.net ?? 0).figure.rounded(places: 0))"
    }
  }

  private static func pool(_ trades: [Transaction], _ coin: String) -> String {
    let held = Positions(
      transactions: trades, currentPrices: [:], costBasis: .hmrc, calendar: .london
    ).holdings.first { $0.id == coin }
    return held.map { "\($0.totalAmount) \($0.totalCost.rounded(places: 4))" } ?? "none"
  }

  @Test func `CRYPTO22252: the sales of a day are one disposal`() {
    let sums = DisposalSums(
      Self.gains([
        Self.row("2024-01-01", .buy, 5_000, "B", 500),
        Self.row("2024-06-23T10:00:00Z", .sell, 1_000, "B", 800),
        Self.row("2024-06-23T15:00:00Z", .buy, 1_600, "B", 1_000),
        Self.row("2024-06-23T19:00:00Z", .sell, 500, "B", 600),
      ]).rows)
    #expect(sums.count == 1 && sums.proceeds == 1_400)
    #expect(sums.allowableCosts?.figure == exact("937.5") && sums.net?.figure == exact("462.5"))
  }

  @Test func `CRYPTO22253: its two sales lie in two tax years`() {
    let trades = [
      Self.row("2024-01-01", .buy, 2_000, "C", 1_000),
      Self.row("2024-03-31", .sell, 1_000, "C", 400),
      Self.row("2024-04-20", .sell, 500, "C", 150), Self.row("2024-04-21", .buy, 700, "C", 175),
      Self.row("2024-04-28", .buy, 500, "C", 100), Self.row("2024-05-01", .buy, 500, "C", 150),
    ]
    let sums = ["2023-24", "2024-25"].map { DisposalSums(Self.gains(trades, $0).rows) }
    #expect(sums.map(\.proceeds) == [400, 150])
    #expect(sums.map(\.allowableCosts) == [235, 130])
    #expect(sums.map(\.net) == [165, 20])
  }

  @Test
  func `CRYPTO22257: coin for coin; proceeds are the value received, cost the value given`() throws
  {
    // The value of the coins given, and of the coins received.
    let swaps: [(String, (Quantity, String, ExactDecimal), (Quantity, String, ExactDecimal))] = [
      ("2024-08-31T09:00:00Z", (1_000, "G", 3_200), (10_000, "H", 3_200)),
      ("2024-08-31T10:00:00Z", (5_000, "H", 1_700), (600, "G", 1_920)),
      ("2024-08-31T11:00:00Z", (550, "G", 1_760), (5_000, "H", 1_650)),
      ("2024-09-04", (2_000, "H", 560), (180, "G", 558)),
      ("2024-09-16", (400, "G", 1_080), (4_000, "H", 1_080)),
      ("2024-10-27", (12_000, "H", 2_400), (900, "G", 2_430)),
    ]
    let trades =
      try [Self.row("2024-01-01", .buy, 100_000, "G", 300_000)]
      + swaps.flatMap { date, given, received in
        var terms = EventTerms()
        (terms.kind, terms.amount, terms.coinId) = (.swap, given.0, given.1)
        terms.other = .init(coinId: received.1, amount: received.0)
        (terms.total, terms.worth, terms.date) = (given.2, received.2, utc(date))
        return try terms.record(.unpriced).transactions
      }
    #expect(
      Self.disposals(trades) == [
        "G 2024-08-31 280", "G 2024-09-16 -120", "H 2024-08-31 267", "H 2024-09-04 18",
        "H 2024-10-27 -1417",
      ])
    #expect(Self.gains(trades).totals.gain?.figure.rounded(places: 0) == -972)
    #expect(Self.pool(trades, "G") == "99730 298890" && Self.pool(trades, "H") == "none")
  }

  @Test
  func `CRYPTO22280: a fee in the coin sold is a disposal and an allowable cost`() {
    // A token was worth 5 pounds; HMRC's own result was not checked.
    let sums = DisposalSums(
      Self.gains([
        Self.row("2024-01-01", .buy, 10_000, "T", 20_000),
        Self.row("2024-08-01", .sell, 1_000, "T", 5_000, fee: 5),
        Self.row("2024-08-01", .sell, 1, "T", 5, kind: .fee),
      ]).rows)
    #expect(sums.proceeds == 5_005 && sums.allowableCosts == 2_007 && sums.net == 2_998)
    #expect(sums.count == 1)
  }

  @Test
  func `CRYPTO22100: a gift is a disposal at market value, but to a spouse or a charity`() throws {
    func give(_ worth: ExactDecimal?, hasNoGain: Bool? = nil) throws -> [Transaction] {
      var terms = EventTerms()
      (terms.kind, terms.coinId, terms.amount) = (.give, "A", 40)
      (terms.total, terms.hasNoGain, terms.date) = (worth, hasNoGain, utc("2024-08-01"))
      return try [Self.row("2024-01-01", .buy, 100, "A", 1_000)]
        + terms.record(.unpriced).transactions
    }
    func sums(_ trades: [Transaction]) -> DisposalSums {
      DisposalSums(Self.gains(trades.map(TaxRules(.unitedKingdom).counted)).rows)
    }
    let gift = sums(try give(700))
    #expect(gift.count == 1 && gift.proceeds == 700 && gift.net == 300)
    #expect(sums(try give(nil, hasNoGain: true)).count == 0)
    let unknown = sums(try give(nil))
    #expect(unknown.count == 1 && unknown.proceeds == nil && unknown.net == nil)
    #expect(Self.pool(try give(nil, hasNoGain: true), "A") == "60 600")
    #expect(throws: EventError.hasNo("price with --no-gain", .give)) {
      try give(700, hasNoGain: true)
    }
  }

  @Test(arguments: [
    // CRYPTO61671; CRYPTO61673; CRYPTO61675; CRYPTO61676; CRYPTO61677, first computation.
    (100, 200, 100, 150, -50, "none"), (100, 200, 100, 165, -35, "none"),
    (100, 500, 11, 66, 11, "89 445"), (525, 5_250, 525, 6_300, 1_050, "none"),
    (1_000, 1_500, 100, 150, 0, "900 1350"),
  ])
  func `CRYPTO61671, 61673, 61675, 61676, 61677: loans of DeFi where they are disposals`(
    bought: Int, paid: Int, given: Int, due: Int, gain: Int, left: String
  ) {
    let trades = [
      Self.row("2024-01-01", .buy, bought, "L", paid),
      Self.row("2024-07-01", .sell, given, "L", due),
    ]
    let sums = DisposalSums(Self.gains(trades).rows)
    #expect(sums.net == Cost(ExactDecimal(gain)) && Self.pool(trades, "L") == left)
  }

  @Test func `HS284 example 2: 500 of 4,000 bought back within 30 days`() {
    let trades = [
      Self.row("2019-01-01", .buy, 9_500, "MSP", 14_250),
      Self.row("2020-08-30", .sell, 4_000, "MSP", 6_000),
      Self.row("2020-09-11", .buy, 500, "MSP", 850),
    ]
    let sums = DisposalSums(Self.gains(trades, "2020-21").rows)
    #expect(sums.net == -100 && sums.losses == 100 && sums.gains == 0)
    #expect(Self.pool(trades, "MSP") == "6000 9000")
  }

  @Test func `HS284 example 3: fees of purchases and of sales`() {
    let trades = [
      Self.row("2014-04-01", .buy, 1_000, "LOB", 4_000, fee: 150),
      Self.row("2017-09-01", .buy, 500, "LOB", 2_050, fee: 80),
      Self.row("2018-05-01", .sell, 700, "LOB", 3_360, fee: 100),
      Self.row("2019-02-01", .sell, 400, "LOB", 2_080, fee: 105),
    ]
    #expect(Self.disposals(trades) == ["LOB 2018-05-01 329", "LOB 2019-02-01 300"])
    let sums = DisposalSums(Self.gains(trades, "2018-19").rows)
    #expect(sums.count == 2 && sums.proceeds == 5_440)
    #expect(sums.gains?.figure.rounded(places: 4) == exact("629.6667"))
    #expect(Self.pool(trades, "LOB") == "400 1674.6667")
  }

  @Test
  func `a tax year runs from 6 April to 5 April`() throws {
    let year = try #require(TaxYear("2024-25", of: .unitedKingdom))
    #expect(year.days.lowerBound.text == "2024-04-06" && year.days.upperBound.text == "2025-04-05")
    #expect(year.title == "2024-25" && TaxYear("2024", of: .unitedKingdom) == year)
    #expect(TaxYear("2024/25", of: .unitedKingdom) == year)
    #expect(TaxYear(of: UTCDay(utc("2025-04-05")), in: .unitedKingdom) == year)
    #expect(TaxYear(of: UTCDay(utc("2025-04-06")), in: .unitedKingdom)?.number == 2025)
    #expect(TaxYear("1999-00", of: .unitedKingdom)?.title == "1999-00")
    for wrong in ["2024-26", "2024-2025", "24", "2024-", "x", "20245"] {
      #expect(TaxYear(wrong, of: .unitedKingdom) == nil, "\(wrong)")
    }
    #expect(TaxYear("2024-25", of: .unitedStates) == nil)
  }
}
