/// Makes external text safe to display.
public enum UntrustedText {
  /// The text in one line: control and bidirectional characters are removed, and runs of white
  /// space become one space.
  ///
  /// - Parameter limit: The maximum number of characters; longer texts end in `…`.
  public static func line(_ text: String, limit: Int) -> String {
    var line = String.UnicodeScalarView()
    var owesSpace = false
    // Bounded, because one character may be a megabyte of combining marks.
    for scalar in text.unicodeScalars.prefix(limit * 8) {
      if scalar.properties.isWhitespace && scalar.value < 0x80 {
        owesSpace = !line.isEmpty
      } else if !isUnshowable(scalar) {
        if owesSpace { line.append(" ") }
        owesSpace = false
        line.append(scalar)
      }
    }
    let whole = String(line)
    return whole.count > limit ? whole.prefix(limit - 1) + "…" : whole
  }

  private static func isUnshowable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
