import BitpalTesting
import CellGrid

extension VirtualTerminal {
  /// Whether the screen shows a grid from some row on, as an encoder writes it.
  func shows(_ grid: Grid, as encoder: ANSIText, from top: Int) -> Bool {
    (0..<grid.rows).allSatisfy { row in
      (0..<columns).allSatisfy { column in
        let shown = screen[top + row][column].seen
        guard column < grid.columns else { return shown == Spot() }
        let target = grid.linkTarget ?? ""
        return shown == Spot(grid[column, row], as: encoder, target: target).seen
      }
    }
  }
}

extension VirtualTerminal.Spot {
  fileprivate init(_ cell: Cell, as encoder: ANSIText, target: String) {
    let look =
      encoder.depth == .none ? .plain : encoder.theme.look(of: cell.style, depth: encoder.depth)
    var pen = VirtualTerminal.Pen()
    pen.isBold = look.isBold
    pen.isDim = look.isDim
    pen.isReversed = look.isReversed
    pen.link = encoder.hasLinks && cell.style.isLinked ? target : ""
    pen.ink = look.foreground.map(VirtualTerminal.Ink.init)
    pen.background = look.background.map(VirtualTerminal.Ink.init)
    self.init(scalar: cell.scalar, pen: pen)
  }
}

extension VirtualTerminal.Ink {
  fileprivate init(_ color: TerminalColor) {
    switch color {
    case .ansi(let number), .indexed(let number): self = .palette(Int(number))
    case .rgb(let red, let green, let blue): self = .rgb(Int(red), Int(green), Int(blue))
    }
  }
}

extension SeededRandom {
  mutating func theme() -> Theme {
    Theme(
      palette: Palette.allCases.randomElement(using: &self) ?? .default,
      appearance: Appearance.allCases.randomElement(using: &self) ?? .unknown)
  }
}
