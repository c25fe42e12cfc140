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
      .add(try transactions.map(placed).map(spelled).map(counted).flatMap(withFeeSale))
    case .edit(let transaction): .edit(try counted(spelled(transaction)))
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
    let evidence = try tradeEvidence()
    switch (try counted(change), shown) {
    case (.edit(let transaction), let shown?):
      try service.edit(
        transaction.id, expecting: [.transaction(shown)], feeSale: { $0.feeSale(evidence) },
        note: note
      ) {
        $0 = transaction
      } recorded: { _ in
        recorded()
      }
    case (.delete, let shown?):
      try service.delete(shown, feeSale: { $0.feeSale(evidence) }, note: note) { _ in recorded() }
    case (let change, _): try service.apply(change, note: note, recorded: recorded)
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

  private func withFeeSale(_ transaction: Transaction) throws -> [Transaction] {
    [transaction] + [transaction.feeSale(try tradeEvidence())].compactMap(\.self)
  }

  private func counted(_ transaction: Transaction) throws -> Transaction {
    guard transaction.payment != nil || transaction.fee != nil else { return transaction }
    let stored = try ledger.transaction(transaction.id)
    if let stored, stored.isPaid(as: transaction) { return transaction }
    var terms = TradeTerms()
    terms.total = transaction.payment?.amount
    terms.price = transaction.payment == nil ? transaction.pricePerCoin : nil
    terms.currency = transaction.payment?.currency
    terms.fee = transaction.fee
    var counted = transaction
    (counted.payment, counted.fee, counted.valuation) = (nil, nil, nil)
    // The amount that the form shows is without the fee in the coin that is recorded already.
    if transaction.fee?.currency == transaction.coinId { counted.fee = stored?.fee }
    try terms.apply(to: &counted, tradeEvidence())
    return counted
  }
}

extension Transaction {
  /// Whether another record of it says the same of money.
  fileprivate func isPaid(as other: Transaction) -> Bool {
    amount == other.amount && date == other.date && pricePerCoin == other.pricePerCoin
      && payment == other.payment && fee == other.fee && valuation == other.valuation
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
