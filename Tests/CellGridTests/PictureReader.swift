import Foundation
import Testing
import CellGrid

/// A picture decoded from an escape sequence as a terminal would decode it.
struct PictureReader {
  let width: Int
  let height: Int
  /// The pixels, row by row; `nil` where nothing is painted.
  private(set) var pixels: [[Int]?]

  subscript(column: Int, row: Int) -> [Int]? { pixels[row * width + column] }

  /// Reads sixels; a color is red, green and blue in percent.
  init(sixels text: String) throws {
    let body = try #require(text.wholeMatch(of: /\x1BP0;1q"1;1;(\d+);(\d+)([^\x1B]*)\x1B\\/))
    width = try #require(Int(body.1))
    height = try #require(Int(body.2))
    pixels = Array(repeating: nil, count: width * height)
    var colors: [Int: [Int]] = [:]
    var (ink, column, band, count) = (0, 0, 0, 1)
    for token in body.3.matches(of: /#(\d+)((?:;\d+)*)|!(\d+)|([?-~])|([$\-])/) {
      if let number = token.1.flatMap({ Int($0) }) {
        ink = number
        let parts = (token.2 ?? "").split(separator: ";").compactMap { Int($0) }
        if parts.count == 4 { colors[ink] = Array(parts.dropFirst()) }
      } else if let number = token.3.flatMap({ Int($0) }) {
        count = number
      } else if let sign = token.4?.unicodeScalars.first {
        let color = try #require(colors[ink])
        for column in column..<column + count {
          try #require(column < width, "a run is too long")
          for bit in 0..<6 where (sign.value - 63) >> UInt32(bit) & 1 == 1 {
            try #require(band + bit < height, "a row is too low")
            pixels[(band + bit) * width + column] = color
          }
        }
        column += count
        count = 1
      } else {
        column = 0
        if token.5 == "-" { band += 6 }
      }
    }
  }

  /// Reads Kitty's protocol; a color is red, green, blue and alpha of 255.
  init(kitty text: String) throws {
    let chunks = text.matches(of: /\x1B_G([^;]*);([^\x1B]*)\x1B\\/)
    try #require(chunks.map { String($0.0) }.joined() == text)
    let keys = chunks.map { chunk in
      Dictionary(
        uniqueKeysWithValues: chunk.1.split(separator: ",").map { key in
          let parts = key.split(separator: "=")
          return (String(parts[0]), String(parts[1]))
        })
    }
    #expect(keys.dropLast().allSatisfy { $0["m"] == "1" } && keys.last?["m"] == "0")
    #expect(chunks.dropLast().allSatisfy { $0.2.utf8.count == 4_096 })
    #expect(keys.allSatisfy { $0["q"] == "2" })
    let first = try #require(keys.first)
    #expect(first["a"] == "T" && first["f"] == "32" && first["o"] == "z")
    width = try #require(first["s"].flatMap { Int($0) })
    height = try #require(first["v"].flatMap { Int($0) })
    let data = try #require(Data(base64Encoded: chunks.map { String($0.2) }.joined()))
    let bytes = try inflated(Array(data))
    try #require(bytes.count == width * height * 4)
    pixels = stride(from: 0, to: bytes.count, by: 4).map { start in
      bytes[start + 3] == 0 ? nil : bytes[start..<start + 4].map(Int.init)
    }
  }
}

/// Inflates RFC 1950 data of one block with fixed codes, and checks the checksum.
func inflated(_ data: [UInt8]) throws -> [UInt8] {
  try #require(data.count > 6 && data[0] == 0x78 && (Int(data[0]) << 8 | Int(data[1])) % 31 == 0)
  var offset = 16
  func bit() throws -> Int {
    try #require(offset < (data.count - 4) * 8, "the data ends too early")
    defer { offset += 1 }
    return Int(data[offset / 8] >> UInt8(offset % 8)) & 1
  }
  func number(_ bits: Int) throws -> Int {
    try (0..<bits).reduce(0) { sum, shift in sum | (try bit()) << shift }
  }
  func code(_ bits: Int, from start: Int = 0) throws -> Int {
    try (0..<bits).reduce(start) { code, _ in code << 1 | (try bit()) }
  }
  #expect(try number(1) == 1, "the last block")
  #expect(try number(2) == 1, "fixed codes")
  var bytes: [UInt8] = []
  while true {
    let seven = try code(7)
    var symbol: Int
    if seven < 0b0011000 {
      symbol = 256 + seven
    } else {
      let eight = try code(1, from: seven)
      switch eight {
      case 0x30..<0xC0: symbol = eight - 0x30
      case 0xC0..<0xC8: symbol = 280 + eight - 0xC0
      default: symbol = try code(1, from: eight) - 0x190 + 144
      }
    }
    if symbol == 256 { break }
    guard symbol > 256 else {
      bytes.append(UInt8(symbol))
      continue
    }
    symbol -= 257
    var length = symbol + 3
    if symbol == 28 {
      length = 258
    } else if symbol >= 8 {
      let extra = symbol / 4 - 1
      length = (4 + symbol % 4) << extra + 3 + (try number(extra))
    }
    let distance = try code(5) + 1
    try #require(distance <= 4 && distance <= bytes.count)
    for _ in 0..<length { bytes.append(bytes[bytes.count - distance]) }
  }
  let sum = bytes.reduce(into: (1, 0)) { sums, byte in
    sums.0 = (sums.0 + Int(byte)) % 65_521
    sums.1 = (sums.1 + sums.0) % 65_521
  }
  let stored = data.suffix(4).reduce(0) { $0 << 8 | Int($1) }
  #expect(stored == sum.1 << 16 | sum.0)
  return bytes
}
