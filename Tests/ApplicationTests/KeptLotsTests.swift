import AppGroup
import BitpalTesting
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Testing

@testable import Application

/// Gains and lots from stored sections per coin, while the ledger changes.
struct KeptLotsTests {
  @Test(arguments: CostBasis.allCases, [false, true])
  func `whatever changes in a ledger, gains and lots are those of all its rows`(
    method: CostBasis, isPerAccount: Bool
  ) throws {
    let portfolio = try ChangingPortfolio(lots: isPerAccount ? LotsPerAccount() : nil)
    defer { portfolio.removeFolder() }
    var service = portfolio.service
    service.minRowsForCheckpoint = 0
    var dice = SeededGenerator(seed: 13)
    var hasGains = false
    for step in 0..<(Repetition.isLong ? 600 : 25) {
      try portfolio.change(&dice)
      for currency in ["USD", "EUR"] {
        let rows = service.counted(try service.ledger.transactions(), in: currency).transactions
        let first = portfolio.today.advanced(by: -Int.random(in: 0...130, using: &dice))
        let some = first...first.advanced(by: Int.random(in: 0...60, using: &dice))
        for days in [nil, some] {
          let whole = computeGains(
            rows, costBasis: method, days: days,
            carrying: try service.carriedLots(in: currency, methods: [method], calendar: .utc))
          let comment: Comment = "step \(step) in \(currency)"
          for reading in ["made", "read"] {
            let found = try service.gains(
              in: currency, costBasis: method, days: days, calendar: .utc)
            #expect(found.gains == whole, "\(comment), \(reading)")
          }
          var (lots, rewards, years): ([GainRow], [IncomeRow], [Int]) = ([], [], [])
          try service.forEachYearOfGains(
            in: currency, costBasis: method, days: days, calendar: .utc
          ) { year in
            lots += year.rows
            rewards += year.income
            years += Set(year.rows.map(\.soldDay.date.year) + year.income.map(\.day.date.year))
          }
          #expect(lots == Array(whole.rows) && rewards == whole.income, comment)
          #expect(years == Array(Set(years)).sorted(), comment)
          hasGains = hasGains || !whole.rows.isEmpty
        }
        let calendar = try service.calendar(for: [method])
        let carried = try service.carriedLots(in: currency, methods: [method])
        for reading in ["made", "read"] {
          try service.forEachCoinWithLots(in: currency, method) { coin, lots in
            var history = LotsOfCoin(
              coinId: coin, costBasis: method, calendar: calendar,
              carrying: carried)
            for row in rows where row.coinId == coin { history.apply(row) }
            #expect(Array(lots) == history.finished(), "step \(step), \(coin), \(reading)")
          }
        }
      }
    }
    #expect(hasGains)
    #expect(try !service.container.files(.keptLots).isEmpty)
  }

  @Test func `what is kept of a coin is read until one of its rows changes`() throws {
    let portfolio = try ChangingPortfolio()
    defer { portfolio.removeFolder() }
    var service = portfolio.service
    service.minRowsForCheckpoint = 0
    func add(_ type: TransactionType, _ coin: String, _ daysAgo: Int) throws {
      try service.ledger.apply(
        .add([
          Transaction(
            coinId: coin, type: type, amount: type == .buy ? 9 : 2, pricePerCoin: 3,
            date: portfolio.today.advanced(by: -daysAgo).start)
        ]), now: service.now)
    }
    func coins(_ days: ClosedRange<UTCDay>? = nil) throws -> [String] {
      let found = try service.gains(
        in: usDollarCode, costBasis: .fifo, days: days, calendar: .utc)
      return found.gains.rows.map(\.coinId)
    }
    for coin in ["a", "b"] {
      try add(.buy, coin, 60)
      try add(.sell, coin, 50)
    }
    #expect(try coins() == ["a", "b"])
    // Store the files without sales but with valid checksums, to see when they are read.
    let source = LotsSource(service, in: usDollarCode, .fifo, .utc)
    for (_, file) in try source.files(of: nil) {
      #expect(file.header() != nil)
      file.write([], in: service.container)
    }
    #expect(try coins() == [])
    // Later rows do not affect earlier days.
    let day = portfolio.today.advanced(by: -50)
    try add(.sell, "b", 40)
    #expect(try coins(day...day) == [])
    #expect(try coins(day...day.advanced(by: 10)) == ["b", "b"])
    #expect(try coins() == ["b", "b"])
    // A file read for some days only is not used for all days.
    try add(.sell, "b", 30)
    #expect(try coins(day...day) == ["b"])
    #expect(try coins() == ["b", "b", "b"])
    // A damaged file is recomputed.
    let path = try #require(
      try service.container.files(.keptLots).first { $0.contains("/b.") })
    var bytes = try #require(try AtomicFile.read(path))
    bytes[bytes.count - 3] ^= 1
    try AtomicFile.write(bytes, to: path)
    #expect(PortfolioService.damage(ofKeptLots: path) != nil)
    var sold = 0
    try service.forEachYearOfGains(in: usDollarCode, costBasis: .fifo, calendar: .utc) {
      sold += $0.rows.count
    }
    #expect(sold == 3)
    #expect(PortfolioService.damage(ofKeptLots: path) == nil)
    bytes[bytes.count - 3] ^= 2
    try AtomicFile.write(bytes, to: path)
    #expect(try coins() == ["b", "b", "b"])
    #expect(PortfolioService.damage(ofKeptLots: path) == nil)
    // The files of a coin without rows are removed when another coin is stored.
    #expect(try service.container.files(.keptLots).contains { $0.contains("/a.") })
    for row in try service.ledger.transactions().reversed() where row.coinId == "a" {
      try service.ledger.apply(.delete(row.id), now: service.now)
    }
    try add(.sell, "b", 20)
    #expect(try coins().count == 4)
    #expect(try !service.container.files(.keptLots).contains { $0.contains("/a.") })
  }

  @Test func `where most rows are new, what becomes of lots is kept before a report asks`() throws {
    let portfolio = try ChangingPortfolio()
    defer { portfolio.removeFolder() }
    var service = portfolio.service
    service.minRowsForCheckpoint = 3
    func add(_ count: Int, of coin: String) throws {
      let trades = (0..<count).map { number in
        Transaction(
          coinId: coin, type: number == 1 ? .sell : .buy, amount: number == 1 ? 1 : 2,
          pricePerCoin: 3, date: portfolio.today.advanced(by: number - 90).start)
      }
      try service.ledger.apply(.add(trades), now: service.now)
      service.keepLots(afterAdding: count, as: .unitedKingdom)
    }
    func files() throws -> [String] {
      try service.container.files(.keptLots).map { String($0.split(separator: "/").last ?? "") }
        .sorted()
    }
    try add(2, of: "a")
    #expect(try files() == [])
    try add(4, of: "b")
    let kept = ["b.average.USD.lots", "b.hmrc.GBP.uk.lots"]
    #expect(try files() == kept)
    // When only a part of the rows is new, the files are left to the next report.
    try add(4, of: "c")
    #expect(try files() == kept)
  }
}
