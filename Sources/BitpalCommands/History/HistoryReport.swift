import Exact
import Portfolio
import Reports
import Widgets

extension Report {
  /// A history as rows, with its returns below.
  static func history(
    _ history: PortfolioHistory, _ style: ReportStyle, emptyNote: String = "",
    notes: [String] = [], hasRate: (UTCDay) -> Bool = { _ in true }
  ) -> Report {
    Report(
      columns: [
        Column("date", "Date"),
        Column("value", "Value", isNumber: true),
        Column("invested", "Invested", isNumber: true, collapseOrder: 2),
        Column("realizedPnL", "Realized", isNumber: true, collapseOrder: 1),
        Column("unrealizedPnL", "Unrealized", isNumber: true, collapseOrder: 3),
        Column("holdingCount", nil),
        Column("pricedCount", "Priced", isNumber: true, collapseOrder: 4),
      ] + style.currencyColumn,
      rows: history.points.map { row($0, style.format) + style.currencyValue },
      emptyNote: emptyNote, notes: history.notes(hasRate, style) + notes)
  }

  private static func row(
    _ point: HistoryPoint, _ format: NumberFormat
  ) -> [FormattedValue] {
    [
      .text(point.date.text), .money(point.value, format),
      .money(point.invested, format).estimated(point.estimated.contains(.invested)),
      .change(point.realizedPnL, format).estimated(point.estimated.contains(.realized)),
      .change(point.unrealizedPnL, format).estimated(point.estimated.contains(.unrealized)),
      .number(point.holdingCount),
      FormattedValue(
        data: .number("\(point.pricedCount)"),
        text: point.holdingCount == 0 ? "" : "\(point.pricedCount) of \(point.holdingCount)",
        role: point.pricedCount < point.holdingCount ? .badge : .secondary),
    ]
  }
}

extension PortfolioHistory {
  /// `{rows, returns}` and what they leave out.
  ///
  /// Gain and time-weighted return cover the range; the money-weighted return is annual.
  ///
  /// - Parameter old: Coins with a price of an earlier day in today's figures.
  func json(_ open: OpenItems, old: [DatedCoin], _ style: ReportStyle) -> JSONValue {
    let members: JSONObject = [
      "rows": Report.history(self, style).json,
      "returns": .object([
        "gain": .exact(figures.isKnown ? figures.gain : nil),
        "timeWeighted": .exact(returns.timeWeighted),
        "moneyWeighted": .exact(returns.moneyWeighted),
        "leftOut": .array(figures.leftOut.map { .string($0) }),
      ]),
    ]
    let oldPrices = JSONObject.Member(
      key: "oldPrices", value: .array(old.map { .string($0.id) }))
    return .object(JSONObject(members.members + open.members + [oldPrices]))
  }

  /// The returns and notes on incomplete data, in words.
  fileprivate func notes(_ hasRate: (UTCDay) -> Bool, _ style: ReportStyle) -> [String] {
    guard !points.isEmpty else { return [] }
    let isEstimated = figures.estimated.isGainEstimated
    func percent(_ value: ExactDecimal?) -> String {
      FormattedValue.percentage(value).estimated(isEstimated).text
    }
    var returns = "Time-weighted " + percent(self.returns.timeWeighted)
    if let perYear = self.returns.timeWeightedPerYear {
      returns += " (\(percent(perYear)) a year)"
    }
    returns += " · money-weighted "
    returns += self.returns.moneyWeighted.map { "\(percent($0)) a year" } ?? Figures.unknown
    if figures.isKnown {
      let gain = FormattedValue.change(figures.gain, style.format).estimated(isEstimated)
      returns += " · gain \(gain.text(isPrivate: style.isPrivate))"
      if let count = figures.countNote { returns += ", \(count)" }
    }
    let withoutRate = points.count { $0.value == nil && !hasRate($0.date) }
    let gaps = points.count { $0.value == nil } - withoutRate
    let parts = points.count { $0.value != nil && $0.pricedCount < $0.holdingCount }
    var notes = [returns]
    if withoutRate > 0 {
      notes.append("No rate of \(style.format.code): \(countOf(withoutRate, "row")).")
    }
    if gaps > 0 { notes.append("No price of any holding: \(countOf(gaps, "row")).") }
    if parts > 0 { notes.append("Only partly priced: \(countOf(parts, "row")).") }
    return notes
  }
}
