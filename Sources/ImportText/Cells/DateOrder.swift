package import FoundationEssentials
import Portfolio

/// Whether a file writes the third of April as `03/04/2024` or as `04/03/2024`; with two digits for
/// the year also as `24-04-03`.
package enum DateOrder: CaseIterable, Sendable {
  case dayFirst, monthFirst, yearFirst

  /// The order that one date shows; `nil` if it is ambiguous.
  package init?(evidence text: String) {
    if Self.hasShortYear(text) {
      let orders = Self.possible(text)
      guard orders.count == 1 else { return nil }
      self = orders[0]
      return
    }
    // With points and two digits the first is the day without being said.
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

  /// Whether a text begins as `24-03-31` or `31/3/24` does.
  package static func hasShortYear(_ text: String) -> Bool {
    guard !hasLongYear(text) else { return false }
    let parts = text.prefix { $0.isNumber || $0 == "-" || $0 == "/" }
      .split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
    return parts.count == 3
      && parts.allSatisfy { (1...2).contains($0.utf8.count) && $0.allSatisfy(\.isNumber) }
  }

  /// The orders in which a text with a short year is a date.
  package static func possible(_ text: String) -> [DateOrder] {
    allCases.filter { $0.date(text) != nil }
  }

  /// A date with a short year as this order has it; `nil` where that is none, or one before there
  /// were coins.
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

  /// Whether a text begins as `3/31/2024` does.
  package static func isSlashed(_ text: String) -> Bool { isYearLast(text, "/", digits: [4]) }

  /// Whether a text begins as `31.3.2024` or `31.03.24` does.
  package static func isDotted(_ text: String) -> Bool { isYearLast(text, ".", digits: [2, 4]) }

  /// Whether a text begins as `31.03.24` does.
  package static func isShortDotted(_ text: String) -> Bool { isYearLast(text, ".", digits: [2]) }

  /// Whether a date may show the order that its column has.
  package static func maySpeak(_ text: String) -> Bool { !text.isEmpty && !hasLongYear(text) }

  /// Whether a text begins as `2024-03-31` does, which shows nothing and is what nearly every file
  /// writes.
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
  /// The order, as soon as it is shown.
  package private(set) var order: DateOrder?
  // For `05-07-24`, one row may rule out year-first and another month-first.
  private var possible = Set(DateOrder.allCases)

  /// Looks at the next date, as long as nothing is shown.
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
  /// The columns in which dates are written as `3/31/2024`.
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
  /// An instant that must be there, in one of the forms given, or with day and month in the order
  /// that other rows of the file show.
  ///
  /// The format names the column in ``FormatReader/slashedDates``. A date whose day and month are
  /// one number needs no evidence.
  ///
  /// - Throws: ``RefusalReason/ambiguousDate(column:_:)`` where nothing shows the order.
  package func dateByEvidence(
    _ column: String, _ forms: DateFormat..., zone: Zone = .utc
  ) throws(RefusalReason) -> Date {
    try instant(try filled(column), column, forms, zone: zone)
  }

  /// As ``dateByEvidence(_:_:zone:)``, for a text that is not a cell by itself.
  package func instant(
    _ text: String, _ column: String, _ forms: [DateFormat], zone: Zone
  ) throws(RefusalReason) -> Date {
    let zone = header.zone(of: column, orOwn: zone)
    // What the rows show, or the user says, overrides the format's usual order.
    let isRewritten =
      DateOrder.isSlashed(text) || DateOrder.hasShortYear(text) && text.prefix(3).contains("/")
    let isShown = header.dateOrder != nil && isRewritten
    let forms = isShown ? forms.filter { $0 != .dayFirst && $0 != .monthFirst } : forms
    // Workbooks have the year first.
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

  /// Of `24-07-05` the file shows what is the year, or the date itself where the others are none.
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
