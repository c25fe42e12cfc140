import Widgets

extension DashboardState {
  /// The context that receives keys.
  public var context: DashboardContext {
    if palette != nil { return .palette }
    if log != nil { return .messages }
    if let help { return help.filter.isEditing ? .filter : .help }
    if question != nil { return .question }
    if form != nil { return .form }
    if activeFilter?.isEditing == true { return .filter }
    return pageContext
  }

  /// Whether an overlay covers the page and receives the keys.
  var isCovered: Bool {
    form != nil || question != nil || help != nil || palette != nil || log != nil
  }

  /// The context of the page below forms, questions and help.
  var pageContext: DashboardContext {
    if coin != nil { return .coin }
    return pageKind.context
  }

  /// The filter of the help or the active page.
  var activeFilter: Filter? {
    if log != nil { return nil }
    if let help { return help.filter }
    if coin != nil { return nil }
    return page.filter
  }

  mutating func changeFilter(_ change: (inout Filter) -> Void) {
    guard help == nil else {
      if var page = help {
        change(&page.filter)
        help = page
      }
      return
    }
    page.changeFilter(change)
  }

  /// Actions available on a screen too small for a page.
  private static let unseen: Set<ActionID> = [
    .quit, .refresh, .togglePrivacy,
  ]
  /// Actions that leave a form or question that does not fit; no others are allowed unseen.
  private static let ways: Set<ActionID> = [.quit, .decline, .leave]

  /// Actions that need content on the page.
  private static let rowActions: Set<ActionID> = [
    .open, .longerRange, .shorterRange, .candles, .compare, .benchmark, .percent, .logScale,
    .rangeHour, .rangeDay, .rangeWeek, .rangeMonth,
    .rangeYear, .rangeAll,
    .numbers,
  ]
  /// Whether the active page shows only the getting-started text.
  private var isWelcoming: Bool {
    guard ![.coin, .moves, .inbox].contains(pageContext) else { return false }
    return isNew && (tab != .watchlist || pages[WatchlistPage.self].lines.isEmpty)
  }

  /// Whether a transaction or a move is selected.
  private var hasSelection: Bool { selectedTransaction != nil || selectedMove != nil }

  /// Whether an action would do anything now.
  func isAvailable(_ action: ActionID) -> Bool {
    if isWelcoming, Self.rowActions.contains(action) { return false }
    if hiddenPrompt != nil { return Self.ways.contains(action) }
    if isTiny, !Self.unseen.contains(action), DashboardTab(openedBy: action) == nil { return false }
    return switch action {
    case .back:
      log != nil || help != nil || coin != nil || chartCursor != nil
        || tab == .home && pages[HomePage.self].isZoomed
        || activeFilter?.text.isEmpty == false || pageContext == .moves
        || pageContext == .inbox && inbox.hasWayBack
    case .refresh: data != nil
    case .messages: true
    case .larger: !isNew && shownFamily != .large
    case .smaller: !isNew && shownFamily != .small
    case .sizeSmall, .sizeMedium, .sizeLarge: !isNew
    case .add: data != nil && hasRoomForForm
    case .edit: hasSelection && hasRoomForForm && goneLedger == nil
    case .delete: form != nil || hasSelection && goneLedger == nil
    case .undo, .redo: goneLedger == nil
    case .follow: followable != nil
    case .copy: selectedText != nil
    case .save, .choose: form?.isSaving == false
    case .filter where help != nil: true
    default: coin != nil || page.isAvailable(action, in: self)
    }
  }

  /// Says why a form does not open in a small window.
  mutating func explainRefusal(of action: ActionID) {
    let isOfForm = action == .add && data != nil || action == .edit && hasSelection
    guard isOfForm, !hasRoomForForm, !isTiny, hiddenPrompt == nil else { return }
    showMessage("The form does not fit: enlarge the window", isError: true)
  }
}
