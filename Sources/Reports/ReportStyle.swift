public import Exact
public import FoundationEssentials
public import Portfolio
public import Widgets

/// Reader-specific settings of a report.
public struct ReportStyle: Sendable {
  /// Whether amounts are masked.
  public var isPrivate: Bool
  /// The terminal's width in columns; `nil` for unlimited.
  public var width: Int?
  /// The calendar of the reader's days.
  public var calendar: LocalCalendar
  /// The current time.
  public var now: Date
  /// The number format of the display currency.
  public var format: NumberFormat

  /// Makes a style.
  public init(
    isPrivate: Bool, width: Int?, calendar: LocalCalendar, now: Date,
    format: NumberFormat = .usDollar
  ) {
    self.isPrivate = isPrivate
    self.width = width
    self.calendar = calendar
    self.now = now
    self.format = format
  }
}

extension ReportStyle {
  /// The JSON member `currency`; empty for US dollars.
  public var currencyMember: [JSONObject.Member] {
    format == .usDollar
      ? [] : [JSONObject.Member(key: "currency", value: .string(format.code))]
  }

  /// The currency column, which only data has.
  public var currencyColumn: [Report.Column] {
    format == .usDollar ? [] : [Report.Column("currency", nil)]
  }

  /// The value of ``currencyColumn``.
  public var currencyValue: [FormattedValue] {
    format == .usDollar ? [] : [.text(format.code)]
  }
}
