/// The string literals of a Swift file, in order: those joined by `+` are one, and `…` replaces
/// interpolated values.
struct SwiftLiterals {
  private let source: [UInt8]
  private var position = 0
  private(set) var texts: [String] = []

  init(_ text: String) {
    source = Array(text.utf8)
    readCode()
  }

  /// Reads to the end of the file, or to the parenthesis that closes an interpolation.
  private mutating func readCode(isInterpolation: Bool = false) {
    var depth = 0
    while position < source.count {
      switch source[position] {
      case UInt8(ascii: "/") where starts(with: "//"): skip(past: "\n")
      case UInt8(ascii: "/") where starts(with: "/*"): skip(past: "*/")
      case UInt8(ascii: "#") where starts(with: "#\""):
        let start = position + 2
        position = start
        skip(past: "\"#")
        texts.append(String(decoding: source[start..<max(start, position - 2)], as: UTF8.self))
      case UInt8(ascii: "\""): readText()
      case UInt8(ascii: "("):
        depth += 1
        position += 1
      case UInt8(ascii: ")"):
        position += 1
        if isInterpolation, depth == 0 { return }
        depth -= 1
      default: position += 1
      }
    }
  }

  /// Reads a literal and those joined to it.
  private mutating func readText() {
    let index = texts.count
    var text = readLiteral()
    while let next = nextAddend() {
      position = next
      text += readLiteral()
    }
    texts.insert(String(decoding: text, as: UTF8.self), at: index)
  }

  /// The start of the literal that `+` joins to the one just read.
  private func nextAddend() -> Int? {
    var next = position
    func skipSpace() -> UInt8? {
      while next < source.count, [UInt8(ascii: " "), UInt8(ascii: "\n")].contains(source[next]) {
        next += 1
      }
      return next < source.count ? source[next] : nil
    }
    guard skipSpace() == UInt8(ascii: "+") else { return nil }
    next += 1
    return skipSpace() == UInt8(ascii: "\"") ? next : nil
  }

  private mutating func readLiteral() -> [UInt8] {
    let end = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    position += end.utf8.count
    var text: [UInt8] = []
    while position < source.count, !starts(with: end) {
      let byte = source[position]
      position += 1
      guard byte == UInt8(ascii: "\\"), position < source.count else {
        text.append(byte)
        continue
      }
      let escaped = source[position]
      position += 1
      switch escaped {
      case UInt8(ascii: "("):
        readCode(isInterpolation: true)
        text += "…".utf8
      case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "\n"): text.append(UInt8(ascii: " "))
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(escaped)
      default: text += [byte, escaped]
      }
    }
    position += end.utf8.count
    return text
  }

  private func starts(with text: String) -> Bool {
    let bytes = text.utf8
    return source.count - position >= bytes.count
      && source[position..<position + bytes.count].elementsEqual(bytes)
  }

  private mutating func skip(past text: String) {
    while position < source.count, !starts(with: text) { position += 1 }
    position = min(source.count, position + text.utf8.count)
  }
}
