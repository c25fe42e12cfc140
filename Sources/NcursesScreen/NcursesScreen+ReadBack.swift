import CScreen
import CellGrid

/// One cell as ncurses holds it.
struct ShownCell: Hashable {
  var scalar: Unicode.Scalar
  var look: TextAttributes
}

extension NcursesScreen {
  /// Every cell, row after row: of the picture, or of what ncurses believes to be on the glass.
  ///
  /// A color of the palette comes back as `.ansi` up to 15.
  func readBack(onGlass: Bool) -> [ShownCell] {
    guard let handle else { return [] }
    let size = size
    return (0..<size.rows * size.columns).map { place in
      let column = Int32(place % size.columns)
      let row = Int32(place / size.columns)
      return ShownCell(bitpal_screen_read(handle, column, row, onGlass))
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
