extension DashboardState {
  /// More than anyone looks for.
  private static let longestPaste = 200

  /// Takes a pasted text where text is typed; elsewhere its letters would be commands.
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

  /// A field is one line; Enter within a paste must not save what is half pasted.
  private static func line(_ text: String) -> String {
    var line = text.drop(while: \.isWhitespace).prefix(longestPaste)
    while line.last?.isWhitespace == true { line.removeLast() }
    return String(line.map { $0.isWhitespace ? " " : $0 })
  }
}
