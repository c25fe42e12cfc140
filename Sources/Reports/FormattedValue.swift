public import CellGrid
public import Exact
public import FoundationEssentials
import Portfolio
public import Widgets

/// A value as data, and as a person reads it.
public struct FormattedValue: Equatable, Sendable {
  /// Every digit, for JSON and CSV.
  public let data: JSONValue
  /// What is read.
  public let text: String
  /// What is read while amounts are masked.
  public let masked: String
  /// What the value means, for its color.
  public let role: Role

  /// Replaces an amount while amounts are masked.
  public static let mask = "•••••"

  /// Makes a value.
  public init(data: JSONValue, text: String, masked: String? = nil, role: Role = .plain) {
    self.data = data
    self.text = cleaned(text)
    self.masked = masked ?? self.text
    self.role = role
  }

  /// The text for everyone, or the one for the user alone.
  public func text(isPrivate: Bool) -> String { isPrivate ? masked : text }
}

extension FormattedValue {
  /// A text; an absent one is `null` as data and blank to a person.
  public static func text(_ text: String?, role: Role = .plain) -> FormattedValue {
    FormattedValue(data: text.map { .string($0) } ?? .null, text: text ?? "", role: role)
  }

  /// A text with another one as data.
  public static func text(_ text: String?, data: String?) -> FormattedValue {
    FormattedValue(data: data.map { .string($0) } ?? .null, text: text ?? "")
  }

  /// The user's own words, which may hold amounts.
  public static func notes(_ text: String?) -> FormattedValue {
    FormattedValue(
      data: text.map { .string($0) } ?? .null, text: text ?? "",
      masked: text?.isEmpty ?? true ? "" : mask)
  }

  /// A count of things, or a rank.
  public static func number(_ number: Int?) -> FormattedValue {
    let text = number.map { "\($0)" }
    return FormattedValue(data: text.map { .number($0) } ?? .null, text: text ?? "")
  }

  /// Yes or no.
  public static func flag(_ isTrue: Bool, text: String = "") -> FormattedValue {
    FormattedValue(data: .bool(isTrue), text: text)
  }

  /// A day in the reader's calendar; as data the instant.
  public static func day(_ date: Date, _ style: ReportStyle) -> FormattedValue {
    FormattedValue(data: .instant(date), text: style.calendar.dayText(date))
  }

  /// A number of coins.
  public static func quantity(_ value: Decimal?) -> FormattedValue {
    figure(value, Figures.quantity, masked: mask)
  }

  /// An amount of money.
  public static func money(
    _ value: Decimal?, _ format: NumberFormat = .usDollar
  ) -> FormattedValue {
    figure(value, format.money, masked: format.masked())
  }

  /// A price that was paid, which says what the user did.
  public static func paidPrice(
    _ value: Decimal?, _ format: NumberFormat = .usDollar
  ) -> FormattedValue {
    figure(value, format.unitPrice, masked: format.masked())
  }

  /// A price of the market, which anyone may know.
  public static func marketPrice(
    _ value: Decimal?, _ format: NumberFormat = .usDollar
  ) -> FormattedValue {
    figure(value, format.unitPrice, masked: nil)
  }

  /// A gain or loss in money.
  public static func change(
    _ value: Decimal?, _ format: NumberFormat = .usDollar
  ) -> FormattedValue {
    let trend = value.map { Trend($0, minorDigits: format.minorDigits) } ?? .neutral
    let sign = trend == .gain ? "+" : trend == .loss ? "-" : ""
    return figure(
      value, format.signedMoney, masked: format.masked(sign: sign),
      role: Trend.role(of: value, minorDigits: format.minorDigits))
  }

  /// The figure with `~` before it where it is an estimate.
  public func estimated(_ isEstimated: Bool) -> FormattedValue {
    guard isEstimated, data != .null else { return self }
    return FormattedValue(data: data, text: "~\(text)", masked: "~\(masked)", role: role)
  }

  /// A percentage, which is never masked.
  public static func percentage(_ value: Decimal?) -> FormattedValue {
    figure(value, Figures.percent, masked: nil, role: Trend.role(of: value))
  }

  /// A part of a whole in percent, which has no sign and is never masked.
  public static func share(_ value: Decimal?) -> FormattedValue {
    figure(value, { String(Figures.percent($0).trimmingPrefix("+")) }, masked: nil)
  }

  private static func figure(
    _ value: Decimal?, _ write: (Decimal) -> String, masked: String?, role: Role = .plain
  ) -> FormattedValue {
    guard let value else { return FormattedValue(data: .null, text: Figures.unknown, role: role) }
    return FormattedValue(data: .exact(value), text: write(value), masked: masked, role: role)
  }
}

extension Trend {
  /// The role a change is drawn in; an unknown one has no direction.
  public static func role(of value: Decimal?, minorDigits: Int = 2) -> Role {
    switch value.map({ Trend($0, minorDigits: minorDigits) }) {
    case .gain: .gain
    case .loss: .loss
    case .neutral, nil: .neutral
    }
  }
}

extension JSONValue {
  /// Every digit as a string; `null` for a figure that is not known.
  public static func exact(_ value: Decimal?) -> JSONValue {
    value.map { .string($0.withinExactDigits.canonicalText) } ?? .null
  }

  /// An instant in UTC, `null` for one that is not known.
  public static func instant(_ date: Date?) -> JSONValue {
    date.map { .string($0.utcText) } ?? .null
  }
}
