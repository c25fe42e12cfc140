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

  private enum Figure { case valueThen, bought, sold, income, gain, timeWeighted, valueNow }

  /// A figure as it is shown, with the mark of an estimate if it is one.
  private func shown(_ figure: Figure) -> FormattedValue {
    let (format, estimated) = (style.format, figures.estimated)
    return switch figure {
    case .valueThen: .money(known(figures.valueThen), format)
    case .bought:
      .money(known(figures.paidIn), format).estimated(estimated.contains(.paidIn))
    case .sold:
      .money(known(figures.takenOut), format).estimated(estimated.contains(.takenOut))
    case .income:
      .money(known(figures.income), format).estimated(estimated.contains(.income))
    case .gain: .change(known(figures.gain), format).estimated(estimated.isGainEstimated)
    case .timeWeighted:
      .percentage(figures.timeWeighted).estimated(estimated.isGainEstimated)
    case .valueNow: .money(known(figures.valueNow), format)
    }
  }

  /// The figures as one row, with the keys of their JSON as columns.
  public var row: Report {
    Report(
      figures: json,
      [
        "valueThen": shown(.valueThen), "bought": shown(.bought), "sold": shown(.sold),
        "income": shown(.income), "gain": shown(.gain), "timeWeighted": shown(.timeWeighted),
        "valueNow": shown(.valueNow),
      ], notes: leftOutNote + notes + open.notes())
  }

  /// The figures as rows.
  public var report: Report {
    figureRows([
      ("Value on \(evening)", .valueThen), ("Bought", .bought), ("Sold", .sold), ("Gain", .gain),
      ("Income in it", .income), ("Return", .timeWeighted),
      (until.map { "Value on \($0.text)" } ?? "Value now", .valueNow),
    ])
  }

  /// The rows that version 1.0 wrote, with its names and in its order.
  public var versionOneReport: Report {
    figureRows([
      ("Value on \(evening)", .valueThen), ("Bought", .bought), ("Sold", .sold),
      ("Income", .income), ("Gain", .gain), ("Value now", .valueNow),
    ])
  }

  /// The day at whose end the period begins.
  private var evening: String { figures.since.advanced(by: -1).text }

  private func figureRows(_ rows: [(label: String, figure: Figure)]) -> Report {
    Report(
      columns: [
        .init(
          "figure",
          until.map { "\(figures.since.text) to \($0.text)" } ?? "Since \(figures.since.text)"),
        .init("amount", "Amount", isNumber: true),
      ], rows: rows.map { [.text($0.label), shown($0.figure)] },
      notes: leftOutNote + notes + open.notes())
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
