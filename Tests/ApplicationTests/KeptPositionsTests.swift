import AppGroup
import BitpalTesting
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Testing

@testable import Application

/// Positions stored with a ledger, while the ledger changes.
struct KeptPositionsTests {
  @Test(arguments: CostBasis.allCases, [false, true])
  func `whatever changes in a ledger, what is kept gives the figures of all its rows`(
    method: CostBasis, isPerAccount: Bool
  ) throws {
    let portfolio = try ChangingPortfolio(lots: isPerAccount ? LotsPerAccount() : nil)
    defer { portfolio.removeFolder() }
    var service = portfolio.service
    // Let coins with few rows have checkpoints, too.
    service.minRowsForCheckpoint = 8
    var dice = SeededGenerator(seed: 11)
    var (closedCount, hasMigrated) = (0, false)
    for step in 0..<(Repetition.isLong ? 600 : 40) {
      try portfolio.change(&dice)
      let rows = try service.ledger.transactions()
      let prices = Dictionary(
        uniqueKeysWithValues: Set(rows.map(\.coinId)).map {
          ($0, Coin(id: $0, symbol: $0, name: $0, currentPrice: 7))
        })
      for currency in ["USD", "EUR"] {
        let whole = Positions(
          service.counted(rows, in: currency), currentPrices: prices, costBasis: method,
          calendar: try service.calendar(for: [method]),
          carrying: try service.carriedLots(in: currency, methods: [method]))
        let comment: Comment = "step \(step) in \(currency)"
        // Read on some steps only, so that later reads find stored files of different ages.
        if step % 3 > 0 {
          let totals = try service.portfolio(currency: currency, costBasis: method) { _ in prices }
          #expect(totals.positions.summary == whole.summary, comment)
          #expect(totals.positions.holdings == whole.holdings, comment)
          #expect(totals.positions.closedSums == whole.closedSums, comment)
          #expect(totals.positions.closedPositions.isEmpty, comment)
        }
        let kept = try service.portfolio(currency: currency, costBasis: method, closed: .all) { _ in
          prices
        }
        #expect(kept.positions == whole, comment)
        if step % 5 == 0 {
          let one = try service.portfolio(
            currency: currency, costBasis: method, closed: .coin("a")
          ) { _ in prices }
          #expect(one.positions.only(["a"]) == whole.only(["a"]), comment)
        }
        closedCount = max(closedCount, whole.closedPositions.count)
      }
      hasMigrated = try hasMigrated || !service.ledger.migratedCoins().isEmpty
    }
    #expect(closedCount > 0)
    #expect(hasMigrated)
  }

  @Test func `a purchase within a month of a sale changes what the sale cost under hmrc`() throws {
    let portfolio = try ChangingPortfolio()
    defer { portfolio.removeFolder() }
    let service = portfolio.service
    func add(_ type: TransactionType, _ amount: Quantity, at price: Price, daysAgo: Int)
      throws
    {
      try service.ledger.apply(
        .add([
          Transaction(
            coinId: "a", type: type, amount: amount, pricePerCoin: price,
            date: portfolio.today.advanced(by: -daysAgo).start)
        ]), now: service.now)
    }
    func result() throws -> ExactDecimal {
      let found = try service.portfolio(currency: "USD", costBasis: .hmrc) { _ in [:] }
      return found.positions.summary.realizedPnL
    }
    try add(.buy, 4, at: 3, daysAgo: 90)
    try add(.sell, 2, at: 10, daysAgo: 20)
    #expect(try result() == 14)
    try add(.buy, 2, at: 9, daysAgo: 10)
    #expect(try result() == 2)
  }

  /// Positions of unchanged coins are read from the file; a coin with any change is recounted.
  @Test(arguments: [CostBasis.hmrc, .fifo])
  func `only the coins that changed are counted again`(method: CostBasis) throws {
    let portfolio = try ChangingPortfolio()
    defer { portfolio.removeFolder() }
    let service = portfolio.service
    func buy(_ coin: String, daysAgo: Int = 60) throws {
      try service.ledger.apply(
        .add([
          Transaction(
            coinId: coin, type: .buy, amount: 2, pricePerCoin: 3,
            date: portfolio.today.advanced(by: -daysAgo).start)
        ]), now: service.now)
    }
    func amounts() throws -> [String: ExactDecimal] {
      let found = try service.portfolio(currency: "EUR", costBasis: method) { _ in [:] }
      return Dictionary(
        uniqueKeysWithValues: found.positions.holdings.map { ($0.id, $0.totalAmount) })
    }
    try buy("a")
    try buy("b")
    #expect(try amounts() == ["a": 2, "b": 2])
    // Store other amounts with valid checksums, to see which positions are read.
    let name = method == .hmrc ? "hmrc-EUR" : "EUR"
    let path = service.container.path(.countedPositions, named: name)
    let file = try JSONValue(parsing: try #require(try AtomicFile.read(path)))
    var text = file.text()
    for coin in try #require(file["coins"]?.array) {
      let value = try #require(coin["value"])
      let changed = value.text().replacing("\"2 ", with: "\"5 ").replacing(" 0 2 ", with: " 0 5 ")
      #expect(changed != value.text())
      let mark = try "\(#require(coin["coinId"]?.string)) \(#require(coin["digest"]?.string))"
      text = text.replacing(value.text(), with: changed)
        .replacing(
          sha256Text(of: "\(mark) \(value.text())"), with: sha256Text(of: "\(mark) \(changed)"))
    }
    try AtomicFile.write(Array(text.utf8), to: path)
    #expect(try amounts() == ["a": 5, "b": 5])
    try buy("b")
    #expect(try amounts() == ["a": 5, "b": 4])
    try buy("b", daysAgo: 90)
    #expect(try amounts() == ["a": 5, "b": 6])
    // An entry whose amount was changed without its checksum is recounted.
    try AtomicFile.write(
      Array(text.replacing("\"5 ", with: "\"7 ").replacing(" 0 5 ", with: " 0 7 ").utf8), to: path)
    #expect(try amounts() == ["a": 2, "b": 6])
  }

  /// A coin's checkpoint is used whatever is added or changed after its rows.
  ///
  /// It is discarded when a row before it changed or its file is damaged.
  @Test(arguments: [CostBasis.hmrc, .fifo])
  func `a coin is counted from its checkpoint`(method: CostBasis) throws {
    let portfolio = try ChangingPortfolio()
    defer { portfolio.removeFolder() }
    var service = portfolio.service
    service.minRowsForCheckpoint = 32
    func row(_ type: TransactionType, daysAgo: Int) -> Transaction {
      Transaction(
        coinId: "a", type: type, amount: 2, pricePerCoin: 3,
        date: portfolio.today.advanced(by: -daysAgo).start)
    }
    func add(_ rows: Transaction...) throws {
      try service.ledger.apply(.add(rows), now: service.now)
    }
    func amount() throws -> ExactDecimal? {
      let found = try service.portfolio(currency: "EUR", costBasis: method) { _ in [:] }
      return found.positions.holdings.first?.totalAmount
    }
    for day in 0..<40 { try add(row(.buy, daysAgo: 500 - day)) }
    #expect(try amount() == 80)
    // Write a valid checkpoint made from other rows, to see whether it is used.
    let path = try #require(try service.container.files(.coinCheckpoint).first)
    let line = try #require(try AtomicFile.read(path)).prefix { $0 != UInt8(ascii: "\n") }
    let json = try JSONValue(parsing: Array(line))
    let header = try JSONValue(parsing: Array(try #require(json["header"]?.string).utf8))
    let file = KeptSections(
      path: path, rules: try #require(header["rules"]?.string),
      digest: try #require(header["digest"]?.string))
    var (walk, books) = (
      PositionWalk(of: "a"),
      MatchedWalk(of: "a", costBasis: .hmrc, try service.taxCalendar(), carrying: .none)
    )
    for day in 0..<38 {
      try walk.apply(row(.buy, daysAgo: 500 - day))
      books.apply(row(.buy, daysAgo: 500 - day))
    }
    for row in [row(.buy, daysAgo: 450), row(.buy, daysAgo: 450)] {
      try walk.apply(row)
      books.apply(row)
    }
    let sections = method == .hmrc ? books.checkpoint() : try walk.checkpoint()
    file.write(sections.enumerated().map { ($0.offset, $0.element) }, in: service.container)
    // The forged checkpoint is four coins ahead.
    try add(row(.buy, daysAgo: 100))
    #expect(try amount() == 86)
    try add(row(.sell, daysAgo: 99))
    #expect(try amount() == 84)
    var newest = try #require(try service.ledger.transactions().last)
    newest.amount = 5
    try service.ledger.apply(.edit(newest), now: service.now)
    #expect(try amount() == 81)
    _ = try service.ledger.undo(now: service.now)
    #expect(try amount() == 84)
    // A row before the checkpoint invalidates it.
    try add(row(.buy, daysAgo: 501))
    #expect(try amount() == 82)
    try add(row(.sell, daysAgo: 98))
    #expect(try amount() == 80)
    var bytes = try #require(try AtomicFile.read(path))
    bytes[bytes.count - 1] ^= 1
    try AtomicFile.write(bytes, to: path)
    try add(row(.buy, daysAgo: 97))
    #expect(try amount() == 82)
  }
}
