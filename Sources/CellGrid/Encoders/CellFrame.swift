/// Positions of a grid's cells in a picture, in eighths of a pixel, which all block elements divide
/// evenly.
///
/// The center of a cell is on half a pixel in both directions, so that thin lines are sharp. A grid
/// whose outermost cells are a frame is a card: the frame is the picture's edge, and the row of its
/// large figure has double height. Without such a figure, the second row of text does, so that
/// cards of one size have the same height.
struct CellFrame {
  static let cellWidth = 9 * 8
  static let cellHeight = 21 * 8

  /// From the center of a cell to the end of a rounded corner's curve.
  let radius = 5 * 8
  /// Whether the grid is a card.
  let isCard: Bool
  private let columns: Int
  private let rows: Int
  private let largeRow: Int?
  private let margin: (x: Int, y: Int)

  init(of grid: Grid, roles: RoleTable) {
    columns = grid.columns
    rows = grid.rows
    isCard = grid.isFramed
    // Leave half a pixel for the line of a card's frame.
    margin = isCard ? (x: -32, y: -80) : (x: 112, y: 112)
    largeRow = isCard ? grid.row(where: { roles[$0].isLarge }) ?? 2 : nil
  }

  func left(column: Int) -> Int { margin.x + column * Self.cellWidth }
  func top(row: Int) -> Int {
    let isAfterLarge = largeRow.map { row > $0 } ?? false
    return margin.y + (isAfterLarge ? row + 1 : row) * Self.cellHeight
  }
  func height(row: Int) -> Int { top(row: row + 1) - top(row: row) }
  func middle(column: Int) -> Int { left(column: column) + Self.cellWidth / 2 }
  func middle(row: Int) -> Int { top(row: row) + height(row: row) / 2 }

  /// Baseline of a row's letters.
  func baseline(row: Int) -> Int { top(row: row) + (isLarge(row) ? 33 : 16) * 8 }

  func isLarge(_ row: Int) -> Bool { row == largeRow }

  /// Converts a point in thousandths of a cell from the grid's top left corner.
  func position(of point: GridPoint) -> (x: Int, y: Int) {
    let row = point.y >= 0 ? point.y / 1_000 : (point.y - 999) / 1_000
    return (
      margin.x + point.x * Self.cellWidth / 1_000,
      top(row: row) + (point.y - row * 1_000) * height(row: row) / 1_000
    )
  }

  /// Size of the picture with some lines of text after the grid.
  func size(lines: Int) -> (width: Int, height: Int) {
    (left(column: columns) + margin.x, top(row: rows + lines) + margin.y)
  }

  /// The card as a rectangle with attributes, extended by some lines of text.
  func card(lines: Int, _ attributes: String) -> String {
    let (x, y) = (middle(column: 0), middle(row: 0))
    return "<rect\(attributes) x=\"\(px(x))\" y=\"\(px(y))\" "
      + "width=\"\(px(middle(column: columns - 1) - x))\" "
      + "height=\"\(px(middle(row: rows - 1 + lines) - y))\" rx=\"10\"/>"
  }

  /// Start column, row and width of the text after the grid.
  var textArea: (column: Int, row: Int, columns: Int) {
    isCard ? (2, rows - 1, columns - 4) : (0, rows, columns)
  }
}

extension Grid {
  /// The first row with a cell whose role satisfies the predicate.
  func row(where isWanted: (Role) -> Bool) -> Int? {
    cells.firstIndex { isWanted($0.style.role) }.map { $0 / columns }
  }

  /// Whether the outermost cells are a rounded frame.
  var isFramed: Bool {
    guard columns > 9, rows > 4 else { return false }
    func text(_ row: Int) -> String { self.text(row: row) }
    let line = String(repeating: "─", count: columns - 2)
    return text(0) == "╭\(line)╮" && text(rows - 1) == "╰\(line)╯"
      && (1..<(rows - 1)).allSatisfy {
        self[0, $0].scalar == "│" && self[columns - 1, $0].scalar == "│"
      }
  }

  /// Style of the frame, that of the first cell.
  var frameStyle: Style { cells.first?.style ?? .plain }

  /// The grid with its outermost cells blank.
  var withoutFrame: Grid {
    var grid = self
    let blank = String(repeating: " ", count: columns)
    for row in [0, rows - 1] { grid.write(blank, column: 0, row: row) }
    for row in 1..<(rows - 1) {
      grid.write(" ", column: 0, row: row)
      grid.write(" ", column: columns - 1, row: row)
    }
    return grid
  }
}

/// Formats eighths of a pixel as SVG pixels.
func px(_ eighths: Int) -> String {
  let fractions = ["", ".125", ".25", ".375", ".5", ".625", ".75", ".875"]
  let size = eighths.magnitude
  return "\(eighths < 0 ? "-" : "")\(size / 8)\(fractions[Int(size % 8)])"
}
