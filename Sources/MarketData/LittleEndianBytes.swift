/// Bytes built into the program, read in place.
///
/// Unchecked, because a pointer is never `Sendable`; these bytes are constants of the program.
struct LittleEndianBytes: @unchecked Sendable {
  private let bytes: UnsafeRawBufferPointer

  init(start: UnsafeRawPointer, count: Int) {
    bytes = UnsafeRawBufferPointer(start: start, count: count)
  }

  var count: Int { bytes.count }

  func unsigned(at index: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
  }

  func signed(at index: Int) -> Int {
    Int(Int32(bitPattern: unsigned(at: index)))
  }

  func byte(at index: Int) -> UInt8 { bytes[index] }

  /// Compares bytes with those of a text, ascending: negative, zero or positive.
  func compare(_ range: Range<Int>, with text: Span<UInt8>) -> Int {
    let shared = min(range.count, text.count)
    for offset in 0..<shared {
      let difference = Int(bytes[range.lowerBound + offset]) - Int(text[offset])
      if difference != 0 { return difference }
    }
    return range.count - text.count
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// The first index from which a monotonic condition holds, or the count.
func partitioningIndex(in count: Int, where condition: (Int) -> Bool) -> Int {
  var (low, high) = (0, count)
  while low < high {
    let middle = low + (high - low) / 2
    if condition(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
