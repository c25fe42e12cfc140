extension LineBitmap {
  /// Encodes the picture in Kitty's graphics protocol, suppressing the terminal's response.
  ///
  /// - Parameter placement: Placement keys; by default at the cursor, without moving it, below the
  ///   text.
  func kitty(_ theme: Theme, keys placement: String = "z=-1,C=1") -> String {
    var data = DeflatedPixels()
    let colors = colors(theme).map { color in
      [color.red, color.green, color.blue, color.alpha].map { UInt8(clamping: $0) }
    }
    var start = 0
    while start < pixels.count {
      let end = pixels[start...].firstIndex { $0 != pixels[start] } ?? pixels.count
      data.add(colors[Int(pixels[start])], count: end - start)
      start = end
    }
    var chunks = Array(base64(data.finished()).utf8)[...]
    var text = ""
    var keys =
      "a=T,f=32,o=z,s=\(width),v=\(height),c=\(columns.count),r=\(rows.count),\(placement),q=2"
    while !chunks.isEmpty {
      let chunk = chunks.prefix(4_096)
      chunks = chunks.dropFirst(chunk.count)
      let isMore = chunks.isEmpty ? 0 : 1
      text += "\u{1B}_G\(keys),m=\(isMore);\(String(decoding: chunk, as: UTF8.self))\u{1B}\\"
      keys = "q=2"
    }
    return text
  }
}

/// Pixels of four bytes, compressed as runs (RFC 1950 and 1951, with fixed codes).
struct DeflatedPixels {
  private var bytes: [UInt8] = [0x78, 0x01]
  private var held: UInt32 = 0
  private var heldBits = 0
  private var sums: (UInt32, UInt32) = (1, 0)

  init() {
    // A single, final block with fixed codes.
    put(0b011, bits: 3)
  }

  /// Adds a pixel, repeated.
  mutating func add(_ pixel: [UInt8], count: Int) {
    for _ in 0..<count {
      for byte in pixel {
        sums.0 += UInt32(byte)
        sums.1 += sums.0
      }
      sums.0 %= 65_521
      sums.1 %= 65_521
    }
    guard count > 0 else { return }
    for byte in pixel { put(symbol: Int(byte)) }
    // The rest repeats the pixel before it.
    var rest = (count - 1) * pixel.count
    for (index, length) in Self.lengths.enumerated().reversed() {
      while rest >= length {
        put(symbol: 257 + index)
        let extraBits = index < 8 || index == 28 ? 0 : (index - 4) / 4
        put(0, bits: extraBits)
        put(code: pixel.count - 1, bits: 5)
        rest -= length
      }
    }
    for byte in pixel.suffix(rest) { put(symbol: Int(byte)) }
  }

  /// Returns the compressed bytes with their checksum.
  consuming func finished() -> [UInt8] {
    put(symbol: 256)
    put(0, bits: (8 - heldBits) % 8)
    let sum = sums.1 << 16 | sums.0
    return bytes + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
  }

  /// The shortest repetition for each code.
  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]

  /// Writes a literal byte, the end marker or a length.
  private mutating func put(symbol: Int) {
    switch symbol {
    case ..<144: put(code: 0x30 + symbol, bits: 8)
    case ..<256: put(code: 0x190 - 144 + symbol, bits: 9)
    case ..<280: put(code: symbol - 256, bits: 7)
    default: put(code: 0xC0 - 280 + symbol, bits: 8)
    }
  }

  /// Codes start with their most significant bit, numbers with the least significant one.
  private mutating func put(code: Int, bits: Int) {
    for bit in (0..<bits).reversed() { put(UInt32(code >> bit & 1), bits: 1) }
  }

  private mutating func put(_ number: UInt32, bits: Int) {
    held |= number << UInt32(heldBits)
    heldBits += bits
    while heldBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: held))
      held >>= 8
      heldBits -= 8
    }
  }
}
