extension JSONValue {
  /// Reads one JSON text (RFC 8259) strictly, numbers as their tokens.
  ///
  /// White space around the value and a byte order mark before it are skipped, but nothing else.
  ///
  /// - Parameters:
  ///   - bytes: The whole text in UTF-8.
  ///   - maximumBytes: The maximum length of the text.
  ///   - maximumDepth: The maximum nesting depth of lists and objects.
  /// - Throws: ``JSONError`` with the first error and its line.
  public init(
    parsing bytes: some Collection<UInt8>, maximumBytes: Int = 64 << 20, maximumDepth: Int = 64
  ) throws(JSONError) {
    guard bytes.count <= maximumBytes else { throw JSONError(reason: .tooLarge, line: 1) }
    var reader = JSONReader(bytes: Array(bytes), depthLeft: maximumDepth)
    do throws(JSONError.Reason) {
      self = try reader.document()
    } catch {
      throw JSONError(reason: error, line: reader.line)
    }
  }
}

extension JSONError.Reason: Error {}

/// A recursive-descent reader; `at` is the next byte, and on failure the position of the error.
struct JSONReader {
  let bytes: [UInt8]
  var at = 0
  private var depthLeft: Int

  init(bytes: [UInt8], depthLeft: Int) {
    self.bytes = bytes
    self.depthLeft = depthLeft
  }

  var line: Int { 1 + bytes[..<min(at, bytes.count)].count { $0 == UInt8(ascii: "\n") } }

  mutating func document() throws(JSONError.Reason) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    let value = try value()
    skipSpace()
    guard at == bytes.count else { throw .trailingContent }
    return value
  }

  private mutating func value() throws(JSONError.Reason) -> JSONValue {
    skipSpace()
    switch try peek() {
    case UInt8(ascii: "{"):
      return try nested { reader throws(JSONError.Reason) in
        try reader.object()
      }
    case UInt8(ascii: "["):
      return try nested { reader throws(JSONError.Reason) in
        try reader.array()
      }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw .unexpectedByte
    }
  }

  private mutating func nested(
    _ read: (inout JSONReader) throws(JSONError.Reason) -> JSONValue
  ) throws(JSONError.Reason) -> JSONValue {
    guard depthLeft > 0 else { throw .tooDeep }
    depthLeft -= 1
    at += 1
    let value = try read(&self)
    depthLeft += 1
    return value
  }

  private mutating func array() throws(JSONError.Reason) -> JSONValue {
    var elements: [JSONValue] = []
    if consumeAfterSpace(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      elements.append(try value())
      if consumeAfterSpace(UInt8(ascii: "]")) { return .array(elements) }
      try expect(UInt8(ascii: ","))
    }
  }

  private mutating func object() throws(JSONError.Reason) -> JSONValue {
    var members: [JSONObject.Member] = []
    var seen: Set<String> = []
    if consumeAfterSpace(UInt8(ascii: "}")) { return .object(JSONObject(members)) }
    while true {
      skipSpace()
      guard try peek() == UInt8(ascii: "\"") else { throw .unexpectedByte }
      let key = try string()
      guard seen.insert(key).inserted else { throw .duplicateKey(key) }
      skipSpace()
      try expect(UInt8(ascii: ":"))
      members.append(JSONObject.Member(key: key, value: try value()))
      if consumeAfterSpace(UInt8(ascii: "}")) { return .object(JSONObject(members)) }
      try expect(UInt8(ascii: ","))
    }
  }

  private mutating func word(
    _ text: StaticString, _ value: JSONValue
  ) throws(JSONError.Reason) -> JSONValue {
    for byte in text.description.utf8 { try expect(byte) }
    return value
  }

  private mutating func number() throws(JSONError.Reason) -> String {
    let start = at
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    let whole = digits()
    guard whole == 1 || (whole > 1 && bytes[at - whole] != UInt8(ascii: "0")) else {
      throw .invalidNumber
    }
    if consume(UInt8(ascii: ".")) {
      guard digits() > 0 else { throw .invalidNumber }
    }
    if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
      if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
      guard digits() > 0 else { throw .invalidNumber }
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func digits() -> Int {
    let start = at
    while at < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at]) { at += 1 }
    return at - start
  }

  private mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): at += 1
      default: return
      }
    }
  }

  private mutating func consumeAfterSpace(_ byte: UInt8) -> Bool {
    skipSpace()
    return consume(byte)
  }

  mutating func consume(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  func peek() throws(JSONError.Reason) -> UInt8 {
    guard at < bytes.count else { throw .unexpectedEnd }
    return bytes[at]
  }

  mutating func expect(_ byte: UInt8) throws(JSONError.Reason) {
    guard try peek() == byte else { throw .unexpectedByte }
    at += 1
  }
}

extension JSONReader {
  /// Reads a string from its opening quote to its closing one.
  mutating func string() throws(JSONError.Reason) -> String {
    at += 1
    let start = at
    while true {
      switch try peek() {
      case UInt8(ascii: "\""):
        let text = try checked(bytes[start..<at])
        at += 1
        return text
      case UInt8(ascii: "\\"): return try escapedString(from: start)
      case 0..<0x20: throw .invalidString
      default: at += 1
      }
    }
  }

  /// Continues at the first backslash of a string that started at `start`.
  private mutating func escapedString(from start: Int) throws(JSONError.Reason) -> String {
    var resolved = Array(bytes[start..<at])
    while true {
      let byte = try peek()
      switch byte {
      case UInt8(ascii: "\""):
        let text = try checked(resolved[...])
        at += 1
        return text
      case UInt8(ascii: "\\"):
        at += 1
        try resolveEscape(into: &resolved)
      case 0..<0x20: throw .invalidString
      default:
        resolved.append(byte)
        at += 1
      }
    }
  }

  private mutating func resolveEscape(into resolved: inout [UInt8]) throws(JSONError.Reason) {
    let letter = try peek()
    at += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): resolved.append(letter)
    case UInt8(ascii: "b"): resolved.append(0x08)
    case UInt8(ascii: "f"): resolved.append(0x0C)
    case UInt8(ascii: "n"): resolved.append(0x0A)
    case UInt8(ascii: "r"): resolved.append(0x0D)
    case UInt8(ascii: "t"): resolved.append(0x09)
    case UInt8(ascii: "u"): resolved.append(contentsOf: String(try scalar()).utf8)
    default: throw .invalidString
    }
  }

  /// The scalar of `XXXX`, or of the pair `XXXX\uXXXX` that UTF-16 needs beyond the first plane.
  private mutating func scalar() throws(JSONError.Reason) -> Character {
    let high = try hexadecimal()
    if let scalar = Unicode.Scalar(high) { return Character(scalar) }
    guard high < 0xDC00, consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) else {
      throw .invalidString
    }
    let low = try hexadecimal()
    guard (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw .invalidString }
    return Character(scalar)
  }

  private mutating func hexadecimal() throws(JSONError.Reason) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(try peek())).hexDigitValue else {
        throw .invalidString
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }

  private func checked(_ utf8: ArraySlice<UInt8>) throws(JSONError.Reason) -> String {
    guard let text = String(validating: utf8, as: UTF8.self) else { throw .invalidString }
    return text
  }
}
