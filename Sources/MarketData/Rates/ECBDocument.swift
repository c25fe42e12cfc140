import Exact
import Portfolio

/// The ECB's XML of reference rates: an envelope with a `Cube` for each day, which contains one for
/// each currency.
///
/// Reads only that shape and refuses all other XML features (document types, entities, CDATA).
enum ECBDocument {
  static func rows(in bytes: [UInt8]) throws(RateFileError) -> [EuroRateRow] {
    var tags = TagReader(bytes)
    var open: [String] = []
    var rows: [EuroRateRow] = []
    var day: (UTCDay, depth: Int)?
    var rates: [String: ExactDecimal] = [:]
    var isClosed = false
    while let tag = try tags.next() {
      guard !isClosed else { throw tags.error("more follows the end of the document") }
      if tag.kind == .end {
        guard open.popLast() == tag.name else { throw tags.error("</\(tag.name)> ends nothing") }
        if let ended = day, open.count < ended.depth {
          rows.append(EuroRateRow(day: ended.0, unitsPerEuro: rates))
          (day, rates) = (nil, [:])
        }
        isClosed = open.isEmpty
        continue
      }
      guard !open.isEmpty || tag.name == "gesmes:Envelope" else {
        throw tags.error("not a document of the ECB")
      }
      if tag.name == "Cube", let text = tag.attributes["time"] {
        guard day == nil, tag.kind == .start, let found = UTCDay(text: text) else {
          throw tags.error("\"\(text)\" is not the day of a row")
        }
        day = (found, open.count + 1)
      } else if tag.name == "Cube", !tag.attributes.isEmpty {
        guard day != nil else { throw tags.error("a rate without a day") }
        let (code, rate) = try rateOf(tag, tags)
        guard rates.updateValue(rate, forKey: code) == nil else {
          throw tags.error("\(code) has two rates on one day")
        }
      }
      if tag.kind == .start { open.append(tag.name) }
    }
    guard isClosed else { throw tags.error("the document is cut off") }
    guard !rows.isEmpty else { throw tags.error("the document has no rates") }
    return rows
  }

  private static func rateOf(
    _ tag: TagReader.Tag, _ tags: TagReader
  ) throws(RateFileError) -> (String, ExactDecimal) {
    guard tag.attributes.count == 2, let code = tag.attributes["currency"],
      let text = tag.attributes["rate"], DollarRate.isCode(code)
    else { throw tags.error("a rate needs a currency and a rate") }
    do throws(RateTextError) { return (code, try DollarRate.readRate(text[...])) } catch {
      throw tags.error(error.reason)
    }
  }
}

/// Reads the tags of a document in order; text between them is skipped.
struct TagReader {
  enum Kind: Equatable { case start, end, empty }

  struct Tag {
    let kind: Kind
    let name: String
    let attributes: [String: String]
  }

  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func error(_ reason: String) -> RateFileError { .document(offset: at, reason) }

  /// The next tag, or `nil` at the end; declarations and comments are skipped.
  mutating func next() throws(RateFileError) -> Tag? {
    while true {
      while at < bytes.count, bytes[at] != UInt8(ascii: "<") {
        guard bytes[at] != UInt8(ascii: "&") else { throw error("entities are not supported") }
        at += 1
      }
      guard at < bytes.count else { return nil }
      if skip("<?") {
        try skipThrough("?>")
      } else if skip("<!--") {
        try skipThrough("-->")
      } else if skip("<!") {
        throw error("document types are not supported")
      } else if skip("</") {
        let name = try word()
        skipSpace()
        guard skip(">") else { throw error("malformed tag") }
        return Tag(kind: .end, name: name, attributes: [:])
      } else {
        at += 1
        return try startTag()
      }
    }
  }

  private mutating func startTag() throws(RateFileError) -> Tag {
    let name = try word()
    var attributes: [String: String] = [:]
    while true {
      let offset = at
      skipSpace()
      if skip("/>") { return Tag(kind: .empty, name: name, attributes: attributes) }
      if skip(">") { return Tag(kind: .start, name: name, attributes: attributes) }
      guard at > offset else { throw error("malformed tag") }
      let key = try word()
      guard skip("="), attributes[key] == nil else { throw error("malformed attribute") }
      attributes[key] = try quoted()
    }
  }

  private mutating func quoted() throws(RateFileError) -> String {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "'") || bytes[at] == UInt8(ascii: "\"")
    else { throw error("an attribute needs quotation marks") }
    let mark = bytes[at]
    let start = at + 1
    guard let end = bytes[start...].firstIndex(of: mark),
      !bytes[start..<end].contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") })
    else { throw error("malformed attribute") }
    at = end + 1
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private mutating func word() throws(RateFileError) -> String {
    let start = at
    while at < bytes.count, isNameByte(bytes[at]) { at += 1 }
    guard at > start else { throw error("malformed tag") }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"),
      UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private mutating func skipSpace() {
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes[at...].starts(with: wanted) else { return false }
    at += wanted.count
    return true
  }

  private mutating func skipThrough(_ text: StaticString) throws(RateFileError) {
    while at < bytes.count {
      if skip(text) { return }
      at += 1
    }
    throw error("the document is cut off")
  }
}
