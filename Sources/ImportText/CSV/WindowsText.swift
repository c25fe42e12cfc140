/// Turns bytes of Windows-1252, as older spreadsheets save CSV, into UTF-8.
///
/// - Returns: `nil` for bytes that it has no letters for, or that no text has.
package func windows1252Text(of bytes: [UInt8]) -> [UInt8]? {
  var text = String()
  text.reserveCapacity(bytes.count)
  for byte in bytes {
    switch byte {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0xFF:
      text.unicodeScalars.append(Unicode.Scalar(byte))
    case 0x80...0x9F:
      guard let scalar = windowsLetters[Int(byte) - 0x80] else { return nil }
      text.unicodeScalars.append(scalar)
    default: return nil
    }
  }
  return Array(text.utf8)
}

/// The letters of 0x80 to 0x9F; five of them mean nothing.
private let windowsLetters: [Unicode.Scalar?] = [
  "\u{20AC}", nil, "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
  "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", nil, "\u{017D}", nil,
  nil, "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
  "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", nil, "\u{017E}", "\u{0178}",
]
