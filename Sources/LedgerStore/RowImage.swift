import FoundationEssentials

/// One value of a row as SQLite stores it.
enum RowValue: Equatable {
  case null
  case integer(Int)
  case text(String)
  case blob([UInt8])
}

/// The encoding of a row that the journal stores and hashes.
///
/// Each value is a tag followed by an eight-byte integer, or by a four-byte length and the content;
/// two rows have the same image exactly if they are equal.
enum RowImage {
  private enum Tag {
    static let null: UInt8 = 0, integer: UInt8 = 1, text: UInt8 = 2, blob: UInt8 = 3
  }

  /// Encodes some values.
  static func encode(_ values: [RowValue]) -> [UInt8] {
    var image: [UInt8] = []
    image.reserveCapacity(160)
    for value in values { append(value, to: &image) }
    return image
  }

  /// Appends one value.
  static func append(_ value: RowValue, to image: inout [UInt8]) {
    switch value {
    case .null: image.append(Tag.null)
    case .integer(let number): append(number, to: &image)
    case .text(var text):
      text.withUTF8 { append(UnsafeRawBufferPointer($0), isText: true, to: &image) }
    case .blob(let bytes): append(bytes, to: &image)
    }
  }

  /// Appends bytes as a blob.
  static func append(_ bytes: [UInt8], to image: inout [UInt8]) {
    bytes.withUnsafeBytes { append($0, isText: false, to: &image) }
  }

  /// The integer at the start of an image; `nil` if the first value has another type.
  static func firstInteger(in image: [UInt8]) -> Int? {
    guard image.count >= 9, image[0] == Tag.integer else { return nil }
    return Int(Int64(bitPattern: number(image[1..<9])))
  }

  /// Appends an integer.
  static func append(_ number: Int, to image: inout [UInt8]) {
    image.append(Tag.integer)
    withUnsafeBytes(of: Int64(number).bigEndian) { image.append(contentsOf: $0) }
  }

  /// Appends `NULL`, or text or a blob in its stored form.
  static func append(_ bytes: UnsafeRawBufferPointer?, isText: Bool, to image: inout [UInt8]) {
    guard let bytes else { return image.append(Tag.null) }
    image.append(isText ? Tag.text : Tag.blob)
    withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { image.append(contentsOf: $0) }
    image.append(contentsOf: bytes)
  }

  /// Sets the length of the text whose tag is at an offset.
  static func setCount(_ count: Int, at offset: Int, in image: inout [UInt8]) {
    withUnsafeBytes(of: UInt32(count).bigEndian) { bytes in
      for (index, byte) in bytes.enumerated() { image[offset + 1 + index] = byte }
    }
  }

  /// Decodes an image; `nil` if malformed.
  static func decode(_ image: [UInt8]) -> [RowValue]? {
    var values: [RowValue] = []
    var rest = image[...]
    while let tag = rest.popFirst() {
      switch tag {
      case Tag.null: values.append(.null)
      case Tag.integer:
        guard rest.count >= 8 else { return nil }
        values.append(.integer(Int(Int64(bitPattern: number(rest.prefix(8))))))
        rest = rest.dropFirst(8)
      case Tag.text, Tag.blob:
        guard rest.count >= 4 else { return nil }
        let count = Int(number(rest.prefix(4)))
        rest = rest.dropFirst(4)
        guard rest.count >= count else { return nil }
        let bytes = rest.prefix(count)
        values.append(
          tag == Tag.text ? .text(String(decoding: bytes, as: UTF8.self)) : .blob(Array(bytes)))
        rest = rest.dropFirst(count)
      default: return nil
      }
    }
    return values
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
