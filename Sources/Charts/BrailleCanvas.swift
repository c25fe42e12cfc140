import CellGrid

/// Dots in cells, two across and four down, with the role drawn last in each.
struct BrailleCanvas {
  let columns: Int
  let rows: Int
  private var dots: [UInt32]
  private var roles: [Role]

  init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    dots = Array(repeating: 0, count: self.columns * self.rows)
    roles = Array(repeating: .plain, count: dots.count)
  }

  var dotColumns: Int { columns * 2 }
  var dotRows: Int { rows * 4 }

  /// Sets a dot; the origin is the top left.
  mutating func set(_ x: Int, _ y: Int, _ role: Role) {
    guard (0..<dotColumns).contains(x), (0..<dotRows).contains(y) else { return }
    // Bits 0 to 2 are the upper dots of the left column, 3 to 5 of the right, 6 and 7 the bottom
    // dots.
    let bit = y % 4 == 3 ? 6 + x % 2 : y % 4 + x % 2 * 3
    let index = y / 4 * columns + x / 2
    dots[index] |= 1 << UInt32(bit)
    roles[index] = role
  }

  /// Whether a cell has no dots.
  func isBlank(column: Int, row: Int) -> Bool { dots[row * columns + column] == 0 }

  /// Draws a straight line between two dots.
  mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int), _ role: Role) {
    let steps = max(abs(end.x - start.x), abs(end.y - start.y))
    for step in 0...max(1, steps) {
      set(
        start.x + Self.part(end.x - start.x, step, of: steps),
        start.y + Self.part(end.y - start.y, step, of: steps), role)
    }
  }

  /// `length × step ÷ steps`, rounded to nearest.
  private static func part(_ length: Int, _ step: Int, of steps: Int) -> Int {
    guard steps > 0 else { return 0 }
    let doubled = 2 * length * step + (length < 0 ? -steps : steps)
    return doubled / (2 * steps)
  }

  /// Writes all nonempty cells into a grid.
  func draw(in grid: inout Grid, column: Int, row: Int) {
    for index in dots.indices where dots[index] != 0 {
      guard let scalar = Unicode.Scalar(0x2800 + dots[index]) else { continue }
      grid.write(
        String(Character(scalar)), column: column + index % columns, row: row + index / columns,
        style: Style(roles[index]))
    }
  }

  /// One row as text.
  func text(row: Int) -> String {
    var text = String.UnicodeScalarView()
    for pattern in dots[row * columns..<(row + 1) * columns] {
      text.append(pattern == 0 ? " " : Unicode.Scalar(0x2800 + pattern) ?? " ")
    }
    return String(text)
  }
}
