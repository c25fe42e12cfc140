import CScreen
public import CellGrid

extension NcursesScreen {
  /// Shows a grid, its top left corner at the terminal's; what lies outside either is blank or cut.
  ///
  /// A grid equal to the one on the screen costs nothing and writes nothing.
  public func show(_ grid: Grid) {
    guard let handle, grid != shown else { return }
    let size = size
    let previous = shown?.columns == grid.columns && shown?.rows == grid.rows ? shown : nil
    var looks: [Style: Look] = [:]
    for row in 0..<size.rows where !isRowEqual(row, of: grid, to: previous) {
      for column in 0..<size.columns {
        let cell = visibleCell(column, row, of: grid, limit: size.columns)
        guard !cell.isContinuation else { continue }
        let look = looks[cell.style] ?? self.look(cell.style)
        looks[cell.style] = look
        let width = columnWidth(of: cell, column, row, in: grid)
        bitpal_screen_put(
          handle, Int32(column), Int32(row), bitpal_cell(cell.scalar, look, width: width))
      }
    }
    bitpal_screen_flush(handle)
    shown = grid
  }

  /// Paints every cell anew with the next grid, whatever the terminal may have lost.
  public func repaint() {
    guard let handle else { return }
    bitpal_screen_repaint(handle)
    shown = nil
  }

  private func isRowEqual(_ row: Int, of grid: Grid, to previous: Grid?) -> Bool {
    guard let previous, row < grid.rows else { return false }
    let places = row * grid.columns..<(row + 1) * grid.columns
    return grid.cells[places] == previous.cells[places]
  }

  /// The cell as far as the terminal can show it: half a wide character is a blank.
  private func visibleCell(_ column: Int, _ row: Int, of grid: Grid, limit: Int) -> Cell {
    guard column < grid.columns, row < grid.rows else { return .blank }
    let cell = grid[column, row]
    if cell.isContinuation {
      let hasLead = column > 0 && !grid[column - 1, row].isContinuation
      return hasLead ? cell : Cell(" ", cell.style)
    }
    let isCut = columnWidth(of: cell, column, row, in: grid) == 2 && column + 1 >= limit
    return isCut ? Cell(" ", cell.style) : cell
  }

  private func columnWidth(of cell: Cell, _ column: Int, _ row: Int, in grid: Grid) -> UInt8 {
    guard row < grid.rows, column + 1 < grid.columns else { return 1 }
    return grid[column + 1, row].isContinuation && !cell.isContinuation ? 2 : 1
  }
}

extension bitpal_cell {
  fileprivate init(_ scalar: Unicode.Scalar, _ look: Look, width: UInt8) {
    var attributes = 0
    if look.isBold { attributes |= BITPAL_BOLD }
    if look.isDim { attributes |= BITPAL_DIM }
    if look.isReversed { attributes |= BITPAL_REVERSED }
    self.init(
      scalar: scalar.value, colour: look.foreground?.paletteIndex ?? -1,
      attributes: UInt8(attributes), width: width)
  }
}

extension TerminalColor {
  /// Its place in the palette; nil for a colour that ncurses cannot ask a terminal for.
  fileprivate var paletteIndex: Int16? {
    switch self {
    case .ansi(let number), .indexed(let number): Int16(number)
    case .rgb: nil
    }
  }
}
