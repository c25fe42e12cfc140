import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// A formatted figure, made once when data arrives, because every key redraws.
struct FormattedFigure: Equatable, Sendable {
  /// Visible text.
  let text: String
  /// Text in private mode.
  let masked: String
  let role: Role
  /// Arrow of a gain or loss; empty if there is none.
  var arrow = ""

  static let unknown = FormattedFigure(
    text: Figures.unknown, masked: Figures.unknown, role: .neutral)

  /// The text, masked in private mode, without the arrow.
  func text(isPrivate: Bool) -> String { isPrivate ? masked : text }

  /// The text, masked in private mode, preceded by the arrow.
  func marked(isPrivate: Bool) -> String {
    arrow.isEmpty ? text(isPrivate: isPrivate) : "\(arrow) \(text(isPrivate: isPrivate))"
  }

  /// The figure with the mark of an estimate if it is one.
  func estimated(_ isEstimated: Bool) -> FormattedFigure {
    guard isEstimated, text != Figures.unknown else { return self }
    return FormattedFigure(text: "~\(text)", masked: "~\(masked)", role: role, arrow: arrow)
  }
}

extension FormattedFigure {
  private static let mask = "•••••"

  /// An amount of money, by default of US dollars.
  static func usd(
    _ value: ExactDecimal?, role: Role = .plain, in format: NumberFormat = .usDollar
  ) -> FormattedFigure {
    guard let value else { return .unknown }
    return FormattedFigure(text: format.money(value), masked: format.masked(), role: role)
  }

  /// A profit or loss, by default in US dollars.
  static func change(_ value: ExactDecimal?, in format: NumberFormat = .usDollar) -> FormattedFigure
  {
    guard let value else { return .unknown }
    let trend = Trend(value, minorDigits: format.minorDigits)
    return FormattedFigure(
      text: format.signedMoney(value), masked: format.masked(sign: trend.sign), role: trend.role,
      arrow: trend.arrow)
  }

  /// A percentage, which is never masked.
  static func percent(_ value: ExactDecimal?, hasArrow: Bool = false) -> FormattedFigure {
    guard let value else { return .unknown }
    let trend = Trend(value)
    let text = Figures.percent(value)
    return FormattedFigure(
      text: text, masked: text, role: trend.role, arrow: hasArrow ? trend.arrow : "")
  }

  /// A 24-hour change in a column: replaced by `old price` once the price is more than an hour old.
  ///
  /// - Parameters:
  ///   - time: When the price was quoted; `nil` if there is none.
  ///   - now: The current time.
  func day(pricedAt time: Date?, at now: Date) -> FormattedFigure {
    guard let time, isOutdated(since: time, at: now) else { return self }
    return .text(Self.oldPrice, .badge)
  }

  /// Shown instead of the change of an old price.
  static let oldPrice = "old price"

  /// A number of coins.
  static func quantity(_ value: ExactDecimal) -> FormattedFigure {
    FormattedFigure(text: Figures.quantity(value), masked: mask, role: .plain)
  }

  /// A number of coins.
  static func quantity(_ value: Quantity) -> FormattedFigure { quantity(value.number) }

  /// A market price, which is public and never masked.
  static func price(_ value: ExactDecimal?, in format: NumberFormat = .usDollar) -> FormattedFigure
  {
    guard let value else { return .unknown }
    let text = format.unitPrice(value)
    return FormattedFigure(text: text, masked: text, role: .plain)
  }

  /// The change of a market price, with the digits of prices: it may be far below a cent.
  static func priceChange(_ value: ExactDecimal, in format: NumberFormat) -> FormattedFigure {
    let trend: Trend = value > 0 ? .gain : value < 0 ? .loss : .neutral
    let text = (value > 0 ? "+" : "") + format.unitPrice(value)
    return FormattedFigure(text: text, masked: text, role: trend.role, arrow: trend.arrow)
  }

  /// A price the user paid.
  static func paid(
    _ value: ExactDecimal, role: Role = .plain, in format: NumberFormat = .usDollar
  ) -> FormattedFigure {
    FormattedFigure(text: format.unitPrice(value), masked: format.masked(), role: role)
  }

  /// A price the user paid; unknown if the cost is.
  static func paid(_ value: ExactDecimal?, in format: NumberFormat) -> FormattedFigure {
    value.map { paid($0, role: .plain, in: format) } ?? .unknown
  }

  /// A percentage of a whole, without a sign.
  static func share(_ value: ExactDecimal?) -> FormattedFigure {
    guard let value else { return .unknown }
    let percent = Figures.percent(value)
    let text = percent.first == "+" ? String(percent.dropFirst()) : percent
    return FormattedFigure(text: text, masked: text, role: .secondary)
  }

  /// Free text of the user, which may contain amounts.
  static func note(_ text: String) -> FormattedFigure {
    let text = cleaned(text)
    return FormattedFigure(text: text, masked: text.isEmpty ? "" : mask, role: .secondary)
  }
}

extension Trend {
  var role: Role {
    switch self {
    case .gain: .gain
    case .loss: .loss
    case .neutral: .neutral
    }
  }

  var sign: String {
    switch self {
    case .gain: "+"
    case .loss: "-"
    case .neutral: ""
    }
  }
}
