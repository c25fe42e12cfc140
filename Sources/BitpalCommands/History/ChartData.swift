import Exact
import FoundationEssentials
import Portfolio
import Reports

/// Machine-readable daily figures of a chart.
enum ChartData {
  /// The portfolio's value and invested amount.
  static func report(_ history: PortfolioHistory, _ style: ReportStyle) -> Report {
    Report(
      columns: [
        .init("date", "Date"), .init("value", "Value"), .init("invested", "Invested"),
      ] + style.currencyColumn,
      rows: history.points.map {
        [.text($0.date.text), .money($0.value), .money($0.invested)] + style.currencyValue
      })
  }

  /// A coin's price with the amounts bought and sold each day.
  static func report(
    priceOf days: ClosedRange<UTCDay>, _ price: (UTCDay) -> ExactDecimal?,
    transactions: [Transaction], _ style: ReportStyle
  ) -> Report {
    let traded = Dictionary(grouping: transactions) { UTCDay($0.date) }
    return Report(
      columns: [
        .init("date", "Date"), .init("price", "Price"), .init("bought", "Bought"),
        .init("sold", "Sold"),
      ] + style.currencyColumn,
      rows: (days.lowerBound.number...days.upperBound.number).map { number in
        let day = UTCDay(number: number)
        func sum(_ isAcquisition: Bool) -> Quantity {
          (traded[day] ?? []).filter { $0.type.isAcquisition == isAcquisition }
            .reduce(0) { $0 + $1.amount }
        }
        return [
          .text(day.text), .marketPrice(price(day)), .quantity(sum(true)), .quantity(sum(false)),
        ] + style.currencyValue
      })
  }
}
