import CScreen
public import CellGrid

extension NcursesScreen {
  /// Shows a grid, its top left corner at the terminal's; what lies outside either is blank or cut.
  ///
  /// A grid equal to the one on the screen costs nothing and writes nothing. One that arrives
  /// before the terminal has taken the last is left out: show the newest when
  /// ``outputDescriptor`` says so.
  ///
  /// - Parameters:
  ///   - grid: The picture.
  ///   - cursor: Where the cursor stands, which screen readers and input methods follow; `nil`
  ///     hides it.
  public func show(_ grid: Grid, cursor: CellPlace? = nil) {
    guard let handle, bitpal_screen_is_clear(handle) else { return }
    guard grid != shown || cursor != shownCursor else { return }
    bitpal_screen_place_cursor(handle, Int32(cursor?.column ?? -1), Int32(cursor?.row ?? -1))
    shownCursor = cursor
    let size = size
    let previous = shown?.columns == grid.columns && shown?.rows == grid.rows ? shown : nil
    var looks: [Style: TextAttributes] = [:]
    for row in 0..<size.rows {
      for column in 0..<size.columns where !isEqual(column, row, of: grid, to: previous) {
        let (cell, width) = visibleCell(column, row, of: grid, limit: size.columns)
        guard !cell.isContinuation else { continue }
        let look = looks[cell.style] ?? self.look(cell.style)
        looks[cell.style] = look
        bitpal_screen_put(
          handle, Int32(column), Int32(row), bitpal_cell(cell.scalar, look, width: width))
      }
    }
    bitpal_screen_flush(handle)
    shown = grid
  }

  /// Paints every cell again with the next grid, whatever the terminal may have lost.
  public func repaint() {
    guard let handle else { return }
    bitpal_screen_repaint(handle)
    shown = nil
  }

  private func isEqual(_ column: Int, _ row: Int, of grid: Grid, to previous: Grid?) -> Bool {
    guard let previous, row < grid.rows, column < grid.columns else { return false }
    return grid[column, row] == previous[column, row]
  }

  /// The cell and its width as far as the terminal can show it: half a wide character is a blank.
  private func visibleCell(
    _ column: Int, _ row: Int, of grid: Grid, limit: Int
  ) -> (cell: Cell, width: UInt8) {
    guard column < grid.columns, row < grid.rows else { return (.blank, 1) }
    let cell = grid[column, row]
    let blank = Cell(" ", cell.style)
    if cell.isContinuation {
      let hasLead = column > 0 && !grid[column - 1, row].isContinuation
      return (hasLead ? cell : blank, 1)
    }
    guard column + 1 < grid.columns, grid[column + 1, row].isContinuation else { return (cell, 1) }
    return column + 1 < limit ? (cell, 2) : (blank, 1)
  }
}

extension bitpal_cell {
  fileprivate init(_ scalar: Unicode.Scalar, _ look: TextAttributes, width: UInt8) {
    var attributes = 0
    if look.isBold { attributes |= BITPAL_BOLD }
    if look.isDim { attributes |= BITPAL_DIM }
    if look.isReversed { attributes |= BITPAL_REVERSED }
    let background = look.background?.number ?? -1
    guard let place = PicturePlace(scalar) else {
      self.init(
        scalar: scalar.value, color: look.foreground?.number ?? -1, background: background,
        attributes: UInt8(attributes), width: width, marks: (0, 0))
      return
    }
    let marks = place.marks
    self.init(
      scalar: PicturePlace.placeholder.value, color: Int32(PicturePlace.picture),
      background: background, attributes: 0, width: 1, marks: (marks.row, marks.column))
  }
}

extension TerminalColor {
  /// Its index in the palette, or its three parts.
  fileprivate var number: Int32 {
    switch self {
    case .ansi(let number), .indexed(let number): Int32(number)
    case .rgb(let red, let green, let blue):
      Int32(BITPAL_RGB) | Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
    }
  }
}

/// One cell as ncurses holds it.
struct ShownCell: Hashable {
  var scalar: Unicode.Scalar
  var look: TextAttributes
}

extension NcursesScreen {
  /// Every cell, row after row: of the picture, or of what ncurses believes to be on the glass.
  ///
  /// A color of the palette comes back as `.ansi` up to 15.
  func readBack(displayed: Bool) -> [ShownCell] {
    guard let handle else { return [] }
    let size = size
    return (0..<size.rows * size.columns).map { index in
      let column = Int32(index % size.columns)
      let row = Int32(index / size.columns)
      return ShownCell(bitpal_screen_read(handle, column, row, displayed))
    }
  }

  /// Sizes a screen that is a file; the event follows as on a terminal.
  func resize(columns: Int, rows: Int) {
    guard let handle else { return }
    bitpal_screen_resize(handle, Int32(columns), Int32(rows))
  }
}

extension TerminalColor {
  fileprivate init?(number: Int32) {
    guard number >= 0 else { return nil }
    if number >= Int32(BITPAL_RGB) {
      func part(_ shift: Int32) -> UInt8 { UInt8(truncatingIfNeeded: number >> shift) }
      self = .rgb(part(16), part(8), part(0))
    } else {
      let index = UInt8(truncatingIfNeeded: number)
      self = index < 16 ? .ansi(index) : .indexed(index)
    }
  }
}

extension ShownCell {
  fileprivate init(_ cell: bitpal_cell) {
    let attributes = Int(cell.attributes)
    scalar = Unicode.Scalar(cell.scalar) ?? "\u{FFFD}"
    look = TextAttributes(
      foreground: TerminalColor(number: cell.color),
      background: TerminalColor(number: cell.background),
      isBold: attributes & BITPAL_BOLD != 0,
      isDim: attributes & BITPAL_DIM != 0,
      isReversed: attributes & BITPAL_REVERSED != 0)
  }
}
