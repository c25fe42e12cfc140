/// Maps roles to their appearance, at the last moment and alike for all encoders.
///
/// ```swift
/// let theme = Theme(roles: [Role("gain"): RoleLook(.green, isBold: true)])
/// let text = ANSIText(theme: theme, depth: .ansi16).text(of: grid)
/// text.contains("\u{1B}[1;32mup")
/// ```
public struct Theme: Hashable, Sendable {
  /// Appearance of the roles.
  public var roles: RoleTable
  /// The colors of gains and losses.
  public var palette: Palette
  /// The background on which colors must be legible.
  public var appearance: Appearance

  /// The colors of a named scheme, `nil` for the terminal's own.
  public var scheme: ColorScheme? {
    didSet { indexed = scheme.map(IndexedColors.init) }
  }
  private var indexed: IndexedColors?

  /// Creates a theme; a scheme determines the appearance.
  public init(
    roles: RoleTable, palette: Palette = .default, appearance: Appearance = .unknown,
    scheme: ColorScheme? = nil
  ) {
    self.roles = roles
    self.palette = palette
    self.appearance = scheme?.appearance ?? appearance
    self.scheme = scheme
    indexed = scheme.map(IndexedColors.init)
  }

  /// A style's appearance at a color depth.
  ///
  /// At depth `none` there is no color, but bold, dim and reverse remain. At `ansi8`, bright colors
  /// become normal colors in bold. On the terminal's own colors, a selected row uses the band of
  /// ``ColorScheme/dark`` or ``ColorScheme/light`` with its text colors, so that it is legible on
  /// any page. A scheme needs 256 colors; with fewer, the terminal's own are used, and a selected
  /// row is reversed without color.
  public func look(of style: Style, depth: ColorDepth) -> TextAttributes {
    let role = roles[style.role]
    let isSelected = style.isReversed || role.isReversed
    if depth >= .ansi256, let scheme = scheme ?? (isSelected ? band : nil) {
      return look(of: style, role, isSelected, in: scheme, depth)
    }
    var look = attributes(of: role)
    look.isReversed = isSelected
    if isSelected {
      look.isDim = false
    } else if depth != .none {
      look.foreground = color(of: role.hue, depth: depth)
      look.background = style.background.flatMap { color(of: roles[$0].hue, depth: depth) }
      // Dim text would be illegible on a colored cell.
      if look.background != nil { look.isDim = false }
    }
    if depth == .ansi8 { look.limitToEightColors() }
    return look
  }

  /// The scheme for selected rows on the terminal's own colors.
  private var band: ColorScheme? {
    palette == .mono ? nil : appearance == .light ? .light : .dark
  }

  /// A scheme's colors replace dim and reverse.
  private func look(
    of style: Style, _ role: RoleLook, _ isSelected: Bool, in scheme: ColorScheme,
    _ depth: ColorDepth
  ) -> TextAttributes {
    let indexed = indexed ?? (scheme == .light ? IndexedColors.light : .dark)
    func terminalColor(_ color: RGB) -> TerminalColor? {
      depth == .ansi256
        ? indexed[color].map(TerminalColor.indexed) : .rgb(color.red, color.green, color.blue)
    }
    func color(_ hue: Hue) -> TerminalColor? {
      terminalColor(scheme.color(of: hue, palette: palette))
    }
    let page = terminalColor(isSelected ? scheme.selection : scheme.page)
    return TextAttributes(
      foreground: color(role.hue),
      background: isSelected ? page : style.background.flatMap { color(roles[$0].hue) } ?? page,
      isBold: attributes(of: role).isBold)
  }

  private func attributes(of role: RoleLook) -> TextAttributes {
    let isDim =
      switch role.hue {
      case .muted, .faint, .shade: true
      default: false
      }
    return TextAttributes(
      isBold: role.isBold || role.isBoldWithoutColor && palette == .mono, isDim: isDim)
  }

  private func color(of hue: Hue, depth: ColorDepth) -> TerminalColor? {
    guard palette != .mono else { return nil }
    switch hue {
    case .green: return palette == .default ? .ansi(2) : blue(depth)
    case .red: return palette == .default ? .ansi(1) : orange(depth)
    // Next to orange, amber would look like a loss.
    case .amber: return palette == .default ? amber(depth) : nil
    case .accent: return accent
    case .part0, .part1, .part2, .part3, .part4, .part5, .part6, .part7:
      return hue.part.map { part($0, depth) }
    case .ink, .muted, .faint, .shade: return nil
    }
  }

  private var accent: TerminalColor {
    if let scheme { return .ansi(TableColor(scheme.accent).nearestOfSixteen(on: appearance)) }
    return switch appearance {
    case .light: .ansi(4)
    case .dark: .ansi(6)
    // Magenta is the terminal color that is legible on both backgrounds.
    case .unknown: .ansi(5)
    }
  }

  /// A part's color, legible on both backgrounds; only four of the 16 colors are neutral.
  private func part(_ number: Int, _ depth: ColorDepth) -> TerminalColor {
    let table: [UInt8] = [33, 172, 99, 37, 169, 143, 67, 137]
    let few: [UInt8] = [4, 3, 5, 6, 5, 3, 4, 3]
    return depth >= .ansi256
      ? .indexed(table[number % table.count]) : .ansi(few[number % few.count])
  }

  private func amber(_ depth: ColorDepth) -> TerminalColor? {
    depth >= .ansi256 && appearance != .dark ? .indexed(130) : yellow
  }

  /// The terminal's own yellow.
  ///
  /// It is illegible on white, so if the background may be white, use the ordinary text color.
  private var yellow: TerminalColor? { appearance == .dark ? .ansi(3) : nil }

  private func blue(_ depth: ColorDepth) -> TerminalColor {
    switch (depth, appearance) {
    case (.trueColor, .light): .rgb(0x00, 0x5F, 0xA8)
    case (.trueColor, .dark): .rgb(0x5A, 0xB4, 0xF0)
    case (.trueColor, .unknown): .rgb(0x1A, 0x7A, 0xCC)
    case (.ansi256, .light): .indexed(25)
    case (.ansi256, .dark): .indexed(75)
    case (.ansi256, .unknown): .indexed(32)
    case (_, .light): .ansi(4)
    default: .ansi(12)
    }
  }

  private func orange(_ depth: ColorDepth) -> TerminalColor? {
    switch (depth, appearance) {
    case (.trueColor, .light): .rgb(0xA8, 0x4B, 0x00)
    case (.trueColor, .dark): .rgb(0xF0, 0x9A, 0x2E)
    case (.trueColor, .unknown): .rgb(0xC2, 0x5E, 0x00)
    case (.ansi256, .light): .indexed(130)
    case (.ansi256, .dark): .indexed(214)
    case (.ansi256, .unknown): .indexed(166)
    // The 16 colors have no orange; normal yellow is the nearest.
    default: yellow
    }
  }
}

extension TextAttributes {
  /// Replaces bright colors with normal ones, in bold for text.
  fileprivate mutating func limitToEightColors() {
    if case .ansi(let number) = foreground, number >= 8 {
      foreground = .ansi(number - 8)
      isBold = true
    }
    if case .ansi(let number) = background, number >= 8 { background = .ansi(number - 8) }
  }
}
