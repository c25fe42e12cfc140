public import Portfolio
import Widgets

/// What became of a portfolio since a day, as `bitpal summary --since` shows it.
public struct ChangeReport: Sendable {
  private let change: PortfolioChange
  private let style: ReportStyle
  private let notes: [String]

  /// Makes the report.
  ///
  /// - Parameters:
  ///   - change: The figures.
  ///   - notes: By which rates they count; none in US dollars.
  public init(_ change: PortfolioChange, notes: [String], _ style: ReportStyle) {
    self.change = change
    self.notes = notes
    self.style = style
  }

  /// The figures with all their digits.
  public var json: JSONValue {
    let members: JSONObject = [
      "since": .string(change.since.text),
      "valueThen": .exact(change.valueThen),
      "bought": .exact(change.bought),
      "sold": .exact(change.sold),
      "income": .exact(change.income),
      "gain": .exact(change.gain),
      "valueNow": .exact(change.valueNow),
      "coinCount": .number("\(change.coinCount)"),
      "leftOut": .array(change.leftOut.map { .string($0) }),
    ]
    return .object(JSONObject(members.members + style.currencyMember))
  }

  /// The figures as rows.
  public var report: Report {
    func row(_ label: String, _ value: FormattedValue) -> [FormattedValue] {
      [.text(label), value]
    }
    let format = style.format
    return Report(
      columns: [
        .init("figure", "Since \(change.since.text)"), .init("amount", "Amount", isNumber: true),
      ],
      rows: [
        row("Value on \(change.since.advanced(by: -1).text)", .money(change.valueThen, format)),
        row("Bought", .money(change.bought, format)), row("Sold", .money(change.sold, format)),
        row("Income", .money(change.income, format)),
        row("Gain", .change(change.gain, format)),
        row("Value now", .money(change.valueNow, format)),
      ], notes: leftOutNote + notes)
  }

  private var leftOutNote: [String] {
    guard !change.leftOut.isEmpty else { return [] }
    let names = change.leftOut.prefix(5).joined(separator: ", ")
    let more = change.leftOut.count > 5 ? " and \(change.leftOut.count - 5) more" : ""
    return [
      "Left out, no price then or now: \(names)\(more) "
        + "(\(change.leftOut.count) of \(change.leftOut.count + change.coinCount) coins)."
    ]
  }
}
