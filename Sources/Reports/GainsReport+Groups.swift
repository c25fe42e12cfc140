import Exact
import Portfolio

extension GainGroup.Kind {
  /// The column that names a group, `nil` where the coin and the day do.
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
  /// The sales summed.
  func grouped(by kind: GainGroup.Kind, _ notes: [String]) -> Report {
    let isOfOneCoin = kind == .sale || kind == .coin
    var columns: [Column] = []
    if isOfOneCoin { columns.append(Column("coinId", "Coin", minimumWidth: 8)) }
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
    return Report(
      columns: columns + style.currencyColumn, of: gains.grouped(by: kind), emptyNote: emptyNote,
      notes: notes
    ) { values(of: $0, kind) }
  }

  private func values(of group: GainGroup, _ kind: GainGroup.Kind) -> [FormattedValue] {
    let isOfOneCoin = kind == .sale || kind == .coin
    var values: [FormattedValue] = []
    if isOfOneCoin { values.append(.text(group.coinId)) }
    if kind == .sale { values.append(day(group.sold)) }
    if kind.column != nil { values.append(.text(group.key ?? "unknown", data: group.key)) }
    values.append(.number(group.saleCount))
    if isOfOneCoin { values.append(.quantity(group.amount?.decimal)) }
    values += [
      money(group.proceeds?.decimal, group.estimated.contains(.proceeds)),
      money(group.cost?.decimal, group.estimated.contains(.cost)),
      change(group.gain?.decimal, group.isEstimated), .flag(group.isEstimated),
    ]
    return values + style.currencyValue
  }

  /// The rewards, below the sales.
  ///
  /// - Parameters:
  ///   - isData: Whether a program reads them: it gets every reward unless sums were asked for. On
  ///     a terminal those of one coin, month and reason are one row.
  ///   - isAlone: Whether nothing else is shown, so that the notes of the sales are missing.
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
    Column("date", "Received"), Column("coinId", "Coin", minimumWidth: 8),
    Column("amount", "Amount", isNumber: true), Column("value", "Value", isNumber: true),
    Column("estimated", nil), Column("label", "Label"), Column("day", nil),
  ]

  private func values(of row: IncomeRow) -> [FormattedValue] {
    [
      day(row.date), .text(row.coinId), .quantity(row.amount), money(row.value, row.isEstimated),
      .flag(row.isEstimated), .text(row.label?.rawValue), .text(row.day.text),
    ] + style.currencyValue
  }

  /// Whether the groups have these columns: all of them are in the data.
  private var shown: (coin: Bool, label: Bool) {
    switch grouping {
    case nil, .sale: (true, gains.income.contains { $0.label != nil })
    case .coin: (true, false)
    case .month, .year, .term: (false, false)
    case .label: (false, true)
    }
  }

  /// The column that names a group of rewards, `nil` where coin, label or day do; rewards have no
  /// term, which only the data says.
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
      Column("coinId", shown.coin ? "Coin" : nil, minimumWidth: 8),
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
      .number(group.count), .quantity(group.amount?.decimal),
      money(group.value?.decimal, group.isEstimated), .flag(group.isEstimated),
    ] + style.currencyValue
  }

  private var incomeFooter: [String] {
    let estimated = gains.income.count(where: \.isEstimated)
    let text = money(gains.incomeTotal, estimated > 0).text(isPrivate: style.isPrivate)
    return ["Income \(text)"] + estimatedNote(estimated, of: gains.income.count)
  }
}
