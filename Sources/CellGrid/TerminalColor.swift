/// A color as specified to a terminal.
public enum TerminalColor: Hashable, Sendable {
  /// One of the terminal's own colors: 0…7 the normal ones, 8…15 the bright ones.
  case ansi(UInt8)
  /// An entry of the 256-color table, 16…255.
  case indexed(UInt8)
  /// Red, green and blue, each 0…255.
  case rgb(UInt8, UInt8, UInt8)
}

/// The number of colors that a terminal supports.
public enum ColorDepth: Int, CaseIterable, Comparable, Sendable {
  /// No color; attributes may remain.
  case none
  /// Eight colors.
  case ansi8
  /// The eight colors and their bright variants.
  case ansi16
  /// The 256-color table.
  case ansi256
  /// 24-bit color.
  case trueColor

  /// Orders depths by number of colors.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Whether the page is light or dark.
public enum Appearance: String, CaseIterable, Sendable {
  /// Dark text on a light page.
  case light
  /// Light text on a dark page.
  case dark
  /// Unknown; uses colors that are legible on both.
  case unknown
}

/// The colors of gains and losses; every palette also has arrows and signs.
public enum Palette: String, CaseIterable, Sendable {
  /// The terminal's own green and red.
  case `default`
  /// Blue and orange, which are distinguishable with all forms of color vision.
  case colorBlind = "color-blind"
  /// No color: bold, dim and reverse only.
  case mono
}

/// A style's appearance on a terminal.
public struct TextAttributes: Hashable, Sendable {
  /// The text color; nil for the terminal's own.
  public var foreground: TerminalColor?
  /// The background color; nil for the terminal's own.
  public var background: TerminalColor?
  /// Bold.
  public var isBold: Bool
  /// Dim.
  public var isDim: Bool
  /// Text and background swapped.
  public var isReversed: Bool

  /// Creates attributes.
  public init(
    foreground: TerminalColor? = nil, background: TerminalColor? = nil, isBold: Bool = false,
    isDim: Bool = false, isReversed: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
    self.isDim = isDim
    self.isReversed = isReversed
  }

  /// The terminal's default appearance.
  public static let plain = TextAttributes()
}
