import BitpalTesting
import CellGrid

extension VirtualTerminal {
  /// Whether a grid stands on the screen from some row on, as an encoder writes it.
  func shows(_ grid: Grid, as encoder: ANSIText, from top: Int) -> Bool {
    (0..<grid.rows).allSatisfy { row in
      (0..<columns).allSatisfy { column in
        let shown = screen[top + row][column].seen
        guard column < grid.columns else { return shown == Spot() }
        return shown == Spot(grid[column, row], as: encoder).seen
      }
    }
  }
}

extension VirtualTerminal.Spot {
  fileprivate init(_ cell: Cell, as encoder: ANSIText) {
    let look =
      encoder.depth == .none ? .plain : encoder.theme.look(of: cell.style, depth: encoder.depth)
    var pen = VirtualTerminal.Pen()
    pen.isBold = look.isBold
    pen.isDim = look.isDim
    pen.isReversed = look.isReversed
    pen.link = encoder.hasLinks && cell.style.isLinked ? Link.portfolio : ""
    switch look.foreground {
    case nil: break
    case .ansi(let number), .indexed(let number): pen.ink = .palette(Int(number))
    case .rgb(let red, let green, let blue): pen.ink = .rgb(Int(red), Int(green), Int(blue))
    }
    self.init(scalar: cell.scalar, pen: pen)
  }
}

extension SeededRandom {
  mutating func theme() -> Theme {
    Theme(
      palette: Palette.allCases.randomElement(using: &self) ?? .default,
      appearance: Appearance.allCases.randomElement(using: &self) ?? .unknown)
  }
}
