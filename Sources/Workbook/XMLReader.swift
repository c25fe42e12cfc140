internal import CExpat

/// Receives the events of an XML document; subclassed for each kind of part.
class XMLReader {
  /// The element names to report, without prefix; of other elements only the text is reported.
  var names: [StaticString] { [] }
  /// Why the reader stopped.
  var failure: WorkbookError?

  /// An element begins; `name` is its index in ``names``.
  func start(_ name: Int, _ attributes: XMLAttributes) {}
  /// An element ends.
  func end(_ name: Int) {}
  /// A piece of text in UTF-8.
  func text(_ bytes: UnsafeRawBufferPointer) {}

  /// Parses a whole document.
  ///
  /// - Parameters:
  ///   - bytes: The whole document.
  ///   - part: The part's name in errors.
  /// - Throws: ``failure``, or an error in the document.
  final func read(_ bytes: [UInt8], of part: String) throws(WorkbookError) {
    let names = names.map { UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self) }
    var reason = [CChar](repeating: 0, count: 256)
    let outcome = names.map(Optional.some).withUnsafeBufferPointer { names in
      bytes.withUnsafeBufferPointer { bytes in
        var receiver = bitpal_xml_receiver()
        receiver.context = Unmanaged.passUnretained(self).toOpaque()
        (receiver.names, receiver.name_count) = (names.baseAddress, names.count)
        receiver.start = { context, name, attributes in
          pass(context) { $0.start(name, XMLAttributes(attributes)) }
        }
        receiver.end = { context, name in pass(context) { $0.end(name) } }
        receiver.text = { context, bytes, length in
          pass(context) { $0.text(UnsafeRawBufferPointer(start: bytes, count: length)) }
        }
        return bitpal_xml_read(bytes.baseAddress, bytes.count, &receiver, &reason)
      }
    }
    let words = String(
      decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    switch outcome {
    case BITPAL_XML_READ: return
    case BITPAL_XML_NO_LIBRARY: throw .noLibrary(words)
    case BITPAL_XML_STOPPED: throw failure ?? .damaged(part)
    default: throw .damaged("\(part): \(words)")
    }
  }
}

/// Passes an event to the reader behind the pointer; 0 stops the parser.
private func pass(_ context: UnsafeMutableRawPointer?, _ give: (XMLReader) -> Void) -> CInt {
  guard let context else { return 0 }
  let reader = Unmanaged<XMLReader>.fromOpaque(context).takeUnretainedValue()
  give(reader)
  return reader.failure == nil ? 1 : 0
}

/// The attributes of an element, valid only during its event.
struct XMLAttributes {
  private let attributes: OpaquePointer?

  fileprivate init(_ attributes: OpaquePointer?) { self.attributes = attributes }

  /// The value of an attribute by its name, with or without prefix.
  subscript(name: StaticString) -> UnsafePointer<CChar>? {
    let name = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    return bitpal_xml_attribute(attributes, name)
  }

  /// The value as text; empty if there is none.
  func text(_ name: StaticString) -> String { self[name].map { String(cString: $0) } ?? "" }

  /// The value as a nonnegative integer; `nil` if it is not one.
  func number(_ name: StaticString) -> Int? {
    guard let value = self[name] else { return nil }
    var number = 0
    var at = 0
    while value[at] != 0 {
      let digit = Int(value[at]) - 0x30
      guard (0...9).contains(digit), at < 15 else { return nil }
      number = number * 10 + digit
      at += 1
    }
    return at > 0 ? number : nil
  }
}
