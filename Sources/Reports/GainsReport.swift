import CellGrid
import Exact
import FoundationEssentials
public import Portfolio
import Widgets

/// Realized gains and rewards, formatted as a report.
public struct GainsReport: Sendable {
  let gains: Gains
  private let costBasis: CostBasis
  private let isPerAccount: Bool
  let style: ReportStyle
  let grouping: GainGroup.Kind?
  private let open: OpenItems
  let notes: [String]

  /// Makes the report.
  ///
  /// - Parameters:
  ///   - gains: The gains of a range of days.
  ///   - costBasis: The cost basis method of sales.
  ///   - isPerAccount: Whether each account has its own lots.
  ///   - grouping: How rows are grouped; `nil` for one row per lot.
  ///   - open: What the figures leave out.
  ///   - notes: Lines below the table, such as days without a rate.
  ///   - style: The reader.
  public init(
    _ gains: Gains, costBasis: CostBasis, isPerAccount: Bool = false,
    grouping: GainGroup.Kind? = nil,
    open: OpenItems = OpenItems(), notes: [String] = [], _ style: ReportStyle
  ) {
    self.gains = gains
    self.costBasis = costBasis
    self.isPerAccount = isPerAccount
    self.grouping = grouping
    self.open = open
    self.notes = notes + open.notes()
    self.style = style
  }

  /// Writes `{rows, income, totals}` and what they leave out as JSON, piece by piece.
  ///
  /// Totals cover all rows, and short-term and long-term rows separately.
  ///
  /// - Parameters:
  ///   - sales: The rows of ``sales(isData:)`` to write, in their order.
  ///   - write: Receives the pieces.
  public func writeJSON(_ sales: Report, _ write: (String) -> Void) {
    func sums(_ totals: Gains.Totals) -> JSONObject {
      [
        "proceeds": .exact(totals.proceeds?.figure), "cost": .exact(totals.cost?.figure),
        "gain": .exact(totals.gain?.figure), "fees": .exact(totals.fees?.figure),
      ]
    }
    var left: [JSONObject.Member] {
      guard gains.totals.unvaluedCount > 0 else { return [] }
      return [
        .init(key: "leftOutCount", value: .number("\(gains.totals.unvaluedCount)")),
        .init(key: "leftOutProceeds", value: .exact(gains.totals.unvaluedProceeds.figure)),
      ]
    }
    let terms: JSONObject = [
      "short": gains.totals(of: .short).map { .object(sums($0)) } ?? .null,
      "long": gains.totals(of: .long).map { .object(sums($0)) } ?? .null,
    ]
    let members: JSONObject = [
      "totals": .object(JSONObject(sums(gains.totals).members + terms.members + left)),
      "zone": .string(gains.calendar.name),
    ]
    let rest = JSONObject(members.members + open.members + style.currencyMember)
    write("{\n  \"rows\": ")
    sales.writeJSON(level: 1, write)
    write(",\n  \"income\": ")
    income(isData: true).writeJSON(level: 1, write)
    write("," + JSONValue.object(rest).text(pretty: true).dropFirst() + "\n")
  }

  /// The sales, one row each or grouped.
  ///
  /// - Parameter isData: Whether the output is machine-readable; it then has no totals below,
  ///   because adding them up takes several passes over all rows.
  public func sales(isData: Bool) -> Report {
    let notes = isData ? [] : footer
    return grouping.map { grouped(by: $0, notes) } ?? lots(notes)
  }

  var emptyNote: String { withNotes("No sales.") }

  /// Why the report is empty, and what may be missing.
  func withNotes(_ reason: String) -> String { ([reason] + notes).joined(separator: "\n") }

  typealias Column = Report.Column

  private func lots(_ notes: [String]) -> Report {
    var columns: [Column] = [
      .coin(),
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
    columns += [Column("kind", nil), Column("acquiredDay", nil), Column("soldDay", nil)]
    columns.append(
      Column("account", isPerAccount ? "Account" : nil, collapseOrder: 8, minimumWidth: 8))
    return Report(
      columns: columns + style.currencyColumn, of: gains.rows, emptyNote: emptyNote, notes: notes
    ) { lot($0) }
  }

  private var isMatched: Bool { costBasis == .hmrc }

  private func lot(_ row: GainRow) -> [FormattedValue] {
    var values: [FormattedValue] = []
    values.reserveCapacity(16)
    values.append(.text(row.coinId))
    values.append(day(row.acquired))
    values.append(day(row.sold))
    values.append(.number(row.daysHeld))
    values.append(.quantity(row.amount))
    values.append(money(row.proceeds, row.estimated.contains(.proceeds)))
    values.append(money(row.cost, row.estimated.contains(.cost)))
    values.append(change(row.gain, row.isEstimated))
    values.append(.text(row.term?.rawValue))
    values.append(.flag(row.isEstimated))
    if isMatched { values.append(.text(row.match?.words, data: row.match?.rawValue)) }
    values.append(.text(row.kind.rawValue))
    values.append(.text(row.acquiredDay?.text))
    values.append(.text(row.soldDay.text))
    values.append(.text(row.account))
    values += style.currencyValue
    return values
  }

  /// Totals overall and by term, and what is estimated.
  private var footer: [String] {
    var lines = [words(gains.totals) + ", taken off the proceeds"]
    lines += gains.leftOutNote(style)
    for (term, title) in [(GainRow.Term.short, "Short-term"), (.long, "Long-term")] {
      guard let totals = gains.totals(of: term) else { continue }
      lines.append("\(title): " + words(totals).lowercasedFirst)
    }
    let books = isPerAccount && !isMatched ? ", lots per account" : ""
    lines.append("Cost basis \(costBasis.rawValue)\(books), days by \(gains.calendar.name).")
    return lines + gains.estimatedSalesNote + notes
  }

  private func words(_ totals: Gains.Totals) -> String {
    let estimated = totals.estimated
    func text(_ value: FormattedValue) -> String { value.text(isPrivate: style.isPrivate) }
    return "Proceeds \(text(money(totals.proceeds?.figure, estimated.contains(.proceeds))))"
      + " · cost \(text(money(totals.cost?.figure, estimated.contains(.cost))))"
      + " · gain \(text(change(totals.gain?.figure, estimated.isGainEstimated)))"
      + " · fees \(text(money(totals.fees?.figure, estimated.contains(.fee))))"
  }

  /// A day in the calendar that gains are counted in; the instant as data.
  func day(_ date: Date?) -> FormattedValue {
    .day(date, gains.calendar)
  }

  func money(_ value: ExactDecimal?, _ isEstimated: Bool) -> FormattedValue {
    FormattedValue.money(value, style.format).estimated(isEstimated)
  }

  func change(_ value: ExactDecimal?, _ isEstimated: Bool) -> FormattedValue {
    FormattedValue.change(value, style.format).estimated(isEstimated)
  }
}

extension Gains {
  var estimatedSalesNote: [String] {
    estimatedNote(totals.estimatedCount, of: rows.count)
  }

  /// How many rows the sums cover, and which coins they leave out because their worth is unknown.
  ///
  /// - Parameter style: The reader, with the currency of the gains.
  public func leftOutNote(_ style: ReportStyle) -> [String] {
    let (left, received) = (totals.unvaluedCount, totals.unvaluedProceeds)
    guard left > 0 else { return [] }
    func text(_ value: FormattedValue) -> String { value.text(isPrivate: style.isPrivate) }
    var coins: [String: Quantity] = [:]
    for row in rows where row.isUnvalued { coins[row.coinId, default: 0] += row.exactAmount }
    let names = coins.sorted { $0.key < $1.key }.prefix(3).map { id, amount in
      "\(text(.quantity(amount.figure))) \(cleaned(id))"
    }
    let more = coins.count > 3 ? [countOf(coins.count - 3, "more coin")] : []
    return [
      "Sums are of \(rows.count - left) of \(rows.count) rows, without "
        + (names + more).joined(separator: ", ") + " of unknown worth"
        + (received.isZero
          ? ""
          : "; these brought \(text(.money(received.figure, style.format))) as far as known")
    ]
  }

  /// How many rewards the income covers, if the worth of others is unknown.
  var leftOutIncomeNote: [String] {
    let left = income.count(where: \.isUnvalued)
    return left == 0
      ? [] : ["Income leaves out \(left) of \(countOf(income.count, "reward")) of unknown worth"]
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
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

extension GainGroup.Kind {
  /// The column that identifies a group; `nil` if coin and day identify it.
  fileprivate var column: Report.Column? {
    switch self {
    case .sale, .coin: nil
    case .month: Report.Column("month", "Month")
    case .year: Report.Column("year", "Year")
    case .term: Report.Column("term", "Term")
    case .label: Report.Column("label", "Label")
    }
  }
}

extension GainsReport {
  /// The sales, grouped and summed.
  func grouped(by kind: GainGroup.Kind, _ notes: [String]) -> Report {
    let isOfOneCoin = kind == .sale || kind == .coin
    var columns: [Column] = []
    if isOfOneCoin { columns.append(.coin()) }
    if kind == .sale { columns.append(Column("sold", "Sold")) }
    if let column = kind.column { columns.append(column) }
    columns.append(Column("sales", kind == .sale ? nil : "Sales", isNumber: true))
    if isOfOneCoin {
      columns.append(Column("amount", "Amount", isNumber: true, collapseOrder: 1))
    }
    columns += [
      Column("proceeds", "Proceeds", isNumber: true, collapseOrder: 2),
      Column("cost", "Cost", isNumber: true, collapseOrder: 3),
      Column("gain", "Gain", isNumber: true), Column("estimated", nil),
    ]
    let groups = gains.grouped(by: kind)
    let hasPart = groups.contains { $0.counted != nil }
    if hasPart { columns.append(Column("gainOf", nil)) }
    return Report(
      columns: columns + style.currencyColumn, of: groups, emptyNote: emptyNote, notes: notes
    ) { values(of: $0, kind, hasPart: hasPart) }
  }

  private func values(
    of group: GainGroup, _ kind: GainGroup.Kind, hasPart: Bool
  ) -> [FormattedValue] {
    let isOfOneCoin = kind == .sale || kind == .coin
    var values: [FormattedValue] = []
    if isOfOneCoin { values.append(.text(group.coinId)) }
    if kind == .sale { values.append(day(group.sold)) }
    if kind.column != nil { values.append(.text(group.key ?? "unknown", data: group.key)) }
    values.append(.number(group.saleCount))
    if isOfOneCoin { values.append(.quantity(group.amount?.figure)) }
    values += [
      money(group.proceeds?.figure, group.estimated.contains(.proceeds)),
      money(group.cost?.figure, group.estimated.contains(.cost)),
      change(group.gain?.figure, group.isEstimated), .flag(group.isEstimated),
    ]
    if hasPart { values.append(.quantity(group.counted?.figure)) }
    return values + style.currencyValue
  }

  /// The rewards, below the sales.
  ///
  /// - Parameters:
  ///   - isData: Whether the output is machine-readable; it then lists every reward unless grouping
  ///     was requested. A terminal shows one row per coin, month and reason.
  ///   - isAlone: Whether the report is shown without the sales, so that it needs their notes.
  public func income(isData: Bool, isAlone: Bool = false) -> Report {
    let notes = incomeFooter + (isAlone ? self.notes : [])
    let empty = withNotes("No income in that range.")
    if isData, grouping == nil || grouping == .sale {
      return Report(
        columns: Self.incomeColumns + style.currencyColumn, of: gains.income, emptyNote: empty,
        notes: notes
      ) { values(of: $0) }
    }
    return Report(
      columns: incomeGroupColumns + style.currencyColumn,
      of: gains.incomeGrouped(by: grouping), emptyNote: empty, notes: notes
    ) { values(of: $0) }
  }

  private static let incomeColumns = [
    Column("date", "Received"), .coin(),
    Column("amount", "Amount", isNumber: true), Column("value", "Value", isNumber: true),
    Column("estimated", nil), Column("label", "Label"), Column("day", nil),
  ]

  private func values(of row: IncomeRow) -> [FormattedValue] {
    [
      day(row.date), .text(row.coinId), .quantity(row.amount), money(row.value, row.isEstimated),
      .flag(row.isEstimated), .text(row.label?.rawValue), .text(row.day.text),
    ] + style.currencyValue
  }

  /// Whether the table shows these columns; data always has both.
  private var shown: (coin: Bool, label: Bool) {
    switch grouping {
    case nil, .sale: (true, gains.income.contains { $0.label != nil })
    case .coin: (true, false)
    case .month, .year, .term: (false, false)
    case .label: (false, true)
    }
  }

  /// The column that identifies a group of rewards; `nil` if coin, label or day identify it.
  ///
  /// Rewards have no term; only data has that column.
  private var incomeKey: Column? {
    switch grouping {
    case nil: Column("month", "Month")
    case .term: Column("term", nil)
    case .label: nil
    default: grouping?.column
    }
  }

  private var incomeGroupColumns: [Column] {
    [Column("date", grouping == .sale ? "Received" : nil)] + [incomeKey].compactMap(\.self) + [
      .coin(isShown: shown.coin),
      Column("label", shown.label ? "Label" : nil, collapseOrder: 1),
      Column("rewards", grouping == .sale ? nil : "Rewards", isNumber: true, collapseOrder: 2),
      Column("amount", shown.coin ? "Amount" : nil, isNumber: true),
      Column("value", "Value", isNumber: true), Column("estimated", nil),
    ]
  }

  private func values(of group: IncomeGroup) -> [FormattedValue] {
    let label = group.label?.rawValue
    let key = incomeKey.map { _ in FormattedValue.text(group.key ?? "none", data: group.key) }
    return [day(group.date)] + [key].compactMap(\.self) + [
      .text(group.coinId), .text(label ?? (grouping == .label ? "none" : ""), data: label),
      .number(group.count), .quantity(group.amount?.figure),
      money(group.value?.figure, group.isEstimated), .flag(group.isEstimated),
    ] + style.currencyValue
  }

  private var incomeFooter: [String] {
    let estimated = gains.income.count(where: \.isEstimated)
    let text = money(gains.incomeTotal, estimated > 0).text(isPrivate: style.isPrivate)
    return ["Income \(text)"] + gains.leftOutIncomeNote
      + estimatedNote(estimated, of: gains.income.count)
  }
}
