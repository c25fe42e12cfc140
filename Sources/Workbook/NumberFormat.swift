/// What a cell's number format shows.
struct NumberFormat: Equatable, Sendable {
  /// Whether it shows days, months or years.
  private(set) var showsDay = false
  /// Whether it shows a time of day.
  private(set) var showsTime = false
  private(set) var showsSeconds = false
  /// Whether it shows elapsed hours, minutes or seconds, which may exceed a day.
  private(set) var isElapsed = false
  /// The currency sign shown with the number, including letters, as in `R$`; or empty.
  private(set) var currency = ""

  /// A plain number.
  init() {}

  /// Whether the number is a date or a time.
  var isTime: Bool { showsDay || showsTime }

  /// A built-in format, which files name by number (ECMA-376, part 1, 18.8.30).
  init(builtIn id: Int) {
    switch id {
    // Numbers from 27 on are East Asian; some are dates in one country and times in another.
    case 14...17, 27...31, 34...36, 50...58: showsDay = true
    case 22: (showsDay, showsTime) = (true, true)
    case 18, 20, 32: showsTime = true
    case 19, 21, 33, 45, 47: (showsTime, showsSeconds) = (true, true)
    case 46: (showsTime, showsSeconds, isElapsed) = (true, true, true)
    default: break
    }
  }

  /// A format by its code, such as `yyyy\-mm\-dd hh:mm:ss` or `[$€-407]\ #,##0.00`.
  init(code: String) {
    let code = Array(code.unicodeScalars)
    var scanner = FormatScanner(code)
    while let part = scanner.next() {
      switch part {
      case .letter(let letter, let isMinute):
        switch letter {
        case "y", "d", "e", "g", "b": showsDay = true
        case "h": showsTime = true
        case "s": (showsTime, showsSeconds) = (true, true)
        default: if isMinute { showsTime = true } else { showsDay = true }
        }
      case .elapsed(let letter):
        (showsTime, isElapsed) = (true, true)
        if letter == "s" { showsSeconds = true }
      case .halfOfDay: showsTime = true
      case .literal(let text): if currency.isEmpty, hasCurrencySign(text) { currency = text }
      }
    }
    // A format with digit placeholders is not a date format.
    if scanner.hasDigits, !showsSeconds { (showsDay, showsTime, isElapsed) = (false, false, false) }
    if isTime { currency = "" }
  }
}

/// Whether a text contains a currency sign.
func hasCurrencySign(_ text: String) -> Bool {
  text.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
}

/// Splits the first section of a format code into parts.
private struct FormatScanner {
  enum Part {
    /// A run of one date letter, and whether an `m` means minutes.
    case letter(Unicode.Scalar, isMinute: Bool)
    /// `[h]`, `[mm]` and so on.
    case elapsed(Unicode.Scalar)
    /// `AM/PM` or `A/P`.
    case halfOfDay
    /// Text that is shown verbatim.
    case literal(String)
  }

  private let code: [Unicode.Scalar]
  private var at = 0
  /// The last date letter, to interpret an `m` after `h`.
  private var last: Unicode.Scalar?
  /// Whether there are digit placeholders besides fractional seconds.
  private(set) var hasDigits = false

  init(_ code: [Unicode.Scalar]) { self.code = code }

  private static let letters = Set("ymdhsegb".unicodeScalars)

  mutating func next() -> Part? {
    while at < code.count, code[at] != ";" {
      let scalar = lower(code[at])
      switch scalar {
      case "[": if let part = bracket() { return part }
      case "_", "*": at += 2
      case "a" where matches("am/pm"), "a" where matches("a/p"):
        at += matches("am/pm") ? 5 : 3
        return .halfOfDay
      case "#", "0", "?":
        hasDigits = hasDigits || last != "s"
        at += 1
      case "e" where at + 1 < code.count && (code[at + 1] == "+" || code[at + 1] == "-"):
        at += 2
      case "g" where matches("general"): at += 7
      case _ where Self.letters.contains(scalar): return letter(scalar)
      default: if let text = literal() { return .literal(text) }
      }
    }
    return nil
  }

  private func lower(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
  }

  private func matches(_ word: String) -> Bool {
    let word = word.unicodeScalars
    return at + word.count <= code.count && zip(code[at...].map(lower), word).allSatisfy(==)
  }

  private mutating func letter(_ letter: Unicode.Scalar) -> Part {
    while at < code.count, lower(code[at]) == letter { at += 1 }
    let isMinute = letter == "m" && (last == "h" || isBeforeSeconds)
    last = letter
    return .letter(letter, isMinute: isMinute)
  }

  /// Whether the next letter means seconds.
  private var isBeforeSeconds: Bool {
    let next = code[at...].first { Self.letters.contains(lower($0)) || $0 == "[" || $0 == ";" }
    return next.map { lower($0) == "s" } ?? false
  }

  /// Parses `[h]` or `[$€-407]`; colors, conditions and languages show nothing.
  private mutating func bracket() -> Part? {
    let start = at + 1
    at = code[start...].firstIndex(of: "]") ?? code.count - 1
    let inner = code[start..<max(start, at)]
    at += 1
    guard let first = inner.first else { return nil }
    if first == "$" {
      let sign = inner.dropFirst().prefix { $0 != "-" }
      return sign.isEmpty ? nil : .literal(String(String.UnicodeScalarView(sign)))
    }
    let letter = lower(first)
    guard ["h", "m", "s"].contains(letter), inner.allSatisfy({ lower($0) == letter }) else {
      return nil
    }
    last = letter == "m" ? "h" : letter
    return .elapsed(letter)
  }

  /// Literal text (quoted, escaped or plain) before the next digit placeholder or date letter;
  /// `nil` for blanks and punctuation.
  private mutating func literal() -> String? {
    var text = String.UnicodeScalarView()
    scan: while at < code.count {
      switch code[at] {
      case "\"":
        let end = code[(at + 1)...].firstIndex(of: "\"") ?? code.count
        text.append(contentsOf: code[(at + 1)..<end])
        at = end + 1
      case "\\":
        if at + 1 < code.count { text.append(code[at + 1]) }
        at += 2
      case ";", "[", "_", "*", "#", "0", "?": break scan
      case _ where Self.letters.contains(lower(code[at])) || lower(code[at]) == "a":
        if text.isEmpty, lower(code[at]) == "a" {
          at += 1
          continue
        }
        break scan
      default:
        text.append(code[at])
        at += 1
      }
    }
    let shown = text.filter { scalar in
      !scalar.properties.isWhitespace && !"-+().,/:%@".unicodeScalars.contains(scalar)
    }
    return shown.isEmpty ? nil : String(String.UnicodeScalarView(shown))
  }
}
