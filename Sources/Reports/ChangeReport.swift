public import Exact
import FoundationEssentials
public import Portfolio
import Widgets

/// What became of a portfolio since a day, as `bitpal summary --since` shows it.
public struct ChangeReport: Sendable {
  private let change: PortfolioChange
  private let style: ReportStyle
  private let open: OpenItems
  private let notes: [String]

  /// Makes the report.
  ///
  /// - Parameters:
  ///   - change: The figures.
  ///   - open: What the figures miss.
  ///   - notes: By which rates they count; none in US dollars.
  public init(
    _ change: PortfolioChange, open: OpenItems, notes: [String], _ style: ReportStyle
  ) {
    self.change = change
    self.open = open
    self.notes = notes
    self.style = style
  }

  /// A figure, unless every coin is left out of it: then it is unknown, not zero.
  private func known(_ value: Decimal) -> Decimal? {
    change.coinCount > 0 || change.leftOut.isEmpty ? value : nil
  }

  /// The figures with all their digits.
  public var json: JSONValue {
    let members: JSONObject = [
      "since": .string(change.since.text),
      "valueThen": .exact(known(change.valueThen)),
      "bought": .exact(known(change.bought)),
      "sold": .exact(known(change.sold)),
      "income": .exact(known(change.income)),
      "gain": .exact(known(change.gain)),
      "valueNow": .exact(known(change.valueNow)),
      "coinCount": .number("\(change.coinCount)"),
      "leftOut": .array(change.leftOut.map { .string($0) }),
    ]
    return .object(JSONObject(members.members + open.members + style.currencyMember))
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
        row(
          "Value on \(change.since.advanced(by: -1).text)", .money(known(change.valueThen), format)),
        row("Bought", .money(known(change.bought), format)),
        row("Sold", .money(known(change.sold), format)),
        row("Income", .money(known(change.income), format)),
        row("Gain", .change(known(change.gain), format)),
        row("Value now", .money(known(change.valueNow), format)),
      ], notes: leftOutNote + notes + open.notes())
  }

  private var leftOutNote: [String] {
    guard !change.leftOut.isEmpty else { return [] }
    let names = change.leftOut.prefix(5).joined(separator: ", ")
    let more = change.leftOut.count > 5 ? " and \(change.leftOut.count - 5) more" : ""
    return [
      "Left out, no price\(style.format == .usDollar ? "" : " or rate") then or now: \(names)\(more) "
        + "(\(change.leftOut.count) of \(countOf(change.leftOut.count + change.coinCount, "coin")))."
    ]
  }
}
