import AppGroup
import Application
import BitpalTesting
import ConfigurationFile
import Exact
import Foundation
import LedgerStore
import Portfolio
import Testing
import WidgetTimeline

@testable import BitpalCommands
@testable import Dashboard

/// The dashboard's requests to the ledger, and the responses.
struct BackgroundLedgerTests {
  private let folder: TemporaryFolder
  private let context: AppContext

  init() throws {
    folder = try TemporaryFolder()
    let container = try AppGroupContainer(
      environment: ["BITPAL_HOME": folder.path], currentFolder: "/")
    context = AppContext(
      container: container, environment: [:], configuration: Configuration(),
      clock: { utc("2026-04-28T12:00:00Z") })
  }

  @Test func `a change that was confirmed is undone only while it is next`() throws {
    try record(ledger("buy 1 at 10", "buy 2 at 10"))
    let asked = try responses(to: .step(.undo, confirmed: nil))
    guard case .previewed(.undo, let preview) = try #require(asked.last) else {
      return #expect(Bool(false), "\(asked)")
    }
    #expect(preview.added == 2)
    try record(ledger("buy 3 at 10"))
    #expect(
      try responses(to: .step(.undo, confirmed: preview.mark)).last
        == .notStepped(LedgerStoreError.changedMeanwhile.sentence))
    #expect(try context.ledger.count() == 3)
    guard case .stepped(.undo, let step?) = try responses(to: .step(.undo, confirmed: nil)).last
    else { return #expect(Bool(false)) }
    #expect(step.rows.first?.before?.amount == 3)
    guard
      case .stepped(.undo, .some) = try responses(
        to: .step(.undo, confirmed: preview.mark)
      ).last
    else { return #expect(Bool(false)) }
    #expect(try responses(to: .step(.undo, confirmed: nil)) == [.stepped(.undo, nil)])
  }

  @Test func `a row that changed is neither deleted nor overwritten`() throws {
    let rows = ledger("buy 1 at 10")
    try record(rows)
    let shown = try #require(try context.ledger.transactions().first)
    try context.ledger.edit(shown.id, clock: context.clock) { $0[0].notes = "mine" }
    var said = EventTerms()
    said.amount = 7
    for (change, sentence) in [
      (
        DashboardChange.edit(shown.id, shown: RecordedEvent(transactions: [shown]), said),
        BackgroundLedger.outdatedForm
      ), (.delete(shown), LedgerStoreError.changedMeanwhile.sentence),
    ] {
      #expect(try responses(to: .apply(change)) == [.notApplied(change, sentence)])
    }
    #expect(try context.ledger.transactions().map(\.notes) == ["mine"])
  }

  @Test func `a change is shown while the widget files are locked`() throws {
    try context.container.create()
    let change = record(.buy, "bitcoin", 1) { $0.price = 10 }
    let background = try BackgroundLedger(context)
    try ContainerLock(context.container).withLock {
      background.ask(.apply(change))
      var events: [DashboardEvent] = []
      while !events.contains(.applied(change)) {
        background.wait(milliseconds: 30_000)
        events += background.nextResponses().compactMap(\.event)
      }
      guard case .portfolioChanged(let data) = events.first else {
        return #expect(Bool(false), "\(events)")
      }
      #expect(data.ledger.rowCount == 1)
    }
    #expect(background.close {}.isEmpty)
  }

  @Test func `a transfer is two moves and the sale of its fee`() throws {
    try record(ledger("buy 1 at 10"))
    let change = record(.transfer, "bitcoin", exact("0.5")) {
      ($0.account, $0.toAccount) = ("Coinbase", "Ledger")
      $0.fee = TransactionFee(amount: exact("0.1"))
    }
    #expect(try responses(to: .apply(change)) == [.applied(change)])
    #expect(
      try context.ledger.balances().map { "\($0.account ?? "-") \($0.amount)" }.sorted()
        == ["- 1", "Coinbase -0.6", "Ledger 0.5"])
    #expect(try context.ledger.transactions().map(\.kind) == [.buy, .fee])
  }

  @Test func `a move is listed edited and deleted as it was shown`() throws {
    try record(ledger("buy 1 at 10"))
    let transfer = record(.transfer, "bitcoin", exact("0.5")) {
      ($0.account, $0.toAccount) = ("Coinbase", "Ledger")
      $0.fee = TransactionFee(amount: exact("0.1"))
    }
    _ = try responses(to: .apply(transfer))
    let deposit = record(.deposit, "nocoin", 2) { $0.account = "Kraken" }
    _ = try responses(to: .apply(deposit))
    func listed(_ filter: String = "") throws -> [RecordedEvent] {
      let request = RowRequest(
        version: 1, filter: filter,
        words: filter.isEmpty
          ? [] : [RowWord(text: filter, coinIDs: [], kinds: [], dayDigits: nil)],
        coinOrder: [], order: TransactionOrder(), offset: 0, limit: 9)
      var reader = LedgerReader(context)
      guard case .movesRead(request, let page) = try reader.answer(.moves(request)) else {
        return []
      }
      #expect(page.coins.map(\.id).contains("nocoin") || !filter.isEmpty)
      return page.rows
    }
    #expect(try listed().map(\.moves.count).sorted() == [1, 2])
    let shown = try #require(try listed("ledger").first)
    #expect(shown.transactions.map(\.amount) == [exact("0.1")])
    var said = EventTerms()
    said.toAccount = "Trezor"
    let id = try #require(shown.moves.first?.id)
    let edit = DashboardChange.edit(id, shown: shown, said)
    #expect(try responses(to: .apply(edit)) == [.applied(edit)])
    #expect(try listed("trezor").count == 1)
    for (old, sentence) in [
      (edit, BackgroundLedger.outdatedForm),
      (.deleteMove(shown), LedgerStoreError.changedMeanwhile.sentence),
    ] {
      #expect(try responses(to: .apply(old)) == [.notApplied(old, sentence)])
    }
    let delete = DashboardChange.deleteMove(try #require(try listed("trezor").first))
    #expect(try responses(to: .apply(delete)) == [.applied(delete)])
    #expect(try listed().map(\.moves.first?.account) == ["Kraken"])
    #expect(try context.ledger.count() == 1)
    guard
      case .labeledStep(.undo, _, label: "delete transfer") = try responses(
        to: .step(.undo, confirmed: nil)
      ).last
    else { return #expect(Bool(false)) }
    #expect(try listed().count == 2)
  }

  @Test func `what needs a price is refused by its reason`() throws {
    try record(ledger("buy 1 at 10", coin: "nocoin"))
    let date = utc("2026-04-28T11:00:00Z")
    let swap = record(.swap, "nocoin", 1) {
      $0.other = EventTerms.OtherSide(coinId: "othercoin", amount: 1)
      $0.date = date
    }
    let answer = try responses(to: .apply(swap)).first
    guard case .notApplied(swap, _, .noPrice(_, UTCDay(date), .swap)?)? = answer else {
      return #expect(Bool(false), "\(String(describing: answer))")
    }
    #expect(try context.ledger.count() == 1)
  }

  @Test func `an edit through the form is what would have been typed`() throws {
    try record(ledger("buy 1 at 10"))
    let sale = record(.sell, "bitcoin", 1) { ($0.price, $0.currency) = (20, "USD") }
    _ = try responses(to: .apply(sale))
    let shown = try #require(try context.ledger.transactions().last)
    var said = EventTerms()
    (said.kind, said.removed) = (.lost, [.money])
    let change = DashboardChange.edit(shown.id, shown: RecordedEvent(transactions: [shown]), said)
    #expect(try responses(to: .apply(change)) == [.applied(change)])
    let lost = try #require(try context.ledger.transactions().last)
    #expect(lost.kind == .lost && lost.pricePerCoin == 0 && lost.valuation == nil)
  }

  @Test func `the rows of an event are read together`() throws {
    try record(ledger("buy 1 at 10"))
    let swap = record(.swap, "bitcoin", 1) {
      $0.other = EventTerms.OtherSide(coinId: "ethereum", amount: 2)
      $0.total = 30
    }
    _ = try responses(to: .apply(swap))
    let rows = Array(try context.ledger.transactions().suffix(2))
    let id = try #require(rows.last?.id)
    var reader = LedgerReader(context)
    #expect(try reader.answer(.event(id, version: 1)) == .eventRead(id, rows))
  }

  private func record(
    _ kind: TransactionKind, _ coinId: String, _ amount: Quantity,
    _ set: (inout EventTerms) -> Void
  ) -> DashboardChange {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount) = (kind, coinId, amount)
    terms.date = utc("2026-04-28T11:00:00Z")
    set(&terms)
    return .record(terms, id: UUID())
  }

  private func record(_ rows: [Transaction]) throws {
    try context.service.apply(.add(rows), note: writeNote) {}
  }

  @Test func `the widget has the line of the last days as outside the dashboard`() throws {
    try context.container.create()
    let bitcoin = Coin(
      id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 76_000, lastUpdated: context.now)
    try context.store.update { files in
      files.prices = PriceBook(
        [KnownPrice(coin: bitcoin, source: "", fetched: context.now)], lastUpdated: context.now)
    }
    try record(ledger("buy 1 at 10"))
    let line = try #require(try context.service.entry(hasLine: true).recentValues)
    var reader = PortfolioReader(context)
    #expect(try reader.read(isHurried: true)?.entry.recentValues == nil)
    #expect(try reader.completed()?.entry.recentValues == line)
    try record(ledger("buy 2 at 10"))
    #expect(
      try reader.read()?.entry.recentValues == context.service.entry(hasLine: true).recentValues)
  }

  /// The responses to a job, except the ledger's new data.
  private func responses(to job: BackgroundLedger.Job) throws -> [DashboardEvent] {
    let background = try BackgroundLedger(context)
    background.ask(job)
    return background.close {}.compactMap(\.event).filter { event in
      if case .portfolioChanged = event { false } else { true }
    }
  }
}

extension BackgroundLedger.Response {
  fileprivate var event: DashboardEvent? {
    if case .event(let event) = self { event } else { nil }
  }
}
