/// A colour of the terminal's palette.
public struct ScreenColor: Hashable, Sendable {
  /// Its place in the palette: 0–7 the ANSI colours, 8–15 their bright forms, then up to 255.
  ///
  /// Where the terminal has but eight, a bright one becomes its base in bold, a later one the
  /// terminal's own.
  public var index: UInt8

  /// Makes a colour.
  public init(_ index: UInt8) {
    self.index = index
  }
}

/// What a style looks like on this terminal.
public struct ScreenLook: Hashable, Sendable {
  /// The colour of the text; nil for the terminal's own.
  public var foreground: ScreenColor?
  /// The colour behind it; nil for the terminal's own.
  public var background: ScreenColor?
  /// Heavier than the rest.
  public var isBold: Bool
  /// Quieter than the rest.
  public var isDim: Bool
  /// Foreground and background exchanged.
  public var isReversed: Bool
  /// With a line below.
  public var isUnderlined: Bool

  /// Makes a look.
  public init(
    foreground: ScreenColor? = nil, background: ScreenColor? = nil, isBold: Bool = false,
    isDim: Bool = false, isReversed: Bool = false, isUnderlined: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
    self.isDim = isDim
    self.isReversed = isReversed
    self.isUnderlined = isUnderlined
  }
}
