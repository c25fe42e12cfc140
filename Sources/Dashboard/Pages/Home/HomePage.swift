import Exact
import FoundationEssentials
import Portfolio
import Widgets

/// The Home page: totals and panels.
struct HomePage: Page {
  static let tab = DashboardTab.home
  static let context = DashboardContext.home
  static let action = ActionID.goHome

  /// The focused panel.
  var focus = HomePanel.chart
  /// The selection of panels.
  var preset = HomePreset.overview
  /// Panels that the user hid.
  var hidden: Set<HomePanel> = []
  /// Whether the focused panel fills the page.
  var isZoomed = false

  mutating func show(_ data: DashboardData) {}

  mutating func perform(_ action: ActionID, in state: DashboardState) -> PageOutcome {
    switch action {
    case .left, .right:
      let step = action == .left ? -1 : 1
      let isAtEdge = step < 0 && state.chartCursor == 0
      if focusedPanel(in: state) == .chart, !isAtEdge { return .cursor(step) }
      moveFocus(columns: step, rows: 0, in: state)
    case .up: moveFocus(columns: 0, rows: -1, in: state)
    case .down: moveFocus(columns: 0, rows: 1, in: state)
    case .open: return .go(destination(in: state))
    case .zoom: isZoomed.toggle()
    case .nextView:
      let all = HomePreset.allCases
      preset = all[((all.firstIndex(of: preset) ?? 0) + 1) % all.count]
      isZoomed = false
    case .hidePanel:
      if let panel = focusedPanel(in: state) { hidden.insert(panel) }
      preset = .own
      focus = .chart
    case .showPanels: hidden = []
    default: break
    }
    return .done
  }

  private func destination(in state: DashboardState) -> DashboardTab {
    switch focusedPanel(in: state) {
    case .recent: .transactions
    case .chart: .charts
    case .waiting where state.data?.ledger.waitingRowCount ?? 0 > 0: .inbox
    case .waiting where state.data?.ledger.openMoveCount ?? 0 > 0: .transactions
    case .waiting: .watchlist
    default: .portfolio
    }
  }

  func isAvailable(_ action: ActionID, in state: DashboardState) -> Bool {
    switch action {
    case .open, .nextView: !state.isNew
    case .zoom: isZoomed || !state.isNew && state.arrangement?.tileAreas.count ?? 0 > 1
    case .hidePanel: !state.isNew && !isZoomed && state.arrangement?.tileAreas.count ?? 0 > 1
    case .showPanels: preset == .own && !hidden.isEmpty
    default: true
    }
  }

  private func focusedPanel(in state: DashboardState) -> HomePanel? {
    state.isHomeCompact
      ? .chart : state.arrangement.map { $0.tileAreas[$0.index(of: focus)].tile.panel }
  }

  private mutating func moveFocus(columns: Int, rows: Int, in state: DashboardState) {
    guard let arrangement = state.arrangement else { return }
    let next = arrangement.neighbor(
      of: arrangement.index(of: focus), columns: columns, rows: rows)
    if let next { focus = arrangement.tileAreas[next].tile.panel }
  }

  func seriesSubjects(in state: DashboardState) -> [SeriesSubject] {
    state.homeChartArea == nil ? [] : [.portfolio]
  }

  func plotColumns(in state: DashboardState, now: Date) -> Int {
    state.homeChartArea.map { state.homePanel(now: now).plotColumns(in: $0) } ?? 0
  }

  func draw(in painter: inout Painter, state: DashboardState, now: Date) {
    painter.drawHome(state, now: now)
  }
}

extension HomePage {
  /// State for the next session.
  var memory: JSONValue {
    .object([
      "panels": .string(preset.rawValue),
      "hidden": .array(HomePanel.allCases.filter(hidden.contains).map { .string($0.rawValue) }),
    ])
  }

  /// Restores the state of an earlier session.
  mutating func restore(_ memory: JSONValue?) {
    preset = memory?["panels"]?.string.flatMap(HomePreset.init(rawValue:)) ?? .overview
    guard case .array(let names) = memory?["hidden"] ?? .null else { return }
    hidden = Set(names.compactMap { $0.string.flatMap(HomePanel.init(rawValue:)) })
  }
}
