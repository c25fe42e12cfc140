import BitpalTesting
import Exact
import Foundation
import LedgerStore
import Portfolio
import Testing

/// Pages, filters and positions, read without loading the whole ledger.
@Suite struct LedgerReadingTests {
  let folder: TemporaryFolder
  let ledger: SQLiteLedger
  let rows: [Transaction]
  let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
    rows = try (0..<30).map { index in
      var row = try LedgerContract.transaction(
        index % 5 == 4 ? .sell : .buy, "\(index % 5 == 4 ? 4 : 1)", at: "\(100 + index)",
        on: LedgerContract.day(index), coin: ["bitcoin", "ethereum"][(index / 5) % 2],
        notes: index == 7 ? "100% sure_thing" : nil)
      row.account = index < 10 ? "kraken" : nil
      return row
    }
    try ledger.apply(.add(rows), now: now)
  }

  @Test func `a page is that part of the whole`() throws {
    #expect(try ledger.transactions(TransactionQuery(limit: 7, offset: 3)) == Array(rows[3..<10]))
    #expect(
      try ledger.transactions(TransactionQuery(order: .newestFirst, limit: 4))
        == Array(rows.reversed()[..<4]))
    #expect(try ledger.transactions(TransactionQuery(offset: 28)) == Array(rows[28...]))
  }

  @Test func `filters are combined`() throws {
    let query = TransactionQuery(
      coinId: "ethereum", account: "kraken", type: .buy, since: LedgerContract.day(6),
      until: LedgerContract.day(8))
    #expect(try ledger.transactions(query) == Array(rows[6..<8]))
    #expect(try ledger.count(query) == 2)
    #expect(try ledger.count() == 30)
  }

  @Test(arguments: [("100%", 1), ("_thing", 1), ("%", 1), ("\\", 0), ("BITC", 15), ("", 30)])
  func `text is found as it is`(text: String, count: Int) throws {
    #expect(try ledger.count(TransactionQuery(text: text)) == count)
  }

  @Test func `a row is found by the beginning of its id`() throws {
    let row = rows[12]
    for length in [1, 7, 8, 9, 13, 36] {
      let prefix = String(row.id.uuidString.lowercased().prefix(length))
      #expect(try ledger.transactions(idPrefix: prefix, limit: 100).contains(row), "\(prefix)")
    }
    #expect(try ledger.transactions(idPrefix: row.id.uuidString) == [row])
    #expect(try ledger.transactions(idPrefix: "xyz") == [])
    #expect(try ledger.transactions(idPrefix: row.id.uuidString + "0") == [])
  }

  @Test func `positions are those of the rows after every kind of change`() throws {
    try expectPositions()
    try ledger.edit(rows[1].id, clock: { now }) { $0[0].pricePerCoin = 7 }
    try expectPositions()
    try ledger.apply(.delete(rows[4].id), now: now)
    try expectPositions()
    _ = try ledger.undo(now: now)
    try expectPositions()
    try ledger.apply(
      .add([try LedgerContract.transaction(.buy, "2", on: LedgerContract.day(3))]), now: now)
    try expectPositions()
    while try ledger.undo(now: now) != nil {}
    #expect(try ledger.positions().summaries == [])
    #expect(try ledger.coinIds() == [])
  }

  @Test func `rows are streamed`() throws {
    var streamed: [Transaction] = []
    try ledger.forEachTransaction { streamed.append($0) }
    #expect(streamed == rows)
    #expect(try ledger.history(of: "bitcoin") == rows.filter { $0.coinId == "bitcoin" })
    #expect(try ledger.transaction(rows[3].id) == rows[3])
  }

  @Test func `rows are added as they come all or none`() throws {
    let more = try (0..<5).map {
      try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(40 + $0), coin: "solana")
    }
    try ledger.add(label: "import", expectedRows: 100_000, clock: { now }) { add in
      for row in more { try add(row) }
    }
    #expect(try ledger.count() == 35)
    #expect(throws: PortfolioError.self) {
      try ledger.add(label: "import", clock: { now }) { add in
        try add(try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(50)))
        try add(more[0])
      }
    }
    #expect(try ledger.count() == 35)
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `a transaction belongs to the sale that closed its cycle`() throws {
    let day = LedgerContract.day(60)
    func row(
      _ type: TransactionType, _ amount: String, _ date: Date, _ coin: String = "cycles"
    ) throws -> Transaction { try LedgerContract.transaction(type, amount, on: date, coin: coin) }
    // All rows of the second cycle, and the purchase after it, share one instant.
    let first = [try row(.buy, "2", LedgerContract.day(50)), try row(.sell, "2", day)]
    let second = [try row(.buy, "1", day), try row(.sell, "1", day)]
    let open = [try row(.buy, "1", day), try row(.buy, "1", LedgerContract.day(70))]
    let other = try row(.buy, "1", day, "other")
    try ledger.apply(.add(first + second + open + [other]), now: now)
    let cycles = try ClosedCycles(in: ledger).cycles(of: try ledger.transactions())
    for cycle in [first, second] {
      #expect(cycle.map { cycles[$0.id] } == cycle.map { _ in cycle[1].id })
    }
    #expect((open + [other]).allSatisfy { cycles[$0.id] == nil })
    #expect(Set(cycles.values) == Set(try ledger.positions(closed: .all).closed.map(\.closingID)))
    #expect(try ClosedCycles(in: ledger).cycles(of: [first[0]]) == [first[0].id: first[1].id])
  }

  @Test func `closed cycles are read by the newest, of all coins or of each`() throws {
    // Two coins close at one instant, and one of them is never bought again.
    for (coin, days) in [("alpha", [1, 2, 5]), ("beta", [2, 3]), ("gamma", [5])] {
      let rows = try days.flatMap { day in
        let date = LedgerContract.day(day)
        return [
          try LedgerContract.transaction(.buy, "1", on: date, coin: coin),
          try LedgerContract.transaction(.sell, "1", on: date, coin: coin),
        ]
      }
      try ledger.apply(.add(rows), now: now)
    }
    let all = Array(try ledger.positions(closed: .all).closed)
    let newestFirst = all.sorted { ($1.closedDate, $0.coinId) < ($0.closedDate, $1.coinId) }
    for count in 0...all.count + 1 {
      let newest = Array(try ledger.positions(closed: ClosedSelection(newest: count)).closed)
      #expect(Set(newest.map(\.closingID)) == Set(newestFirst.prefix(count).map(\.closingID)))
      #expect(newest == all.filter(newest.contains))
      let ofOne = Array(
        try ledger.positions(closed: ClosedSelection(of: "alpha", newest: count)).closed)
      #expect(ofOne == all.filter { $0.coinId == "alpha" }.suffix(count))
    }
    let ofEach = Array(try ledger.positions(closed: .newestOfEach).closed)
    let last = Dictionary(grouping: all, by: \.coinId).values.compactMap(\.last)
    #expect(ofEach == all.filter(last.contains))
  }

  private func expectPositions(at location: SourceLocation = #_sourceLocation) throws {
    let (summaries, closed) = try ledger.positions(closed: .all)
    var expected: [CoinPositionSummary] = []
    var expectedClosed: [ClosedCycle] = []
    for coin in try ledger.coinIds() {
      var position = CoinPosition(coinId: coin)
      for row in try ledger.history(of: coin) {
        if let cycle = try position.apply(row) { expectedClosed.append(cycle) }
      }
      expected.append(position.summary)
      #expect(try ledger.position(of: coin) == position, sourceLocation: location)
    }
    #expect(summaries == expected, sourceLocation: location)
    #expect(Array(closed) == expectedClosed, sourceLocation: location)
  }
}
