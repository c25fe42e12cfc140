extension DashboardState {
  /// More than any useful search.
  private static let longestPaste = 200

  /// Inserts a pasted text where text is typed; elsewhere its letters would be commands.
  mutating func paste(_ text: String) -> [DashboardEffect] {
    let line = Self.line(text)
    switch context {
    case .filter: changeFilter { $0.append(line) }
    case .form: return editForm { form in line.forEach { form.type($0) } }
    case .palette:
      palette?.text += line
      palette?.selection = 0
    default: break
    }
    return []
  }

  /// Joins lines: a field holds one line, and Enter within a paste must not save a partial form.
  private static func line(_ text: String) -> String {
    var line = text.drop(while: \.isWhitespace).prefix(longestPaste)
    while line.last?.isWhitespace == true { line.removeLast() }
    return String(line.map { $0.isWhitespace ? " " : $0 })
  }
}
