/// Makes text from outside fit to be shown.
public enum UntrustedText {
  /// The text in one line: control characters and marks that turn the direction of writing dropped,
  /// runs of white space made one space.
  ///
  /// - Parameter limit: The most characters kept; a longer text ends in `…`.
  public static func line(_ text: String, limit: Int) -> String {
    var line = String.UnicodeScalarView()
    var owesSpace = false
    // Looked at only so far: a character may be a megabyte of combining marks.
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
