/// What a configuration file may hold, checked before it is parsed.
///
/// The parser calls itself for every level of tables, lists and dotted names: enough of them
/// overflow the stack, which ends the whole program. Real settings are far below both limits.
public enum ConfigurationLimits {
  /// The most bytes of a file: 64 KiB.
  public static let size = 65_536
  /// The most levels of tables, lists and dotted names inside one another.
  public static let depth = 32

  /// Refuses what the parser does not survive or does not see.
  ///
  /// That is a text that is too large or too deep, brackets that do not match, dates and times,
  /// which no setting has, line breaks of Unicode, and a zero byte, which would hide the rest.
  /// `Fuzz` looks for more of it.
  static func check(_ text: String) throws(ConfigurationFault) {
    guard text.utf8.count <= size else { throw .tooLarge }
    var scan = StructureScan(text)
    try scan.check()
  }
}

/// Reads a TOML text from bracket to bracket, without calling itself.
///
/// Dots and brackets in strings and comments do not count. Text that is not TOML is read on: the
/// parser gets no further than its first fault.
private struct StructureScan {
  private let bytes: [UInt8]
  private var offset = 0
  /// The levels at this offset, and those of the last table header.
  private var depth = 0
  private var headerDepth = 0
  private var isHeader = false
  private var isLineStart = true
  private var isValue = false
  /// The open brackets of values: how each is closed, and the levels before it.
  private var open: [(end: UInt8, depth: Int)] = []

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func check() throws(ConfigurationFault) {
    if let zero = bytes.firstIndex(of: 0) {
      offset = zero
      throw fault("it has a zero byte")
    }
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "#"): skipComment()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
      default:
        try read(bytes[offset])
        guard depth <= ConfigurationLimits.depth else { throw .tooDeep(line: line) }
        offset += 1
      }
    }
  }

  private mutating func read(_ byte: UInt8) throws(ConfigurationFault) {
    let isFirst = isLineStart
    // A byte order mark may precede the first header.
    if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t"), byte < 0x80 { isLineStart = false }
    switch byte {
    case UInt8(ascii: "\n"): endLine()
    case UInt8(ascii: "."): depth += 1
    case UInt8(ascii: "="): isValue = true
    case UInt8(ascii: ","):
      guard let last = open.last else { break }
      depth = last.depth + 1
      isValue = last.end == UInt8(ascii: "]")
    case UInt8(ascii: "["):
      if isFirst, open.isEmpty {
        isHeader = true
        depth = 0
      } else if !isHeader {
        open.append((UInt8(ascii: "]"), depth))
        isValue = true
      }
      depth += 1
    case UInt8(ascii: "{"):
      open.append((UInt8(ascii: "}"), depth))
      isValue = false
      depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      guard !isHeader, let last = open.popLast() else { break }
      guard byte == last.end else {
        throw fault("expected '\(Unicode.Scalar(last.end))', saw '\(Unicode.Scalar(byte))'")
      }
      depth = last.depth
    default:
      if isDate { throw fault("no setting is a date or a time") }
      if isUnicodeLineBreak { throw fault("a line ends with a character that is not LF") }
    }
  }

  /// Whether a value begins here with a digit and goes on like a date or a time.
  private var isDate: Bool {
    guard isValue, isDigit(bytes[offset]), offset > 0, !isDigit(bytes[offset - 1]) else {
      return false
    }
    var last = bytes[offset]
    for byte in bytes[offset...].dropFirst() {
      if " \t\r\n,]}#".utf8.contains(byte) { return false }
      if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-") && last | 0x20 != UInt8(ascii: "e")
      {
        return true
      }
      last = byte
    }
    return false
  }

  /// Whether U+0085, U+2028 or U+2029 is here.
  private var isUnicodeLineBreak: Bool {
    let rest = bytes[offset...]
    return rest.starts(with: [0xC2, 0x85]) || rest.starts(with: [0xE2, 0x80, 0xA8])
      || rest.starts(with: [0xE2, 0x80, 0xA9])
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte }

  private mutating func endLine() {
    guard open.isEmpty else { return }
    if isHeader { headerDepth = depth }
    isHeader = false
    isLineStart = true
    isValue = false
    depth = headerDepth
  }

  private var line: Int { bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1 }

  private func fault(_ reason: String) -> ConfigurationFault {
    let column = offset - (bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")) ?? -1)
    return .syntax(line: line, column: column, reason: reason)
  }

  /// Goes to the line break, which ends the comment.
  private mutating func skipComment() {
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
  }

  /// Goes past a string of any of the four kinds.
  private mutating func skipString() {
    let quote = bytes[offset]
    let length = isMark(quote, count: 3) ? 3 : 1
    offset += length
    while offset < bytes.count {
      if isMark(quote, count: length) {
        offset += length
        // Up to two quotes before the three that end a long string belong to it.
        for _ in 0..<2 where length == 3 && isMark(quote, count: 1) { offset += 1 }
        return
      }
      if length == 1, bytes[offset] == UInt8(ascii: "\n") { return }
      offset += quote == UInt8(ascii: "\"") && bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
  }

  private func isMark(_ quote: UInt8, count: Int) -> Bool {
    bytes[offset...].prefix(count).elementsEqual(repeatElement(quote, count: count))
  }
}
