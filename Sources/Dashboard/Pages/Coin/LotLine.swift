import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Widgets

/// A lot that is held as a line of a list.
struct LotLine: Equatable, Sendable {
  static let columns: [FigureTable.Column] = [
    .init(title: "Acquired", isText: true),
    .init(title: "Account", isText: true, collapseOrder: 3, canBeAbsent: true),
    .init(title: "Amount", collapseOrder: 2), .init(title: "Cost", collapseOrder: 5),
    .init(title: "Value", collapseOrder: 7), .init(title: "Unrealized"),
    .init(title: "Days", collapseOrder: 6),
    .init(title: "Long from", isText: true, collapseOrder: 4),
  ]

  private let lot: Lot
  private let account: FormattedFigure
  /// Amount, cost, value and result.
  private let figures: [FormattedFigure]

  /// - Parameter price: What a coin is worth, in the currency of the lot.
  init(_ lot: Lot, price: ExactDecimal?, format: NumberFormat) {
    self.lot = lot
    account = .text(cleaned(lot.location?.title ?? ""))
    figures = [
      .quantity(lot.amount),
      .usd(lot.isCostKnown ? lot.cost : nil, in: format).estimated(lot.isEstimated),
      .usd(lot.value(at: price)?.figure, in: format),
      .change(lot.profit(at: price)?.figure, in: format).estimated(lot.isEstimated),
    ]
  }

  /// A figure for each column, with its age on a day.
  ///
  /// - Parameter days: The days of taxes.
  func row(on today: UTCDay, _ days: LocalCalendarDays) -> [FormattedFigure] {
    let age = lot.age(on: today, days.calendar)
    return [.text(age?.acquired.text ?? "", .secondary), account] + figures + [
      .text(age.map { "\($0.days)" } ?? "", .secondary),
      .text(age.map { $0.isLong ? "long" : $0.longFrom.text } ?? "", .secondary),
    ]
  }
}

extension CoinDetail {
  /// Why there are no lots under a cost basis that names none.
  static let noLots = "none: one pool"

  /// What the lots are of.
  var lotsTitle: String {
    "\(lotCount == 1 ? "1 lot" : "\(FormattedFigure.count(lotCount)) lots") "
      + "by \(costBasis.rawValue)"
  }

  /// A list of some of the lots as it is on a day.
  func table(of lines: some Sequence<LotLine>, at now: Date) -> FigureTable {
    let today = taxDays.calendar.today(at: now)
    return FigureTable(columns: LotLine.columns, rows: lines.map { $0.row(on: today, taxDays) })
  }
}
