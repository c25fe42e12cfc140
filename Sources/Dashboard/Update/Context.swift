import Widgets

extension DashboardState {
  /// Where a key goes now.
  public var context: DashboardContext {
    if helpTop != nil { return .help }
    if activeFilter?.isEditing == true { return .filter }
    switch tab {
    case .home: return .home
    case .portfolio: return .portfolio
    case .transactions: return .transactions
    }
  }

  /// The filter of the page in front.
  var activeFilter: Filter? {
    switch tab {
    case .home: nil
    case .portfolio: portfolio.filter
    case .transactions: transactions.filter
    }
  }

  mutating func changeFilter(_ change: (inout Filter) -> Void) {
    switch tab {
    case .home: break
    case .portfolio: portfolio.filter(change)
    case .transactions: transactions.filter(change)
    }
  }

  /// Whether an action would do something here and now.
  func isAvailable(_ action: ActionID) -> Bool {
    switch action {
    case .back: helpTop != nil || activeFilter?.text.isEmpty == false
    case .refresh: !isRefreshing && data != nil
    case .larger: family != .large
    case .smaller: family != .small
    case .toggleClosed: portfolio.canFold
    case .open:
      switch tab {
      case .home: true
      case .portfolio: portfolio.selected?.isSelectable == true
      case .transactions: transactions.selected != nil
      }
    case .sort, .reverse: !portfolio.holdings.isEmpty
    case .filter:
      tab == .portfolio ? !portfolio.isEmpty : !transactions.isEmpty
    default: true
    }
  }
}
