/// Which characters a screen can show.
public enum GlyphLevel: String, CaseIterable, Sendable {
  /// All of Unicode that has a width.
  case unicode
  /// ASCII only, for a locale that is not UTF-8.
  case ascii
}

extension Grid {
  /// The grid in characters of a level; places, widths and styles stay the same.
  public func drawn(with level: GlyphLevel) -> Grid {
    switch level {
    case .unicode: self
    case .ascii: mapScalars { $1 == 2 ? "?" : asciiStandIn(for: $0) }
    }
  }
}

/// The ASCII character that looks most like another, or `?`.
private func asciiStandIn(for scalar: Unicode.Scalar) -> Unicode.Scalar {
  if scalar.isASCII { return scalar }
  if let standIn = standIns[scalar] { return standIn }
  return (0x2500...0x257F).contains(scalar.value) ? "+" : "?"
}

private let standIns: [Unicode.Scalar: Unicode.Scalar] = {
  let groups: [(Unicode.Scalar, String)] = [
    ("-", "─━┄┅┈┉╌╍═╴╶╸╺╼╾‐‑‒–—―−▃▄"), ("|", "│┃┆┇┊┋╎╏║╵╷╹╻╽╿▏▎▍▌▐▕"),
    ("^", "▲△▴↑▀▔"), ("v", "▼▽▾↓"), (">", "▶▸›»→"), ("<", "◀◂‹«←"),
    ("_", "▁▂"), ("=", "▅▆"), ("#", "▇█▉▊▋░▒▓■▪"), ("*", "•●◆★∙"), ("o", "○◦◇"),
    (".", "…·"), ("'", "‘’ʼ′"), ("\"", "“”″"), ("x", "×✕✗"), ("+", "✓✔±"), ("~", "≈"),
  ]
  var table: [Unicode.Scalar: Unicode.Scalar] = [:]
  for (ascii, scalars) in groups {
    for scalar in scalars.unicodeScalars { table[scalar] = ascii }
  }
  return table
}()
