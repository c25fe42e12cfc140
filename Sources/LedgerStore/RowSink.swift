import Exact
import FoundationEssentials

/// Receives the values of a row, column by column.
protocol RowSink {
  mutating func add(_ number: Int?)
  mutating func add(_ text: String?)
  mutating func add(_ number: ExactDecimal?)
  mutating func add(_ id: UUID?)
  mutating func add(_ bytes: [UInt8]?)
}

/// Stores the values in an array.
struct RowValues: RowSink {
  private(set) var values: [RowValue] = []

  mutating func add(_ number: Int?) { values.append(number.map(RowValue.integer) ?? .null) }
  mutating func add(_ text: String?) { values.append(RowValue(text)) }
  mutating func add(_ number: ExactDecimal?) { values.append(RowValue(number)) }
  mutating func add(_ id: UUID?) { values.append(id.map { .blob($0.stored) } ?? .null) }
  mutating func add(_ bytes: [UInt8]?) { values.append(bytes.map(RowValue.blob) ?? .null) }
}

/// Encodes the values as a row image, and records their offsets.
///
/// One image is reused for all rows, to avoid a million allocations.
struct ImageSink: RowSink {
  /// The position of a value in the image.
  enum Field {
    case null
    case integer(Int)
    case content(start: Int, count: Int)
  }

  private(set) var image: [UInt8] = []
  private(set) var fields: [Field] = []

  /// Removes all values.
  mutating func removeAll() {
    image.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
  }

  mutating func add(_ number: Int?) {
    guard let number else { return addNull() }
    RowImage.append(number, to: &image)
    fields.append(.integer(number))
  }

  mutating func add(_ text: String?) {
    guard var text else { return addNull() }
    text.withUTF8 { RowImage.append(UnsafeRawBufferPointer($0), isText: true, to: &image) }
    fields.append(.content(start: image.count - text.utf8.count, count: text.utf8.count))
  }

  mutating func add(_ number: ExactDecimal?) {
    guard let number else { return addNull() }
    let header = image.count
    RowImage.append(UnsafeRawBufferPointer(start: nil, count: 0), isText: true, to: &image)
    let start = image.count
    number.appendText(to: &image)
    RowImage.setCount(image.count - start, at: header, in: &image)
    fields.append(.content(start: start, count: image.count - start))
  }

  mutating func add(_ id: UUID?) {
    guard let id else { return addNull() }
    withUnsafeBytes(of: id.uuid) { RowImage.append($0, isText: false, to: &image) }
    fields.append(.content(start: image.count - 16, count: 16))
  }

  mutating func add(_ bytes: [UInt8]?) {
    guard let bytes else { return addNull() }
    bytes.withUnsafeBytes { RowImage.append($0, isText: false, to: &image) }
    fields.append(.content(start: image.count - bytes.count, count: bytes.count))
  }

  /// Appends a value in its stored form.
  mutating func add(_ value: RowValue) {
    switch value {
    case .null: addNull()
    case .integer(let number): add(number)
    case .text(let text): add(text)
    case .blob(let bytes): add(bytes)
    }
  }

  private mutating func addNull() {
    RowImage.append(.null, to: &image)
    fields.append(.null)
  }
}
