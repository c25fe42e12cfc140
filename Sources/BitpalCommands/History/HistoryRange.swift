import ArgumentParser
import Portfolio

/// The days that a history or a chart is about.
enum HistoryRange: Equatable {
  /// The days up to today, so many.
  case days(Int)
  /// The months up to today, so many.
  case months(Int)
  /// From the first transaction to today.
  case all
  /// Some days, both inclusive.
  case between(ClosedRange<UTCDay>)

  static let help: ArgumentHelp = .init(
    "1w, 1m, 3m, 1y, all or FROM..TO, such as 2025-01-01..2025-12-31.", valueName: "range")

  /// Reads `1w`, `3m`, `1y`, `all` or `2025-01-01..2025-12-31`.
  init(text: String) throws {
    if let named = Self.named[text.lowercased()] {
      self = named
      return
    }
    let parts = text.split(separator: "..", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw Self.unknown(text) }
    guard let first = UTCDay(text: parts[0]), let last = UTCDay(text: parts[1]) else {
      let wrong = UTCDay(text: parts[0]) == nil ? parts[0] : parts[1]
      throw ValidationError("\"\(wrong)\" is not a valid date; write 2025-01-01..2025-12-31.")
    }
    guard first <= last else {
      throw ValidationError(
        "The range begins after it ends. Did you mean \(last.text)..\(first.text)?")
    }
    self = .between(first...last)
  }

  private static let named: [String: HistoryRange] = [
    "1w": .days(7), "1m": .months(1), "3m": .months(3), "1y": .months(12), "all": .all,
  ]

  private static func unknown(_ text: String) -> ValidationError {
    ValidationError(
      "\"\(text)\" is not a range; use 1w, 1m, 3m, 1y, all or a range such as 2025-01-01..2025-12-31."
    )
  }

  /// The days themselves; `nil` where all of them lie ahead.
  ///
  /// - Parameters:
  ///   - today: The last day that anything is known of.
  ///   - first: The day of the first transaction.
  func days(until today: UTCDay, from first: UTCDay) -> ClosedRange<UTCDay>? {
    switch self {
    case .days(let count): today.advanced(by: 1 - count)...today
    case .months(let count): today.monthsEarlier(count).advanced(by: 1)...today
    case .all: min(first, today)...today
    case .between(let days):
      days.lowerBound > today ? nil : days.lowerBound...min(days.upperBound, today)
    }
  }
}

extension UTCDay {
  /// The same day of an earlier month, or that month's last.
  func monthsEarlier(_ count: Int) -> UTCDay {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return self }
    let month = parts[0] * 12 + parts[1] - 1 - count
    let days = stride(from: parts[2], to: 0, by: -1).lazy
    return days.compactMap { UTCDay(year: month / 12, month: month % 12 + 1, day: $0) }.first
      ?? self
  }
}
