/// Standard and daylight saving time by a yearly rule (POSIX, chapter 8.3).
struct ZoneRule: Equatable, Sendable {
  /// Seconds east of UTC in standard time.
  let standard: Int
  private var summer: Summer?

  private struct Summer: Equatable {
    var offset: Int
    var begin: Change
    var end: Change
  }

  /// A day of the year and a local time.
  private struct Change: Equatable {
    enum Day: Equatable {
      /// Counted from 1, without February 29.
      case ofYear(Int)
      /// Counted from 0, including leap days.
      case counted(Int)
      /// The week from 1 to 5, where 5 is the last, and the weekday from 0 for Sunday.
      case ofMonth(Int, week: Int, weekday: Int)
    }

    var day: Day
    var second: Int

    /// The local time of the change in a year, in seconds since 1970, as if it were UTC.
    func clock(in year: Int) -> Int { dayNumber(in: year) * 86_400 + second }

    private func dayNumber(in year: Int) -> Int {
      let january = civilDays(year: year, month: 1, day: 1) ?? 0
      switch day {
      case .counted(let number): return january + number
      case .ofYear(let number):
        let isLeap = civilDays(year: year, month: 2, day: 29) != nil
        return january + number - (isLeap && number >= 60 ? 0 : 1)
      case .ofMonth(let month, let week, let weekday):
        let first = civilDays(year: year, month: month, day: 1) ?? january
        let next = civilDays(year: year + month / 12, month: month % 12 + 1, day: 1) ?? first
        // 1970-01-01 was a Thursday, four days after a Sunday.
        let wait = (weekday - (first + 4) % 7 + 14) % 7
        let day = first + wait + (week - 1) * 7
        return day < next ? day : day - 7
      }
    }
  }

  /// Reads a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; `nil` for any other text.
  init?(_ text: some StringProtocol) {
    var scan = RuleScanner(text)
    guard scan.name(), let west = scan.time(hours: 24) else { return nil }
    standard = -west
    guard !scan.isAtEnd else { return }
    guard scan.name() else { return nil }
    var offset = standard + 3600
    if !scan.isAtEnd, scan.next != "," {
      guard let west = scan.time(hours: 24) else { return nil }
      offset = -west
    }
    guard !scan.isAtEnd, let begin = Self.change(&scan), let end = Self.change(&scan), scan.isAtEnd
    else { return nil }
    summer = Summer(offset: offset, begin: begin, end: end)
  }

  private static func change(_ scan: inout RuleScanner) -> Change? {
    guard scan.consume(","), let day = day(&scan) else { return nil }
    guard scan.consume("/") else { return Change(day: day, second: 7200) }
    return scan.time(hours: 167).map { Change(day: day, second: $0) }
  }

  private static func day(_ scan: inout RuleScanner) -> Change.Day? {
    if scan.consume("J") { return scan.number(1...365).map { .ofYear($0) } }
    guard scan.consume("M") else { return scan.number(0...365).map { .counted($0) } }
    guard let month = scan.number(1...12), scan.consume("."), let week = scan.number(1...5),
      scan.consume("."), let weekday = scan.number(0...6)
    else { return nil }
    return .ofMonth(month, week: week, weekday: weekday)
  }

  /// Seconds east of UTC at a second since 1970.
  func offset(at second: Int) -> Int {
    guard let summer else { return standard }
    let local = second + standard
    let year = civilDate(days: local >= 0 ? local / 86_400 : (local - 86_399) / 86_400).year
    let begin = summer.begin.clock(in: year) - standard
    let end = summer.end.clock(in: year) - summer.offset
    let isSummer =
      begin < end ? (begin..<end).contains(second) : !(end..<begin).contains(second)
    return isSummer ? summer.offset : standard
  }
}

/// Consumes the parts of a rule from its front.
private struct RuleScanner {
  private var rest: Substring

  init(_ text: some StringProtocol) { rest = Substring(text) }

  var isAtEnd: Bool { rest.isEmpty }
  var next: Character? { rest.first }

  mutating func consume(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Three or more letters, or anything between `<` and `>`.
  mutating func name() -> Bool {
    if consume("<") {
      rest = rest.drop { $0 != ">" }
      return consume(">")
    }
    let letters = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    return digits.count <= 3 ? Int(digits).flatMap { range.contains($0) ? $0 : nil } : nil
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  mutating func time(hours: Int) -> Int? {
    let isNegative = consume("-")
    if !isNegative { _ = consume("+") }
    guard var seconds = number(0...hours).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where consume(":") {
      guard let part = number(0...59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }
}
