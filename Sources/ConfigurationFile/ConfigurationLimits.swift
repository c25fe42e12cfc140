/// Limits of a configuration file, checked before parsing.
///
/// The parser recurses for every level of tables, lists and dotted names, so deep nesting would
/// overflow the stack and crash the program. Real files are far below both limits.
public enum ConfigurationLimits {
  /// The maximum size in bytes: 64 KiB.
  public static let size = 65_536
  /// The maximum nesting of tables, lists and dotted names.
  public static let depth = 32

  /// Rejects text that the parser would crash on or misread.
  ///
  /// That is text that is too large or too deep, unbalanced brackets, dates and times (which no
  /// setting uses), Unicode line breaks, and a zero byte, which would hide the rest. `Fuzz`
  /// searches for more such cases.
  static func check(_ text: String) throws(ConfigurationFault) {
    guard text.utf8.count <= size else { throw .tooLarge }
    var scan = StructureScan(text)
    try scan.check()
  }
}

/// Scans the structure of a TOML text without recursion.
///
/// Dots and brackets in strings and comments are ignored. Invalid TOML is scanned to the end,
/// because the parser stops at its first error.
private struct StructureScan {
  private let bytes: [UInt8]
  private var offset = 0
  /// The current nesting level, and that of the last table header.
  private var depth = 0
  private var headerDepth = 0
  private var isHeader = false
  private var isLineStart = true
  private var isValue = false
  /// The open brackets of values, with their closing characters and previous levels.
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

  /// Whether a value that starts here looks like a date or a time.
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

  /// Whether U+0085, U+2028 or U+2029 starts here.
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

  /// Skips to the line break that ends the comment.
  private mutating func skipComment() {
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
  }

  /// Skips a string of any of the four kinds.
  private mutating func skipString() {
    let quote = bytes[offset]
    let length = isMark(quote, count: 3) ? 3 : 1
    offset += length
    while offset < bytes.count {
      if isMark(quote, count: length) {
        offset += length
        // Up to two quotes before the closing delimiter belong to a multi-line string.
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
