import Exact
import WidgetTimeline

/// The elements of a list of flat objects in damaged JSON: a truncated file, or changed bytes.
///
/// Each object is parsed separately. The files have one line per member, and JSON strings contain
/// no line breaks, so a missing or extra quotation mark affects one line and not the rest of the
/// file.
struct SalvagedList {
  /// The elements in order; invalid JSON, including a truncated last element, is kept as text.
  private(set) var elements: [JSONValue] = []
  /// Whether the list has no end, so that elements may be missing.
  private(set) var isCut = true
  private var endsInText = false

  private static let longestText = 4000
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8], named list: String) {
    self.bytes = bytes[Self.start(of: list, in: bytes)...]
    read()
  }

  /// Where the list begins: after its bracket, or after the first bracket if its name is damaged.
  private static func start(of list: String, in bytes: [UInt8]) -> Int {
    let name = bytes.firstRange(of: Array("\"\(list)\"".utf8))?.upperBound ?? bytes.startIndex
    return bytes[name...].firstIndex(of: UInt8(ascii: "[")).map { $0 + 1 } ?? name
  }

  private mutating func read() {
    var start = bytes.startIndex
    var (isInObject, isInString, isEscaped) = (false, false, false)
    for (index, byte) in zip(bytes.indices, bytes) {
      if isInString {
        if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\"") && !isEscaped) {
          isInString = false
        }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): (isInString, isEscaped) = (true, false)
      case UInt8(ascii: "{"):
        add(bytes[start..<index])
        (start, isInObject, isCut) = (index, true, true)
      case UInt8(ascii: "}"):
        add(bytes[start...index])
        (start, isInObject) = (index + 1, false)
      case UInt8(ascii: "]") where !isInObject: isCut = false
      default: break
      }
    }
    add(bytes[start...])
    if isCut, !endsInText { elements.append(UnreadableEntry.element(of: "")) }
  }

  /// Adds one element, unless it consists only of separators.
  private mutating func add(_ piece: ArraySlice<UInt8>) {
    guard let first = piece.firstIndex(where: { !Self.isBetween($0) }),
      let last = piece.lastIndex(where: { !Self.isBetween($0) })
    else { return }
    let isObject = piece.first == UInt8(ascii: "{") && piece.last == UInt8(ascii: "}")
    if isObject, let element = Self.json(piece) {
      elements.append(element)
      endsInText = false
    } else {
      endsInText = true
      let text = piece[first...last].prefix(Self.longestText)
      elements.append(UnreadableEntry.element(of: String(decoding: text, as: UTF8.self)))
    }
  }

  private static func json(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    do { return try JSONValue(parsing: bytes) } catch { return nil }
  }

  private static func isBetween(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "{}[],".utf8.contains(byte)
  }
}
