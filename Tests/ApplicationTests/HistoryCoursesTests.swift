import AppGroup
import BitpalTesting
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Testing

@testable import Application

/// Short histories from the courses that are kept with a ledger, while the ledger changes.
struct HistoryCoursesTests {
  private let service: PortfolioService
  private let folder: String
  private let today = UTCDay(Date(millisecondsSince1970: 1_777_377_600_000))

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/bitpal-courses-" + UUID().uuidString
    let container = try AppGroupContainer(
      environment: ["BITPAL_HOME": folder], currentFolder: "/")
    service = PortfolioService(
      container: container, costBasis: .average,
      clock: { Date(millisecondsSince1970: 1_777_377_600_000) })
    try container.create()
  }

  private struct OnePrice: DailyPrices {
    func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
      DailyPrice(price: Decimal(coinId.utf8.count + 100), day: day, source: "test")
    }
  }

  /// A change of any kind; one that the ledger refuses changes nothing.
  private func change(_ dice: inout SeededGenerator) throws {
    let rows = try service.ledger.transactions()
    let row = rows.randomElement(using: &dice)
    do {
      switch Int.random(in: 0..<12, using: &dice) {
      case 0: if let row { try service.ledger.apply(.delete(row.id), now: service.now) }
      case 1, 2:
        guard var row else { return }
        row.amount += 1
        try service.ledger.apply(.edit(row), now: service.now)
      case 3: _ = try service.ledger.undo(now: service.now)
      case 4:
        guard let row else { return }
        try service.ledger.apply(.add(migration(of: row, &dice)), now: service.now)
      default: try service.ledger.apply(.add([trade(&dice)]), now: service.now)
      }
    } catch is PortfolioError {}
  }

  private func date(_ dice: inout SeededGenerator) -> Date {
    today.advanced(by: -Int.random(in: 1...45, using: &dice)).start.addingTimeInterval(
      TimeInterval(Int.random(in: 0..<86_400, using: &dice)))
  }

  private func trade(_ dice: inout SeededGenerator) -> Transaction {
    Transaction(
      coinId: ["a", "b", "c"].randomElement(using: &dice) ?? "a",
      type: Int.random(in: 0..<3, using: &dice) == 0 ? .sell : .buy,
      amount: Decimal(Int.random(in: 1...9, using: &dice)),
      pricePerCoin: Decimal(Int.random(in: 1...997, using: &dice)) / 7, date: date(&dice),
      valuation: Int.random(in: 0..<4, using: &dice) == 0 ? Valuation(kind: .dailyPrice) : nil)
  }

  private func migration(
    of row: Transaction, _ dice: inout SeededGenerator
  ) -> [Transaction] {
    let (link, date) = (UUID(), date(&dice))
    return [("sell", row.coinId), ("buy", "d")].map { type, coin in
      Transaction(
        coinId: coin, type: TransactionType(rawValue: type) ?? .buy, amount: 1, pricePerCoin: 0,
        date: date, kind: .migrate, link: link)
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
    let courses = try #require(
      try HistoryCourses(service, in: currency, method).courses(of: coin, in: days))
    var history = HistoryCollector(
      prices: OnePrice(), days: days, interval: .day, costBasis: method, courses: courses,
      dollarRate: dollarRate)
    let (expected, found) = (whole.finished(), history.finished())
    #expect(found.points == expected.points, comment)
    #expect(found.returns == expected.returns, comment)
  }

  @Test(arguments: CostBasis.allCases)
  func `whatever changes in a ledger, a short history is that of all its rows`(
    method: CostBasis
  ) throws {
    defer { removeFolder() }
    var dice = SeededGenerator(seed: 7)
    for step in 0..<(Repetition.isLong ? 600 : 40) {
      try change(&dice)
      let length = Int.random(in: 0...31, using: &dice)
      let last = today.advanced(by: -Int.random(in: 0...9, using: &dice))
      for currency in ["USD", "EUR"] {
        try expect(
          last.advanced(by: -length)...last, method, currency,
          coin: step % 5 == 0 ? "d" : nil, "step \(step) in \(currency)")
      }
    }
    #expect(try service.ledger.migratedCoins().contains("d"))
    #expect(try service.ledger.estimatedRows().count > 1)
  }

  /// What is kept of a coin whose rows are the same is read, and the others are made again.
  @Test func `only the coins that changed are gone through again`() throws {
    defer { removeFolder() }
    for coin in ["a", "b"] {
      try service.ledger.apply(
        .add([
          Transaction(
            coinId: coin, type: .buy, amount: 2, pricePerCoin: 3,
            date: today.advanced(by: -60).start)
        ]), now: service.now)
    }
    let days = today.advanced(by: -6)...today
    let courses = HistoryCourses(service, in: usDollarCode, .fifo)
    let first = try #require(try courses.courses(in: days))
    #expect(first.map(\.text) == ["2 6 -6 0", "2 6 -6 0"])
    // Both are kept with another amount, as they would have been written.
    let path = service.container.path(.historyCourses, named: "fifo")
    var text = String(
      decoding: try #require(try AtomicFile.read(path)), as: UTF8.self)
    let day = days.lowerBound.text
    for (coin, digest) in try service.ledger.digests() {
      text = text.replacing(
        sha256Text(of: "\(day) \(coin) \(digest) 2 6 -6 0"),
        with: sha256Text(of: "\(day) \(coin) \(digest) 5 6 -6 0"))
    }
    text = text.replacing("\"2 6 -6 0\"", with: "\"5 6 -6 0\"")
    try AtomicFile.write(Array(text.utf8), to: path)
    #expect(try courses.courses(in: days)?.map(\.text) == ["5 6 -6 0", "5 6 -6 0"])
    try service.ledger.apply(
      .add([
        Transaction(coinId: "b", type: .buy, amount: 1, pricePerCoin: 3, date: today.start)
      ]), now: service.now)
    let later = try #require(try courses.courses(in: days))
    #expect(later.map(\.text) == ["5 6 -6 0", "2 6 -6 0;3 9 -9 0 \(today.number) 1 3 0 0 1"])
    // A range of more than a month has none.
    #expect(try courses.courses(in: today.advanced(by: -32)...today) == nil)
  }

  private func removeFolder() {
    do { try FileManager.default.removeItem(atPath: folder) } catch {
      Issue.record("\(error)")
    }
  }
}
