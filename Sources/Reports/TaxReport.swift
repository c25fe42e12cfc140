public import Exact
public import Portfolio
import Widgets

/// The figures of a country's tax form for a year, and the year's income (SPEC §3.20).
public struct TaxReport: Sendable {
  private let gains: Gains
  private let reported: Form8949.Reported
  private let year: TaxYear
  private let portfolio: GlobalPortfolio?
  private let costBasis: CostBasis
  private let open: OpenItems
  private let notes: [String]
  private let style: ReportStyle

  /// Makes the report.
  ///
  /// - Parameters:
  ///   - gains: The gains of the year, plus earlier losses if the form lists them, in the form's
  ///     currency.
  ///   - year: The tax year.
  ///   - costBasis: The cost basis method of sales.
  ///   - reported: What brokers reported on forms 1099, for the boxes of form 8949.
  ///   - portfolio: All coins as one asset, for form 2086.
  ///   - open: What the figures leave out.
  ///   - notes: Lines below the table.
  ///   - style: The reader, with the currency of the form.
  public init(
    _ gains: Gains, year: TaxYear, costBasis: CostBasis, reported: Form8949.Reported = .nothing,
    portfolio: GlobalPortfolio? = nil, open: OpenItems = OpenItems(), notes: [String] = [],
    _ style: ReportStyle
  ) {
    self.gains = gains
    self.year = year
    self.costBasis = costBasis
    self.reported = reported
    self.portfolio = portfolio
    self.open = open
    self.notes = notes
    self.style = style
  }

  /// The lines of the form.
  public var form: Report {
    switch year.country {
    case .unitedStates: schedule
    case .unitedKingdom: sums
    case .france: cessions
    }
  }

  private var footer: [String] {
    [
      "Tax year \(year.title): \(year.days.lowerBound.text) to \(year.days.upperBound.text), days by "
        + "\(gains.calendar.name)"
        + (year.country.costBasis == nil ? "." : ", cost basis \(costBasis.rawValue).")
    ] + notes + open.notes()
  }

  // MARK: - The United States: form 8949, schedule D

  /// The totals of each box with their line on schedule D (i8949, 2025).
  private var schedule: Report {
    let form8949 = Form8949(gains, reported: reported)
    return Report(
      columns: [
        .init("part", "Part", collapseOrder: 2), .init("box", "Box"),
        .init("scheduleD", "Schedule D", collapseOrder: 4),
        .init("lines", "Lines", isNumber: true, collapseOrder: 1),
        .init("proceeds", "Proceeds", isNumber: true, collapseOrder: 3),
        .init("cost", "Cost", isNumber: true, collapseOrder: 5),
        .init("gain", "Gain", isNumber: true),
        .init("estimated", nil),
      ] + style.currencyColumn,
      rows: form8949.boxes.map { box in
        let total = box.totals
        return [
          .text(total.part), .text(total.box), .text(total.box.flatMap { Self.lines[$0] }),
          .number(box.lineCount),
          .money(total.proceeds, style.format).estimated(total.estimated.contains(.proceeds)),
          .money(total.cost, style.format).estimated(total.estimated.contains(.cost)),
          .change(total.gain, style.format).estimated(total.estimated.isGainEstimated),
          .flag(total.estimated.isGainEstimated),
        ] + style.currencyValue
      },
      emptyNote: ["No sales."].joined(with: footer),
      notes: form8949.notes(costBasis) + gains.leftOutNote(style) + footer)
  }

  private static let lines = [
    "A": "1b", "B": "2", "C": "3", "D": "8b", "E": "9", "F": "10",
    "G": "1b", "H": "2", "I": "3", "J": "8b", "K": "9", "L": "10",
  ]

  // MARK: - The United Kingdom: form SA108

  private var sums: Report {
    let sums = DisposalSums(gains.rows)
    func money(_ value: Cost?) -> FormattedValue { .money(value?.figure, style.format) }
    func isEstimated(_ figure: DisposalSums.Figure) -> Bool { sums.estimated.contains(figure) }
    let rows: [(key: String, title: String, value: FormattedValue, isEstimated: Bool)] = [
      ("disposals", "Number of disposals", .number(sums.count), false),
      ("proceeds", "Disposal proceeds", money(sums.proceeds), isEstimated(.proceeds)),
      (
        "allowableCosts", "Allowable costs", money(sums.allowableCosts),
        isEstimated(.allowableCosts)
      ),
      ("gains", "Gains in the year, before losses", money(sums.gains), isEstimated(.gains)),
      ("losses", "Losses in the year", money(sums.losses), isEstimated(.losses)),
      ("net", "Gains less losses", .change(sums.net?.figure, style.format), isEstimated(.net)),
      (
        "earlierLosses", "Net losses of earlier years, before any use",
        money(gains.earlierLosses?.sum), gains.earlierLosses?.isEstimated ?? false
      ),
    ]
    return Report(
      columns: [
        .init("figure", nil), .init("title", "SA108", minimumWidth: 12),
        .init("value", "Amount", isNumber: true), .init("estimated", nil),
      ] + style.currencyColumn,
      rows: rows.map { row in
        [
          .text(row.key), .text(row.title), row.value.estimated(row.isEstimated),
          .flag(row.isEstimated),
        ] + style.currencyValue
      },
      notes: gains.estimatedSalesNote + gains.leftOutNote(style) + footer)
  }

  // MARK: - France: form 2086

  private var cessions: Report {
    let rows = portfolio?.cessions.filter { year.days.contains($0.day) } ?? []
    @Sendable func money(_ value: Cost?, _ row: Cession, _ lines: Cession.Estimated)
      -> FormattedValue
    {
      .money(value?.figure, style.format).estimated(!row.estimated.isDisjoint(with: lines))
    }
    // Omit lines that few people need.
    let hasCash = rows.contains { $0.adjustment != 0 || $0.adjusted != 0 }
    return Report(
      columns: [
        .init("day", "211 Day"), .coin(),
        .init("amount", "Amount", isNumber: true, collapseOrder: 6),
        .init("line212", "212 Value", isNumber: true, collapseOrder: 9),
        .init("line213", "213 Price", isNumber: true, collapseOrder: 10),
        .init("line214", "214 Fees", isNumber: true, collapseOrder: 3),
        .init("line215", hasCash ? "215" : nil, isNumber: true, collapseOrder: 5),
        .init("line216", hasCash ? "216 Cash" : nil, isNumber: true, collapseOrder: 7),
        .init("line217", hasCash ? "217 Price" : nil, isNumber: true, collapseOrder: 4),
        .init("line218", "218 Net", isNumber: true, collapseOrder: 1),
        .init("line220", "220 Cost", isNumber: true, collapseOrder: 11),
        .init("line221", "221 Used", isNumber: true, collapseOrder: 8),
        .init("line222", hasCash ? "222 Cash" : nil, isNumber: true, collapseOrder: 7),
        .init("line223", "223 Left", isNumber: true, collapseOrder: 2),
        .init("gain", "Gain", isNumber: true), .init("estimated", nil),
      ] + style.currencyColumn,
      of: rows, emptyNote: ["No sales."].joined(with: footer), notes: sumNotes(rows) + footer
    ) { row in
      [
        .text(row.day.text), .text(row.coinId), .quantity(row.amount),
        money(row.value, row, .value), money(row.price, row, .price),
        money(row.fees, row, .fees), money(row.priceLessFees, row, [.price, .fees]),
        .change(row.adjustment?.figure, style.format),
        money(row.adjustedPrice, row, .price), money(row.net, row, [.price, .fees]),
        money(row.acquired, row, .acquired), money(row.used, row, .used),
        money(row.adjusted, row, []), money(row.left, row, [.acquired, .used]),
        .change(row.gain?.figure, style.format).estimated(!row.estimated.isEmpty),
        .flag(!row.estimated.isEmpty),
      ] + style.currencyValue
    }
  }

  /// How the year's total is taxed, and which price is missing.
  private func sumNotes(_ rows: [Cession]) -> [String] {
    func text(_ value: FormattedValue) -> String { value.text(isPrivate: style.isPrivate) }
    if let missing = portfolio?.missing, rows.contains(where: { $0.gain == nil }) {
      return [
        "The price of \(missing.coinId) on \(missing.day.text) is unknown, and so are the gains from "
          + "then on: bitpal prices fetch, or bitpal prices import."
      ]
    }
    if let first = portfolio?.unvalued, rows.contains(where: { $0.gain == nil }) {
      return [
        "Nothing says what \(first.coinId) of \(first.day.text) was worth, and so the gains from "
          + "then on are unknown: bitpal inbox, or bitpal edit ID --price DOLLARS."
      ]
    }
    let sums = [rows.map(\.gain), rows.map(\.price)].map { values in
      values.reduce(Cost?.some(0)) { sum, value in sum.flatMap { sum in value.map { sum + $0 } } }
    }
    guard let gain = sums[0], let price = sums[1] else { return [] }
    let isEstimated = rows.contains { !$0.estimated.isEmpty }
    let sum = text(.change(gain.figure, style.format).estimated(isEstimated))
    guard price > Cost(Self.exemptPrices) else {
      return ["Sum \(sum). Exempt: the prices of the year are \(Self.exemptPrices) euros or less."]
    }
    return [
      gain.isNegative
        ? "Sum \(sum), box 3BN of form 2042 C. A loss counts in its own year only."
        : "Sum \(sum), box 3AN of form 2042 C."
    ]
  }

  private static let exemptPrices: ExactDecimal = 305

  // MARK: - Income

  /// Rewards at their value on receipt, grouped by month and label.
  public var income: Report {
    Report(
      columns: [
        .init("month", "Month"), .init("label", "Label"),
        .init("rewards", "Rewards", isNumber: true), .init("value", "Value", isNumber: true),
        .init("estimated", nil),
      ] + style.currencyColumn,
      rows: gains.incomeByLabelAndMonth().map { group in
        [
          .text(group.key), .text(group.label?.rawValue ?? "none", data: group.label?.rawValue),
          .number(group.count),
          FormattedValue.money(group.value?.figure, style.format).estimated(group.isEstimated),
          .flag(group.isEstimated),
        ] + style.currencyValue
      },
      emptyNote: "No income in that year.",
      notes: [
        "Income "
          + FormattedValue.money(gains.incomeTotal, style.format)
          .estimated(gains.income.contains(where: \.isEstimated)).text(isPrivate: style.isPrivate)
      ] + gains.leftOutIncomeNote)
  }

  /// The year, the form's lines and the income.
  public var json: JSONValue {
    let members: JSONObject = [
      "country": .string(year.country.rawValue), "year": .string(year.title),
      "from": .string(year.days.lowerBound.text), "to": .string(year.days.upperBound.text),
      "zone": .string(gains.calendar.name),
      "costBasis": year.country.costBasis == nil ? .null : .string(costBasis.rawValue),
      "form": form.json, "income": income.json,
    ]
    let left = year.country == .france ? 0 : gains.totals.unvaluedCount
    let leftOut =
      left == 0 ? [] : [JSONObject.Member(key: "leftOutCount", value: .number("\(left)"))]
    return .object(JSONObject(members.members + leftOut + open.members + style.currencyMember))
  }
}

extension [String] {
  fileprivate func joined(with other: [String]) -> String {
    (self + other).joined(separator: "\n")
  }
}
