import CellGrid
import WidgetTimeline

struct DashboardSession {
  enum Tab { case home, portfolio }
  init(_ program: Program, tab: Tab = .home) {}
  init(
    _ program: Program, refresher: PriceRefresher, isPrivate: Bool, color: ColorChoice,
    ground: Appearance?
  ) {}
  func run() throws {}
}
