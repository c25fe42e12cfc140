public import Exact
import FoundationEssentials
public import Portfolio
import Widgets

/// What sales gained and what rewards were worth, ready to be written.
public struct GainsReport: Sendable {
  private let gains: Gains
  private let costBasis: CostBasis
  private let style: ReportStyle
  private let grouping: GainGroup.Kind?
  private let notes: [String]

  /// Makes the report.
  ///
  /// - Parameters:
  ///   - gains: The gains of a range of days.
  ///   - costBasis: How the cost of sales was chosen.
  ///   - grouping: What rows are summed by, `nil` for one row a lot.
  ///   - notes: Lines below the table, such as days without a rate.
  ///   - style: The reader.
  public init(
    _ gains: Gains, costBasis: CostBasis, grouping: GainGroup.Kind? = nil, notes: [String] = [],
    _ style: ReportStyle
  ) {
    self.gains = gains
    self.costBasis = costBasis
    self.grouping = grouping
    self.notes = notes
    self.style = style
  }

  /// `{rows, income, totals}`.
  public var json: JSONValue {
    let totals = gains.totals
    let members: JSONObject = [
      "rows": sales.json,
      "income": income.json,
      "totals": .object([
        "proceeds": .exact(totals.proceeds?.decimal), "cost": .exact(totals.cost?.decimal),
        "gain": .exact(totals.gain?.decimal), "fees": .exact(totals.fees?.decimal),
      ]),
    ]
    return .object(JSONObject(members.members + style.currencyMember))
  }

  /// The rows of the sales.
  public var sales: Report {
    grouping.map(grouped) ?? lots
  }

  private var emptyNote: String { "No sales." }

  private typealias Column = Report.Column

  private var lots: Report {
    var columns: [Column] = [
      Column("coinId", "Coin", minimumWidth: 8),
      Column("acquired", "Acquired", collapseOrder: 3),
      Column("sold", "Sold"),
      Column("daysHeld", "Days", isNumber: true, collapseOrder: 2),
      Column("amount", "Amount", isNumber: true, collapseOrder: 4),
      Column("proceeds", "Proceeds", isNumber: true, collapseOrder: 5),
      Column("cost", "Cost", isNumber: true, collapseOrder: 6),
      Column("gain", "Gain", isNumber: true),
      Column("term", isMatched ? nil : "Term", collapseOrder: 1),
      Column("estimated", nil),
    ]
    if isMatched { columns.append(Column("match", "Matched", collapseOrder: 7)) }
    return Report(
      columns: columns + style.currencyColumn, rows: gains.rows.map(lot), emptyNote: emptyNote,
      notes: footer)
  }

  private var isMatched: Bool { costBasis == .hmrc }

  private func lot(_ row: GainRow) -> [FormattedValue] {
    var values: [FormattedValue] = [
      .text(row.coinId), day(row.acquired), day(row.sold), .number(row.daysHeld),
      .quantity(row.amount), money(row.proceeds, row.isEstimated),
      money(row.cost, row.isEstimated), change(row.gain, row.isEstimated),
      .text(row.term?.rawValue), .flag(row.isEstimated),
    ]
    if isMatched { values.append(.text(row.match?.words, data: row.match?.rawValue)) }
    return values + style.currencyValue
  }

  private func grouped(by kind: GainGroup.Kind) -> Report {
    var columns: [Column] = []
    if kind != .month { columns.append(Column("coinId", "Coin", minimumWidth: 8)) }
    if kind == .sale { columns.append(Column("sold", "Sold")) }
    if kind == .month { columns.append(Column("month", "Month")) }
    columns.append(Column("sales", kind == .sale ? nil : "Sales", isNumber: true))
    if kind != .month {
      columns.append(Column("amount", "Amount", isNumber: true, collapseOrder: 1))
    }
    columns += [
      Column("proceeds", "Proceeds", isNumber: true, collapseOrder: 2),
      Column("cost", "Cost", isNumber: true, collapseOrder: 3),
      Column("gain", "Gain", isNumber: true), Column("estimated", nil),
    ]
    return Report(
      columns: columns + style.currencyColumn,
      rows: gains.grouped(by: kind).map { values(of: $0, kind) }, emptyNote: emptyNote,
      notes: footer)
  }

  private func values(of group: GainGroup, _ kind: GainGroup.Kind) -> [FormattedValue] {
    var values: [FormattedValue] = []
    if kind != .month { values.append(.text(group.coinId)) }
    if kind == .sale { values.append(day(group.sold)) }
    if kind == .month { values.append(.text(group.month)) }
    values.append(.number(group.saleCount))
    if kind != .month { values.append(.quantity(group.amount?.decimal)) }
    values += [
      money(group.proceeds?.decimal, group.isEstimated),
      money(group.cost?.decimal, group.isEstimated),
      change(group.gain?.decimal, group.isEstimated), .flag(group.isEstimated),
    ]
    return values + style.currencyValue
  }

  /// The rows of the rewards, below those of the sales.
  public var income: Report { income(notes: []) }

  /// The rows of the rewards alone, with the notes that are else below the sales.
  public var incomeAlone: Report { income(notes: notes) }

  private func income(notes: [String]) -> Report {
    let columns: [Column] = [
      Column("date", "Received"), Column("coinId", "Coin", minimumWidth: 8),
      Column("amount", "Amount", isNumber: true), Column("value", "Value", isNumber: true),
      Column("estimated", nil),
    ]
    return Report(
      columns: columns + style.currencyColumn,
      rows: gains.income.map {
        [
          day($0.date), .text($0.coinId), .quantity($0.amount), money($0.value, $0.isEstimated),
          .flag($0.isEstimated),
        ] + style.currencyValue
      }, emptyNote: "No income in that range.", notes: incomeFooter + notes)
  }

  private var incomeFooter: [String] {
    let total = gains.incomeTotal
    let estimated = gains.income.count(where: \.isEstimated)
    let text = money(total, estimated > 0).text(isPrivate: style.isPrivate)
    return ["Income \(text)"]
      + (estimated > 0 ? ["~ \(estimated) of \(gains.income.count) estimated"] : [])
  }

  /// The sums, and what is estimated.
  private var footer: [String] {
    func text(_ value: FormattedValue) -> String { value.text(isPrivate: style.isPrivate) }
    let totals = gains.totals
    let isEstimated = gains.rows.contains(where: \.isEstimated)
    var lines = [
      "Proceeds \(text(money(totals.proceeds?.decimal, isEstimated)))"
        + " · cost \(text(money(totals.cost?.decimal, isEstimated)))"
        + " · gain \(text(change(totals.gain?.decimal, isEstimated)))"
        + " · fees \(text(money(totals.fees?.decimal, false))), taken off the proceeds"
    ]
    lines.append("Cost basis \(costBasis.rawValue), days by UTC.")
    let estimated = gains.rows.count(where: \.isEstimated)
    if estimated > 0 { lines.append("~ \(estimated) of \(gains.rows.count) estimated") }
    return lines + notes
  }

  private func day(_ date: Date?) -> FormattedValue {
    FormattedValue(data: .instant(date), text: date.map { UTCDay($0).text } ?? "")
  }

  private func money(_ value: Decimal?, _ isEstimated: Bool) -> FormattedValue {
    FormattedValue.money(value, style.format).estimated(isEstimated)
  }

  private func change(_ value: Decimal?, _ isEstimated: Bool) -> FormattedValue {
    FormattedValue.change(value, style.format).estimated(isEstimated)
  }
}

extension HMRCMatch {
  fileprivate var words: String {
    switch self {
    case .sameDay: "same day"
    case .thirtyDays: "30 days"
    case .pool: "pool"
    }
  }
}
