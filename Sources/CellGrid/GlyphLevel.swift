/// The set of characters that a screen can show.
public enum GlyphLevel: String, CaseIterable, Sendable {
  /// All Unicode characters with a width.
  case unicode
  /// The same, with sextants (blocks of a half by a third of a cell) instead of braille.
  case sextants
  /// Unicode without braille, for fonts that lack it, such as the Linux console's.
  case blocks
  /// ASCII only, for locales other than UTF-8.
  case ascii
}

extension Grid {
  /// Returns the grid in the characters of a level; positions, widths and styles are unchanged.
  public func drawn(with level: GlyphLevel) -> Grid {
    switch level {
    case .unicode: self
    case .sextants: mapScalars { scalar, _ in sextant(for: scalar) ?? scalar }
    case .blocks: mapScalars { scalar, _ in brailleStandIn(for: scalar, in: "▔─▁│▒░") ?? scalar }
    case .ascii: mapScalars { $1 == 2 ? "?" : asciiStandIn(for: $0) }
    }
  }
}

/// The most similar ASCII character, or `?`.
private func asciiStandIn(for scalar: Unicode.Scalar) -> Unicode.Scalar {
  if scalar.isASCII { return scalar }
  if let standIn = standIns[scalar] { return standIn }
  if let standIn = brailleStandIn(for: scalar, in: "'-_|:.") { return standIn }
  return (0x2500...0x257F).contains(scalar.value) ? "+" : "?"
}

/// The sextant for a braille pattern of lines.
///
/// Areas stay dots, which are lighter. The two middle dots of a column map to its middle block.
private func sextant(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
  guard (0x2801...0x28FF).contains(scalar.value), !areaPatterns.contains(scalar) else { return nil }
  let dots = scalar.value - 0x2800
  let masks: [UInt32] = [0x01, 0x08, 0x06, 0x30, 0x40, 0x80]
  let blocks = masks.enumerated().reduce(UInt32(0)) { blocks, mask in
    dots & mask.element == 0 ? blocks : blocks | 1 << UInt32(mask.offset)
  }
  // The halves and the full block existed before the other sextants.
  switch blocks {
  case 0b010101: return "▌"
  case 0b101010: return "▐"
  case 0b111111: return "█"
  default:
    let before: UInt32 = blocks > 0b101010 ? 3 : blocks > 0b010101 ? 2 : 1
    return Unicode.Scalar(0x1FB00 + blocks - before)
  }
}

/// Patterns of areas, dense and sparse.
private let areaPatterns: [Unicode.Scalar] = ["\u{2895}", "\u{2821}"]

/// Maps a braille pattern to one of six glyphs: a high, middle or low line, a vertical one, or a
/// dense or sparse area.
private func brailleStandIn(
  for scalar: Unicode.Scalar, in glyphs: String
) -> Unicode.Scalar? {
  guard (0x2800...0x28FF).contains(scalar.value) else { return nil }
  if let area = areaPatterns.firstIndex(of: scalar) {
    return glyphs.unicodeScalars.dropFirst(4 + area).first
  }
  let dots = scalar.value - 0x2800
  // The two dots of each row, from the top.
  let rows = [0x09, 0x12, 0x24, 0xC0].enumerated().filter { dots & $1 != 0 }.map(\.offset)
  guard let top = rows.first, let foot = rows.last else { return " " }
  let isUpright = top == 0 && foot == 3 && rows.count == 4
  let index = isUpright ? 3 : [0, 0, 0, 1, 1, 2, 2][top + foot]
  return glyphs.unicodeScalars.dropFirst(index).first
}

private let standIns: [Unicode.Scalar: Unicode.Scalar] = {
  let groups: [(Unicode.Scalar, String)] = [
    ("-", "─━┄┅┈┉═╴╶╸╺╼╾‐‑‒–—―−▃▄"), ("|", "│┃┆┇┊┋╎╏║╵╷╹╻╽╿▏▎▍▌▐▕"),
    ("^", "▲△▴↑▀▔"), ("v", "▼▽▾↓"), (">", "▶▸›»→"), ("<", "◀◂‹«←"),
    ("_", "▁▂"), ("=", "▅▆"), ("#", "▇█▉▊▋░▒▓■▪▙▛▜▟"), ("*", "•●◆★∙"), ("o", "○◦◇"),
    (".", "…·╌╍▖▗"), ("'", "‘’ʼ′▘▝"), ("/", "▞"), ("\\", "▚"), ("\"", "“”″"), ("x", "×✕✗"),
    ("+", "✓✔±"), ("~", "≈"),
  ]
  var table: [Unicode.Scalar: Unicode.Scalar] = [:]
  for (ascii, scalars) in groups {
    for scalar in scalars.unicodeScalars { table[scalar] = ascii }
  }
  return table
}()
