import Exact
import FoundationEssentials
import Export
import Portfolio
import Testing

/// The returns of a history against those of the real hledger.
struct HledgerRoiTests {
  /// One coin's price on every day of 2025: a random walk in whole dollars.
  private struct WalkedPrices: DailyPrices {
    static let days = UTCDay(number: 20_089)...UTCDay(number: 20_453)
    private let prices: [ExactDecimal]

    init(seed: UInt64) {
      var generator = SplitMix(state: seed)
      var price = 500
      prices = (0..<365).map { _ in
        price = max(50, price + Int(generator.next() % 41) - 20)
        return ExactDecimal(price)
      }
    }

    func price(on day: UTCDay) -> ExactDecimal { prices[day.number - Self.days.lowerBound.number] }

    func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
      guard coinId == "bitcoin", Self.days.contains(day) else { return nil }
      return DailyPrice(price: price(on: day), day: day, source: "test")
    }
  }

  private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  /// Buys and sales of 2025 at the day's price; the balance is positive from the first day to the
  /// last.
  private func ledger(seed: UInt64, prices: WalkedPrices) -> [Transaction] {
    var generator = SplitMix(state: seed &+ 7)
    var held: Quantity = 0
    var day = WalkedPrices.days.lowerBound
    var ledger: [Transaction] = []
    while day < WalkedPrices.days.upperBound {
      let isSale = held > 2 && generator.next() % 3 == 0
      let amount = isSale ? 1 : Quantity(1 + generator.next() % 9)
      held += isSale ? -amount : amount
      ledger.append(
        Transaction(
          coinId: "bitcoin", type: isSale ? .sell : .buy, amount: amount,
          pricePerCoin: Price(prices.price(on: day)), date: day.start))
      day = day.advanced(by: 1 + Int(generator.next() % 40))
    }
    return ledger
  }

  private func returns(_ ledger: [Transaction], _ prices: WalkedPrices) -> HistoryReturns {
    computeHistory(
      transactions: ledger, prices: prices, days: WalkedPrices.days, interval: .month
    ).returns
  }

  /// The last two rates that hledger prints, in percent.
  private func roi(_ arguments: [String], on journal: String) throws -> (
    irr: ExactDecimal, twr: ExactDecimal
  ) {
    let options = [
      "--inv", "assets", "--pnl", "gains", "-b", "2025-01-01", "-e", "2026-01-01",
    ]
    let table = try Hledger.report(["roi"] + options + arguments, on: journal)
    let row = try #require(table.split(separator: "\n").last { $0.contains("%") })
    let cells = row.split(separator: "|").map { $0.filter { $0 != " " && $0 != "%" } }
    return (
      try ExactDecimal(exact: try #require(cells.dropLast().last)),
      try ExactDecimal(exact: try #require(cells.last))
    )
  }

  /// The ledger as one investment in dollars, with its gains booked on the day of each flow.
  private func journalOfValues(_ ledger: [Transaction], _ prices: WalkedPrices) -> String {
    var text = ""
    var (held, value) = (ExactDecimal(0), ExactDecimal(0))
    func book(_ day: UTCDay, _ amount: ExactDecimal, from account: String) {
      text += "\(day.text) x\n  assets  \(amount) USD\n  \(account)\n"
    }
    for transaction in ledger {
      let day = UTCDay(transaction.date)
      let worth = held * prices.price(on: day)
      if worth != value { book(day, worth - value, from: "gains:unrealized") }
      let sign: ExactDecimal = transaction.type == .buy ? 1 : -1
      book(day, sign * transaction.total, from: "equity:cash")
      held += sign * transaction.amount.number
      value = held * prices.price(on: day)
    }
    let last = WalkedPrices.days.upperBound
    book(last, held * prices.price(on: last) - value, from: "gains:unrealized")
    return text
  }

  @Test(.enabled(if: Hledger.isInstalled), arguments: Array(1...8) as [UInt64])
  func `both returns are hledger's where gains are booked`(seed: UInt64) throws {
    let prices = WalkedPrices(seed: seed)
    let ledger = ledger(seed: seed, prices: prices)
    let found = returns(ledger, prices)
    let theirs = try roi([], on: journalOfValues(ledger, prices))
    #expect(found.timeWeighted?.rounded(places: 2) == theirs.twr, "seed \(seed)")
    #expect(found.timeWeightedPerYear?.rounded(places: 2) == theirs.twr, "seed \(seed)")
    #expect(found.moneyWeighted?.rounded(places: 2) == theirs.irr, "seed \(seed)")
  }

  @Test(.enabled(if: Hledger.isInstalled), arguments: Array(1...8) as [UInt64])
  func `the money-weighted return is hledger's on the exported journal`(seed: UInt64) throws {
    let prices = WalkedPrices(seed: seed)
    let ledger = ledger(seed: seed, prices: prices)
    let last = WalkedPrices.days.upperBound
    var coin = Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin")
    coin.currentPrice = prices.price(on: last)
    coin.lastUpdated = last.start
    let theirs = try roi(["-V"], on: hledgerJournal(ledger, coins: [coin]))
    let ours = returns(ledger, prices).moneyWeighted
    #expect(ours?.rounded(places: 2) == theirs.irr, "seed \(seed)")
  }
}
