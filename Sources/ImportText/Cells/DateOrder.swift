package import FoundationEssentials
import Portfolio

/// The order of day, month and year in a file's all-digit dates.
///
/// It distinguishes `03/04/2024` from `04/03/2024` and, with a two-digit year, `24-04-03`.
package enum DateOrder: CaseIterable, Sendable {
  case dayFirst, monthFirst, yearFirst

  /// The order shown by one date; `nil` if it is ambiguous.
  package init?(evidence text: String) {
    if Self.hasShortYear(text) {
      let orders = Self.possible(text)
      guard orders.count == 1 else { return nil }
      self = orders[0]
      return
    }
    // With points and a two-digit year, the day is always first.
    guard !Self.isShortDotted(text) else { return nil }
    let numbers = text.split(maxSplits: 3) { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    guard numbers.count == 2, numbers[0] <= 31, numbers[1] <= 31 else { return nil }
    if numbers[0] > 12 {
      self = .dayFirst
    } else if numbers[1] > 12 {
      self = .monthFirst
    } else {
      return nil
    }
  }

  /// Whether a text starts like `24-03-31` or `31/3/24`.
  package static func hasShortYear(_ text: String) -> Bool {
    guard !hasLongYear(text) else { return false }
    let parts = text.prefix { $0.isNumber || $0 == "-" || $0 == "/" }
      .split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
    return parts.count == 3
      && parts.allSatisfy { (1...2).contains($0.utf8.count) && $0.allSatisfy(\.isNumber) }
  }

  /// The orders in which a text with a short year is a valid date.
  package static func possible(_ text: String) -> [DateOrder] {
    allCases.filter { $0.date(text) != nil }
  }

  /// A date with a short year in this order; `nil` if it is invalid or before 2009.
  package func date(_ text: String, zone: Zone = .utc) -> Date? {
    // A date with slashes never starts with a two-digit year.
    guard self != .yearFirst || !text.prefix(6).contains("/") else { return nil }
    let form: DateFormat =
      switch self {
      case .dayFirst: .dayFirst
      case .monthFirst: .monthFirst
      case .yearFirst: .shortYearFirst
      }
    let date = parsedDate(text, [form], zone: zone)
    return date.map { $0.utcDayText < "2009-01-03" } ?? true ? nil : date
  }

  /// Whether a text starts like `3/31/2024`.
  package static func isSlashed(_ text: String) -> Bool { isYearLast(text, "/", digits: [4]) }

  /// Whether a text starts like `31.3.2024` or `31.03.24`.
  package static func isDotted(_ text: String) -> Bool { isYearLast(text, ".", digits: [2, 4]) }

  /// Whether a text starts like `31.03.24`.
  package static func isShortDotted(_ text: String) -> Bool { isYearLast(text, ".", digits: [2]) }

  /// Whether a date may show the order of its column.
  package static func maySpeak(_ text: String) -> Bool { !text.isEmpty && !hasLongYear(text) }

  /// Whether a text starts like `2024-03-31`, the most common form, which shows no order.
  fileprivate static func hasLongYear(_ text: String) -> Bool {
    text.utf8.first != UInt8(ascii: "0") && text.utf8.count > 4
      && text.utf8.prefix(4).allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isYearLast(
    _ text: String, _ separator: Character, digits: Set<Int>
  ) -> Bool {
    guard !hasLongYear(text) else { return false }
    let parts = text.split(separator: separator, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, digits.contains(parts[2].prefix(5).prefix(while: \.isNumber).count)
    else { return false }
    return parts[..<2].allSatisfy { (1...2).contains($0.utf8.count) && $0.allSatisfy(\.isNumber) }
  }
}

/// Determines the order of a column's dates, one date at a time.
package struct DateOrderDetector {
  /// The order, once a date shows it.
  package private(set) var order: DateOrder?
  // For `05-07-24`, one row may rule out year-first and another month-first.
  private var possible = Set(DateOrder.allCases)

  /// Examines the next date unless the order is known.
  package mutating func look(at text: String) {
    guard order == nil, !DateOrder.hasLongYear(text) else { return }
    order = DateOrder(evidence: text)
    if order == nil, DateOrder.hasShortYear(text) {
      possible.formIntersection(DateOrder.possible(text))
      if possible.count == 1 { order = possible.first }
    }
  }
}

extension CSVTable {
  /// The columns with dates like `3/31/2024`.
  package var slashedColumns: [String] {
    get throws(FileTextError) {
      let first = try records(first: 20)
      return header.columns.keys.sorted().filter { column in
        first.contains {
          DateOrder.isSlashed($0[column]) || DateOrder.hasShortYear($0[column])
        }
      }
    }
  }
}

extension CSVRecord {
  /// A required instant, in one of the given formats, or with day and month in the order that other
  /// rows of the file show.
  ///
  /// The format names the column in ``FormatReader/slashedDates``. A date with equal day and month
  /// needs no evidence.
  ///
  /// - Throws: ``RefusalReason/ambiguousDate(column:_:)`` if nothing shows the order.
  package func dateByEvidence(
    _ column: String, _ forms: DateFormat..., zone: Zone = .utc
  ) throws(RefusalReason) -> Date {
    try instant(try filled(column), column, forms, zone: zone)
  }

  /// As ``dateByEvidence(_:_:zone:)``, for a text that is not a whole cell.
  package func instant(
    _ text: String, _ column: String, _ forms: [DateFormat], zone: Zone
  ) throws(RefusalReason) -> Date {
    let zone = header.zone(of: column, orOwn: zone)
    // The order shown by the rows or set by the user overrides the format's usual order.
    let isRewritten =
      DateOrder.isSlashed(text) || DateOrder.hasShortYear(text) && text.prefix(3).contains("/")
    let isShown = header.dateOrder != nil && isRewritten
    let forms = isShown ? forms.filter { $0 != .dayFirst && $0 != .monthFirst } : forms
    // Workbooks write the year first.
    if let date = parsedDate(text, forms + [.yearFirst], zone: zone) { return date }
    if DateOrder.hasShortYear(text) { return try instantOfShortYear(text, column, zone: zone) }
    let asDayFirst = parsedDate(text, [.dayFirst], zone: zone)
    let asMonthFirst = parsedDate(text, [.monthFirst], zone: zone)
    // Dates with points never start with the month.
    if header.dateOrder == nil, text.prefix(6).contains(".") {
      // Only Koreans write the year first with points and two digits.
      let isKorean = DateOrder.isShortDotted(text) && HeadingLocale.isKorean(header)
      guard let asDayFirst, !isKorean else { throw .notADate(column: column, text) }
      return asDayFirst
    }
    let date =
      switch header.dateOrder {
      case .dayFirst: asDayFirst
      case .monthFirst: asMonthFirst
      case .yearFirst: Date?.none
      case nil where asDayFirst != asMonthFirst && asDayFirst != nil && asMonthFirst != nil:
        throw RefusalReason.ambiguousDate(column: column, text)
      case nil: asDayFirst ?? asMonthFirst
      }
    guard let date else { throw .notADate(column: column, text) }
    return date
  }

  /// An instant such as `24-07-05`: the file shows the order, or only one is valid.
  private func instantOfShortYear(
    _ text: String, _ column: String, zone: Zone
  ) throws(RefusalReason) -> Date {
    let orders = header.dateOrder.map { [$0] } ?? DateOrder.allCases
    let dates = Set(orders.compactMap { $0.date(text, zone: zone) })
    guard let date = dates.first else { throw .notADate(column: column, text) }
    guard dates.count == 1 else { throw .ambiguousDate(column: column, text) }
    return date
  }
}
