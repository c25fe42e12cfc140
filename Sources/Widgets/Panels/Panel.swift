public import CellGrid
public import FoundationEssentials
public import WidgetTimeline

/// Draws a widget (SPEC §6); a pure function of the portfolio, the size and the time.
///
/// ```swift
/// let grid = panel(entry, family: .medium, now: now)
/// [grid.columns, grid.rows] == [50, 11]
/// ```
///
/// - Parameters:
///   - entry: The portfolio to show.
///   - family: The size; the grid has exactly its dimensions.
///   - isPrivate: Whether amounts are masked; percentages are shown.
///   - now: The time that ages are relative to.
/// - Returns: The panel, with every cell linked to the Portfolio tab.
public func panel(
  _ entry: PortfolioEntry, family: WidgetFamily, isPrivate: Bool = false, now: Date
) -> Grid {
  var canvas = PanelCanvas(family)
  guard let data = entry.data else {
    canvas.drawPlaceholder(family)
    return canvas.finished()
  }
  let content = PanelContent(data, entry: entry, isPrivate: isPrivate, now: now)
  canvas.isWhole = content.isWhole(in: family)
  canvas.heading(family == .small ? content.badge?.short : content.badge?.long)
  if content.isEmpty {
    canvas.drawEmpty(family)
  } else {
    switch family {
    case .small: canvas.drawSmall(content)
    case .medium: canvas.drawMedium(content)
    case .large: canvas.drawLarge(content)
    }
  }
  canvas.drawFoot(content, family: family)
  return canvas.finished()
}

extension PanelCanvas {
  fileprivate mutating func drawFoot(_ content: PanelContent, family: WidgetFamily) {
    let row = family.rows - 2
    let foot = [content.foot] + (family == .small ? [] : [content.rateNote].compactMap(\.self))
    left(foot.joined(separator: " · "), .secondary, row: row)
    // The small panel's footer has no room for it.
    if family == .small, let rate = content.rateNote { left(rate, .secondary, row: row - 1) }
    let shown = min(content.holdings.count, family.holdingLimit)
    if family != .small, content.holdingCount > shown {
      right("+\(content.holdingCount - shown) more", .secondary, row: row)
    }
  }

  /// Draws the panel of a user who never held anything, with how to start.
  fileprivate mutating func drawEmpty(_ family: WidgetFamily) {
    let middle = family.rows / 2 - 1
    let command =
      family == .small
      ? ["bitpal buy bitcoin", "0.1 --price 60000"] : ["bitpal buy bitcoin 0.1 --price 60000"]
    centered("No holdings", .plain, row: middle - 1, in: 0..<width)
    centered("Record a first buy:", .secondary, row: middle + 1, in: 0..<width)
    for (index, line) in command.enumerated() {
      centered(line, .accent, row: middle + 2 + index, in: 0..<width)
    }
  }
}
