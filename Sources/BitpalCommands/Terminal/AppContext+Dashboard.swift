import AppGroup
import Application
import CoinCatalogue
import Dashboard
import CoinGecko
import FoundationEssentials
import LedgerStore
import Portfolio
import WidgetTimeline
import Widgets

extension AppContext {
  /// Coins for a picker, best first; those of the best ranks while nothing is typed.
  func coins(like query: String) -> (coins: [Coin], ranks: [String: Int]) {
    let limit = 20
    let found =
      query.isEmpty
      ? catalogue.bestRanked(limit: limit) : catalogue.search(query, limit: limit)
    let known = store.prices()?.coins ?? [:]
    let coins = found.map { coin in
      Coin(
        id: coin.id, symbol: coin.symbol, name: coin.name,
        currentPrice: known[coin.id]?.currentPrice)
    }
    let ranks = found.compactMap { coin in coin.rank.map { (coin.id, $0) } }
    return (coins, Dictionary(ranks, uniquingKeysWith: { first, _ in first }))
  }

  /// A change with its money counted: what was paid in another currency at the day's rate, a fee
  /// as part of the price.
  ///
  /// - Throws: A refusal where no rate is known.
  func counted(_ change: LedgerChange) throws -> LedgerChange {
    switch change {
    case .add(let transactions):
      .add(try transactions.map(placed).map(spelled).flatMap { try rows($0) })
    case .edit(let transaction):
      .edit(
        try rows(spelled(transaction), from: ledger.event(of: transaction.id))
          .first { $0.id == transaction.id } ?? transaction)
    case .delete: change
    }
  }

  /// Makes a change that the dashboard asks for.
  ///
  /// - Parameter shown: The transaction as the user has seen it; what changed it meanwhile is not
  ///   overwritten.
  func apply(
    _ change: LedgerChange, shown: Transaction?, note: (ChangeNote) -> Void,
    recorded: () -> Void
  ) throws {
    switch (change, shown) {
    case (.edit(let transaction), let shown?):
      let entered = try spelled(transaction)
      try service.edit(transaction.id, expecting: [.transaction(shown)], note: note) {
        $0 = try rows(entered, from: $0)
      } recorded: { _ in
        recorded()
      }
    case (.delete, let shown?): try service.delete(shown, note: note) { _ in recorded() }
    default: try service.apply(try counted(change), note: note, recorded: recorded)
    }
  }

  /// A transaction at an account as the ledger spells it.
  private func spelled(_ transaction: Transaction) throws -> Transaction {
    var spelled = transaction
    spelled.account = try transaction.account.map(spelling(ofAccount:))
    return spelled
  }

  /// A sale of a day where it belongs in that day.
  private func placed(_ transaction: Transaction) throws -> Transaction {
    guard transaction.type == .sell else { return transaction }
    var placed = transaction
    placed.date = try saleDate(transaction.date, of: transaction.coinId)
    return placed
  }

  /// The rows of an event that was entered, or of one that was changed.
  private func rows(
    _ entered: Transaction, from rows: [Transaction] = []
  ) throws -> [Transaction] {
    let terms = EventTerms(entered: entered)
    guard let before = rows.first(where: { $0.id == entered.id }) else {
      return try terms.record(evidence(), ids: .init(main: entered.id)).transactions
    }
    return try terms.changes(from: EventTerms(entered: before))
      .directed(at: before, of: rows).applied(to: rows, evidence())
  }
}

extension AppContext {
  /// Puts a coin on the watchlist, at a place or at the end, or takes it off.
  func follow(_ coin: String, _ isOn: Bool, place: Int? = nil) throws {
    let now = now
    _ = try store.update { files in
      var list = files.watchlist ?? Watchlist()
      defer { files.watchlist = list }
      guard isOn else { return list.remove(coin) }
      let isNew = list.add(coin, at: now)
      if let place, isNew { list.move(coin, to: place) }
      return isNew
    }
  }
}

extension RefreshOutcome {
  /// One line for the dashboard, `nil` where the figures say it all.
  func sentence(now: Date, status: RefreshStatus?) -> String? {
    do {
      if case .refreshed(_, let failures, _) = self {
        return failures.first.map { failure in
          let reason = failure.reason(from: CoinGeckoPriceSource.sourceName)
          return "Some prices were not fetched: \(reason)"
        }
      }
      if case .waiting(let until) = self, let status, status.failure != nil {
        // The line may be short: what the user waits for comes first.
        let reason = status.reason ?? "the last one failed"
        return "Next try in \(waitText(until: until, at: now)): \(reason)"
      }
      return try note(now: now, status: status)
    } catch {
      return CommandFailure(error)?.sentence
    }
  }
}
