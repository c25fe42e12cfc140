/// Compresses bytes in the LZ4 block format: repeats within 64 KB are encoded by their distance.
///
/// The rows of an export repeat each other; most files shrink to a third. It is implemented here
/// because it is short, and a ledger must be readable on every system.
func packed(_ bytes: [UInt8]) -> [UInt8] {
  var packer = BytePacker()
  bytes.withUnsafeBytes { packer.pack($0) }
  return packer.output
}

/// Decompresses the output of ``packed(_:)``.
///
/// - Parameter count: The length of the original.
/// - Returns: `nil` for malformed input.
func unpacked(_ packed: [UInt8], count: Int) -> [UInt8]? {
  var output: [UInt8] = []
  // A byte encodes at most 255 repeated bytes.
  if count >= 0, count <= packed.count * 255 { output.reserveCapacity(count) }
  let isWhole = packed.withUnsafeBytes { packed in
    unpack(packed, count: count) { output.append(contentsOf: $0) }
  }
  return isWhole ? output : nil
}

/// Decompresses the output of ``packed(_:)`` piece by piece.
///
/// - Parameters:
///   - count: The length of the original.
///   - body: Receives the bytes in order.
/// - Returns: `false` for malformed input; `body` may have received part of it.
func unpack(
  _ packed: UnsafeRawBufferPointer, count: Int, _ body: (UnsafeRawBufferPointer) -> Void
) -> Bool {
  guard count >= 0, count <= packed.count * 255 else { return false }
  // The window that repeats refer to, and the bytes decoded since.
  var output: [UInt8] = []
  var (index, done) = (0, 0)
  func length(_ start: Int) -> Int? {
    guard start == 15 else { return start }
    var sum = start
    while index < packed.count {
      let byte = packed[index]
      index += 1
      sum += Int(byte)
      if byte < 255 { return sum }
    }
    return nil
  }
  func flush(_ count: Int) {
    output.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
    output.removeFirst(count)
    done += count
  }
  while index < packed.count {
    if output.count >= BytePacker.farthest * 4 { flush(output.count - BytePacker.farthest) }
    let token = packed[index]
    index += 1
    guard let literals = length(Int(token >> 4)), literals <= packed.count - index,
      literals <= count - done - output.count
    else { return false }
    output += packed[index..<(index + literals)]
    index += literals
    guard index < packed.count else { break }
    guard index + 2 <= packed.count else { return false }
    let distance = Int(packed[index]) | Int(packed[index + 1]) << 8
    index += 2
    guard let run = length(Int(token & 15)), distance > 0, distance <= output.count,
      run + BytePacker.shortest <= count - done - output.count
    else { return false }
    // A repeat may overlap itself, so copy byte by byte.
    for _ in 0..<(run + BytePacker.shortest) { output.append(output[output.count - distance]) }
  }
  flush(output.count)
  return done == count
}

/// Finds repeats with a table of the last offset of every four bytes.
private struct BytePacker {
  private(set) var output: [UInt8] = []
  private var last = [Int32](repeating: -1, count: 1 << Self.bits)

  static let shortest = 4
  private static let bits: UInt32 = 16
  static let farthest = 65_535
  /// The format requires the last bytes to be literals.
  private static let tail = 12

  mutating func pack(_ bytes: UnsafeRawBufferPointer) {
    var (index, start, misses) = (0, 0, 0)
    let end = bytes.count - Self.tail
    while index < end {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
      let slot = Int((word &* 2_654_435_761) >> (32 - Self.bits))
      let candidate = Int(last[slot])
      last[slot] = Int32(index)
      guard candidate >= 0, index - candidate <= Self.farthest,
        bytes.loadUnaligned(fromByteOffset: candidate, as: UInt32.self) == word
      else {
        // Incompressible input is skipped in growing steps.
        misses += 1
        index += 1 + (misses >> 6)
        continue
      }
      misses = 0
      var run = Self.shortest
      while index + run < end + Self.tail - 5, bytes[candidate + run] == bytes[index + run] {
        run += 1
      }
      append(bytes, from: start, to: index, run: run, distance: index - candidate)
      index += run
      start = index
    }
    append(bytes, from: start, to: bytes.count, run: nil, distance: 0)
  }

  private mutating func append(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int, run: Int?, distance: Int
  ) {
    let (literals, rest) = (end - start, (run ?? Self.shortest) - Self.shortest)
    output.append(UInt8(min(literals, 15)) << 4 | UInt8(min(rest, 15)))
    if literals >= 15 { appendLength(literals - 15) }
    output.append(contentsOf: bytes[start..<end])
    guard run != nil else { return }
    output.append(UInt8(truncatingIfNeeded: distance))
    output.append(UInt8(truncatingIfNeeded: distance >> 8))
    if rest >= 15 { appendLength(rest - 15) }
  }

  private mutating func appendLength(_ length: Int) {
    var length = length
    while length >= 255 {
      output.append(255)
      length -= 255
    }
    output.append(UInt8(length))
  }
}
