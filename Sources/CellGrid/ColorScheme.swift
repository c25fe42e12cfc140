/// A color as a page or a terminal of 24 bits shows it.
public struct RGB: Hashable, Sendable {
  /// The three parts, each 0…255.
  public let red, green, blue: UInt8

  /// Makes a color of six hexadecimal digits: `0x17191E`.
  public init(_ hex: UInt32) {
    red = UInt8(truncatingIfNeeded: hex >> 16)
    green = UInt8(truncatingIfNeeded: hex >> 8)
    blue = UInt8(truncatingIfNeeded: hex)
  }

  /// Reads a color as style sheets write it: `#17191e`.
  public init?(css: String) {
    let digits = css.dropFirst()
    guard css.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let hex = UInt32(digits, radix: 16)
    else { return nil }
    self.init(hex)
  }

  /// The color as style sheets write it: `#17191e`.
  public var css: String {
    let digits = (UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    let text = String(digits, radix: 16)
    return "#\(String(repeating: "0", count: 6 - text.count))\(text)"
  }
}

/// A named set of colors: a page, and what each kind of text looks like on it.
///
/// Without one the terminal's own colors are used. The program's own are ``ColorScheme/all``; a
/// user makes others from them.
public struct ColorScheme: Hashable, Sendable {
  /// What a user calls it: `solarized-dark`.
  public internal(set) var name: String
  /// Whether the page is light or dark.
  public internal(set) var appearance: Appearance
  /// The page.
  public internal(set) var page: RGB
  /// The background of the selected row.
  public internal(set) var selection: RGB
  /// Ordinary text, quieter text, frames, placeholders.
  var ink, muted, faint, shade: RGB
  /// Good news, bad news, a warning and the one accent.
  var green, red, amber, accent: RGB
  /// Good and bad news in a color-blind palette.
  var blue, orange: RGB
  /// The least contrast of its text, frames and placeholders apart.
  var leastContrast = 4.5

  /// The color of a hue in a palette.
  public func color(of hue: Hue, palette: Palette = .default) -> RGB {
    if let part = hue.part {
      return palette == .mono
        ? ink : (appearance == .light ? Self.partsOnLight : Self.partsOnDark)[part]
    }
    return switch (hue, palette) {
    case (.muted, _): muted
    case (.faint, _): faint
    case (.shade, _): shade
    case (.ink, _), (.green, .mono), (.red, .mono), (.amber, .mono), (.amber, .colorBlind): ink
    case (.accent, .mono): ink
    case (.green, .colorBlind): blue
    case (.red, .colorBlind): orange
    case (.green, .default): green
    case (.red, .default): red
    case (.amber, .default): amber
    case (.accent, _): accent
    default: ink
    }
  }

  /// Every color that text may have.
  var textColors: [RGB] {
    Palette.allCases.flatMap { palette in
      Hue.allCases.map { color(of: $0, palette: palette) }
    }
  }

  private static let partsOnDark = [
    RGB(0x5B9DFF), RGB(0xF2A65A), RGB(0xB48CFF), RGB(0x45C7C1), RGB(0xFF8FC4), RGB(0xC9C15A),
    RGB(0x8FB0C9), RGB(0xC49A7A),
  ]
  private static let partsOnLight = [
    RGB(0x1F5FC4), RGB(0x984400), RGB(0x7440C9), RGB(0x00706A), RGB(0xB0307F), RGB(0x6B6700),
    RGB(0x4A6C85), RGB(0x84583A),
  ]

  /// The scheme of a name, `nil` where there is none.
  public static func named(_ name: String) -> ColorScheme? { all.first { $0.name == name } }
}
