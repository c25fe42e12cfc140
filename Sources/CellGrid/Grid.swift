/// A cell of the screen: a scalar and its style.
public struct Cell: Hashable, Sendable {
  /// The character; for the right half of a wide character, ``continuation``.
  public var scalar: Unicode.Scalar
  /// The style.
  public var style: Style

  /// Fills the cell to the right of a wide character.
  public static let continuation: Unicode.Scalar = "\0"

  /// An empty cell.
  public static let blank = Cell(" ")

  /// Creates a cell.
  public init(_ scalar: Unicode.Scalar, _ style: Style = .plain) {
    self.scalar = scalar
    self.style = style
  }

  /// Whether this is the right half of a wide character.
  public var isContinuation: Bool { scalar == Cell.continuation }
}

/// A rectangle of cells, the input of every encoder.
///
/// Columns and rows start at 0 in the top left corner. Writing outside the grid is clipped, never
/// an error. Each cell holds one scalar of width 1, or the lead of a wide character followed by its
/// continuation in the same style; overwriting half of a wide character blanks the other half.
///
/// ```swift
/// var grid = Grid(columns: 16, rows: 1)
/// grid.write("Hello, 世界", column: 2, row: 0, style: Style(Role("greeting")))
/// PlainText.text(of: grid) == "  Hello, 世界\n"
/// ```
public struct Grid: Equatable, Sendable {
  /// Number of columns.
  public let columns: Int
  /// Number of rows.
  public let rows: Int
  /// All cells, row by row.
  public private(set) var cells: [Cell]
  /// The address that linked cells open; without one, encoders write no links.
  public var linkTarget: String?
  /// Lines that pictures draw in place of braille cells.
  public var lines: [GridLine] = []

  /// Creates a blank grid; negative sizes count as zero.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// The cell at a position, which must be inside the grid.
  public subscript(column: Int, row: Int) -> Cell { cells[row * columns + column] }

  /// Writes text starting at a column, up to the edge of the grid or `limit`.
  ///
  /// The text should be clean (``cleaned(_:)``); scalars without a width are skipped. A wide
  /// character cut by the edge is replaced with a blank.
  ///
  /// - Parameters:
  ///   - text: One line.
  ///   - column: The first column; may be negative.
  ///   - row: The row.
  ///   - style: The style.
  ///   - limit: The end column, by default the edge.
  public mutating func write(
    _ text: String, column: Int, row: Int, style: Style = .plain, limit: Int? = nil
  ) {
    guard (0..<rows).contains(row) else { return }
    let end = min(limit ?? columns, columns)
    var at = column
    for scalar in text.unicodeScalars {
      let width = columnWidth(of: scalar)
      guard width > 0 else { continue }
      guard at < end else { return }
      if at + width > end || at < 0 {
        for index in at..<min(at + width, end) where index >= 0 {
          put(Cell(" ", style), index, row)
        }
      } else {
        put(Cell(scalar, style), at, row)
        if width == 2 { put(Cell(Cell.continuation, style), at + 1, row, joined: true) }
      }
      at += width
    }
  }

  /// Copies another grid into this one, with its top left corner at a position.
  ///
  /// A wide character cut by an edge becomes a blank. A grid without a ``linkTarget`` adopts the
  /// other's.
  public mutating func place(_ other: Grid, column: Int, row: Int) {
    linkTarget = linkTarget ?? other.linkTarget
    lines += other.lines.map { line in
      GridLine(
        line.role,
        line.points.map { GridPoint(x: $0.x + column * 1_000, y: $0.y + row * 1_000) },
        isFilled: line.isFilled)
    }
    for y in visible(other.rows, from: row, in: rows) {
      for x in visible(other.columns, from: column, in: columns) {
        let cell = other[x, y]
        let target = column + x
        if cell.isContinuation, target > 0 {
          put(cell, target, row + y, joined: true)
        } else if cell.isContinuation || other.isWide(x, y) && target + 1 == columns {
          put(Cell(" ", cell.style), target, row + y)
        } else {
          put(cell, target, row + y)
        }
      }
    }
  }

  /// Changes the style of a run of cells without changing their text, including both halves of wide
  /// characters.
  public mutating func restyle(
    columns range: Range<Int>, row: Int, _ change: (inout Style) -> Void
  ) {
    var range = range.clamped(to: 0..<columns)
    guard (0..<rows).contains(row), !range.isEmpty else { return }
    if self[range.lowerBound, row].isContinuation {
      range = (range.lowerBound - 1)..<range.upperBound
    }
    if isWide(range.upperBound - 1, row) { range = range.lowerBound..<(range.upperBound + 1) }
    for column in range { change(&cells[row * columns + column].style) }
  }

  /// Replaces characters with others of the same width, keeping the styles.
  ///
  /// - Parameter change: Called for each cell except continuations, with the cell's width. A new
  ///   character is repeated in both cells of a wide character.
  func mapScalars(_ change: (Unicode.Scalar, _ width: Int) -> Unicode.Scalar) -> Grid {
    var grid = self
    for row in 0..<rows {
      for column in 0..<columns where !self[column, row].isContinuation {
        let index = row * columns + column
        let isWide = isWide(column, row)
        let scalar = change(cells[index].scalar, isWide ? 2 : 1)
        guard scalar != cells[index].scalar else { continue }
        grid.cells[index].scalar = scalar
        if isWide { grid.cells[index + 1].scalar = scalar }
      }
    }
    return grid
  }

  /// Replaces the character of a cell of width 1, keeping its style.
  mutating func replace(_ column: Int, _ row: Int, with scalar: Unicode.Scalar) {
    cells[row * columns + column].scalar = scalar
  }

  /// Whether the cell leads a wide character.
  func isWide(_ column: Int, _ row: Int) -> Bool {
    column + 1 < columns && self[column + 1, row].isContinuation
  }

  /// The visible part of a length that starts at `start` in a window of `size`.
  private func visible(_ length: Int, from start: Int, in size: Int) -> Range<Int> {
    guard start < size, start > -length else { return 0..<0 }
    return max(0, -start)..<min(length, size - start)
  }

  private mutating func put(_ cell: Cell, _ column: Int, _ row: Int, joined: Bool = false) {
    let index = row * columns + column
    if !joined, cells[index].isContinuation, column > 0 { cells[index - 1].scalar = " " }
    if column + 1 < columns, cells[index + 1].isContinuation { cells[index + 1].scalar = " " }
    cells[index] = cell
  }
}
