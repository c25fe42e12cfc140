package import CellGrid
package import CoinGecko
package import Dashboard
package import FoundationEssentials
import Portfolio
import SamplePortfolio
package import WidgetTimeline
package import Widgets

/// One picture of the gallery: a state at a size, or a page of the dashboard.
package struct GalleryPicture {
  /// The picture's name without a file extension: `large-offline`.
  package let name: String
  package var snapshot: Snapshot
  /// The screen reader text; empty for the dashboard, which is read as text.
  package var spoken = ""
  /// The price source to credit; `nil` if prices are made up, the user's own, or absent.
  package var credit: PictureCredit?

  package var grid: Grid { snapshot.grid }
}

extension GalleryPicture {
  /// Draws a state at a size.
  ///
  /// - Parameters:
  ///   - size: The size.
  ///   - state: The state.
  ///   - now: The current time, by default the state's own.
  package init(_ size: PreviewSize, _ state: ScreenshotState, at now: Date? = nil) throws {
    let (entry, ownNow) = try state.entry()
    self.init(size, state.rawValue, entry, isPrivate: state == .private, now: now ?? ownNow)
    credit = state.hasRecordedPrices ? Self.credit : nil
  }

  /// Draws an entry at a size.
  package init(
    _ size: PreviewSize, _ name: String, _ entry: PortfolioEntry, isPrivate: Bool, now: Date
  ) {
    self.init(
      name: "\(size.rawValue)-\(name)",
      snapshot: Snapshot(
        name: "\(size.rawValue)/\(name)",
        grid: size.grid(entry, isPrivate: isPrivate, now: now)),
      spoken: speech(entry, family: size.family, isPrivate: isPrivate, now: now))
  }

  /// Draws the sample at other prices, by default at the time they were recorded.
  package init(_ size: PreviewSize, prices: RecordedPriceSource, at now: Date? = nil) {
    let refresh = SamplePortfolio.recordedAt
    let data = SamplePortfolio.positions(at: prices).widgetData(lastUpdated: refresh)
    let now = now ?? refresh
    let entry = PortfolioEntry(date: now, data: data)
    self.init(size, "prices", entry, isPrivate: false, now: now)
  }

  /// Draws the sample's dashboard in a terminal of a given size and state.
  package init(
    _ tab: DashboardTab, columns: Int, rows: Int, scene: DashboardScene = .fresh,
    at now: Date? = nil
  ) throws {
    let (data, now) = try scene.data(of: tab, at: now)
    self.init(
      tab, data, priceSeries: SamplePortfolio.priceSeries(at: now, leavingOut: data.unpricedCoins),
      columns: columns, rows: rows,
      scene: scene, now: now)
    credit = scene == .empty ? nil : Self.credit
  }

  /// The sample's prices were recorded from CoinGecko.
  private static let credit = PriceCredit.credit(of: [CoinGeckoPriceSource.sourceName])

  /// Draws a page of the dashboard in a terminal of a given size.
  package init(
    _ tab: DashboardTab, _ data: DashboardData, priceSeries: [SeriesSubject: PriceSeries] = [:],
    columns: Int, rows: Int, scene: DashboardScene = .fresh, now: Date
  ) {
    let state = DashboardState(
      columns: columns, rows: rows, tab: tab, data: data, priceSeries: priceSeries,
      isPrivate: scene == .private)
    let name = tab.title.lowercased() + scene.suffix
    self.init(
      name: "dashboard-\(columns)x\(rows)-\(name)",
      snapshot: Snapshot(name: "dashboard/\(name)", grid: view(state, now: now).grid),
      spoken: "The page \(tab.title) of bitpal's dashboard. "
        + speech(data.entry, family: .large, isPrivate: scene == .private, now: now))
  }

  /// Columns and rows of a small, a medium, a large and a very large terminal.
  package static let terminals = [(40, 12), (80, 24), (120, 40), (200, 60)]

  /// Draws the whole gallery.
  ///
  /// It has every state as a widget of every size and as the one-line widget, and every dashboard
  /// page in every state in terminals from small to very large.
  package static func all(at now: Date? = nil) throws -> [GalleryPicture] {
    let widgets = try ScreenshotState.allCases.flatMap { state in
      try PreviewSize.allCases.map { try GalleryPicture($0, state, at: now) }
    }
    return widgets + (try DashboardScene.allCases.flatMap { try dashboards($0, at: now) })
  }

  /// Draws every page of the dashboard in a state at every size.
  package static func dashboards(
    _ scene: DashboardScene, at now: Date? = nil
  ) throws -> [GalleryPicture] {
    let (data, shown) = try scene.data(at: now)
    let inbox = try scene.data(of: .inbox, at: now).data
    let priceSeries = SamplePortfolio.priceSeries(at: shown, leavingOut: data.unpricedCoins)
    return terminals.flatMap { columns, rows in
      DashboardTab.allCases.map { tab in
        var picture = GalleryPicture(
          tab, tab == .inbox ? inbox : data, priceSeries: priceSeries, columns: columns, rows: rows,
          scene: scene, now: shown)
        picture.credit = scene == .empty ? nil : credit
        return picture
      }
    }
  }
}
