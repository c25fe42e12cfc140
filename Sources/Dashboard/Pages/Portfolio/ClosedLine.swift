import Exact
import FoundationEssentials
import Portfolio
import Widgets

/// The closed positions of one coin, summed up for the table.
struct ClosedLine: Equatable, Sendable {
  let coinID: String
  let label: CoinBook.Label
  let cycles: Int
  let lastClosed: Date
  let realized: FormattedFigure
  let percentage: FormattedFigure

  init(
    _ closed: ClosedCoin, _ sums: ClosedSums, label: CoinBook.Label, isEstimated: Bool,
    format: NumberFormat
  ) {
    coinID = closed.coin.id
    self.label = label
    cycles = sums.count
    lastClosed = closed.date
    let isKnown = sums.isResultKnown
    realized = .change(isKnown ? sums.realizedPnL.figure : nil, in: format)
      .estimated(isEstimated)
    percentage = .percent(isKnown ? sums.realizedPnLPercentage : nil).estimated(isEstimated)
  }

  /// Last closing date and number of cycles.
  func summary(_ days: LocalCalendarDays) -> String {
    let last = days.day(lastClosed)
    return cycles == 1 ? "closed \(last)" : "\(cycles) cycles, last \(last)"
  }
}
