import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// Formatted totals shown above the holdings.
struct SummaryCard {
  static let fullRows = 8
  /// Minimum width of a total, as in `$125K`.
  static let minTotal = 6

  let total: FormattedFigure
  /// Shortens the total to a width, in whole steps.
  let shortTotal: (Int) -> String
  /// The change over the last 24 hours.
  let day: DayFigures?
  let unrealized: (FormattedFigure, FormattedFigure)
  let realized: FormattedFigure
  let closed: FormattedFigure
  let partial: FormattedFigure
  let overall: (FormattedFigure, FormattedFigure)
  /// Shortens the unrealized, realized and total result, then the results of closed positions and
  /// of partial sales, in whole steps.
  let shortResults: [(Int) -> String?]
  /// What the total and the results exclude, longest wording first; empty if nothing.
  let notes: [String]
  /// How many holdings the total includes, longest wording first; empty if all or none.
  let shares: [String]
  let age: AgeNote
  let isPrivate: Bool

  init(_ data: DashboardData, isPrivate: Bool, now: Date) {
    let summary = data.positions.summary
    let format = data.format
    let estimated = data.entry.data?.estimated ?? EstimatedTotals()
    func change(_ value: ExactDecimal?, _ isEstimated: Bool) -> FormattedFigure {
      .change(value, in: format).estimated(isEstimated)
    }
    func percent(_ value: ExactDecimal?, _ isEstimated: Bool) -> FormattedFigure {
      .percent(value).estimated(isEstimated)
    }
    total = .usd(summary.totalValue, role: .prominent, in: format)
    shortTotal = { columns in
      summary.totalValue.map { format.money($0, isSigned: false, fitting: columns) }
        ?? Figures.unknown
    }
    day = data.day(at: now)
    unrealized = (
      change(summary.unrealizedPnL, estimated.unrealized),
      percent(summary.unrealizedPnLPercentage, estimated.unrealized)
    )
    realized = change(summary.knownRealizedPnL, estimated.realized)
    closed = change(summary.knownRealizedClosedPnL, estimated.closed)
    partial = change(summary.knownRealizedPartialPnL, estimated.partial)
    overall = (
      change(summary.totalPnL, estimated.overall),
      percent(summary.totalPnLPercentage, estimated.overall)
    )
    let results = [
      (summary.unrealizedPnL, estimated.unrealized),
      (summary.knownRealizedPnL, estimated.realized), (summary.totalPnL, estimated.overall),
      (summary.knownRealizedClosedPnL, estimated.closed),
      (summary.knownRealizedPartialPnL, estimated.partial),
    ]
    shortResults = results.map { value, isEstimated in
      { columns in
        value.map {
          (isEstimated ? "~" : "")
            + format.money($0, isSigned: true, fitting: columns - (isEstimated ? 1 : 0))
        }
      }
    }
    let isPartlyPriced =
      summary.pricedCount < summary.holdingCount && data.entry.data?.isRateMissing != true
    let (open, waiting) = (data.ledger.openMoveCount, data.ledger.waitingRowCount)
    let notes: [(long: String, short: String)?] = [
      isPartlyPriced
        ? (
          "\(summary.pricedCount) of \(summary.holdingCount) priced",
          "\(summary.pricedCount)/\(summary.holdingCount) priced"
        ) : nil,
      summary.costedCount < summary.holdingCount
        ? (
          "cost of \(summary.costedCount) of \(summary.holdingCount)",
          "cost \(summary.costedCount)/\(summary.holdingCount)"
        ) : nil,
      open == 0
        ? nil
        : ("\(open) \(open == 1 ? "move is" : "moves are") open: bitpal moves", "\(open) open"),
      waiting == 0
        ? nil
        : (
          "\(FormattedFigure.count(waiting)) \(waiting == 1 ? "row waits" : "rows wait"): Inbox",
          "\(FormattedFigure.count(waiting)) \(waiting == 1 ? "waits" : "wait")"
        ),
    ]
    let known = notes.compactMap(\.self)
    let shorts = known.map(\.short)
    let share = "\(summary.pricedCount)/\(summary.holdingCount)"
    shares = isPartlyPriced && summary.pricedCount > 0 ? ["\(share) priced", share] : []
    self.notes =
      [known.map(\.long)].filter { !$0.isEmpty }.map { $0.joined(separator: " · ") }
      + shorts.indices.reversed().map { shorts[...$0].joined(separator: " · ") }
    age = AgeNote(data.entry, at: now)
    self.isPrivate = isPrivate
  }
}

extension SummaryCard {
  /// The width of a wording of ``shares`` with the gap before it.
  fileprivate func columns(ofShare share: String?) -> Int {
    share.map { columnWidth(of: $0) + 2 } ?? 0
  }
}

/// Formatted 24-hour change of the total or of a coin's price.
struct DayFigures {
  let amount: FormattedFigure
  let percentage: FormattedFigure
  /// `24 h`, with the end date if prices are old and the number of holdings if some are excluded.
  let label: String
  /// Whether all holdings are included.
  let isWhole: Bool
  /// Whether the prices are more than an hour old.
  private let isOld: Bool

  /// Creates the figures of all holdings.
  init(_ change: DayChange, of holdingCount: Int, in format: NumberFormat, at now: Date) {
    amount = .change(change.amount, in: format)
    percentage = .percent(change.percentage)
    label = dayLabel(change, of: holdingCount, at: now)
    isWhole = change.count == holdingCount
    isOld = change.asOf.map { isOutdated(since: $0, at: now) } ?? false
  }

  /// Creates the figure of one coin, which is only a percentage; `nil` if unknown.
  init?(_ coin: Coin, refreshed: Date?, at now: Date) {
    guard let change = coin.priceChange24h else { return nil }
    amount = .empty
    percentage = .percent(change, hasArrow: true)
    let end = coin.priceTime(refreshed: refreshed)
    label = dayLabel(endingAt: end, at: now)
    isWhole = true
    isOld = end.map { isOutdated(since: $0, at: now) } ?? false
  }

  /// The percentage with its label if that fits, otherwise alone; `nil` for an old price whose
  /// label does not fit.
  func figure(fitting columns: Int) -> FormattedFigure? {
    let text = "\(percentage.text) \(label)"
    let labeled = FormattedFigure(
      text: text, masked: text, role: percentage.role, arrow: percentage.arrow)
    if columnWidth(of: labeled.marked(isPrivate: false)) <= columns { return labeled }
    return isOld ? nil : percentage
  }

  /// The figures with their label, then without the amount.
  var choices: [[FormattedFigure]] {
    let label = FormattedFigure.text(label, .secondary)
    var marked = percentage
    // A percentage shown alone gets the arrow of the amount.
    if marked.arrow.isEmpty { marked.arrow = amount.arrow }
    let short = [marked, label]
    return amount.text.isEmpty ? [short] : [[amount, percentage, label], short]
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
    let note = card.notes.first { columnWidth(of: $0) <= area.columns }
    left(note ?? "", .secondary, in: area, row: 1)
    let third = area.columns / 3
    let starts = [0, third, 2 * third]
    for (start, label) in zip(starts, ["Unrealized", "Realized", "Total P&L"]) {
      left(label, .secondary, in: area, row: 2, from: start)
    }
    let results = [card.unrealized.0, card.realized, card.overall.0]
    for (index, (start, figure)) in zip(starts, results).enumerated() {
      let text = figure.marked(isPrivate: card.isPrivate)
      let isLong = !card.isPrivate && columnWidth(of: text) > third - 2
      let short = isLong ? card.shortResults[index](third - 4) : nil
      left(
        short.map { "\(figure.arrow) \($0)" } ?? text, figure.role, in: area, row: 3, from: start)
    }
    write(card.unrealized.1, card, in: area, row: 4, from: 2)
    write(card.overall.1, card, in: area, row: 4, from: 2 * third + 2)
    for (row, part) in [("closed", card.closed), ("partial", card.partial)].enumerated() {
      left(part.0, .secondary, in: area, row: 4 + row, from: third + 2)
      let (text, available) = (part.1.text(isPrivate: card.isPrivate), third - 11)
      let isLong = !card.isPrivate && columnWidth(of: text) > available
      let short = isLong ? card.shortResults[results.count + row](available) : nil
      left(short ?? text, part.1.role, in: area, row: 4 + row, from: third + 10, columns: available)
    }
  }

  /// Draws the total on the left, badge and age on the right, and the 24-hour change in between.
  private mutating func drawHead(_ card: SummaryCard, in area: CellArea) {
    let total = columnWidth(of: card.total.text(isPrivate: card.isPrivate))
    let age = card.age.parts(fitting: area.columns - total - 2)
    draw(age, in: area, row: 0)
    drawTotal(card, in: area, available: area.columns - AgeNote.columns(of: age) - 2)
  }

  /// Draws the total with the number of holdings it includes, and as much of its 24-hour change as
  /// fits.
  ///
  /// - Parameter shares: The wordings of that number; empty if it is shown elsewhere.
  private mutating func drawTotal(
    _ card: SummaryCard, shares: [String] = [], in area: CellArea, available: Int
  ) {
    let whole = card.total.text(isPrivate: card.isPrivate)
    let totalColumns = available - card.columns(ofShare: shares.last)
    let isShort = !card.isPrivate && columnWidth(of: whole) > totalColumns
    let total = isShort ? card.shortTotal(totalColumns) : whole
    left(total, card.total.role, in: area, row: 0)
    var start = columnWidth(of: total) + 2
    if let share = shares.first(where: { start + columnWidth(of: $0) <= available }) {
      left(share, .secondary, in: area, row: 0, from: start)
      start += card.columns(ofShare: share)
    }
    let day = card.day?.choices.first { start + $0.columns(isPrivate: card.isPrivate) <= available }
    write(day ?? [], isPrivate: card.isPrivate, in: area, row: 0, from: start)
  }

  /// Draws the total and its change above the total result and the age, which displaces amounts.
  private mutating func drawTwoLines(_ card: SummaryCard, in area: CellArea) {
    drawTotal(card, in: area, available: area.columns)
    let label = FormattedFigure.text("P&L", .secondary)
    var percentage = card.overall.1
    percentage.arrow = card.overall.0.arrow
    let notes = card.notes.isEmpty ? [""] : card.notes
    let rows = [[label, card.overall.0, card.overall.1], [label, percentage], []]
    // The age stays; everything else makes room for it.
    let last = (card.shares.suffix(1) + [""]).map { ([FormattedFigure](), $0) }
    for (figures, note) in rows.flatMap({ row in notes.map { (row, $0) } }) + last {
      let taken = figures.isEmpty ? 0 : figures.columns(isPrivate: card.isPrivate) + 2
      let before = note.isEmpty ? [] : [AgeNote.Part(text: note, role: .secondary)]
      let gap = note.isEmpty ? 0 : AgeNote.columns(of: before) + 2
      let age = card.age.parts(
        fitting: area.columns - taken - gap, least: figures.isEmpty ? .age : .sentence)
      guard !age.isEmpty || figures.isEmpty && note.isEmpty else { continue }
      draw(before + age, in: area, row: 1)
      return write(figures, isPrivate: card.isPrivate, in: area, row: 1)
    }
  }

  /// Draws the total with what it includes and its age, and as much of the 24-hour change as fits
  /// in between.
  private mutating func drawOneLine(_ card: SummaryCard, in area: CellArea) {
    let share = card.columns(ofShare: card.shares.last)
    let total = columnWidth(of: card.total.text(isPrivate: card.isPrivate)) + share
    let day = card.day?.choices.last.map { $0.columns(isPrivate: card.isPrivate) + 2 } ?? 0
    let age =
      [total + day, total].lazy
      .map { card.age.parts(fitting: area.columns - $0 - 2, least: .sentence) }
      .first { !$0.isEmpty }
      ?? card.age.fewest(leaving: SummaryCard.minTotal + share, of: area.columns)
    draw(age, in: area, row: 0)
    drawTotal(
      card, shares: card.shares, in: area,
      available: area.columns - AgeNote.columns(of: age) - 2)
  }

  private mutating func write(
    _ figure: FormattedFigure, _ card: SummaryCard, in area: CellArea, row: Int, from column: Int
  ) {
    left(figure.marked(isPrivate: card.isPrivate), figure.role, in: area, row: row, from: column)
  }
}
