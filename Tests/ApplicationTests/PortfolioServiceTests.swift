import AppGroup
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Testing
import WidgetTimeline
import Application

/// Prices and widget files through every kind of ledger change.
struct PortfolioServiceTests {
  private let service: PortfolioService
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/bitpal-service-" + UUID().uuidString
    let container = try AppGroupContainer(
      environment: ["BITPAL_HOME": folder], currentFolder: "/")
    service = PortfolioService(
      container: container, costBasis: .average,
      clock: { Date(millisecondsSince1970: 1_777_377_600_000) })
  }

  private func buy(_ amount: Quantity, _ type: TransactionType = .buy) throws {
    let trade = Transaction(
      coinId: "bitcoin", type: type, amount: amount, pricePerCoin: 100,
      date: Date(millisecondsSince1970: 1_700_000_000_000))
    try service.apply(.add([trade]), note: { Issue.record("\($0.sentence)") }) {}
  }

  private func price(_ price: ExactDecimal) throws {
    try service.store.update { files in
      var book = files.prices ?? PriceBook()
      book.merge(
        [Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: price)],
        at: service.now, source: "test")
      book.lastUpdated = service.now
      files.prices = book
      try files.publish(service, now: service.now)
    }
  }

  @Test func `selling all and undoing it loses no price`() throws {
    defer { removeFolder() }
    try buy(2)
    try price(150)
    try buy(2, .sell)
    #expect(service.store.refreshData()?.holdings.isEmpty == true)
    #expect(service.store.refreshData()?.lastUpdated == service.now)
    try undo()
    #expect(try service.snapshot().positions.summary.totalValue == 300)
    #expect(service.store.portfolio()?.totalValue == 300)
  }

  @Test func `a reader makes files that are behind the ledger`() throws {
    defer { removeFolder() }
    try buy(1)
    try price(150)
    // Simulate a program killed between its write and the publishing.
    try service.ledger.apply(
      .add([
        Transaction(
          coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 100, date: service.now)
      ]), now: service.now)
    #expect(service.store.portfolio()?.totalValue == 150)
    #expect(try service.entry().data?.totalValue == 300)
    #expect(service.store.portfolio()?.totalValue == 300)
  }

  @Test func `two edits of different fields both stand`() throws {
    defer { removeFolder() }
    try buy(1)
    let id = try #require(try service.ledger.transactions().first?.id)
    try service.edit(id, note: { _ in }) {
      $0[0].notes = "mine"
    } recorded: { _ in
    }
    try service.edit(id, note: { _ in }) {
      $0[0].account = "Kraken"
    } recorded: { row in
      #expect(row.after?.notes == "mine" && row.after?.account == "Kraken")
    }
  }

  @Test func `an answered move is one change that undo takes back`() throws {
    defer { removeFolder() }
    let move = Move(account: "Kraken", coinId: "bitcoin", amount: 2, date: service.now)
    try service.container.create()
    try service.ledger.moves.add([move], clock: service.clock)
    try service.ledger.moves.answer(move.id, label: "bought", clock: service.clock) { move, _ in
      let bought = Transaction(
        coinId: move.coinId, type: .buy, amount: move.amount, pricePerCoin: 10, date: move.date,
        account: move.account)
      return .transactions([bought])
    }
    #expect(try service.ledger.moves.all().isEmpty)
    #expect(try service.ledger.balances(of: "Kraken").map(\.amount) == [2])
    #expect(try service.ledger.accounts() == ["Kraken"])
    try undo()
    #expect(try service.ledger.moves.all() == [move])
    #expect(try service.ledger.transactions().isEmpty)
    try service.ledger.moves.answer(move.id, label: "mine", clock: service.clock) { move, _ in
      .transfer(Move(account: "Ledger", coinId: "bitcoin", amount: -2, date: move.date))
    }
    #expect(try service.ledger.moves.all(MoveQuery(isOpen: true)).isEmpty)
    #expect(try service.ledger.verifyStorage(now: service.now).faults == [])
  }

  private func undo() throws {
    try service.write(note: { Issue.record("\($0.sentence)") }) {
      try service.ledger.undo(now: service.now)
    } recorded: { _ in
    }
  }

  private func removeFolder() {
    do { try FileManager.default.removeItem(atPath: folder) } catch {
      Issue.record("\(error)")
    }
  }
}
