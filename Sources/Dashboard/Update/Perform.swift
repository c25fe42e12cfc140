import FoundationEssentials
import Portfolio
import Widgets

extension DashboardState {
  /// Performs the action of a key or a mouse press.
  mutating func perform(
    _ action: ActionID, now: Date, makeID: () -> UUID
  ) -> [DashboardEffect] {
    if acceptsLoss(of: action) { return [] }
    switch action {
    case .quit: return [.quit]
    case .refresh: return [.refresh]
    case .togglePrivacy: isPrivate.toggle()
    case .toggleMouse: return toggleMouse()
    case .numbers: toggleNumbers()
    case .goHome, .goPortfolio, .goTransactions, .goCharts, .goWatchlist, .goGains, .goInbox:
      if let tab = DashboardTab(openedBy: action) { go(to: tab) }
    case .nextTab: goTab(by: 1)
    case .previousTab: goTab(by: -1)
    case .moves: toggleMoves()
    case .back: back()
    case .up, .down, .left, .right, .pageUp, .pageDown, .first, .last:
      return move(action, in: context)
    case .open, .sort, .reverse, .toggleClosed, .group, .likeThese, .answers, .revoke, .zoom,
      .hidePanel,
      .showPanels:
      return performOnPage(action)
    case .nextView:
      defer { showMessage(pages[HomePage.self].preset.title, isError: false) }
      return performOnPage(action)
    case .sizeSmall, .sizeMedium, .sizeLarge, .larger, .smaller: resizeWidget(action)
    case .rangeHour, .rangeDay, .rangeWeek, .rangeMonth, .rangeYear, .rangeAll, .longerRange,
      .shorterRange:
      changeRange(action)
    case .candles: toggleCandles()
    case .compare, .benchmark, .percent, .logScale: restyleChart(action)
    case .follow: return follow()
    case .copy: return copy()
    case .filter, .keepFilter, .clearFilter: performOnFilter(action)
    case .erase: return erase()
    case .eraseAll: return eraseAll()
    case .help, .messages, .palette, .theme, .currency, .sortBy, .columns, .views, .watchMore,
      .addAlert:
      return openOverlay(action)
    case .leavePalette: palette = nil
    case .run: return runCommand(palette?.selection ?? 0, now: now, makeID: makeID)
    case .undo, .redo, .add, .edit, .delete, .nextField, .previousField, .choose, .save, .leave,
      .confirm, .decline:
      return performOnLedger(action, now: now, makeID: makeID)
    }
    return []
  }

  /// Performs actions that change the ledger or lead to that through forms and questions.
  private mutating func performOnLedger(
    _ action: ActionID, now: Date, makeID: () -> UUID
  ) -> [DashboardEffect] {
    switch action {
    case .undo where tab == .watchlist && coin == nil && unfollowed != nil:
      return unfollowed.map { [.follow($0, true, index: unfollowedIndex)] } ?? []
    case .undo: return [.step(.undo)]
    case .redo: return [.step(.redo)]
    case .add where goneLedger != nil: ask(.beginLedger)
    case .add: return openForm(now: now)
    case .edit: openSelected(for: .edit)
    case .delete where form != nil: return editForm { $0.eraseRight() }
    case .delete: openSelected(for: .delete)
    case .nextField: return goField(by: 1)
    case .previousField: return goField(by: -1)
    case .choose: return choose(now: now, makeID: makeID)
    case .save: return save(now: now, makeID: makeID)
    case .leave: leaveForm()
    case .confirm: return answer(true)
    case .decline: return answer(false)
    default: break
    }
    return []
  }

  /// Opens an overlay.
  private mutating func openOverlay(_ action: ActionID) -> [DashboardEffect] {
    switch action {
    case .help: help = HelpPage(wantsAll: help?.wantsAll == false)
    case .messages: log = MessageLog(top: .max)
    case .theme: palette = Palette(text: "theme ")
    case .currency: palette = Palette(text: "currency ")
    case .sortBy: palette = Palette(text: PaletteEntry.sorting)
    case .columns: palette = Palette(text: PaletteEntry.columns)
    case .views: palette = Palette(text: PaletteEntry.viewing)
    case .watchMore:
      palette = Palette(text: "watch ")
      return [.searchCoins("")]
    case .addAlert: return beginAlert()
    default: palette = Palette()
    }
    return []
  }

  /// Selects the widget of the user's own view; selecting the current one restores the automatic
  /// choice.
  private mutating func resizeWidget(_ action: ActionID) {
    let wanted: WidgetFamily =
      switch action {
      case .sizeSmall: .small
      case .sizeMedium: .medium
      case .sizeLarge: .large
      case .larger: shownFamily == .small ? .medium : .large
      default: shownFamily == .large ? .medium : .small
      }
    let isOwn = pages[HomePage.self].preset == .own
    family = isOwn && family == wanted ? nil : wanted
    pages[HomePage.self].preset = family == nil ? .overview : .own
    pages[HomePage.self].isZoomed = false
    pages[HomePage.self].hidden.remove(.totals)
    let isShown = arrangement?.tileAreas.contains { $0.tile == .widget(wanted) } ?? false
    if family != nil, !isShown {
      showMessage("The window has no room for the \(wanted.rawValue) widget", isError: false)
    }
  }

  private mutating func changeRange(_ action: ActionID) {
    guard !frontSubjects.isEmpty else { return showMessage(chartAbsence, isError: false) }
    switch action {
    case .longerRange: stepRange(by: 1)
    case .shorterRange: stepRange(by: -1)
    default:
      if let range = ChartRange.allCases.first(where: { $0.action == action }) { choose(range) }
    }
  }

  /// Why no chart is shown: the window's size, if a larger window would show one.
  private var chartAbsence: String {
    func hasChart(columns: Int, rows: Int) -> Bool {
      var large = self
      (large.columns, large.rows) = (columns, rows)
      return !large.frontSubjects.isEmpty
    }
    let (wide, high) = (max(columns, 400), max(rows, 120))
    guard hasChart(columns: wide, rows: high) else { return "No chart is shown here" }
    if hasChart(columns: columns, rows: high) { return "This window is too low for a chart" }
    if hasChart(columns: wide, rows: rows) { return "This window is too narrow for a chart" }
    return "This window is too small for a chart"
  }

  private mutating func performOnFilter(_ action: ActionID) {
    changeFilter { filter in
      if action == .clearFilter { filter = Filter() } else { filter.isEditing = action == .filter }
    }
  }

  mutating func go(to tab: DashboardTab) {
    self.tab = tab
    pages.showsMoves = false
    coin = nil
    chartCursor = nil
    isSelectionLost = false
  }

  private mutating func goTab(by step: Int) {
    let tabs = tabs
    guard let index = tabs.firstIndex(of: tab) else { return }
    go(to: tabs[(index + step + tabs.count) % tabs.count])
  }

  /// Goes one level up; never quits.
  private mutating func back() {
    if log != nil {
      log = nil
    } else if help?.filter.text.isEmpty == false {
      help?.filter = Filter()
    } else if help != nil {
      help = nil
    } else if coin != nil, chartCursor == nil {
      coin = nil
    } else if chartCursor != nil {
      chartCursor = nil
    } else if tab == .home, pages[HomePage.self].isZoomed {
      pages[HomePage.self].isZoomed = false
    } else if activeFilter?.text.isEmpty == false {
      changeFilter { $0 = Filter() }
    } else if pageContext == .moves {
      toggleMoves()
    } else if pageContext == .inbox {
      inbox.goBack()
    }
  }

  /// Performs an action on the active page and applies its outcome.
  mutating func performOnPage(_ action: ActionID) -> [DashboardEffect] {
    var page = page
    let outcome = page.perform(action, in: self)
    self.page = page
    switch outcome {
    case .done: return []
    case .go(let tab): go(to: tab)
    case .coin(let id): openCoin(id)
    case .cursor(let step):
      moveCursor(by: step, in: page.plotColumns(in: self, now: lastInstant ?? .distantPast))
    case .effects(let effects): return effects
    case .ask(let question): ask(question)
    case .type(let text): return continueLine(text)
    }
    return []
  }

  /// Opens a coin's page over the active page.
  mutating func openCoin(_ id: String) {
    guard let data, coin?.coinID != id else { return }
    chartCursor = nil
    coin = CoinPage(coinID: id, data: data, detail: details[id])
  }

  private mutating func erase() -> [DashboardEffect] {
    switch context {
    case .palette: return eraseCommand()
    case .form: return editForm { $0.erase() }
    default: changeFilter { _ = $0.text.popLast() }
    }
    return []
  }

  private mutating func eraseAll() -> [DashboardEffect] {
    switch context {
    case .palette: palette = Palette()
    case .form: return editForm { $0.eraseAll() }
    default: changeFilter { $0.text = "" }
    }
    return []
  }

  private mutating func toggleNumbers() {
    showsNumbers.toggle()
    guard showsNumbers, let key = keyMap.label(of: .palette) else { return }
    showMessage("\(key)12 goes to row 12; digits alone are pages", isError: false)
  }

  private mutating func toggleMouse() -> [DashboardEffect] {
    hasMouse.toggle()
    let key = keyMap.label(of: .toggleMouse).map { "; \($0) takes it back" } ?? ""
    showMessage(
      hasMouse ? "Mouse on" : "Mouse off\(key)", isError: false)
    return [.setMouse(hasMouse)]
  }

  private mutating func move(
    _ action: ActionID, in context: DashboardContext
  ) -> [DashboardEffect] {
    switch context {
    case .form: return moveInForm(action)
    case .palette: moveInCommands(action)
    default: return move(action)
    }
    return []
  }
}
