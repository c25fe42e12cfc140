import AppGroup
import BitpalTesting
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Testing
import Application

/// Short histories from the series stored with a ledger, while the ledger changes.
struct HistorySeriesTests {
  private let portfolio: ChangingPortfolio
  private var service: PortfolioService { portfolio.service }
  private var today: UTCDay { portfolio.today }

  init() throws { portfolio = try ChangingPortfolio() }

  private struct OnePrice: DailyPrices {
    func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
      DailyPrice(price: ExactDecimal(coinId.utf8.count + 100), day: day, source: "test")
    }
  }

  private func expect(
    _ days: ClosedRange<UTCDay>, _ method: CostBasis, _ currency: String, coin: String? = nil,
    _ comment: Comment
  ) throws {
    let rates = service.presentRates
    let dollarRate: ((UTCDay) -> ExchangeRate?)? =
      currency == usDollarCode
      ? nil : { rates.rate(from: usDollarCode, to: currency, on: $0) }
    let rows = service.counted(try service.ledger.transactions(), in: currency).transactions
    var whole = HistoryCollector(
      prices: OnePrice(), days: days, interval: .day, costBasis: method,
      matchedCosts: method == .hmrc ? MatchedCosts(rows) : nil,
      carrying: CarriedLots(rows, methods: [method]),
      estimatedCoins: try service.coinsWithEstimates(), dollarRate: dollarRate)
    for row in rows where coin == nil || row.coinId == coin { whole.add(row) }
    let coinSeries = try #require(
      try HistorySeries(service, in: currency, method).coinSeries(of: coin, in: days))
    var history = HistoryCollector(
      prices: OnePrice(), days: days, interval: .day, costBasis: method, coinSeries: coinSeries,
      dollarRate: dollarRate)
    let (expected, found) = (whole.finished(), history.finished())
    #expect(found.points == expected.points, comment)
    #expect(found.returns == expected.returns, comment)
  }

  @Test(arguments: CostBasis.allCases)
  func `whatever changes in a ledger, a short history is that of all its rows`(
    method: CostBasis
  ) throws {
    defer { portfolio.removeFolder() }
    var dice = SeededGenerator(seed: 7)
    var hasMigrated = false
    for step in 0..<(Repetition.isLong ? 600 : 40) {
      try portfolio.change(&dice)
      hasMigrated = try hasMigrated || service.ledger.migratedCoins().contains("d")
      let length = Int.random(in: 0...31, using: &dice)
      let last = today.advanced(by: -Int.random(in: 0...9, using: &dice))
      for currency in ["USD", "EUR"] {
        try expect(
          last.advanced(by: -length)...last, method, currency,
          coin: step % 5 == 0 ? "d" : nil, "step \(step) in \(currency)")
      }
    }
    #expect(hasMigrated)
    #expect(try service.ledger.estimatedRows().count > 1)
  }

  /// Series of unchanged coins are read from the file; the others are recomputed.
  @Test func `only the coins that changed are gone through again`() throws {
    defer { portfolio.removeFolder() }
    for coin in ["a", "b"] {
      try service.ledger.apply(
        .add([
          Transaction(
            coinId: coin, type: .buy, amount: 2, pricePerCoin: 3,
            date: today.advanced(by: -60).start)
        ]), now: service.now)
    }
    let days = today.advanced(by: -6)...today
    let history = HistorySeries(service, in: usDollarCode, .fifo)
    let first = try #require(try history.coinSeries(in: days))
    #expect(first.map(\.text) == ["2 6 -6 0", "2 6 -6 0"])
    // Store other amounts with valid checksums, to see which series are read.
    let path = service.container.path(.historySeries, named: "fifo")
    var text = String(
      decoding: try #require(try AtomicFile.read(path)), as: UTF8.self)
    let day = days.lowerBound.text
    for (coin, digest, _) in try service.ledger.digests() {
      text = text.replacing(
        sha256Text(of: "\(day) \(coin) \(digest) 2 6 -6 0"),
        with: sha256Text(of: "\(day) \(coin) \(digest) 5 6 -6 0"))
    }
    text = text.replacing("\"2 6 -6 0\"", with: "\"5 6 -6 0\"")
    try AtomicFile.write(Array(text.utf8), to: path)
    #expect(try history.coinSeries(in: days)?.map(\.text) == ["5 6 -6 0", "5 6 -6 0"])
    try service.ledger.apply(
      .add([
        Transaction(coinId: "b", type: .buy, amount: 1, pricePerCoin: 3, date: today.start)
      ]), now: service.now)
    let later = try #require(try history.coinSeries(in: days))
    #expect(later.map(\.text) == ["5 6 -6 0", "2 6 -6 0;3 9 -9 0 \(today.number) 1 3 0 0 0 1 0"])
    // A range of more than a month has no series.
    #expect(try history.coinSeries(in: today.advanced(by: -32)...today) == nil)
  }
}
