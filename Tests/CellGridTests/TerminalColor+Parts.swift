import CellGrid

extension TerminalColor {
  /// Red, green and blue as xterm shows the color.
  var parts: [UInt8] {
    switch self {
    case .rgb(let red, let green, let blue): return [red, green, blue]
    case .ansi(let number):
      let (low, high): (UInt8, UInt8) = number < 8 ? (0, 205) : (92, 255)
      return (0..<3).map { number >> $0 & 1 == 1 ? high : low }
    case .indexed(let number) where number >= 232:
      return Array(repeating: 8 + (number - 232) * 10, count: 3)
    case .indexed(let number):
      let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
      let index = Int(number) - 16
      return [index / 36, index / 6 % 6, index % 6].map { levels[$0] }
    }
  }

  var rgb: RGB {
    RGB(parts.reduce(0) { $0 << 8 | UInt32($1) })
  }
}
