import FoundationEssentials
import Portfolio
import Widgets

/// The Home page: the widgets and the tiles next to them.
struct HomePage: Page {
  static let tab = DashboardTab.home
  static let context = DashboardContext.home
  static let action = ActionID.goHome

  /// The focused tile.
  var focus: HomeTile = .chart

  mutating func show(_ data: DashboardData) {}

  mutating func perform(_ action: ActionID, in state: DashboardState) -> PageOutcome {
    switch action {
    case .left, .right:
      let step = action == .left ? -1 : 1
      let isAtEdge = step < 0 && state.chartCursor == 0
      if focusedTile(in: state) == .chart, !isAtEdge { return .cursor(step) }
      moveFocus(columns: step, rows: 0, in: state)
    case .up: moveFocus(columns: 0, rows: -1, in: state)
    case .down: moveFocus(columns: 0, rows: 1, in: state)
    case .open:
      return switch focusedTile(in: state) {
      case .recent: .go(.transactions)
      case .chart: .go(.charts)
      default: .go(.portfolio)
      }
    default: break
    }
    return .done
  }

  func isAvailable(_ action: ActionID, in state: DashboardState) -> Bool {
    action == .open ? !state.isNew : true
  }

  private func focusedTile(in state: DashboardState) -> HomeTile? {
    state.isHomeCompact ? .chart : state.arrangement.map { $0.places[$0.index(of: focus)].tile }
  }

  private mutating func moveFocus(columns: Int, rows: Int, in state: DashboardState) {
    guard let arrangement = state.arrangement else { return }
    let next = arrangement.neighbour(
      of: arrangement.index(of: focus), columns: columns, rows: rows)
    if let next { focus = arrangement.places[next].tile }
  }

  func courses(in state: DashboardState) -> [CourseSubject] {
    state.homeChartArea == nil ? [] : [.portfolio]
  }

  func plotColumns(in state: DashboardState, now: Date) -> Int {
    state.homeChartArea.map { state.homePanel(now: now).plotColumns(in: $0) } ?? 0
  }

  func draw(in painter: inout Painter, state: DashboardState, now: Date) {
    painter.drawHome(state, now: now)
  }
}
