/// Reads well-formed markup: balanced elements, quoted attributes, the five entities.
///
/// Searches for syntax by scalar, since a combining character may join a mark into one `Character`.
struct MarkupReader {
  struct Element: Equatable {
    let name: String
    let attributes: [String: String]
    /// The text directly inside it.
    var text = ""
    /// The names of its ancestors, outermost first.
    let path: [String]
  }

  enum Fault: Error, Equatable {
    case unclosed([String])
    case mismatch(open: String?, close: String)
    case badTag(String)
    case badEntity(String)
    case strayText(String)
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  /// - Parameters:
  ///   - text: The markup.
  ///   - voids: Elements without an end tag, as in HTML.
  init(_ text: String, voids: Set<String> = []) throws {
    var rest = Substring(text)
    while let start = rest.unicodeScalars.firstIndex(of: "<") {
      try add(text: rest[..<start])
      guard let end = rest[start...].unicodeScalars.firstIndex(of: ">") else {
        throw Fault.badTag(String(rest))
      }
      try add(tag: rest[rest.unicodeScalars.index(after: start)..<end], voids: voids)
      rest = rest[rest.unicodeScalars.index(after: end)...]
    }
    try add(text: rest)
    guard open.isEmpty else { throw Fault.unclosed(open.map { elements[$0].name }) }
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  private mutating func add(text: Substring) throws {
    let plain = try Self.unescaped(text)
    if let index = open.last {
      elements[index].text += plain
    } else if plain.contains(where: { !$0.isWhitespace }) {
      throw Fault.strayText(plain)
    }
  }

  private mutating func add(tag: Substring, voids: Set<String>) throws {
    if tag.hasPrefix("!") { return }
    if tag.hasPrefix("/") {
      let name = String(tag.dropFirst())
      guard let index = open.popLast(), elements[index].name == name else {
        throw Fault.mismatch(open: open.last.map { elements[$0].name }, close: name)
      }
      return
    }
    let isEmpty = tag.hasSuffix("/")
    let body = isEmpty ? tag.dropLast() : tag
    let name = String(body.prefix { $0 != " " && $0 != "\n" })
    let attributes = try Self.attributes(body.dropFirst(name.count))
    elements.append(
      Element(name: name, attributes: attributes, path: open.map { elements[$0].name }))
    if !isEmpty, !voids.contains(name) { open.append(elements.count - 1) }
  }

  private static func attributes(_ text: Substring) throws -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = text.drop { $0.isWhitespace }
    while !rest.isEmpty {
      let name = String(rest.prefix { $0.isLetter || $0 == "-" })
      rest = rest.dropFirst(name.count)
      guard !name.isEmpty, rest.hasPrefix("=\""), attributes[name] == nil else {
        throw Fault.badTag(String(text))
      }
      let value = rest.dropFirst(2).prefix { $0 != "\"" }
      attributes[name] = try unescaped(value)
      rest = rest.dropFirst(2 + value.count)
      guard rest.first == "\"" else { throw Fault.badTag(String(text)) }
      rest = rest.dropFirst().drop { $0.isWhitespace }
    }
    return attributes
  }

  private static func unescaped(_ text: Substring) throws -> String {
    let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
    var result = ""
    var rest = text
    while let start = rest.unicodeScalars.firstIndex(of: "&") {
      result += rest[..<start]
      guard let end = rest[start...].unicodeScalars.firstIndex(of: ";"),
        let plain = entities[String(rest[rest.unicodeScalars.index(after: start)..<end])]
      else { throw Fault.badEntity(String(rest[start...].prefix(8))) }
      result += plain
      rest = rest[rest.unicodeScalars.index(after: end)...]
    }
    return result + rest
  }
}
