import CellGrid
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// The totals above the holdings, as they are drawn.
struct SummaryCard {
  static let fullRows = 8

  let total: Figure
  /// What the last 24 hours changed.
  let day: (Figure, Figure)?
  let unrealized: (Figure, Figure)
  let realized: Figure
  let closed: Figure
  let partial: Figure
  let overall: (Figure, Figure)
  /// What is left out of the total, if anything.
  let note: String?
  let badge: String?
  let foot: String
  let isPrivate: Bool

  init(_ data: DashboardData, isPrivate: Bool, now: Date) {
    let summary = data.positions.summary
    let format = data.format
    total = .usd(summary.totalValue, role: .prominent, in: format)
    day = Self.day(data)
    unrealized = (
      .change(summary.unrealizedPnL, in: format), .percent(summary.unrealizedPnLPercentage)
    )
    let isKnown = summary.isRealizedKnown
    realized = .change(isKnown ? summary.realizedPnL : nil, in: format)
    closed = .change(isKnown ? summary.realizedClosedPnL : nil, in: format)
    partial = .change(isKnown ? summary.realizedPartialPnL : nil, in: format)
    overall = (.change(summary.totalPnL, in: format), .percent(summary.totalPnLPercentage))
    note =
      summary.pricedCount < summary.holdingCount
      ? "\(summary.pricedCount) of \(summary.holdingCount) priced" : nil
    badge = data.entry.freshness(at: now).badge
    let updated = data.entry.data.map { "Updated \(ageText(of: $0.lastUpdated, at: now))" }
    foot =
      summary.holdingCount > 0 && summary.pricedCount == 0 ? "No prices yet" : updated ?? ""
    self.isPrivate = isPrivate
  }
}

extension SummaryCard {
  /// What the day has changed of the total, in dollars and in percent; `nil` while unknown.
  ///
  /// Holdings whose change is not known are left out of both.
  static func day(_ data: DashboardData) -> (Figure, Figure)? {
    var (now, before) = (Decimal(0), Decimal(0))
    for holding in data.positions.holdings {
      guard let value = holding.currentValue, let change = holding.coin.priceChange24h,
        change > -100
      else { continue }
      now += value
      before += value * 100 / (100 + change)
    }
    guard before > 0 else { return nil }
    return (
      .change(now - before, in: data.format), .percent(percentage(gain: now - before, cost: before))
    )
  }
}

extension Freshness {
  /// The word beside the figures, `nil` when there is nothing to say.
  var badge: String? {
    switch self {
    case .fresh: nil
    case .stale: "Stale"
    case .offline: "Offline"
    case .unableToRefresh: "Unable to refresh"
    }
  }
}

extension Painter {
  mutating func draw(_ card: SummaryCard, in area: CellArea) {
    switch area.rows {
    case SummaryCard.fullRows...: drawFull(card, in: box(area))
    case 2...: drawTwoLines(card, in: area)
    case 1: drawOneLine(card, in: area)
    default: break
    }
  }

  private mutating func drawFull(_ card: SummaryCard, in area: CellArea) {
    drawHead(card, in: area)
    if let note = card.note { left(note, .secondary, in: area, row: 1) }
    let third = area.columns / 3
    let starts = [0, third, 2 * third]
    for (start, label) in zip(starts, ["Unrealized", "Realized", "Total P&L"]) {
      left(label, .secondary, in: area, row: 2, from: start)
    }
    for (start, figure) in zip(starts, [card.unrealized.0, card.realized, card.overall.0]) {
      write(figure, card, in: area, row: 3, from: start)
    }
    write(card.unrealized.1, card, in: area, row: 4, from: 2)
    write(card.overall.1, card, in: area, row: 4, from: 2 * third + 2)
    for (row, part) in [("closed", card.closed), ("partial", card.partial)].enumerated() {
      left(part.0, .secondary, in: area, row: 4 + row, from: third + 2)
      let text = part.1.text(isPrivate: card.isPrivate)
      left(text, part.1.role, in: area, row: 4 + row, from: third + 10, columns: third - 11)
    }
  }

  /// Total on the left, badge and age on the right.
  private mutating func drawHead(_ card: SummaryCard, in area: CellArea) {
    let text = card.total.text(isPrivate: card.isPrivate)
    left(text, card.total.role, in: area, row: 0)
    var end = area.columns
    var taken = columnWidth(of: text) + 2
    if let day = card.day {
      let parts = [day.0.marked(isPrivate: card.isPrivate), day.1.text, "today"]
      let width = parts.reduce(0) { $0 + columnWidth(of: $1) + 1 }
      if taken + width <= area.columns {
        for (part, role) in zip(parts, [day.0.role, day.1.role, .secondary]) {
          left(part, role, in: area, row: 0, from: taken)
          taken += columnWidth(of: part) + 1
        }
        taken += 2
      }
    }
    for (text, role) in [(card.foot, Role.secondary), (card.badge ?? "", .badge)]
    where !text.isEmpty && end - text.count >= taken {
      right(text, role, in: area, row: 0, before: end)
      end -= text.count + 2
    }
  }

  private mutating func drawTwoLines(_ card: SummaryCard, in area: CellArea) {
    drawHead(card, in: area)
    var at = 0
    for part in [card.overall.0, card.overall.1] {
      let text = part.marked(isPrivate: card.isPrivate)
      guard at + columnWidth(of: text) <= area.columns else { return }
      left(text, part.role, in: area, row: 1, from: at)
      at += columnWidth(of: text) + 1
    }
    // What the first line has no room for.
    let isAged = frame.grid.text(row: area.row).contains(card.foot)
    let rest = card.note ?? card.badge ?? (isAged ? "" : card.foot)
    if at + 1 + rest.count <= area.columns { right(rest, .secondary, in: area, row: 1) }
  }

  private mutating func drawOneLine(_ card: SummaryCard, in area: CellArea) {
    var at = 0
    let changes = card.day ?? card.overall
    for part in [card.total, changes.0, changes.1] {
      let text = part.marked(isPrivate: card.isPrivate)
      guard at + columnWidth(of: text) <= area.columns else { return }
      left(text, part.role, in: area, row: 0, from: at)
      at += columnWidth(of: text) + 1
    }
    guard let badge = card.badge, at + 1 + badge.count <= area.columns else { return }
    right(badge, .badge, in: area, row: 0)
  }

  private mutating func write(
    _ figure: Figure, _ card: SummaryCard, in area: CellArea, row: Int, from column: Int
  ) {
    left(figure.marked(isPrivate: card.isPrivate), figure.role, in: area, row: row, from: column)
  }
}
