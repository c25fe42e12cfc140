/// Maps a scheme's colors to the 256-color table.
///
/// It keeps the hue, and the contrast that text needs on the page and on a selected row. By
/// distance alone, the nearest entry to a dark green is gray or teal.
struct IndexedColors: Hashable, Sendable {
  private var indices: [RGB: UInt8] = [:]

  /// The schemes used for selected rows on the terminal's own colors.
  static let dark = IndexedColors(.dark)
  static let light = IndexedColors(.light)

  /// The minimum contrast of a selected row to the page.
  private static let minOfSelection = 1.1

  init(_ scheme: ColorScheme) {
    let (page, selection) = (TableColor(scheme.page), TableColor(scheme.selection))
    // Backgrounds may move away from their text but not towards it.
    let opposite = TableColor(RGB(scheme.appearance == .light ? 0x000000 : 0xFFFFFF))
    func isFar(_ entry: TableColor, as background: TableColor) -> Bool {
      entry.contrast(to: opposite) >= 0.95 * background.contrast(to: opposite)
    }
    let pageEntry = page.nearest { isFar($0, as: page) }
    let selectionEntry = selection.nearest {
      isFar($0, as: selection) && $0.contrast(to: pageEntry) >= Self.minOfSelection
    }
    for text in scheme.textColors.map(TableColor.init) {
      let least = min(scheme.minContrast, text.contrast(to: page))
      let minSelected = min(scheme.minContrast, text.contrast(to: selection))
      let entry = text.nearest {
        text.isKept(by: $0) && $0.contrast(to: pageEntry) >= least
          && $0.contrast(to: selectionEntry) >= minSelected
      }
      indices[text.color] = entry.index
    }
    indices[scheme.page] = pageEntry.index
    indices[scheme.selection] = selectionEntry.index
  }

  /// The table index of one of the scheme's colors.
  subscript(color: RGB) -> UInt8? { indices[color] }
}

/// A color prepared for comparison.
struct TableColor {
  let color: RGB
  /// Index in the 256-color table; 0 for other colors.
  let index: UInt8
  /// Relative luminance (0…1) with WCAG weights; squaring approximates the 2.4 exponent.
  private let luminance: Double
  /// Perceptual lightness (0…255), red versus green, and yellow versus blue.
  private let lightness, redness, yellowness: Double
  /// Hue in degrees, and distance from gray (0…255).
  let hue, chroma: Double

  /// Colors below this chroma count as gray.
  private static let minChroma = 48.0

  init(_ color: RGB) { self.init(color, index: 0) }

  private init(_ color: RGB, index: UInt8) {
    self.color = color
    self.index = index
    let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
    luminance = (0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue) / (255 * 255)
    lightness = luminance.squareRoot() * 255
    redness = red - green
    yellowness = (red + green) / 2 - blue
    let top = max(red, green, blue)
    chroma = top - min(red, green, blue)
    let turn: Double =
      switch top {
      case _ where chroma == 0: 0
      case red: (green - blue) / chroma
      case green: 2 + (blue - red) / chroma
      default: 4 + (red - green) / chroma
      }
    hue = (turn < 0 ? turn + 6 : turn) * 60
  }

  /// Entries that look the same on every terminal: the 6×6×6 cube and the 24 grays.
  private static let table: [TableColor] = (16...255).map { index in
    let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
    let offset = index - 16
    let gray = UInt32(8 + (offset - 216) * 10 & 0xFF)
    let hex =
      offset < 216
      ? levels[offset / 36] << 16 | levels[offset / 6 % 6] << 8 | levels[offset % 6]
      : gray << 16 | gray << 8 | gray
    return TableColor(RGB(hex), index: UInt8(index))
  }

  /// The contrast ratio of WCAG 2, from 1 to 21.
  func contrast(to other: TableColor) -> Double {
    let (dark, bright) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (bright + 0.05) / (dark + 0.05)
  }

  /// Whether another color has the same hue family, such as green; grays accept any.
  func isKept(by other: TableColor) -> Bool {
    guard chroma >= Self.minChroma else { return true }
    return other.chroma * 2 >= chroma && other.family == family
  }

  /// Red, orange to yellow, green, cyan, blue, purple.
  private var family: Int {
    let ends = [15.0, 65, 165, 190, 255, 335]
    return (ends.firstIndex { hue < $0 } ?? 0) % ends.count
  }

  /// The ANSI color of the same hue family; the bright one on a dark page.
  func nearestOfSixteen(on appearance: Appearance) -> UInt8 {
    let numbers: [UInt8] = [1, 3, 2, 6, 4, 5]
    return numbers[family] + (appearance == .dark ? 8 : 0)
  }

  /// The nearest table entry that satisfies a predicate, or the nearest of all if none does.
  func nearest(where isPossible: (TableColor) -> Bool) -> TableColor {
    let possible = Self.table.filter(isPossible)
    let entries = possible.isEmpty ? Self.table : possible
    return entries.min { distance(to: $0) < distance(to: $1) } ?? self
  }

  private func distance(to other: TableColor) -> Double {
    func square(_ value: Double) -> Double { value * value }
    let turn = (hue - other.hue).magnitude
    return 4 * square(lightness - other.lightness) + square(redness - other.redness) / 2
      + square(yellowness - other.yellowness) / 2
      + (chroma >= Self.minChroma ? 3 * square(min(turn, 360 - turn)) : 0)
  }
}
