/// A box-drawing or block character as a shape that fills its cell to the edge.
struct CellShape {
  private enum Form {
    /// Strokes from the cell's middle to its sides.
    case lines(String)
    /// A part of the cell, in eighths from below, at an opacity in percent.
    case block(eighths: Int, opacity: Int)
  }

  private let form: Form
  private let column: Int
  private let role: Role

  /// Makes the shape of a character, `nil` for one that is text.
  init?(_ scalar: Unicode.Scalar, column: Int, role: Role) {
    guard let form = Self.form(of: scalar) else { return nil }
    self.form = form
    self.column = column
    self.role = role
  }

  private static func form(of scalar: Unicode.Scalar) -> Form? {
    switch scalar {
    case "░": return .block(eighths: 8, opacity: 35)
    case "▒": return .block(eighths: 8, opacity: 55)
    case "▓": return .block(eighths: 8, opacity: 80)
    case "\u{2581}"..."\u{2588}":
      return .block(eighths: Int(scalar.value) - 0x2580, opacity: 100)
    default: return paths[scalar].map { .lines($0) }
    }
  }

  /// Strokes over a cell of 9 × 20, the middle at 4.5, 10.
  private static let paths: [Unicode.Scalar: String] = [
    "─": "M0 10H9", "│": "M4.5 0V20", "╭": "M4.5 20V15Q4.5 10 9 10", "╮": "M4.5 20V15Q4.5 10 0 10",
    "╰": "M4.5 0V5Q4.5 10 9 10", "╯": "M4.5 0V5Q4.5 10 0 10", "┌": "M4.5 20V10H9",
    "┐": "M4.5 20V10H0", "└": "M4.5 0V10H9", "┘": "M4.5 0V10H0", "├": "M4.5 0V20M4.5 10H9",
    "┤": "M4.5 0V20M4.5 10H0", "┬": "M0 10H9M4.5 10V20", "┴": "M0 10H9M4.5 0V10",
    "┼": "M0 10H9M4.5 0V20",
  ]

  func element(row: Int) -> String {
    let x = column * SVG.cellWidth
    let y = row * SVG.cellHeight
    switch form {
    case .lines(let path):
      let stroke = role == .borderFocused ? role : .border
      return "<path class=\"line \(stroke)\" transform=\"translate(\(x) \(y))\" d=\"\(path)\"/>"
    case .block(let eighths, let opacity):
      let height = SVG.cellHeight * eighths / 8
      return "<rect class=\"\(role)\" x=\"\(x)\" y=\"\(y + SVG.cellHeight - height)\""
        + " width=\"\(SVG.cellWidth)\" height=\"\(height)\" opacity=\"\(opacity)%\"/>"
    }
  }
}
