import FoundationEssentials
import Portfolio
import Widgets

extension DashboardState {
  /// Does what a key or a press of the mouse stands for.
  mutating func perform(
    _ action: ActionID, now: Date, makeID: () -> UUID
  ) -> [DashboardEffect] {
    switch action {
    case .quit: return [.quit]
    case .refresh: return [.refresh]
    case .undo: return [.undo]
    case .redo: return [.redo]
    case .help: help = HelpPage()
    case .palette: palette = Palette()
    case .togglePrivacy: isPrivate.toggle()
    case .toggleMouse: return toggleMouse()
    case .goHome: go(to: .home)
    case .goPortfolio: go(to: .portfolio)
    case .goTransactions: go(to: .transactions)
    case .nextTab: goTab(by: 1)
    case .previousTab: goTab(by: -1)
    case .back: back()
    case .up, .down, .left, .right, .pageUp, .pageDown, .first, .last:
      return move(action, in: context)
    case .open: open()
    case .sizeSmall: family = .small
    case .sizeMedium: family = .medium
    case .sizeLarge: family = .large
    case .larger: family = family == .small ? .medium : .large
    case .smaller: family = family == .large ? .medium : .small
    case .sort: sortByNext()
    case .reverse: tab == .portfolio ? portfolio.reverse() : transactions.reverse()
    case .toggleClosed: portfolio.toggleClosed()
    case .filter: changeFilter { $0.isEditing = true }
    case .keepFilter: changeFilter { $0.isEditing = false }
    case .clearFilter: changeFilter { $0 = Filter() }
    case .erase: return erase()
    case .eraseAll: return eraseAll()
    case .copy: return copy()
    case .add: return openForm(now: now)
    case .edit: if let transaction = selectedTransaction { openForm(editing: transaction) }
    case .delete where form != nil: return editForm { $0.eraseRight() }
    case .delete:
      if let transaction = selectedTransaction { askToDelete(transaction, now: now) }
    case .nextField: return goField(by: 1)
    case .previousField: return goField(by: -1)
    case .choose: return choose(now: now, makeID: makeID)
    case .save: return save(now: now, makeID: makeID)
    case .leave: leaveForm()
    case .run: return runCommand(palette?.selection ?? 0, now: now, makeID: makeID)
    case .leavePalette: palette = nil
    case .confirm: return answer(true)
    case .decline: return answer(false)
    }
    return []
  }

  mutating func go(to tab: DashboardTab) {
    self.tab = tab
    coin = nil
  }

  private mutating func goTab(by step: Int) {
    let count = DashboardTab.allCases.count
    if let next = DashboardTab(rawValue: (tab.rawValue + step + count) % count) { go(to: next) }
  }

  /// Goes one level up, and never out of the program.
  private mutating func back() {
    if help?.filter.text.isEmpty == false {
      help?.filter = Filter()
    } else if help != nil {
      help = nil
    } else if coin != nil {
      coin = nil
    } else if activeFilter?.text.isEmpty == false {
      changeFilter { $0 = Filter() }
    }
  }

  private mutating func open() {
    switch tab {
    case .home:
      let tile = arrangement.map { $0.places[$0.index(of: homeFocus)].tile }
      go(to: tile == .recent ? .transactions : .portfolio)
    case .portfolio:
      if case .more = portfolio.selected { portfolio.toggleClosed() }
      if let id = portfolio.selectedCoin { openCoin(id) }
    case .transactions: if let id = transactions.selected?.coinId { openCoin(id) }
    }
  }

  private mutating func openCoin(_ id: String) {
    guard let data, coin == nil else { return }
    coin = CoinPage(coinID: id, data: data)
  }

  private mutating func erase() -> [DashboardEffect] {
    switch context {
    case .palette: eraseCommand()
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

  private mutating func toggleMouse() -> [DashboardEffect] {
    hasMouse.toggle()
    let key = keyMap.label(of: .toggleMouse).map { "; \($0) takes it back" } ?? ""
    tell(
      hasMouse ? "Mouse on" : "Mouse off\(key)", isError: false)
    return [.setMouse(hasMouse)]
  }

  private mutating func sortByNext() {
    if tab == .portfolio {
      portfolio.sortByNext(in: shownColumns)
    } else {
      transactions.sortByNext(in: shownTransactionColumns)
    }
  }

  private mutating func move(
    _ action: ActionID, in context: DashboardContext
  ) -> [DashboardEffect] {
    switch context {
    case .form: return moveInForm(action)
    case .palette: moveInCommands(action)
    default: move(action)
    }
    return []
  }

  /// The columns of the holdings table that have room.
  var shownColumns: [HoldingColumn] {
    HoldingsLayout(portfolio.layout, isPrivate: isPrivate, room: pageArea.columns)
      .columns.map(\.kind)
  }

  /// The columns of the table of transactions that have room.
  var shownTransactionColumns: [TransactionColumn] {
    let layout = TransactionsLayout(
      transactions.widths, isPrivate: isPrivate, hasCoin: true, room: pageArea.columns)
    return TransactionColumn.allCases.filter { layout.places[$0] != nil }
  }
}
