package import CellGrid
package import FoundationEssentials
package import WidgetTimeline

/// Values of `--size`: a family or the single line.
package enum PreviewSize: String, CaseIterable, Sendable {
  case small, medium, large, line

  package static let panels: [PreviewSize] = [.small, .medium, .large]

  /// The family; `nil` for the single line.
  package var family: WidgetFamily? { WidgetFamily(rawValue: rawValue) }

  /// Draws an entry's widget at this size.
  ///
  /// - Parameter columns: The maximum width of the single line; by default its usual width.
  package func grid(
    _ entry: PortfolioEntry, isPrivate: Bool, now: Date, columns: Int? = nil
  ) -> Grid {
    guard let family else {
      return Widgets.line(entry, fitting: columns ?? lineColumns, isPrivate: isPrivate, now: now)
    }
    return panel(entry, family: family, isPrivate: isPrivate, now: now)
  }

  /// This size or the next smaller one that fits, in the end the single line.
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
