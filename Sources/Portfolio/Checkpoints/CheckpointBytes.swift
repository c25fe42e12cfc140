import Exact
import FoundationEssentials

/// A value that checkpoints can store.
///
/// Checkpoints are a cache, not part of the ledger: their format changes with the program, and
/// older formats are not read.
protocol CheckpointValue {
  /// Appends the value to a checkpoint.
  func write(to bytes: inout CheckpointWriter)
  /// Reads what ``write(to:)`` wrote.
  ///
  /// - Throws: ``CheckpointError`` if the bytes hold no such value.
  init(from bytes: inout CheckpointReader) throws(CheckpointError)
}

/// The bytes are not a valid checkpoint.
struct CheckpointError: Error {}

/// Collects the bytes of a checkpoint.
struct CheckpointWriter {
  fileprivate(set) var bytes: [UInt8] = []

  /// Appends values in order.
  mutating func write<each Value: CheckpointValue>(_ values: repeat each Value) {
    repeat (each values).write(to: &self)
  }
}

/// Reads values from the bytes of a checkpoint in the order in which they were written.
struct CheckpointReader {
  private let bytes: [UInt8]
  private var offset: Int

  init(_ bytes: [UInt8], at offset: Int = 0) { (self.bytes, self.offset) = (bytes, offset) }

  /// Whether all bytes are read.
  var isAtEnd: Bool { offset == bytes.count }

  mutating func read<Value: CheckpointValue>() throws(CheckpointError) -> Value {
    try Value(from: &self)
  }

  fileprivate mutating func count() throws(CheckpointError) -> UInt {
    guard let count = bytes.count(at: &offset) else { throw CheckpointError() }
    return count
  }

  /// The length of a list whose elements take at least one byte each.
  fileprivate mutating func length() throws(CheckpointError) -> Int {
    let length = Int(exactly: try count())
    guard let length, length <= bytes.count - offset else { throw CheckpointError() }
    return length
  }

  fileprivate mutating func bytes(_ count: Int) throws(CheckpointError) -> ArraySlice<UInt8> {
    guard count <= bytes.count - offset else { throw CheckpointError() }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  fileprivate mutating func exact<Value: ExactValue>() throws(CheckpointError) -> Value {
    guard let value = Value(bytes: bytes, at: &offset) else { throw CheckpointError() }
    return value
  }
}

// MARK: - Plain values

extension Bool: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) { bytes.bytes.append(self ? 1 : 0) }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self = try bytes.bytes(1).first == 1
  }
}

extension UInt8: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) { bytes.bytes.append(self) }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self = try bytes.bytes(1).first ?? 0
  }
}

extension UInt32: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) { bytes.bytes.append(count: UInt(self)) }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    guard let value = UInt32(exactly: try bytes.count()) else { throw CheckpointError() }
    self = value
  }
}

extension Int: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) { bytes.bytes.append(signed: self) }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    let count = try bytes.count()
    self = Int(bitPattern: count >> 1) ^ -Int(bitPattern: count & 1)
  }
}

extension Date: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) { bytes.write(millisecondsSince1970) }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    guard let date = Date(checkedMillisecondsSince1970: try bytes.read()) else {
      throw CheckpointError()
    }
    self = date
  }
}

extension UTCDay: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) { bytes.write(number) }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self.init(number: try bytes.read())
  }
}

extension UUID: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    withUnsafeBytes(of: uuid) { bytes.bytes.append(contentsOf: $0) }
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    let found = try bytes.bytes(16).withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
    self.init(uuid: found)
  }
}

extension String: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.bytes.append(count: UInt(utf8.count))
    bytes.bytes.append(contentsOf: utf8)
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self.init(decoding: try bytes.bytes(try bytes.length()), as: UTF8.self)
  }
}

extension Quantity: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) { append(to: &bytes.bytes) }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) { self = try bytes.exact() }
}

extension Cost: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) { append(to: &bytes.bytes) }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) { self = try bytes.exact() }
}

extension Price: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) { append(to: &bytes.bytes) }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) { self = try bytes.exact() }
}

extension CostBasis: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) { bytes.write(rawValue) }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    guard let value = CostBasis(rawValue: try bytes.read()) else { throw CheckpointError() }
    self = value
  }
}

/// Bytes that are already encoded.
struct CheckpointBlob: CheckpointValue {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func write(to writer: inout CheckpointWriter) {
    writer.bytes.append(count: UInt(bytes.count))
    writer.bytes.append(contentsOf: bytes)
  }

  init(from reader: inout CheckpointReader) throws(CheckpointError) {
    bytes = Array(try reader.bytes(try reader.length()))
  }
}

// MARK: - Containers

extension Optional: CheckpointValue where Wrapped: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(self != nil)
    if let self { bytes.write(self) }
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    let isThere: Bool = try bytes.read()
    self = isThere ? try bytes.read() as Wrapped : nil
  }
}

extension Array: CheckpointValue where Element: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.bytes.append(count: UInt(count))
    for element in self { bytes.write(element) }
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    let count = try bytes.length()
    self.init()
    reserveCapacity(count)
    for _ in 0..<count { append(try bytes.read()) }
  }
}

extension Set: CheckpointValue where Element: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) { bytes.write(Array(self)) }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self.init(try bytes.read() as [Element])
  }
}

extension Dictionary: CheckpointValue where Key: CheckpointValue, Value: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.bytes.append(count: UInt(count))
    for (key, value) in self {
      bytes.write(key, value)
    }
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    let count = try bytes.length()
    self.init(minimumCapacity: count)
    for _ in 0..<count {
      let key: Key = try bytes.read()
      self[key] = try bytes.read() as Value
    }
  }
}
