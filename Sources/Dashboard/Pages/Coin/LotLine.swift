import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Widgets

/// A lot prepared for a list.
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
  /// Amount, cost, value and gain.
  private let figures: [FormattedFigure]

  /// - Parameter price: Price of one coin, in the lot's currency.
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

  /// A figure for each column, with the lot's age on a day.
  ///
  /// - Parameter days: The tax calendar.
  func row(on today: UTCDay, _ days: LocalCalendarDays) -> [FormattedFigure] {
    let age = lot.age(on: today, days.calendar)
    return [.text(age?.acquired.text ?? "", .secondary), account] + figures + [
      .text(age.map { "\($0.days)" } ?? "", .secondary),
      .text(age.map { $0.isLong ? "long" : $0.longFrom.text } ?? "", .secondary),
    ]
  }
}

extension CoinDetail {
  /// Shown for a cost basis without lots.
  static let noLots = "none: one pool"

  /// Title of the lots.
  var lotsTitle: String {
    "\(lotCount == 1 ? "1 lot" : "\(FormattedFigure.count(lotCount)) lots") "
      + "by \(costBasis.rawValue)"
  }

  /// A table of lots at an instant.
  func table(of lines: some Sequence<LotLine>, at now: Date) -> FigureTable {
    let today = taxDays.calendar.today(at: now)
    return FigureTable(columns: LotLine.columns, rows: lines.map { $0.row(on: today, taxDays) })
  }
}
