public import Exact
public import FoundationEssentials
public import Portfolio
public import Widgets

/// What a report needs to know of its reader.
public struct ReportStyle: Sendable {
  /// Whether amounts are masked.
  public var isPrivate: Bool
  /// The columns of the terminal, `nil` where lines may have any length.
  public var width: Int?
  /// The reader's days.
  public var calendar: LocalCalendar
  /// The moment of reading.
  public var now: Date
  /// How amounts of the display currency are written.
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
  /// `currency` in JSON, where it is not US dollars.
  public var currencyMember: [JSONObject.Member] {
    format == .usDollar
      ? [] : [JSONObject.Member(key: "currency", value: .string(format.code))]
  }

  /// The column of it, which only data has.
  public var currencyColumn: [Report.Column] {
    format == .usDollar ? [] : [Report.Column("currency", nil)]
  }

  /// Its value in each row.
  public var currencyValue: [FormattedValue] {
    format == .usDollar ? [] : [.text(format.code)]
  }
}
