extension ColorScheme {
  /// Every scheme, in the order in which a list shows them.
  public static let all = [
    dark, light, contrast, solarizedDark, solarizedLight, dusk, paper,
  ]

  /// Near black, as pages are drawn for a dark reader.
  public static let dark = ColorScheme(
    name: "dark", appearance: .dark, page: RGB(0x17191E), selection: RGB(0x2A2F39),
    ink: RGB(0xE7E9ED), muted: RGB(0x9AA2AE), faint: RGB(0x4A515C), shade: RGB(0x868E9A),
    green: RGB(0x4FC46D), red: RGB(0xFF7068), amber: RGB(0xE2B341), accent: RGB(0x74B4FF),
    blue: RGB(0x5AB4F0), orange: RGB(0xF09A2E))

  /// White, as pages are drawn for a light reader.
  public static let light = ColorScheme(
    name: "light", appearance: .light, page: RGB(0xFFFFFF), selection: RGB(0xE8EDF5),
    ink: RGB(0x1C2026), muted: RGB(0x5C6470), faint: RGB(0xBFC5CE), shade: RGB(0x7D8590),
    green: RGB(0x116B33), red: RGB(0xB72522), amber: RGB(0x7A5200), accent: RGB(0x1C5FD0),
    blue: RGB(0x005FA8), orange: RGB(0x984400))

  /// Black and white, every text at seven to one or more.
  public static let contrast = ColorScheme(
    name: "high-contrast", appearance: .dark, page: RGB(0x000000), selection: RGB(0x14284A),
    ink: RGB(0xFFFFFF), muted: RGB(0xD4D4D4), faint: RGB(0xA0A0A0), shade: RGB(0xB8B8B8),
    green: RGB(0x5BFF9A), red: RGB(0xFF9C9C), amber: RGB(0xFFE14D), accent: RGB(0x8FE3FF),
    blue: RGB(0x8CCBFF), orange: RGB(0xFFB347), leastContrast: 7)

  /// A deep teal after Solarized, its quiet tones raised until they can be read.
  public static let solarizedDark = ColorScheme(
    name: "solarized-dark", appearance: .dark, page: RGB(0x002B36), selection: RGB(0x0A404E),
    ink: RGB(0xC4CFCF), muted: RGB(0x9DABAB), faint: RGB(0x38616B), shade: RGB(0x6F8A90),
    green: RGB(0xA3B800), red: RGB(0xFF8A80), amber: RGB(0xDDAA1C), accent: RGB(0x3FC1B7),
    blue: RGB(0x6AB6F0), orange: RGB(0xF39A63))

  /// Warm paper after Solarized, its colors deepened until they can be read.
  public static let solarizedLight = ColorScheme(
    name: "solarized-light", appearance: .light, page: RGB(0xFDF6E3), selection: RGB(0xEEE8D5),
    ink: RGB(0x3B4F56), muted: RGB(0x4A5E66), faint: RGB(0xCBC5AF), shade: RGB(0x839496),
    green: RGB(0x566300), red: RGB(0xB8211E), amber: RGB(0x7A5C00), accent: RGB(0x0F6B64),
    blue: RGB(0x1463A5), orange: RGB(0xA63C0F))

  /// The program's own: the hour after sunset, violet with a mint and a rose.
  public static let dusk = ColorScheme(
    name: "dusk", appearance: .dark, page: RGB(0x17142A), selection: RGB(0x2C2750),
    ink: RGB(0xEDE9F7), muted: RGB(0xA59EC4), faint: RGB(0x494270), shade: RGB(0x8880AA),
    green: RGB(0x63E6B0), red: RGB(0xFF7F9C), amber: RGB(0xFFC978), accent: RGB(0xB7A0FF),
    blue: RGB(0x6CC4FF), orange: RGB(0xFFA65C))

  /// The program's own by day: warm paper, ink and a fountain pen.
  public static let paper = ColorScheme(
    name: "paper", appearance: .light, page: RGB(0xFAF5EC), selection: RGB(0xEFE4D0),
    ink: RGB(0x2A2520), muted: RGB(0x5F5549), faint: RGB(0xD3C6B2), shade: RGB(0x8E8171),
    green: RGB(0x2B6440), red: RGB(0xA82B2B), amber: RGB(0x7F5300), accent: RGB(0x3A4FA3),
    blue: RGB(0x22609E), orange: RGB(0x9A470C))
}
