public import Exact
import FoundationEssentials
public import Portfolio
import Widgets

/// Portfolio performance over a period, as `bitpal summary --period` shows it.
public struct RangeReport: Sendable {
  private let figures: RangeFigures
  private let until: UTCDay?
  private let style: ReportStyle
  private let open: OpenItems
  private let notes: [String]

  /// Makes the report.
  ///
  /// - Parameters:
  ///   - figures: The figures.
  ///   - until: The last day of a period that ends before today.
  ///   - open: What the figures leave out.
  ///   - notes: The exchange rates used; empty for US dollars.
  public init(
    _ figures: RangeFigures, until: UTCDay? = nil, open: OpenItems, notes: [String],
    _ style: ReportStyle
  ) {
    self.figures = figures
    self.until = until
    self.open = open
    self.notes = notes
    self.style = style
  }

  /// A figure, or `nil` if it leaves out every coin: then it is unknown, not zero.
  private func known(_ value: ExactDecimal) -> ExactDecimal? {
    figures.isKnown ? value : nil
  }

  /// The figures in full precision.
  public var json: JSONValue {
    let members: JSONObject = [
      "since": .string(figures.since.text),
      "until": until.map { .string($0.text) } ?? .null,
      "valueThen": .exact(known(figures.valueThen)),
      "bought": .exact(known(figures.paidIn)),
      "sold": .exact(known(figures.takenOut)),
      "income": .exact(known(figures.income)),
      "gain": .exact(known(figures.gain)),
      "timeWeighted": .exact(figures.timeWeighted),
      "valueNow": .exact(known(figures.valueNow)),
      "coinCount": .number("\(figures.coinCount)"),
      "leftOut": .array(figures.leftOut.map { .string($0) }),
    ]
    return .object(JSONObject(members.members + open.members + style.currencyMember))
  }

  /// The figures as one row, with the keys of their JSON as columns.
  public var row: Report {
    let format = style.format
    return Report(
      figures: json,
      [
        "valueThen": .money(known(figures.valueThen), format),
        "bought": .money(known(figures.paidIn), format),
        "sold": .money(known(figures.takenOut), format),
        "income": .money(known(figures.income), format),
        "gain": .change(known(figures.gain), format),
        "timeWeighted": .percentage(figures.timeWeighted),
        "valueNow": .money(known(figures.valueNow), format),
      ], notes: leftOutNote + notes + open.notes())
  }

  /// The figures as rows.
  public var report: Report {
    func row(_ label: String, _ value: FormattedValue) -> [FormattedValue] {
      [.text(label), value]
    }
    let format = style.format
    let evening = figures.since.advanced(by: -1).text
    return Report(
      columns: [
        .init(
          "figure",
          until.map { "\(figures.since.text) to \($0.text)" } ?? "Since \(figures.since.text)"),
        .init("amount", "Amount", isNumber: true),
      ],
      rows: [
        row("Value on \(evening)", .money(known(figures.valueThen), format)),
        row("Bought", .money(known(figures.paidIn), format)),
        row("Sold", .money(known(figures.takenOut), format)),
        row("Gain", .change(known(figures.gain), format)),
        row("Income in it", .money(known(figures.income), format)),
        row("Return", .percentage(figures.timeWeighted)),
        row(
          until.map { "Value on \($0.text)" } ?? "Value now",
          .money(known(figures.valueNow), format)),
      ], notes: leftOutNote + notes + open.notes())
  }

  private var leftOutNote: [String] {
    guard !figures.leftOut.isEmpty else { return [] }
    let names = figures.leftOut.prefix(5).joined(separator: ", ")
    let more = figures.leftOut.count > 5 ? " and \(figures.leftOut.count - 5) more" : ""
    return [
      "Left out, no price\(style.format == .usDollar ? "" : " or rate") then or now: \(names)\(more) "
        + "(\(figures.leftOut.count) of \(countOf(figures.leftOut.count + figures.coinCount, "coin")))."
    ]
  }
}
