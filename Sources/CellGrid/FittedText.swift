/// Alignment of padded text.
public enum TextAlignment: Sendable {
  /// Text first, then blanks.
  case leading
  /// Blanks first, so that figures align on the right.
  case trailing
  /// Blanks on both sides; an odd one is after the text.
  case center
}

/// Truncates a text to a number of columns and appends an ellipsis.
///
/// A wide character is kept whole or dropped, so the result may be one column short. If there is no
/// room for the ellipsis, the text is truncated without it.
/// - Parameters:
///   - text: One clean line.
///   - columns: The maximum width; a negative one counts as 0.
///   - ellipsis: The truncation mark; use `~` on a screen without Unicode.
public func clipped(_ text: String, to columns: Int, ellipsis: String = "…") -> String {
  guard columnWidth(of: text) > columns else { return text }
  let mark = columnWidth(of: ellipsis) <= columns ? ellipsis : ""
  var remaining = columns - columnWidth(of: mark)
  var kept = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    remaining -= columnWidth(of: scalar)
    if remaining < 0 { break }
    kept.append(scalar)
  }
  while kept.last == " " { kept.removeLast() }
  return String(kept) + mark
}

/// Truncates a text to a number of columns in the middle, because the end distinguishes ids and
/// file names.
public func clippedInMiddle(_ text: String, to columns: Int) -> String {
  guard columnWidth(of: text) > columns else { return text }
  let end = String(text.suffix(max(0, min(12, columns / 2))))
  return clipped(text, to: max(1, columns - columnWidth(of: end))) + end
}

/// Pads a text with blanks to a number of columns; a longer text is unchanged.
public func padded(
  _ text: String, to columns: Int, _ alignment: TextAlignment = .leading
) -> String {
  let blanks = max(0, columns - columnWidth(of: text))
  let before =
    switch alignment {
    case .leading: 0
    case .trailing: blanks
    case .center: blanks / 2
    }
  return String(repeating: " ", count: before) + text
    + String(repeating: " ", count: blanks - before)
}
