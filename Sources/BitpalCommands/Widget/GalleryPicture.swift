import CellGrid
import FoundationEssentials
import SamplePortfolio
import WidgetTimeline

/// One picture of the gallery: a state at a size.
struct GalleryPicture {
  /// The picture's name in a folder, without what the format adds: `large-offline`.
  let name: String
  let snapshot: Snapshot

  var grid: Grid { snapshot.grid }
}

extension GalleryPicture {
  /// Draws a state.
  ///
  /// - Parameters:
  ///   - size: The size drawn.
  ///   - state: The state drawn.
  ///   - now: The instant at which it is looked at, by default the state's own.
  init(_ size: PreviewSize, _ state: ScreenshotState, at now: Date? = nil) throws {
    let (entry, ownNow) = try state.entry()
    self.init(
      name: "\(size.rawValue)-\(state.rawValue)",
      snapshot: Snapshot(
        name: "\(size.rawValue)/\(state.rawValue)",
        grid: size.grid(entry, isPrivate: state == .private, now: now ?? ownNow)))
  }

  /// Draws the sample at the prices of a file, by default when its own were recorded.
  init(_ size: PreviewSize, pricesFile path: String, at now: Date? = nil) throws {
    let refresh = SamplePortfolio.recordedAt
    let prices = try Program().recordedPrices(path, pricedAt: refresh)
    let data = SamplePortfolio.positions(at: prices).widgetData(lastUpdated: refresh)
    let now = now ?? refresh
    let entry = PortfolioEntry(date: now, data: data)
    self.init(
      name: "\(size.rawValue)-prices",
      snapshot: Snapshot(
        name: "\(size.rawValue)/prices", grid: size.grid(entry, isPrivate: false, now: now)))
  }

  /// Draws the gallery: every state at every size of a widget.
  static func all(at now: Date? = nil) throws -> [GalleryPicture] {
    try ScreenshotState.allCases.flatMap { state in
      try PreviewSize.panels.map { try GalleryPicture($0, state, at: now) }
    }
  }
}
