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

  /// Makes a change that the dashboard asks for.
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
        .revoke([Question.Key(answer.key)]), label: "revoke an answer", seen: seen, note: note,
        recorded: recorded)
    }
  }

  /// Changes an event as it was shown.
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

  /// Terms at accounts as the ledger spells them.
  private func spelled(_ terms: EventTerms) throws -> EventTerms {
    var spelled = terms
    spelled.account = try terms.account.map(spelling(ofAccount:))
    spelled.toAccount = try terms.toAccount.map(spelling(ofAccount:))
    return spelled
  }
}

extension AppContext {
  /// Puts a coin on the watchlist, at a place or at the end, or takes it off.
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
  /// One line for the dashboard, `nil` where the figures say it all.
  func sentence(now: Date, status: RefreshStatus?, hasPrices: Bool) -> String? {
    do {
      if case .refreshed(_, let failures, _) = self {
        return failures.first.map { $0.note(status) }
      }
      if case .waiting(let until) = self, let status, status.failure != nil {
        // The line may be short: what the user waits for comes first.
        let reason = status.reason ?? "the last one failed"
        return "Next try in \(waitText(until: until, at: now)): \(reason)"
      }
      return try note(now: now, status: status, hasPrices: hasPrices)
    } catch {
      // The way on names a command; here it is the key that refreshes.
      return CommandFailure(error)?.message.reason
    }
  }
}

extension RecordedEvent {
  /// That the ledger has these rows as they are here.
  fileprivate var expectations: [Expectation] {
    transactions.map { .transaction($0) } + moves.map { .move($0) }
  }
}
