/// Where cells lie in a picture, in eighths of a pixel, which every block element divides evenly.
///
/// The middle of a cell falls on half a pixel both ways, so that thin lines are sharp.
struct CellFrame {
  static let cellWidth = 9 * 8
  static let cellHeight = 21 * 8
  static let margin = 14 * 8

  /// From the middle of a cell to the end of the bend of a rounded corner.
  let radius = 5 * 8

  func left(column: Int) -> Int { Self.margin + column * Self.cellWidth }
  func top(row: Int) -> Int { Self.margin + row * Self.cellHeight }
  func middle(column: Int) -> Int { left(column: column) + Self.cellWidth / 2 }
  func middle(row: Int) -> Int { top(row: row) + Self.cellHeight / 2 }

  /// Where letters of the row stand.
  func baseline(row: Int) -> Int { top(row: row) + 16 * 8 }
}

/// Eighths of a pixel as SVG writes pixels.
func px(_ eighths: Int) -> String {
  let fractions = ["", ".125", ".25", ".375", ".5", ".625", ".75", ".875"]
  return "\(eighths / 8)\(fractions[eighths % 8])"
}
