public import FoundationEssentials
public import Portfolio

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

  /// Makes a style.
  public init(isPrivate: Bool, width: Int?, calendar: LocalCalendar, now: Date) {
    self.isPrivate = isPrivate
    self.width = width
    self.calendar = calendar
    self.now = now
  }
}
