/// Finds the records of a CSV file one after the other; see ``CSVReader``, which reads their cells.
struct RecordScanner {
  private static let piece = 1 << 18
  private static let quote = UInt8(ascii: "\"")
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private let bytes: RowBytes
  private let delimiter: UInt8
  private var buffer: [UInt8] = []
  /// Where in the file the buffer begins.
  private var start: Int

  /// Starts at an offset.
  init(_ bytes: RowBytes, delimiter: UInt8, from offset: Int) {
    self.bytes = bytes
    self.delimiter = delimiter
    start = offset
  }

  /// Calls `body` with each record, without its line end, and its place in the file.
  ///
  /// - Throws: ``MustReadWhole`` for what only a reader of whole files can read, and what `body`
  ///   throws.
  mutating func forEach(
    _ body: (_ record: UnsafeBufferPointer<UInt8>, _ offset: Int) throws -> Void
  ) throws {
    var used = 0
    repeat {
      try readMore(behind: used)
      let isLast = start + buffer.count >= bytes.count
      used = try buffer.withUnsafeBufferPointer { buffer in
        var at = 0
        while at < buffer.count,
          let end = try endOfRecord(buffer, from: at, isLast: isLast)
        {
          let isPair = end > at && buffer[end - 1] == Self.carriageReturn
          let record = UnsafeBufferPointer(rebasing: buffer[at..<(isPair ? end - 1 : end)])
          try body(record, start + at)
          at = end + 1
        }
        return min(at, buffer.count)
      }
      guard used > 0 || buffer.count < 2 * longestRow else { throw MustReadWhole() }
    } while start + used < bytes.count
  }

  /// Drops what was used and reads the next piece behind the rest.
  private mutating func readMore(behind used: Int) throws {
    start += used
    buffer.removeFirst(used)
    let rest = buffer.count
    let count = min(Self.piece, bytes.count - start - rest)
    buffer.append(contentsOf: repeatElement(0, count: count))
    let read = try buffer.withUnsafeMutableBytes {
      try bytes.fill(UnsafeMutableRawBufferPointer(rebasing: $0[rest...]), from: start + rest)
    }
    // A file that became shorter meanwhile.
    guard read == count else { throw MustReadWhole() }
  }

  /// Where the line end of a record is; `nil` where the buffer ends before it.
  private func endOfRecord(
    _ buffer: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool
  ) throws -> Int? {
    // Most bytes are letters and digits.
    for at in start..<buffer.count where buffer[at] <= Self.quote {
      switch buffer[at] {
      case Self.newline: return at
      case Self.quote: return try endOfQuoted(buffer, from: start, isLast: isLast)
      case Self.carriageReturn where at + 1 < buffer.count && buffer[at + 1] != Self.newline:
        throw MustReadWhole()
      default: break
      }
    }
    return isLast ? buffer.count : nil
  }

  /// The same for a record with quotes, whose cells may hold line ends.
  private func endOfQuoted(
    _ buffer: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool
  ) throws -> Int? {
    var at = start
    while true {
      if at < buffer.count, buffer[at] == Self.quote {
        at += 1
        while true {
          guard let close = buffer[at...].firstIndex(of: Self.quote) else {
            if isLast { throw MustReadWhole() }
            return nil
          }
          at = close + 1
          guard at < buffer.count || isLast else { return nil }
          guard at < buffer.count, buffer[at] == Self.quote else { break }
          at += 1
        }
      }
      while at < buffer.count, buffer[at] != delimiter, buffer[at] != Self.newline {
        // Only a line end may have it; what else it is, CSVReader knows.
        if buffer[at] == Self.carriageReturn, at + 1 < buffer.count, buffer[at + 1] != Self.newline
        {
          throw MustReadWhole()
        }
        at += 1
      }
      guard at < buffer.count else { return isLast ? at : nil }
      if buffer[at] == Self.newline { return at }
      at += 1
    }
  }
}

/// Reads records again by their places, in whatever order.
final class RecordWindow {
  private static let large = 1 << 18
  private static let small = 1 << 12

  private let bytes: RowBytes
  private var buffer: [UInt8] = []
  private var start = 0
  private var served = 1 << 10

  init(_ bytes: RowBytes) { self.bytes = bytes }

  /// Calls `body` with the bytes of a record.
  func withRecord<Value>(
    at offset: Int, count: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
  ) throws -> Value {
    if offset < start || offset + count > start + buffer.count {
      try read(offset, count)
    }
    served += 1
    return try buffer.withUnsafeBufferPointer { buffer in
      try body(
        UnsafeBufferPointer(rebasing: buffer[(offset - start)..<(offset - start + count)]))
    }
  }

  /// Reads a piece around a record: where records are read in no order, little more than it.
  private func read(_ offset: Int, _ count: Int) throws {
    let size = max(served < 4 ? Self.small : Self.large, count)
    // Backward, what is before the record comes next.
    let first = offset < start ? max(0, offset + count - size) : offset
    let length = min(size, bytes.count - first)
    if buffer.count != length { buffer = [UInt8](repeating: 0, count: length) }
    let read = try buffer.withUnsafeMutableBytes { try bytes.fill($0, from: first) }
    guard read == length, offset + count <= first + length else { throw MustReadWhole() }
    start = first
    served = 0
  }
}
