/// A text of any length and number of lines that a terminal may be sent as it is.
///
/// For what is not drawn in a grid: exported rows, JSON, messages. Line breaks, tabs, marks and
/// letters of every script stay; in a pipe or a file the text needs no such treatment.
///
/// - Escape sequences go whole, other control characters singly.
/// - Bidirectional controls, zero-width spaces, soft hyphens, byte order marks and tags go: they
///   change what a reader sees without being seen.
/// - A zero-width joiner stays within an emoji, which falls apart without it; a zero-width
///   non-joiner stays between two letters beyond ASCII, where some scripts (Persian, Hindi) spell
///   with it. Both go everywhere else.
///
/// Treating a safe text again changes nothing.
public func terminalSafe(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: { !isPlain($0) }) else { return text }
  let scalars = Array(withoutEscapeSequences(text).unicodeScalars)
  var result = String.UnicodeScalarView()
  for (index, scalar) in scalars.enumerated() {
    let next = index + 1 < scalars.count ? scalars[index + 1] : nil
    if isPlain(scalar) || isSpelling(scalar, after: result.last, before: next) {
      result.append(scalar)
    }
  }
  return String(result)
}

/// Whether a scalar needs no look at its neighbors.
private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.value < 0x7F { return scalar.value >= 0x20 || scalar == "\n" || scalar == "\t" }
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator: return false
  default: return true
  }
}

/// Whether a joiner belongs to the spelling of what stands around it.
private func isSpelling(
  _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?
) -> Bool {
  guard let previous, let next, !previous.isASCII, !next.isASCII else { return false }
  switch scalar {
  case "\u{200D}":
    let isEmoji =
      previous.properties.isEmoji || previous.properties.isEmojiModifier || previous == "\u{FE0F}"
    return isEmoji && next.properties.isEmoji
  case "\u{200C}":
    let isLetter =
      previous.properties.isAlphabetic
      || previous.properties.canonicalCombiningClass != .notReordered
    return isLetter && next.properties.isAlphabetic
  default: return false
  }
}
