/// A color as a terminal is asked for it.
public enum TerminalColor: Hashable, Sendable {
  /// One of the terminal's own colors: 0…7 the normal ones, 8…15 the bright ones.
  case ansi(UInt8)
  /// An entry of the 256-color table, 16…255.
  case indexed(UInt8)
  /// Red, green and blue, each 0…255.
  case rgb(UInt8, UInt8, UInt8)
}

/// How many colors a terminal has.
public enum ColorDepth: Int, CaseIterable, Comparable, Sendable {
  /// No color; attributes may remain.
  case none
  /// The eight colors of the first color terminals.
  case ansi8
  /// The eight and their bright twins.
  case ansi16
  /// The table of 256.
  case ansi256
  /// 24 bits.
  case trueColor

  /// Fewer colors come before more.
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
  /// Not known: colors are used that read on both.
  case unknown
}

/// Which colors carry gain and loss; arrow and sign are there in every palette.
public enum Palette: String, CaseIterable, Sendable {
  /// The terminal's own green and red.
  case `default`
  /// Blue and orange, which every form of color vision distinguishes.
  case colorBlind = "color-blind"
  /// No color: bold, dim and reverse only.
  case mono
}

/// What a style looks like on a terminal.
public struct TextAttributes: Hashable, Sendable {
  /// The color of the text, nil for the terminal's own.
  public var foreground: TerminalColor?
  /// The color of the background, nil for the terminal's own.
  public var background: TerminalColor?
  /// Drawn heavy.
  public var isBold: Bool
  /// Drawn faint.
  public var isDim: Bool
  /// Background and text exchanged.
  public var isReversed: Bool

  /// Makes a look.
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

  /// The terminal's own look.
  public static let plain = TextAttributes()
}
