/// The bytes of a file that are read piece by piece, so that its length costs no memory.
public struct RowBytes {
  /// How many there are.
  public let count: Int
  private let read: (_ offset: Int, _ into: UnsafeMutableRawBufferPointer) throws -> Int

  /// Makes bytes that a function reads.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - read: Reads from an offset on, and returns how many bytes it read: at least one before
  ///     the end.
  public init(
    count: Int, read: @escaping (_ offset: Int, _ into: UnsafeMutableRawBufferPointer) throws -> Int
  ) {
    self.count = count
    self.read = read
  }

  /// Makes bytes that are in memory.
  public init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { offset, buffer in
      let part = bytes[min(offset, bytes.count)...].prefix(buffer.count)
      buffer.copyBytes(from: part)
      return part.count
    }
  }

  /// Fills a buffer from an offset on, to the end of the bytes at most.
  func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) throws -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try read(offset + filled, rest)
      guard count > 0 else { break }
      filled += count
    }
    return filled
  }
}

/// What makes a file one that has to be read whole: rows that are refused or left out, another
/// form, or more than the short way can tell.
///
/// Reading it whole gives the same result, with every reason.
public struct MustReadWhole: Error {
  /// Makes the error.
  public init() {}
}
