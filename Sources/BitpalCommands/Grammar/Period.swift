import Application
import ArgumentParser
import FoundationEssentials
import Portfolio

/// The days a command covers, as typed after `-p`.
enum Period: Equatable {
  /// A number of days up to today.
  case days(Int)
  /// A number of months up to today.
  case months(Int)
  /// From January 1 to today.
  case yearToDate
  /// From the first transaction to today.
  case all
  /// A range of days, both inclusive; `nil` for an open end.
  case between(UTCDay?, UTCDay?)

  /// The accepted forms, for a command's help.
  ///
  /// - Parameter note: What the period selects, or its default.
  static func help(_ note: String) -> ArgumentHelp {
    .init("\(note): 2025, 2025-Q1, 30d, ytd, FROM..TO; see bitpal help dates.")
  }

  /// Reads `2025`, `2025-03`, `2025-Q1`, `30d`, `6m`, `1y`, `ytd`, `all`, `FROM..TO`, `FROM..` or
  /// `..TO`.
  init(text: String) throws {
    let text = CommandLineCheck.unshielded(text)
    let word = text.lowercased()
    if let days = Self.span(word) {
      self = .between(days.lowerBound, days.upperBound)
    } else if let count = Self.count(word) {
      self = count
    } else {
      self = try Self.range(text)
    }
  }

  /// The period in the shortest form that is read as the same days.
  var text: String {
    switch self {
    case .days(let count): return "\(count)d"
    case .months(let count): return "\(count)m"
    case .yearToDate: return "ytd"
    case .all: return "all"
    case .between(let first, let last):
      if let first, let last, let unit = Unit(first, last) { return unit.text(of: first) }
      return "\(first?.text ?? "")..\(last?.text ?? "")"
    }
  }

  /// The period in a sentence: `in 2025`, `since 2025-03-01`, `in the last 30 days`.
  var words: String {
    switch self {
    case .days(1): return "today"
    case .days(let count): return "in the last \(count) days"
    case .months(let count):
      let (number, noun) = count.isMultiple(of: 12) ? (count / 12, "year") : (count, "month")
      return number == 1 ? "in the last \(noun)" : "in the last \(number) \(noun)s"
    case .yearToDate: return "this year"
    case .all: return "so far"
    case .between(let first?, let last?):
      return Unit(first, last)?.words(of: first) ?? "from \(first.text) through \(last.text)"
    case .between(let first?, nil): return "since \(first.text)"
    case .between(nil, let last?): return "until \(last.text)"
    case .between(nil, nil): return Self.all.words
    }
  }

  /// A calendar unit that a range of days fills.
  private enum Unit: CaseIterable {
    case year, quarter, month, day

    /// The unit from one day to another; `nil` if they are not its first and last day.
    init?(_ first: UTCDay, _ last: UTCDay) {
      guard
        let unit = Self.allCases.first(where: {
          span($0.text(of: first).lowercased()) == first...last
        })
      else { return nil }
      self = unit
    }

    /// The unit that begins on a day, as typed: `2025-Q1`.
    func text(of first: UTCDay) -> String {
      switch self {
      case .year: String(first.text.prefix(4))
      case .quarter: "\(first.text.prefix(4))-Q\((Self.month(of: first) + 2) / 3)"
      case .month: String(first.text.prefix(7))
      case .day: first.text
      }
    }

    /// The unit that begins on a day, in a sentence: `in the 1st quarter of 2025`.
    func words(of first: UTCDay) -> String {
      let (year, month) = (first.text.prefix(4), Self.month(of: first))
      return switch self {
      case .year: "in \(year)"
      case .quarter: "in the \(Self.ordinals[(month - 1) / 3]) quarter of \(year)"
      case .month: "in \(Self.months[month - 1]) \(year)"
      case .day: "on \(first.text)"
      }
    }

    private static func month(of day: UTCDay) -> Int { Int(day.text.dropFirst(5).prefix(2)) ?? 1 }

    private static let ordinals = ["1st", "2nd", "3rd", "4th"]
    private static let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
  }

  /// `30d`, `2w`, `6m`, `1y`, `ytd` or `all`.
  private static func count(_ word: String) -> Period? {
    if word == "ytd" { return .yearToDate }
    if word == "all" { return .all }
    guard word.count <= 6, let number = Int(word.dropLast()), number > 0, word.first != "+" else {
      return nil
    }
    switch word.last {
    case "d": return .days(number)
    case "w": return .days(7 * number)
    // A thousand years are more than any coin's history.
    case "m": return .months(min(number, 12_000))
    case "y": return .months(12 * min(number, 1000))
    default: return nil
    }
  }

  /// Two days joined by two dots; either may be omitted.
  private static func range(_ word: String) throws -> Period {
    guard let dots = word.firstRange(of: "..") else {
      throw ValidationError(
        "\"\(word)\" is not a period.",
        help: "Write 2025, 2025-03, 2025-Q1, 30d, 6m, 1y, ytd, all, or a "
          + "range such as 2025-01-01..2025-03-31.")
    }
    func days(_ part: Substring) throws -> ClosedRange<UTCDay>? {
      guard !part.isEmpty else { return nil }
      guard let days = span(part.lowercased()) else {
        throw ValidationError(
          "\"\(part)\" is not a valid date.",
          help: "Write 2025-01-01..2025-12-31, 2025-01-01.. or ..2025-12-31."
        )
      }
      return days
    }
    let first = try days(word[..<dots.lowerBound])
    let last = try days(word[dots.upperBound...])
    guard first != nil || last != nil else { return .all }
    if let first, let last, last.upperBound < first.lowerBound {
      throw ValidationError(
        "The period begins after it ends.",
        help: "Did you mean "
          + "\(last.lowerBound.text)..\(first.upperBound.text)?")
    }
    return .between(first?.lowerBound, last?.upperBound)
  }

  /// The days of a year, a quarter, a month or a day.
  private static func span(_ word: String) -> ClosedRange<UTCDay>? {
    if let day = UTCDay(text: word) { return day...day }
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts[0].utf8.count == 4,
      let year = Int(parts[0]), (1970...9999).contains(year)
    else { return nil }
    guard parts.count == 2 else { return months(1...12, of: year) }
    if let quarter = parts[1].first == "q" ? Int(parts[1].dropFirst()) : nil,
      (1...4).contains(quarter)
    {
      return months(3 * quarter - 2...3 * quarter, of: year)
    }
    guard parts[1].utf8.count == 2, let month = Int(parts[1]), (1...12).contains(month) else {
      return nil
    }
    return months(month...month, of: year)
  }

  private static func months(_ months: ClosedRange<Int>, of year: Int) -> ClosedRange<UTCDay>? {
    guard let first = UTCDay(year: year, month: months.lowerBound, day: 1),
      let last = (28...31).reversed().lazy
        .compactMap({ UTCDay(year: year, month: months.upperBound, day: $0) }).first
    else { return nil }
    return first...last
  }

  /// The first and last day; `nil` for an open end.
  ///
  /// - Parameter today: The last day of relative periods.
  func bounds(today: UTCDay) -> (first: UTCDay?, last: UTCDay?) {
    switch self {
    case .days(let count): (today.advanced(by: 1 - count), today)
    case .months(let count): (today.monthsEarlier(count).advanced(by: 1), today)
    case .yearToDate: (UTCDay(text: today.text.prefix(4) + "-01-01"), today)
    case .all: (nil, nil)
    case .between(let first, let last): (first, last)
    }
  }

  /// The days up to the last day with data; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - today: The last day with data.
  ///   - first: The day of the first transaction.
  func days(until today: UTCDay, from first: UTCDay) -> ClosedRange<UTCDay>? {
    let (start, end) = bounds(today: today)
    let last = min(end ?? today, today)
    let begin = start ?? min(first, last)
    return begin <= last ? begin...last : nil
  }
}

extension UTCDay {
  /// The same day of an earlier month, or the last day of a shorter month.
  func monthsEarlier(_ count: Int) -> UTCDay {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return self }
    let month = max(12, parts[0] * 12 + parts[1] - 1 - count)
    let days = stride(from: parts[2], to: 0, by: -1).lazy
    return days.compactMap { UTCDay(year: month / 12, month: month % 12 + 1, day: $0) }.first
      ?? self
  }
}

/// The days that a report covers.
struct PeriodOption: ParsableArguments {
  @Option(
    name: .shortAndLong, help: Period.help("Only these days"), transform: Period.init(text:))
  var period: Period?
}

extension PeriodOption {
  /// Whether a date is in the period, by the days of the tax zone.
  ///
  /// - Throws: If the ledger's zone could not be read.
  func contains(_ context: AppContext) throws -> (Date) -> Bool {
    guard let period else { return { _ in true } }
    let calendar = try context.service.taxCalendar()
    let (first, last) = period.bounds(today: calendar.today(at: context.now))
    return { date in
      let day = calendar.day(of: date)
      return first.map { $0 <= day } ?? true && last.map { day <= $0 } ?? true
    }
  }
}

/// The day at whose end holdings are shown.
struct DayEndOption: ParsableArguments {
  @Option(
    name: .long, help: .init("At the end of this day, at its prices.", valueName: "date"))
  var at: String?
  @Option(
    name: .shortAndLong, help: Period.help("At the end of these days"),
    transform: Period.init(text:))
  var period: Period?

  func validate() throws {
    if at != nil, period != nil { throw ValidationError("Choose --at or --period.") }
  }

  /// The day as typed, or the last day of the period; `nil` for now.
  ///
  /// - Throws: If the ledger's zone could not be read.
  func day(_ context: AppContext) throws -> String? {
    let today = try context.service.taxCalendar().today(at: context.now)
    return at
      ?? period?.bounds(today: today).last.flatMap { $0 < today ? $0.text : nil }
  }
}

/// The coins that a report covers, typed after the command.
struct CoinArgument: ParsableArguments {
  @Argument(help: .init("Only these coins, by id or symbol.", valueName: "coin"))
  var words: [String] = []
  /// The spelling of version 1.0.
  @Option(name: .customLong("coin"), help: .hidden) var named: String?

  /// The coin ids without duplicates; all coins if empty.
  ///
  /// - Throws: A refusal of a word that matches no coin or several.
  func ids(_ context: AppContext) throws -> [String] {
    try (words + [named].compactMap(\.self)).map(context.coinId(of:)).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }
}

/// An optional coin that a report covers, typed after the command.
struct OneCoinArgument: ParsableArguments {
  @Argument(help: .init("Only this coin, by its id or symbol.", valueName: "coin"))
  var word: String?
  /// The spelling of version 1.0.
  @Option(name: .customLong("coin"), help: .hidden) var named: String?

  func validate() throws {
    if word != nil, named != nil {
      throw ValidationError(
        "The coin is named twice.",
        help: "Leave --coin out.")
    }
  }

  /// Whether a coin is given.
  var isNamed: Bool { word != nil || named != nil }

  /// The coin's id; `nil` for all coins.
  ///
  /// - Throws: A refusal of a word that matches no coin or several.
  func id(_ context: AppContext) throws -> String? {
    try (word ?? named).map(context.coinId(of:))
  }
}

/// The account that a report covers.
struct AccountOption: ParsableArguments {
  @Option(name: .shortAndLong, help: .init("Only this account.", valueName: "name")) var account:
    String?
}
