/// A 24-bit color.
public struct RGB: Hashable, Sendable {
  /// The components, each 0…255.
  public let red, green, blue: UInt8

  /// Creates a color from a hexadecimal number: `0x17191E`.
  public init(_ hex: UInt32) {
    red = UInt8(truncatingIfNeeded: hex >> 16)
    green = UInt8(truncatingIfNeeded: hex >> 8)
    blue = UInt8(truncatingIfNeeded: hex)
  }

  /// Parses a CSS color: `#17191e`.
  public init?(css: String) {
    let digits = css.dropFirst()
    guard css.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let hex = UInt32(digits, radix: 16)
    else { return nil }
    self.init(hex)
  }

  /// The color in CSS: `#17191e`.
  public var css: String {
    let digits = (UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    let text = String(digits, radix: 16)
    return "#\(String(repeating: "0", count: 6 - text.count))\(text)"
  }
}

/// A named set of colors: the page and each kind of text on it.
///
/// Without a scheme, the terminal's own colors are used. ``ColorScheme/all`` has the built-in
/// schemes; users can derive others from them.
public struct ColorScheme: Hashable, Sendable {
  /// The scheme's name: `solarized-dark`.
  public internal(set) var name: String
  /// Whether the page is light or dark.
  public internal(set) var appearance: Appearance
  /// The page background.
  public internal(set) var page: RGB
  /// The background of the selected row.
  public internal(set) var selection: RGB
  /// Ordinary text, quieter text, frames and placeholders.
  var ink, muted, faint, shade: RGB
  /// Positive, negative, warning and accent colors.
  var green, red, amber, accent: RGB
  /// Positive and negative colors of the color-blind palette.
  var blue, orange: RGB
  /// The minimum contrast of text, excluding frames and placeholders.
  var minContrast = 4.5

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

  /// All text colors.
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

  /// The built-in scheme with a name, if any.
  public static func named(_ name: String) -> ColorScheme? { all.first { $0.name == name } }
}

extension ColorScheme {
  /// All built-in schemes, in listing order.
  public static let all = [
    dark, light, contrast, solarizedDark, solarizedLight, dusk, paper,
  ]

  /// A near-black page.
  public static let dark = ColorScheme(
    name: "dark", appearance: .dark, page: RGB(0x17191E), selection: RGB(0x2A2F39),
    ink: RGB(0xE7E9ED), muted: RGB(0x9AA2AE), faint: RGB(0x4A515C), shade: RGB(0x868E9A),
    green: RGB(0x4FC46D), red: RGB(0xFF7068), amber: RGB(0xE2B341), accent: RGB(0x74B4FF),
    blue: RGB(0x5AB4F0), orange: RGB(0xF09A2E))

  /// A white page.
  public static let light = ColorScheme(
    name: "light", appearance: .light, page: RGB(0xFFFFFF), selection: RGB(0xE8EDF5),
    ink: RGB(0x1C2026), muted: RGB(0x5C6470), faint: RGB(0xBFC5CE), shade: RGB(0x7D8590),
    green: RGB(0x116B33), red: RGB(0xB72522), amber: RGB(0x7A5200), accent: RGB(0x1C5FD0),
    blue: RGB(0x005FA8), orange: RGB(0x984400))

  /// Black and white, with a contrast of at least 7:1 for all text.
  public static let contrast = ColorScheme(
    name: "high-contrast", appearance: .dark, page: RGB(0x000000), selection: RGB(0x14284A),
    ink: RGB(0xFFFFFF), muted: RGB(0xD4D4D4), faint: RGB(0xA0A0A0), shade: RGB(0xB8B8B8),
    green: RGB(0x5BFF9A), red: RGB(0xFF9C9C), amber: RGB(0xFFE14D), accent: RGB(0x8FE3FF),
    blue: RGB(0x8CCBFF), orange: RGB(0xFFB347), minContrast: 7)

  /// A deep teal based on Solarized, with its quiet tones raised for legibility.
  public static let solarizedDark = ColorScheme(
    name: "solarized-dark", appearance: .dark, page: RGB(0x002B36), selection: RGB(0x0A404E),
    ink: RGB(0xC4CFCF), muted: RGB(0x9DABAB), faint: RGB(0x38616B), shade: RGB(0x6F8A90),
    green: RGB(0xA3B800), red: RGB(0xFF8A80), amber: RGB(0xDDAA1C), accent: RGB(0x3FC1B7),
    blue: RGB(0x6AB6F0), orange: RGB(0xF39A63))

  /// A warm light page based on Solarized, with its colors darkened for legibility.
  public static let solarizedLight = ColorScheme(
    name: "solarized-light", appearance: .light, page: RGB(0xFDF6E3), selection: RGB(0xEEE8D5),
    ink: RGB(0x3B4F56), muted: RGB(0x4A5E66), faint: RGB(0xCBC5AF), shade: RGB(0x839496),
    green: RGB(0x566300), red: RGB(0xB8211E), amber: RGB(0x7A5C00), accent: RGB(0x0F6B64),
    blue: RGB(0x1463A5), orange: RGB(0xA63C0F))

  /// The program's own dark scheme: violet with mint and rose.
  public static let dusk = ColorScheme(
    name: "dusk", appearance: .dark, page: RGB(0x17142A), selection: RGB(0x2C2750),
    ink: RGB(0xEDE9F7), muted: RGB(0xA59EC4), faint: RGB(0x494270), shade: RGB(0x8880AA),
    green: RGB(0x63E6B0), red: RGB(0xFF7F9C), amber: RGB(0xFFC978), accent: RGB(0xB7A0FF),
    blue: RGB(0x6CC4FF), orange: RGB(0xFFA65C))

  /// The program's own light scheme: warm paper and ink.
  public static let paper = ColorScheme(
    name: "paper", appearance: .light, page: RGB(0xFAF5EC), selection: RGB(0xEFE4D0),
    ink: RGB(0x2A2520), muted: RGB(0x5F5549), faint: RGB(0xD3C6B2), shade: RGB(0x8E8171),
    green: RGB(0x2B6440), red: RGB(0xA82B2B), amber: RGB(0x7F5300), accent: RGB(0x3A4FA3),
    blue: RGB(0x22609E), orange: RGB(0x9A470C))
}

extension ColorScheme {
  /// Color names that a custom scheme may set, in documentation order.
  public static let colorNames = Self.colors.map(\.name)

  private static var colors: [(name: String, color: WritableKeyPath<ColorScheme, RGB>)] {
    [
      ("page", \.page), ("selection", \.selection), ("ink", \.ink), ("muted", \.muted),
      ("faint", \.faint), ("shade", \.shade), ("green", \.green), ("red", \.red),
      ("amber", \.amber), ("accent", \.accent), ("blue", \.blue), ("orange", \.orange),
    ]
  }

  /// Creates a custom scheme by changing some colors of another one.
  ///
  /// - Parameters:
  ///   - name: The scheme's name.
  ///   - base: The scheme that provides the other colors.
  ///   - colors: Colors by name; see ``colorNames``.
  public init(name: String, from base: ColorScheme, colors: [String: RGB]) {
    self = base
    self.name = name
    for (name, color) in Self.colors { self[keyPath: color] = colors[name] ?? self[keyPath: color] }
    let page = TableColor(page)
    let isDark =
      page.contrast(to: TableColor(RGB(0xFFFFFF))) > page.contrast(to: TableColor(RGB(0x000000)))
    appearance = isDark ? .dark : .light
    minContrast = 4.5
  }

  /// The first text color that is unreadable on the page or on a selected row; frames and
  /// placeholders are exempt.
  public var unreadableColor: String? {
    let backgrounds = [page, selection].map(TableColor.init)
    return Self.colors.first { name, color in
      !["page", "selection", "faint", "shade"].contains(name)
        && backgrounds.contains {
          TableColor(self[keyPath: color]).contrast(to: $0) < minContrast
        }
    }?.name
  }
}
