public import FoundationEssentials

/// A time zone: the offset of its clocks from UTC at every instant.
public struct ZoneTable: Equatable, Sendable {
  /// When each offset begins, in seconds since 1970, ascending.
  private var starts: [Int] = []
  /// Seconds east of UTC from each start on.
  private var offsets: [Int] = []
  /// Seconds east of UTC before the first start.
  private var first = 0
  /// The rule after the last start; `nil` if the last offset applies forever.
  private var rule: ZoneRule?

  /// Creates a zone with a fixed offset.
  public init(secondsEast: Int) { first = secondsEast }

  /// Creates a zone whose offset changes.
  ///
  /// - Parameters:
  ///   - first: Seconds east of UTC before the first change.
  ///   - changes: When each offset begins, in seconds since 1970 and ascending, and its seconds
  ///     east of UTC.
  ///   - rule: The rule after the last change, as ``init(posix:)`` reads it; `nil`, or an invalid
  ///     rule, if the last offset applies forever.
  public init(
    secondsEast first: Int, changes: [(start: Int, secondsEast: Int)], then rule: String? = nil
  ) {
    self.first = first
    starts = changes.map(\.start)
    offsets = changes.map(\.secondsEast)
    self.rule = rule.flatMap { ZoneRule($0) }
  }

  /// Reads a rule as in the variable `TZ`, such as `EST5EDT,M3.2.0,M11.1.0`.
  ///
  /// - Parameter posix: The rule (POSIX, chapter 8.3).
  public init?(posix text: some StringProtocol) {
    guard let rule = ZoneRule(text) else { return nil }
    (first, self.rule) = (rule.standard, rule)
  }

  /// Reads a file of the time zone database (RFC 8536), of version 2 or later.
  ///
  /// - Returns: `nil` for any other bytes.
  public init?(bytes: [UInt8]) {
    var reader = ZoneFileReader(bytes: bytes)
    guard let old = reader.header(), old.version >= 2 else { return nil }
    reader.skip(old.size(ofTime: 4))
    guard let header = reader.header() else { return nil }
    let starts = (0..<header.times).map { _ in reader.number(8) }
    let kinds = (0..<header.times).map { _ in reader.number(1) }
    let types = (0..<header.types).map { _ in
      let offset = reader.number(4)
      reader.skip(2)
      return offset
    }
    reader.skip(header.leaps * 12 + header.rest)
    guard reader.isWhole, let first = types.first, kinds.allSatisfy({ types.indices.contains($0) })
    else { return nil }
    self.starts = starts
    offsets = kinds.map { types[$0] }
    self.first = first
    let footer = reader.line()
    guard footer.isEmpty || ZoneRule(footer) != nil else { return nil }
    rule = ZoneRule(footer)
  }

  /// Seconds east of UTC at an instant, negative to the west.
  public func offset(at instant: Date) -> Int {
    let milliseconds = instant.millisecondsSince1970
    let second = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
    guard let last = starts.last, second < last else {
      return rule?.offset(at: second) ?? offsets.last ?? first
    }
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : offsets[low - 1]
  }

  /// The instant at which the zone's clock shows a time.
  ///
  /// For an hour that occurs twice it is the first; an hour that is skipped is counted on from the
  /// hour before.
  ///
  /// - Parameter clock: The time on the clock, written as if it were UTC.
  public func instant(atClock clock: Date) -> Date {
    let before = offset(at: clock.addingTimeInterval(-86_400))
    let after = offset(at: clock.addingTimeInterval(86_400))
    let early = clock.moved(seconds: -max(before, after))
    let late = clock.moved(seconds: -min(before, after))
    let found = [early, late].first { $0.moved(seconds: offset(at: $0)) == clock }
    return found ?? clock.moved(seconds: -before)
  }
}

extension Date {
  /// The instant that many seconds later, to the millisecond.
  func moved(seconds: Int) -> Date {
    Date(millisecondsSince1970: millisecondsSince1970 + seconds * 1000)
  }
}

/// Reads the numbers of a zone file one at a time.
private struct ZoneFileReader {
  struct Header {
    let version: Int
    let times: Int
    let types: Int
    let leaps: Int
    /// The bytes of names and marks.
    let rest: Int

    /// The size of a block whose times have that many bytes.
    func size(ofTime bytes: Int) -> Int {
      times * (bytes + 1) + types * 6 + leaps * (bytes + 4) + rest
    }
  }

  let bytes: [UInt8]
  private var at = 0
  private(set) var isWhole = true

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func skip(_ count: Int) {
    at += count
    if at > bytes.count { isWhole = false }
  }

  /// A big-endian signed number; a single byte is unsigned.
  mutating func number(_ count: Int) -> Int {
    guard at + count <= bytes.count else {
      isWhole = false
      return 0
    }
    defer { at += count }
    let bits = bytes[at..<at + count].reduce(UInt64.zero) { $0 << 8 | UInt64($1) }
    return switch count {
    case 8: Int(Int64(bitPattern: bits))
    case 4: Int(Int32(truncatingIfNeeded: bits))
    default: Int(bits)
    }
  }

  mutating func header() -> Header? {
    guard at + 44 <= bytes.count, bytes[at..<at + 4].elementsEqual("TZif".utf8) else { return nil }
    at += 4
    // The version digit; version 1 has none.
    let version = max(1, number(1) - 48)
    skip(15)
    let counts = (0..<6).map { _ in number(4) }
    guard counts.allSatisfy({ (0...bytes.count).contains($0) }) else { return nil }
    return Header(
      version: version, times: counts[3], types: counts[4], leaps: counts[2],
      rest: counts[5] + counts[1] + counts[0])
  }

  /// The line between two line feeds at the end of the file.
  mutating func line() -> String {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\n") else { return "" }
    return String(decoding: bytes[(at + 1)...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
