import CellGrid

/// SplitMix64: the same seed gives the same numbers everywhere.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A text of problematic scalars mixed with ordinary ones.
  mutating func text(length: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...length, using: &self) { text.append(scalar()) }
    return String(text)
  }

  mutating func style() -> Style {
    Style(
      Role.allCases.randomElement(using: &self) ?? .plain,
      background: Int.random(in: 0..<6, using: &self) == 0
        ? Role.allCases.randomElement(using: &self) : nil,
      isReversed: Int.random(in: 0..<8, using: &self) == 0,
      isLinked: Int.random(in: 0..<4, using: &self) == 0)
  }

  /// A grid after random writes and pastes, including across its edges.
  mutating func grid(columns: Int, rows: Int, writes: Int) -> Grid {
    var grid = Grid(columns: columns, rows: rows)
    grid.linkTarget = "app://portfolio"
    for _ in 0..<writes {
      let column = Int.random(in: -4...columns, using: &self)
      let row = Int.random(in: -1...rows, using: &self)
      switch Int.random(in: 0..<6, using: &self) {
      case 0 where writes > 2:
        let patch = self.grid(columns: columns / 2 + 1, rows: 2, writes: 2)
        grid.place(patch, column: column, row: row)
      case 1:
        let style = style()
        grid.restyle(columns: column..<(column + 5), row: row) { $0 = style }
      default:
        let limit = Bool.random(using: &self) ? nil : Int.random(in: -2...columns, using: &self)
        grid.write(text(length: 12), column: column, row: row, style: style(), limit: limit)
      }
    }
    return grid
  }

  private mutating func scalar() -> Unicode.Scalar {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x20...0x7E, 0x00...0xFF, 0x1B...0x1B, 0x5B...0x5D, 0x300...0x36F,
      0x2000...0x206F, 0x2500...0x25FF, 0x1100...0x11FF, 0x3040...0x30FF, 0x4E00...0x9FFF,
      0xAC00...0xD7A3, 0xFE00...0xFFFF, 0x1F300...0x1FAFF, 0xE0000...0xE007F, 0x0...0x10FFFF,
    ]
    let range = ranges.randomElement(using: &self) ?? 0x20...0x7E
    return Unicode.Scalar(UInt32.random(in: range, using: &self)) ?? " "
  }
}
