extension JSONValue {
  /// The value as JSON text, members in their order, without a newline at the end.
  ///
  /// Control characters are escaped, including those of the upper range, so that the text can be
  /// shown on a terminal.
  ///
  /// - Parameters:
  ///   - pretty: Whether each element is on its own line, indented by two spaces per level.
  ///   - level: The nesting level of the value, if it is part of a larger text.
  public func text(pretty: Bool = false, level: Int = 0) -> String {
    var writer = JSONWriter(isPretty: pretty, level: level)
    writer.write(self)
    return writer.text
  }
}

private struct JSONWriter {
  let isPretty: Bool
  var text = ""
  private var level: Int

  init(isPretty: Bool, level: Int) {
    self.isPretty = isPretty
    self.level = level
  }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: text += "null"
    case .bool(let isTrue): text += isTrue ? "true" : "false"
    case .number(let token): text += token
    case .string(let string): write(string: string)
    case .array(let elements):
      write(elements, between: "[", and: "]") { writer, element in writer.write(element) }
    case .object(let object):
      write(object.members, between: "{", and: "}") { writer, member in
        writer.write(string: member.key)
        writer.text += writer.isPretty ? ": " : ":"
        writer.write(member.value)
      }
    }
  }

  private mutating func write<Element>(
    _ elements: [Element], between opening: String, and closing: String,
    each: (inout JSONWriter, Element) -> Void
  ) {
    text += opening
    level += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      breakLine()
      each(&self, element)
    }
    level -= 1
    if !elements.isEmpty { breakLine() }
    text += closing
  }

  private mutating func breakLine() {
    guard isPretty else { return }
    text += "\n" + String(repeating: "  ", count: level)
  }

  private mutating func write(string: String) {
    text += "\""
    defer { text += "\"" }
    guard !string.utf8.allSatisfy(Self.isPlain) else { return text += string }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Whether a byte is a whole character that needs no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (UInt8(ascii: " ")..<0x7F).contains(byte) && byte != UInt8(ascii: "\"")
      && byte != UInt8(ascii: "\\")
  }
}
