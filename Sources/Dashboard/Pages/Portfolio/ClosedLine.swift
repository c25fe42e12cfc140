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
    _ sums: ClosedSums, label: CoinBook.Label, newest: ClosedPosition, format: NumberFormat
  ) {
    coinID = newest.coinId
    self.label = label
    cycles = sums.count
    lastClosed = newest.closedDate
    let isKnown = sums.isResultKnown
    realized = .change(isKnown ? sums.realizedPnL.decimal : nil, in: format)
    percentage = .percent(isKnown ? sums.realizedPnLPercentage : nil)
  }

  /// One line a coin, the coin closed last first.
  static func lines(_ positions: Positions, book: CoinBook, format: NumberFormat)
    -> [ClosedLine]
  {
    var known: Set<String> = []
    return positions.closedPositions.filter { known.insert($0.coinId).inserted }
      .compactMap { newest in
        positions.closedSums[newest.coinId].map {
          ClosedLine($0, label: book[newest.coinId], newest: newest, format: format)
        }
      }
  }

  /// When, and how often.
  func summary(_ days: LocalCalendarDays) -> String {
    let last = days.day(lastClosed)
    return cycles == 1 ? "closed \(last)" : "\(cycles) cycles, last \(last)"
  }
}
