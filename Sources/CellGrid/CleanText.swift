/// Cleans external text for drawing: one line of scalars that each have a width.
///
/// Every name, note, path or message from outside the program passes through here before it reaches
/// a grid, a window title or a terminal.
///
/// - Escape sequences are removed whole; control and formatting characters (bidirectional controls,
///   zero-width characters, soft hyphens, tags) individually.
/// - Every kind of space, tab and line break becomes a space; runs become one; leading and trailing
///   spaces are removed.
/// - A mark is joined to its letter if a single scalar exists for the pair (`e` + acute, jamo to a
///   Hangul syllable) and is dropped otherwise: a cell holds one scalar.
/// - Private, unassigned and other characters of unknown width become U+FFFD.
///
/// Cleaning is idempotent.
public func cleaned(_ text: String) -> String {
  if isCleanASCII(text) { return text }
  var result = String.UnicodeScalarView()
  var isSpacePending = false
  for character in withoutEscapeSequences(text) {
    for scalar in composedScalars(of: character) {
      let drawn: Unicode.Scalar
      switch Treatment(of: scalar) {
      case .drop: continue
      case .space:
        isSpacePending = !result.isEmpty
        continue
      case .keep: drawn = scalar
      case .replace: drawn = "\u{FFFD}"
      }
      if isSpacePending { result.append(" ") }
      isSpacePending = false
      result.append(drawn)
    }
  }
  return String(result)
}

private func isCleanASCII(_ text: String) -> Bool {
  var previous: UInt8 = 0x20
  for byte in text.utf8 {
    guard byte >= 0x20, byte < 0x7F, byte != 0x20 || previous != 0x20 else { return false }
    previous = byte
  }
  return previous != 0x20 || text.isEmpty
}

/// How a scalar is handled.
private enum Treatment {
  case keep
  case space
  case drop
  case replace

  init(of scalar: Unicode.Scalar) {
    switch scalar {
    case " ", "\t", "\n", "\u{0B}", "\u{0C}", "\r", "\u{85}", "\u{2028}", "\u{2029}":
      self = .space
      return
    default: break
    }
    if columnWidth(of: scalar) > 0 {
      self = .keep
      return
    }
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint || properties.isEmojiModifier
      || Hangul.isVowelOrTail(scalar)
    {
      self = .drop
      return
    }
    switch properties.generalCategory {
    case .spaceSeparator: self = .space
    case .control, .format, .nonspacingMark, .spacingMark, .enclosingMark: self = .drop
    default: self = .replace
    }
  }
}
