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
    _ positions: [ClosedPosition], label: CoinBook.Label, newest: ClosedPosition,
    format: NumberFormat
  ) {
    coinID = newest.coinId
    self.label = label
    cycles = positions.count
    lastClosed = newest.closedDate
    let isKnown = positions.allSatisfy(\.isResultKnown)
    let gain = positions.reduce(0) { $0 + $1.realizedPnL }
    let cost = positions.reduce(0) { $0 + $1.totalCost }
    realized = .change(isKnown ? gain : nil, in: format)
    percentage = .percent(isKnown ? Portfolio.percentage(gain: gain, cost: cost) : nil)
  }

  /// One line a coin, the coin closed last first.
  static func lines(_ positions: [ClosedPosition], book: CoinBook, format: NumberFormat)
    -> [ClosedLine]
  {
    var order: [ClosedPosition] = []
    var groups: [String: [ClosedPosition]] = [:]
    for position in positions {
      if groups[position.coinId] == nil { order.append(position) }
      groups[position.coinId, default: []].append(position)
    }
    return order.map {
      ClosedLine(groups[$0.coinId] ?? [], label: book[$0.coinId], newest: $0, format: format)
    }
  }

  /// When, and how often.
  func summary(_ days: LocalCalendarDays) -> String {
    let last = days.day(lastClosed)
    return cycles == 1 ? "closed \(last)" : "\(cycles) cycles, last \(last)"
  }
}
