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

  /// Goes on from the first backslash of a string that started at `start`.
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
