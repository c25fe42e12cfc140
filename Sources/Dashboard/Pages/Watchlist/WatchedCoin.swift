public import Exact
public import Portfolio

/// A coin on the watchlist.
public struct WatchedCoin: Equatable, Sendable {
  /// The coin with its market data.
  public let coin: Coin
  /// Prices of the last seven days, oldest first at even steps; `nil` where unknown.
  public let week: [ExactDecimal?]

  /// Creates a watched coin.
  public init(_ coin: Coin, week: [ExactDecimal?]) {
    self.coin = coin
    self.week = week
  }
}

extension DashboardState {
  /// The coin that the watchlist key acts on.
  var followable: String? {
    if let coin { return coin.coinID }
    return page.selectedTransaction?.coinId ?? page.selectedCoin
      ?? (tab == .watchlist ? unfollowed : nil)
  }

  /// Adds the selected coin to the watchlist or removes it.
  mutating func follow() -> [DashboardEffect] {
    guard let id = followable, let data else { return [] }
    let index = data.watchlist.firstIndex { $0.coin.id == id }
    if let index { unfollowedIndex = index }
    return [.follow(id, index == nil)]
  }

  mutating func reportFollowing(_ coin: String, _ isOn: Bool) {
    // On the watchlist, the selection has already moved to the next coin.
    let isUndone = !isOn && tab == .watchlist && self.coin == nil
    let key =
      keyMap.action(isUndone ? .undo : .follow, in: pageContext)?.keys.first?.label
      ?? (isUndone ? "u" : "w")
    let name = label(of: coin).name
    unfollowed = isOn ? nil : coin
    isSelectionLost = false
    if isOn { pages[WatchlistPage.self].select(coin: coin) }
    showMessage(
      isOn
        ? "\(name) is on the watchlist; \(key) takes it off"
        : "\(name) is off the watchlist; \(key) puts it back", isError: false)
  }

  /// Display name of a held or watched coin.
  func label(of id: String) -> CoinBook.Label {
    data?.watchlist.first { $0.coin.id == id }.map { CoinBook.Label($0.coin) }
      ?? transactions.book[id]
  }
}
