import AppGroup
import Application
import CoinCatalogue
import Dashboard
import CoinGecko
import FoundationEssentials
import Import
import LedgerStore
import Portfolio
import WidgetTimeline
import Widgets

extension AppContext {
  /// Coins matching a query, best match first; the top-ranked coins for an empty query.
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

  /// Applies a change requested by the dashboard.
  func apply(
    _ change: DashboardChange, note: (ChangeNote) -> Void, recorded: () -> Void
  ) throws {
    switch change {
    case .record(let terms, let id):
      var terms = try spelled(terms)
      try complete(&terms)
      let event = try terms.record(evidence(), ids: .init(main: id))
      try coinsThere(before: event)
      try service.record(
        event, label: terms.kind?.rawValue ?? "", note: note, recorded: recorded)
    case .edit(let id, let shown, let said):
      var terms = try spelled(said)
      if shown.moves.isEmpty { try setDate(&terms, of: shown.transactions) }
      try edit(id, shown, terms, note: note, recorded: recorded)
    case .deleteMove(let shown):
      guard let move = shown.moves.first else { return }
      try service.write(note: note) {
        try ledger.moves.delete(
          move.id, deletesOther: true, expecting: shown.expectations,
          label: "delete \(move.kind.noun)", clock: clock)
      } recorded: {
        recorded()
      }
    case .delete(let shown): try service.delete(shown, note: note) { _ in recorded() }
    case .answer(let answer): try apply(answer, note: note, recorded: recorded)
    case .revoke(let answer, let seen):
      try apply(
        try revoking(Question.Key(answer.key)), label: "revoke an answer", seen: seen, note: note,
        recorded: recorded)
    }
  }

  /// Edits an event, expecting it to be unchanged since it was shown.
  private func edit(
    _ id: UUID, _ shown: RecordedEvent, _ said: EventTerms, note: (ChangeNote) -> Void,
    recorded: () -> Void
  ) throws {
    let evidence = try evidence()
    guard shown.moves.isEmpty else {
      let edited = try said.applied(to: shown, naming: id, evidence)
      try coinsThere(before: edited, replacing: shown)
      try service.write(note: note) {
        try ledger.edit(events: [id], expecting: shown.expectations, clock: clock) {
          $1 = try said.applied(to: $1, naming: id, evidence)
        }
      } recorded: {
        recorded()
      }
      return
    }
    try service.edit(id, expecting: shown.expectations, note: note) {
      $0 = try said.applied(to: $0, evidence)
    } recorded: { _ in
      recorded()
    }
  }

  /// The terms with accounts in the ledger's spelling.
  private func spelled(_ terms: EventTerms) throws -> EventTerms {
    var spelled = terms
    spelled.account = try terms.account.map(spelling(ofAccount:))
    spelled.toAccount = try terms.toAccount.map(spelling(ofAccount:))
    return spelled
  }
}

extension AppContext {
  /// Adds a coin to the watchlist, at an index or at the end, or removes it.
  func follow(_ coin: String, _ isOn: Bool, index: Int? = nil) throws {
    let now = now
    _ = try store.update { files in
      var list = files.watchlist ?? Watchlist()
      defer { files.watchlist = list }
      guard isOn else { return list.remove(coin) }
      let isNew = list.add(coin, at: now)
      if let index, isNew { list.move(coin, to: index) }
      return isNew
    }
  }
}

extension RefreshOutcome {
  /// A one-line message for the dashboard; `nil` if the figures suffice.
  func sentence(now: Date, status: RefreshStatus?, hasPrices: Bool) -> String? {
    do {
      if case .refreshed(_, let failures, _) = self {
        return failures.first.map { $0.note(status) }
      }
      if case .waiting(let until) = self, let status, status.failure != nil {
        // The line may be clipped, so the most useful part is first.
        let reason = status.reason ?? "the last one failed"
        return "Next try in \(waitText(until: until, at: now)): \(reason)"
      }
      return try note(now: now, status: status, hasPrices: hasPrices)
    } catch {
      // The suggested fix names a command; the dashboard has a key to refresh instead.
      return CommandFailure(error)?.message.reason
    }
  }
}

extension RecordedEvent {
  /// Expects the ledger's rows to be unchanged.
  fileprivate var expectations: [Expectation] {
    transactions.map { .transaction($0) } + moves.map { .move($0) }
  }
}
