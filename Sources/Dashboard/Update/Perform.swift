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
    case .help: helpTop = 0
    case .togglePrivacy: isPrivate.toggle()
    case .goHome: go(to: .home)
    case .goPortfolio: go(to: .portfolio)
    case .goTransactions: go(to: .transactions)
    case .nextTab: goTab(by: 1)
    case .previousTab: goTab(by: -1)
    case .back: back()
    case .up, .down, .left, .right, .pageUp, .pageDown, .first, .last: move(action)
    case .open: open()
    case .sizeSmall: family = .small
    case .sizeMedium: family = .medium
    case .sizeLarge: family = .large
    case .larger: family = family == .small ? .medium : .large
    case .smaller: family = family == .large ? .medium : .small
    case .sort: portfolio.sortByNext(in: shownColumns)
    case .reverse: portfolio.reverse()
    case .toggleClosed: portfolio.toggleClosed()
    case .filter: changeFilter { $0.isEditing = true }
    case .keepFilter: changeFilter { $0.isEditing = false }
    case .clearFilter: changeFilter { $0 = Filter() }
    case .erase: changeFilter { _ = $0.text.popLast() }
    default: break
    }
    return []
  }

  mutating func go(to tab: DashboardTab) {
    self.tab = tab
  }

  private mutating func goTab(by step: Int) {
    let count = DashboardTab.allCases.count
    if let next = DashboardTab(rawValue: (tab.rawValue + step + count) % count) { go(to: next) }
  }

  /// One level up: the overlay, then the filter. Never out of the program.
  private mutating func back() {
    if helpTop != nil {
      helpTop = nil
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
    case .transactions: break
    }
  }

  /// The columns of the holdings table that have room.
  var shownColumns: [HoldingColumn] {
    HoldingsLayout(portfolio.layout, isPrivate: isPrivate, room: pageArea.columns)
      .columns.map(\.kind)
  }
}
