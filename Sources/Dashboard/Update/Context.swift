import Widgets

extension DashboardState {
  /// Where a key goes now.
  public var context: DashboardContext {
    if helpTop != nil { return .help }
    if question != nil { return .question }
    if form != nil { return .form }
    if activeFilter?.isEditing == true { return .filter }
    return pageContext
  }

  /// The context of the page under forms, questions and help.
  var pageContext: DashboardContext {
    if coin != nil { return .coin }
    switch tab {
    case .home: return .home
    case .portfolio: return .portfolio
    case .transactions: return .transactions
    }
  }

  /// The filter of the page in front.
  var activeFilter: Filter? {
    if coin != nil { return nil }
    return switch tab {
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
    case .back: helpTop != nil || coin != nil || activeFilter?.text.isEmpty == false
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
    case .add: data != nil
    case .edit, .delete: selectedTransaction != nil
    case .copy: selectedText != nil
    case .nextChoice, .previousChoice: form?.focus == .kind || form?.focus == .coin
    case .save, .choose: form?.isSaving == false
    case .sort, .reverse: !portfolio.holdings.isEmpty
    case .filter:
      tab == .portfolio ? !portfolio.isEmpty : !transactions.isEmpty
    default: true
    }
  }
}
