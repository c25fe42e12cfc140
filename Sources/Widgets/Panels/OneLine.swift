public import CellGrid
public import FoundationEssentials
public import WidgetTimeline

/// The portfolio on one line, for prompts, status bars and areas too low for a panel: `$125,000.50
/// ▲ +$20,000.00 +19.05% Stale`, or partly priced `$39,144.41 (5/7) ▲ +$20,050.58 +45.44%`.
///
/// ```swift
/// let grid = line(entry, now: now)
/// PlainText.text(of: grid) == "$37,500.00 ▲ +$7,500.00 +25.00%\n"
/// ```
///
/// - Parameters:
///   - entry: The portfolio to show.
///   - width: The maximum number of columns. Parts that do not fit are dropped whole: first the
///     percentage, then the change, then the note; the badge of a figure that is not current stays
///     as long as possible. What qualifies the total follows it in parentheses, so that programs
///     can parse the line.
///   - isPrivate: Whether amounts are masked.
///   - now: The instant that ages are relative to.
/// - Returns: A grid of one row, as wide as its text.
public func line(
  _ entry: PortfolioEntry, fitting width: Int = lineColumns, isPrivate: Bool = false, now: Date
) -> Grid {
  let parts = lineParts(entry, fitting: width, isPrivate: isPrivate, now: now)
  let columns = parts.reduce(-1) { $0 + 1 + columnWidth(of: $1.text) }
  var grid = Grid(columns: columns, rows: 1)
  grid.linkTarget = Link.portfolio
  var at = 0
  for part in parts {
    grid.write(part.text, column: at, row: 0, style: Style(part.role, isLinked: true))
    at += columnWidth(of: part.text) + 1
  }
  return grid
}

/// The default width, that of a bar's module or a prompt.
public let lineColumns = 40

/// A figure or word of the line.
struct LinePart {
  let text: String
  let role: Role
  /// Whether it says how many holdings the total includes.
  var isShare = false
}

/// Whether the line of a width says how many holdings its total includes.
package func lineNamesShare(
  _ entry: PortfolioEntry, fitting width: Int, isPrivate: Bool, now: Date
) -> Bool {
  lineParts(entry, fitting: width, isPrivate: isPrivate, now: now).contains(where: \.isShare)
}

/// The parts of the line, in order; single blanks separate them.
func lineParts(
  _ entry: PortfolioEntry, fitting width: Int, isPrivate: Bool, now: Date
) -> [LinePart] {
  guard let data = entry.data else {
    return [LinePart(text: clipped("░░░░░░", to: width, ellipsis: ""), role: .skeleton)]
  }
  let content = PanelContent(data, entry: entry, isPrivate: isPrivate, now: now)
  return content.isEmpty
    ? [LinePart(text: clipped("No holdings", to: width), role: .plain)]
    : content.lineParts(fitting: width)
}

extension PanelContent {
  /// Minimum width of a total, as in `$125K`.
  private static let minTotal = 5

  fileprivate func lineParts(fitting width: Int) -> [LinePart] {
    // The total is shortened to say how many holdings it includes.
    let reserved = pricedShare.map { columnWidth(of: "(\($0))") + 1 } ?? 0
    let warning = warning(fitting: width - reserved) ?? warning(fitting: width)
    var remaining = width - (warning.map { columnWidth(of: $0) + 1 } ?? 0)
    let totalColumns = remaining - reserved >= Self.minTotal ? remaining - reserved : remaining
    let total = clipped(total.text(fitting: totalColumns), to: totalColumns)
    remaining -= columnWidth(of: total)
    func fitted(_ text: String?) -> String? {
      guard let text, columnWidth(of: text) < remaining else { return nil }
      remaining -= columnWidth(of: text) + 1
      return text
    }
    func text(of change: Change) -> String? {
      change.amount.trend.map { "\($0.arrow) \(change.amount.text(fitting: width))" }
    }
    let percentage = overall.percentageAlone
    let results = [text(of: overall), percentage].compactMap(\.self)
    let share = share(fitting: remaining - results.reduce(0) { $0 + 1 + columnWidth(of: $1) })
    let note = fitted(share ?? note)
    let change = fitted(text(of: overall))
    let rate = change == nil ? nil : fitted(percentage)
    let role = overall.amount.role
    let day = rate == nil ? nil : fitted(day.flatMap(dayText))
    let exchange = fitted(rateNote)
    func part(_ text: String?, _ role: Role, isShare: Bool = false) -> LinePart? {
      text.map { LinePart(text: $0, role: role, isShare: isShare) }
    }
    return [
      part(total, .prominent), part(share == nil ? nil : note, .secondary, isShare: true),
      part(change, role), part(rate, role), part(day, self.day?.amount.role ?? .neutral),
      part(share == nil ? note : nil, .secondary), part(exchange, .secondary),
      part(warning, .badge),
    ].compactMap(\.self)
  }

  /// How many holdings the total includes, in words if there is room.
  private func share(fitting columns: Int) -> String? {
    guard let pricedShare else { return nil }
    let words = "(\(note ?? pricedShare))"
    return columnWidth(of: words) < columns ? words : "(\(pricedShare))"
  }

  /// The labeled 24-hour change: `24 h ▲ +$120.50 +0.10%`.
  private func dayText(_ day: Change) -> String? {
    guard let trend = day.amount.trend else { return nil }
    let amount = "\(dayLabel) \(trend.arrow) \(day.amount.text(fitting: .max))"
    return [amount, day.percentageAlone].compactMap(\.self)
      .joined(separator: " ")
  }

  /// The longest badge that leaves room for the whole total, or else the short one if it fits.
  private func warning(fitting width: Int) -> String? {
    guard let badge else { return nil }
    func leaves(_ columns: Int, beside text: String) -> Bool {
      width - columnWidth(of: text) - 1 >= columns
    }
    let whole = columnWidth(of: total.text(fitting: .max))
    return [badge.long, badge.short].first { leaves(whole, beside: $0) }
      ?? (leaves(Self.minTotal, beside: badge.short) ? badge.short : nil)
  }
}
