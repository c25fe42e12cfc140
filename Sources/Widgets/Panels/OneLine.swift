public import CellGrid
public import FoundationEssentials
public import WidgetTimeline

/// The portfolio in one line, for prompts, status bars and rooms too low for a panel:
/// `$125,000.50 ▲ +$20,000.00 +19.05% Stale`.
///
/// - Parameters:
///   - entry: What to show.
///   - width: The most columns; parts that do not fit whole are left out from the end.
///   - isPrivate: Whether amounts are masked.
///   - now: The instant at which ages are told.
/// - Returns: A grid of one row, as wide as its text.
public func line(
  _ entry: PortfolioEntry, fitting width: Int = 200, isPrivate: Bool = false, now: Date
) -> Grid {
  var parts: [(text: String, role: Role)] = []
  if let data = entry.data {
    let content = PanelContent(data, entry: entry, isPrivate: isPrivate, now: now)
    parts = content.isEmpty ? [("No holdings", .plain)] : content.lineParts(fitting: width)
  } else {
    parts = [("░░░░░░", .skeleton)]
  }
  var columns = 0
  let fitting = parts.prefix { part in
    let end = columns + (columns == 0 ? 0 : 1) + columnWidth(of: part.text)
    guard end <= width else { return false }
    columns = end
    return true
  }
  var grid = Grid(columns: columns, rows: 1)
  var at = 0
  for part in fitting {
    grid.write(part.text, column: at, row: 0, style: Style(part.role, isLinked: true))
    at += columnWidth(of: part.text) + 1
  }
  return grid
}

extension PanelContent {
  fileprivate func lineParts(fitting width: Int) -> [(text: String, role: Role)] {
    var parts: [(text: String, role: Role)] = [(total.text(fitting: width), .prominent)]
    if let trend = overall.amount.trend {
      let role = overall.amount.role
      parts.append(("\(trend.arrow) \(overall.amount.text(fitting: width - 2))", role))
      if let value = overall.percentage { parts.append((Figures.percent(value), role)) }
    }
    if let note { parts.append((note, .secondary)) }
    if let badge { parts.append((badge.long, .badge)) }
    return parts
  }
}
