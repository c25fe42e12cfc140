/// Makes a text safe to send to a terminal, keeping its length and lines.
///
/// For text that is not drawn in a grid: exported rows, JSON, messages. Line breaks, tabs, marks
/// and letters of every script are kept. Text for a pipe or a file does not need this.
///
/// - Escape sequences are removed whole, other control characters individually.
/// - Bidirectional controls, zero-width spaces, soft hyphens, byte order marks and tags are
///   removed: they invisibly change what a reader sees.
/// - A zero-width joiner is kept within an emoji, which would fall apart without it; a zero-width
///   non-joiner is kept between two non-ASCII letters, where some scripts (Persian, Hindi) need it.
///   Both are removed everywhere else.
///
/// The function is idempotent.
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

/// Whether a scalar is safe regardless of its neighbors.
private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.value < 0x7F { return scalar.value >= 0x20 || scalar == "\n" || scalar == "\t" }
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator: return false
  default: return true
  }
}

/// Whether a joiner is part of the spelling of its neighbors.
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
