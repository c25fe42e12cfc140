/// Where the blanks of a padded text go.
public enum TextAlignment: Sendable {
  /// Text first, blanks after it.
  case leading
  /// Blanks first, so that figures line up on the right.
  case trailing
  /// Blanks on both sides, the odd one after the text.
  case center
}

/// A text cut to a number of columns, its end replaced by an ellipsis.
///
/// A wide character is kept whole or not at all, so the result may be a column short. Where not
/// even the ellipsis has room the text is cut without it.
///
/// - Parameters:
///   - text: One clean line.
///   - columns: The room; negative counts as 0.
///   - ellipsis: What marks the cut; `~` suits a screen without Unicode.
public func clipped(_ text: String, to columns: Int, ellipsis: String = "…") -> String {
  guard columnWidth(of: text) > columns else { return text }
  let mark = columnWidth(of: ellipsis) <= columns ? ellipsis : ""
  var room = columns - columnWidth(of: mark)
  var kept = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    room -= columnWidth(of: scalar)
    if room < 0 { break }
    kept.append(scalar)
  }
  while kept.last == " " { kept.removeLast() }
  return String(kept) + mark
}

/// A text cut to a number of columns, its middle replaced by an ellipsis: the end distinguishes ids
/// and names of files from others.
public func clippedInMiddle(_ text: String, to columns: Int) -> String {
  guard columnWidth(of: text) > columns else { return text }
  let end = String(text.suffix(max(0, min(12, columns / 2))))
  return clipped(text, to: max(1, columns - columnWidth(of: end))) + end
}

/// A text filled up with blanks to a number of columns; a longer text is returned as it is.
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
