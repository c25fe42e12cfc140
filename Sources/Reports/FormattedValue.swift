public import CellGrid
public import Exact
public import FoundationEssentials
import Portfolio
public import Widgets

/// A value as data and as display text, both formatted on access.
public struct FormattedValue: Equatable, Sendable {
  /// The data, if it differs from the display text.
  private let stated: JSONValue?
  private let words: Words
  private let isEstimated: Bool

  /// Replaces an amount while amounts are masked.
  public static let mask = "•••••"

  /// Makes a value.
  public init(data: JSONValue, text: String, masked: String? = nil, role: Role = .plain) {
    self.init(data: data, .written(text, masked: masked, role))
  }

  private init(data: JSONValue? = nil, _ words: Words, isEstimated: Bool = false) {
    (stated, self.words, self.isEstimated) = (data, words, isEstimated)
  }

  /// The value in full precision, for JSON and CSV.
  public var data: JSONValue { stated ?? words.data }
  /// The display text.
  public var text: String { (isEstimated ? "~" : "") + words.text }
  /// The display text while amounts are masked.
  public var masked: String { (isEstimated ? "~" : "") + words.masked }
  /// The role that determines the color.
  public var role: Role { words.role }

  /// The masked text in private mode, otherwise the full text.
  public func text(isPrivate: Bool) -> String { isPrivate ? masked : text }

  /// Appends ``data`` as a cell of a CSV file.
  func appendCSV(_ style: CSVStyle, to bytes: inout [UInt8]) {
    guard let stated else { return words.appendCSV(style, to: &bytes) }
    appendCSVCell(stated.csvText, style, to: &bytes)
  }

  /// The same value, marked with `~` if it is an estimate.
  public func estimated(_ isEstimated: Bool) -> FormattedValue {
    guard isEstimated, stated != .null else { return self }
    return FormattedValue(data: stated, words, isEstimated: true)
  }
}

/// The display form of a value.
private enum Words: Equatable, Sendable {
  case written(String, masked: String?, Role)
  case quantity(ExactDecimal)
  case money(ExactDecimal, NumberFormat)
  case paidPrice(ExactDecimal, NumberFormat)
  case marketPrice(ExactDecimal, NumberFormat)
  case change(ExactDecimal, NumberFormat)
  case percentage(ExactDecimal)
  case share(ExactDecimal)
  case day(Date, LocalCalendar)
  case id(UUID)

  var data: JSONValue {
    switch self {
    case .written(let text, _, _): .string(text)
    case .quantity(let value), .money(let value, _), .paidPrice(let value, _),
      .marketPrice(let value, _), .change(let value, _), .percentage(let value),
      .share(let value):
      .exact(value)
    case .day(let date, _): .instant(date)
    case .id(let id): .string(id.lowercasedText)
    }
  }

  /// Figures never need quotes.
  func appendCSV(_ style: CSVStyle, to bytes: inout [UInt8]) {
    switch self {
    case .quantity(let value), .money(let value, _), .paidPrice(let value, _),
      .marketPrice(let value, _), .change(let value, _), .percentage(let value),
      .share(let value):
      value.withinExactDigits.appendText(to: &bytes)
    case .written, .day, .id: appendCSVCell(data.csvText, style, to: &bytes)
    }
  }

  var text: String {
    switch self {
    case .written(let text, _, _): cleaned(text)
    case .quantity(let value): Figures.quantity(value)
    case .money(let value, let format): format.money(value)
    case .paidPrice(let value, let format), .marketPrice(let value, let format):
      format.unitPrice(value)
    case .change(let value, let format): format.signedMoney(value)
    case .percentage(let value): Figures.percent(value)
    case .share(let value): String(Figures.percent(value).trimmingPrefix("+"))
    case .day(let date, let calendar): calendar.dayText(date)
    case .id(let id): id.shortText
    }
  }

  var masked: String {
    switch self {
    case .written(_, let masked?, _): return masked
    case .written, .marketPrice, .percentage, .share, .day, .id: return text
    case .quantity: return FormattedValue.mask
    case .money(_, let format), .paidPrice(_, let format): return format.masked()
    case .change(let value, let format):
      let trend = Trend(value, minorDigits: format.minorDigits)
      return format.masked(sign: trend == .gain ? "+" : trend == .loss ? "-" : "")
    }
  }

  var role: Role {
    switch self {
    case .written(_, _, let role): role
    case .change(let value, let format): Trend.role(of: value, minorDigits: format.minorDigits)
    case .percentage(let value): Trend.role(of: value)
    case .quantity, .money, .paidPrice, .marketPrice, .share, .day, .id: .plain
    }
  }
}

extension FormattedValue {
  /// A text; `nil` is `null` as data and blank as text.
  public static func text(_ text: String?, role: Role = .plain) -> FormattedValue {
    FormattedValue(data: text.map { .string($0) } ?? .null, text: text ?? "", role: role)
  }

  /// A text with different data.
  public static func text(_ text: String?, data: String?) -> FormattedValue {
    FormattedValue(data: data.map { .string($0) } ?? .null, text: text ?? "")
  }

  /// The user's notes, which may contain amounts.
  public static func notes(_ text: String?) -> FormattedValue {
    FormattedValue(
      data: text.map { .string($0) } ?? .null, text: text ?? "",
      masked: text?.isEmpty ?? true ? "" : mask)
  }

  /// Transaction ids, shortened in text.
  public static func ids(_ ids: [UUID]) -> FormattedValue {
    FormattedValue(
      data: .array(ids.map { .string($0.uuidString.lowercased()) }),
      text: ids.map(\.shortText).joined(separator: ", "))
  }

  /// A count or a rank.
  public static func number(_ number: Int?) -> FormattedValue {
    let text = number.map { "\($0)" }
    return FormattedValue(data: text.map { .number($0) } ?? .null, text: text ?? "")
  }

  /// Yes or no.
  public static func flag(_ isTrue: Bool, text: String = "") -> FormattedValue {
    FormattedValue(data: .bool(isTrue), text: text)
  }

  /// A transaction id, shortened in text; blank if `nil`.
  public static func id(_ id: UUID?) -> FormattedValue {
    id.map { FormattedValue(.id($0)) } ?? .text(nil)
  }

  /// A day in the reader's calendar; the instant as data.
  public static func day(_ date: Date, _ style: ReportStyle) -> FormattedValue {
    .day(date, style.calendar)
  }

  /// A day in a calendar; the instant as data.
  static func day(_ date: Date?, _ calendar: LocalCalendar) -> FormattedValue {
    date.map { FormattedValue(.day($0, calendar)) } ?? .text(nil)
  }

  /// A number of coins.
  public static func quantity(_ value: ExactDecimal?) -> FormattedValue {
    figure(value) { .quantity($0) }
  }

  /// A number of coins.
  public static func quantity(_ value: Quantity?) -> FormattedValue { quantity(value?.number) }

  /// An amount of money.
  public static func money(
    _ value: ExactDecimal?, _ format: NumberFormat = .usDollar
  ) -> FormattedValue {
    figure(value) { .money($0, format) }
  }

  /// A price paid, which is masked because it reveals what the user did.
  public static func paidPrice(
    _ value: ExactDecimal?, _ format: NumberFormat = .usDollar
  ) -> FormattedValue {
    figure(value) { .paidPrice($0, format) }
  }

  /// A price paid, which is masked because it reveals what the user did.
  public static func paidPrice(
    _ value: Price?, _ format: NumberFormat = .usDollar
  ) -> FormattedValue {
    paidPrice(value?.number, format)
  }

  /// A market price, which is public and never masked.
  public static func marketPrice(
    _ value: ExactDecimal?, _ format: NumberFormat = .usDollar
  ) -> FormattedValue {
    figure(value) { .marketPrice($0, format) }
  }

  /// A gain or loss in money.
  public static func change(
    _ value: ExactDecimal?, _ format: NumberFormat = .usDollar
  ) -> FormattedValue {
    figure(value, .neutral) { .change($0, format) }
  }

  /// A percentage, which is never masked.
  public static func percentage(_ value: ExactDecimal?) -> FormattedValue {
    figure(value, .neutral) { .percentage($0) }
  }

  /// A share of a whole in percent, unsigned and never masked.
  public static func share(_ value: ExactDecimal?) -> FormattedValue {
    figure(value) { .share($0) }
  }

  private static func figure(
    _ value: ExactDecimal?, _ unknown: Role = .plain, _ words: (ExactDecimal) -> Words
  ) -> FormattedValue {
    guard let value else {
      return FormattedValue(data: .null, text: Figures.unknown, role: unknown)
    }
    return FormattedValue(words(value))
  }
}

extension Trend {
  /// The role of a change; neutral if the change is unknown.
  public static func role(of value: ExactDecimal?, minorDigits: Int = 2) -> Role {
    switch value.map({ Trend($0, minorDigits: minorDigits) }) {
    case .gain: .gain
    case .loss: .loss
    case .neutral, nil: .neutral
    }
  }
}

extension JSONValue {
  /// The value in full precision as a string; `null` if unknown.
  public static func exact(_ value: ExactDecimal?) -> JSONValue {
    value.map { .string($0.withinExactDigits.description) } ?? .null
  }

  /// An instant in UTC; `null` if unknown.
  public static func instant(_ date: Date?) -> JSONValue {
    date.map { .string($0.utcText) } ?? .null
  }
}
