import FoundationEssentials

/// A horizontal axis in UTC, with ticks at the start of days, months or years.
struct DateAxis {
  /// A tick and its label.
  struct Tick: Equatable {
    let second: Int
    let label: String
  }

  /// The first and the last second since 1970.
  let first: Int
  let last: Int

  init(from first: Date, to last: Date) {
    self.first = Self.second(of: first)
    self.last = Swift.max(Self.second(of: last), Self.second(of: first))
  }

  static func second(of date: Date) -> Int { Int(date.timeIntervalSince1970.rounded()) }

  /// The position of an instant, from 0 to `length`, rounded down.
  func position(of date: Date, in length: Int) -> Int {
    position(of: Self.second(of: date), in: length)
  }

  func position(of second: Int, in length: Int) -> Int {
    guard last > first else { return length / 2 }
    return (second - first) * length / (last - first)
  }

  /// The day of a point, with its time if the axis spans at most two days.
  func name(of point: ChartPoint) -> String {
    let second = Self.second(of: point.knownDate ?? point.date)
    guard last - first <= 2 * 86_400 else { return point.day.text }
    return "\(point.day.text) \(Self.time(of: second))"
  }

  /// `09:05`, in UTC.
  fileprivate static func time(of second: Int) -> String {
    let (hour, minute) = (second / 3_600 % 24, second / 60 % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  /// Ticks, up to a maximum number.
  func ticks(atMost count: Int) -> [Tick] {
    for step in Step.allCases {
      let ticks = ticks(by: step, limit: count + 1)
      if ticks.count <= Swift.max(1, count) { return ticks }
    }
    return []
  }

  private func ticks(by step: Step, limit: Int) -> [Tick] {
    var ticks: [Tick] = []
    var second = step.start(after: first)
    while second <= last, ticks.count < limit {
      ticks.append(Tick(second: second, label: step.label(of: second)))
      second = step.start(after: second + 1)
    }
    return ticks
  }

  /// The distance between ticks, narrowest first.
  private enum Step: CaseIterable {
    case minutes5, minutes15, hours1, hours3, hours6, hours12, day1, day2, week1, week2
    case month1, month2, month3, month6, year1, year2, year5, year10

    /// The first tick at or after a second.
    func start(after second: Int) -> Int {
      switch self {
      case .minutes5: return Self.next(second, 300)
      case .minutes15: return Self.next(second, 900)
      case .hours1: return Self.next(second, 3_600)
      case .hours3: return Self.next(second, 3 * 3_600)
      case .hours6: return Self.next(second, 6 * 3_600)
      case .hours12: return Self.next(second, 12 * 3_600)
      case .day1: return Self.next(second, 86_400)
      case .day2: return Self.next(second, 2 * 86_400)
      // 1970 started on a Thursday; weeks start on Monday.
      case .week1: return Self.next(second - 4 * 86_400, 7 * 86_400) + 4 * 86_400
      case .week2: return Self.next(second - 4 * 86_400, 14 * 86_400) + 4 * 86_400
      default: break
      }
      var month = CivilDay(second: second).monthCount
      if CivilDay.second(monthCount: month) < second { month += 1 }
      let months = self.months
      let rest = month % months
      return CivilDay.second(monthCount: rest == 0 ? month : month + months - rest)
    }

    func label(of second: Int) -> String {
      let day = CivilDay(second: second)
      switch self {
      case .minutes5, .minutes15, .hours1, .hours3, .hours6, .hours12:
        return second.isMultiple(of: 86_400) ? day.monthAndDay : DateAxis.time(of: second)
      case .day1, .day2, .week1, .week2: return day.monthAndDay
      default: return day.month == 1 ? "\(day.year)" : day.monthName
      }
    }

    private var months: Int {
      switch self {
      case .month2: 2
      case .month3: 3
      case .month6: 6
      case .year1: 12
      case .year2: 24
      case .year5: 60
      case .year10: 120
      default: 1
      }
    }

    private static func next(_ second: Int, _ length: Int) -> Int {
      (second + length - 1) / length * length
    }
  }
}

/// A day of the Gregorian calendar in UTC.
struct CivilDay: Equatable {
  let year: Int
  let month: Int
  let day: Int

  /// The day of a second since 1970, which must not be negative.
  ///
  /// Years start in March, so the leap day is the last day of a year.
  init(second: Int) {
    let days = second / 86_400 + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Months since the year 0.
  var monthCount: Int { year * 12 + month - 1 }

  /// The first second of a month.
  static func second(monthCount: Int) -> Int {
    let month = monthCount % 12
    let year = monthCount / 12 - (month < 2 ? 1 : 0)
    let monthFromMarch = (month + 10) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5
    let leapDays = year / 4 - year / 100 + year / 400
    return (year * 365 + leapDays + dayOfYear - 719_468) * 86_400
  }

  private static let names = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  var monthName: String { Self.names[month - 1] }
  var monthAndDay: String { "\(monthName) \(day)" }

  /// `2025-03-14`.
  var text: String {
    "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }
}
