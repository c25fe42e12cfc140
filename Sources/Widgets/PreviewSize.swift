package import CellGrid
package import FoundationEssentials
package import WidgetTimeline

/// What `--size` can name: a family, or the one line.
package enum PreviewSize: String, CaseIterable, Sendable {
  case small, medium, large, line

  package static let panels: [PreviewSize] = [.small, .medium, .large]

  /// The family; none for the one line.
  package var family: WidgetFamily? { WidgetFamily(rawValue: rawValue) }

  /// The widget of an entry at this size.
  ///
  /// - Parameter columns: The most columns of the one line; as many as it has by default.
  package func grid(
    _ entry: PortfolioEntry, isPrivate: Bool, now: Date, columns: Int? = nil
  ) -> Grid {
    guard let family else {
      return Widgets.line(entry, fitting: columns ?? lineColumns, isPrivate: isPrivate, now: now)
    }
    return panel(entry, family: family, isPrivate: isPrivate, now: now)
  }

  /// This size or the next smaller one that has room, in the end the one line.
  package func fitting(columns: Int?, rows: Int? = nil) -> PreviewSize {
    guard let family, family.columns > columns ?? .max || family.rows > rows ?? .max else {
      return self
    }
    let smaller: PreviewSize =
      switch self {
      case .large: .medium
      case .medium: .small
      case .small, .line: .line
      }
    return smaller.fitting(columns: columns, rows: rows)
  }
}
