import BitpalTesting
import CellGrid
import Widgets

@testable import NcursesScreen

/// Frames with everything that can go wrong in terminal output.
struct RandomFrames {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Narrow, wide, framed, and right-to-left text.
  private static let pieces = [
    "bitcoin", "Ξ 1.25", "┌──┐", "│", "▲ +1.24%", "▼", "₿", "币安人生", "世", "😀", "é",
    "عملة", "$98,432.10", "░▒▓█", "⣿⡀", "  ", "…",
  ]

  mutating func next(columns: Int, rows: Int) -> Grid {
    var grid = Grid(columns: columns, rows: rows)
    for _ in 0..<Int.random(in: 0...3 * max(1, rows), using: &generator) {
      grid.write(
        Self.pieces.randomElement(using: &generator) ?? "",
        column: .random(in: -4...columns, using: &generator),
        row: .random(in: 0...rows, using: &generator),
        style: Style(
          RoleTable.bitpal.roles.randomElement(using: &generator) ?? .plain,
          background: chance(4) ? RoleTable.bitpal.roles.randomElement(using: &generator) : nil,
          isReversed: .random(using: &generator), isLinked: .random(using: &generator)))
    }
    return grid
  }

  mutating func nextSize() -> (columns: Int, rows: Int) {
    (.random(in: 1...120, using: &generator), .random(in: 1...45, using: &generator))
  }

  /// How much wider a grid is than the screen; usually zero.
  mutating func excess() -> Int { chance(4) ? .random(in: -3...3, using: &generator) : 0 }

  mutating func chance(_ one: Int) -> Bool { .random(in: 0..<one, using: &generator) == 0 }
}

/// A look for each style such that every attribute and all parts of the palette occur.
func colorfulLook(_ style: Style) -> TextAttributes {
  let number = UInt8(RoleTable.bitpal.roles.firstIndex(of: style.role) ?? 0)
  let colors: [TerminalColor?] = [
    nil, .ansi(number % 8), .ansi(8 + number % 8), .indexed(16 + number % 15 * 16), .rgb(1, 2, 3),
  ]
  return TextAttributes(
    foreground: colors[Int(number) % colors.count],
    background: style.background.flatMap { colors[$0.name.utf8.count % colors.count] },
    isBold: number % 2 == 0,
    isDim: number % 3 == 0, isReversed: style.isReversed)
}

/// The expected contents of a screen with `colors` colors that shows a grid, cropped or padded to
/// its size.
func expectedCells(
  _ grid: Grid, columns: Int, rows: Int, colors: ColorDepth,
  look: (Style) -> TextAttributes = colorfulLook
) -> [ShownCell] {
  var cells: [ShownCell] = []
  for row in 0..<rows {
    for column in 0..<columns {
      cells.append(expectedCell(grid, column, row, limit: columns, colors: colors, look: look))
    }
  }
  return cells
}

private func expectedCell(
  _ grid: Grid, _ column: Int, _ row: Int, limit: Int, colors: ColorDepth,
  look: (Style) -> TextAttributes
) -> ShownCell {
  guard column < grid.columns, row < grid.rows else {
    return ShownCell(scalar: " ", look: limited(look(.plain), to: colors))
  }
  let cell = grid[column, row]
  var scalar = cell.scalar
  let lead = cell.isContinuation ? column - 1 : column
  let width = lead + 1 < grid.columns && grid[lead + 1, row].isContinuation ? 2 : 1
  if width == 2, lead + 2 > limit {
    scalar = " "
  }
  return ShownCell(scalar: scalar, look: limited(look(cell.style), to: colors))
}

private func limited(_ look: TextAttributes, to depth: ColorDepth) -> TextAttributes {
  var look = look
  switch (look.foreground, depth) {
  case (.rgb, .trueColor): break
  case (.rgb, _), (_, .none): look.foreground = nil
  case (.indexed, .ansi8), (.indexed, .ansi16): look.foreground = nil
  case (.ansi(let number), .ansi8) where number >= 8:
    look.foreground = .ansi(number - 8)
    look.isBold = true
  default: break
  }
  switch (look.background, depth) {
  case (.rgb, .trueColor): break
  case (.rgb, _), (_, .none), (.indexed, .ansi8), (.indexed, .ansi16): look.background = nil
  case (.ansi(let number), .ansi8) where number >= 8: look.background = .ansi(number - 8)
  default: break
  }
  return look
}
