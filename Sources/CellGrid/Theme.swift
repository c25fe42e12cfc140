/// Turns roles into looks, at the last moment and for every encoder alike.
public struct Theme: Hashable, Sendable {
  /// What each role looks like.
  public var roles: RoleTable
  /// Which colors carry good and bad news.
  public var palette: Palette
  /// The background the colors must read on.
  public var appearance: Appearance

  /// The colors of a named scheme, `nil` for the terminal's own.
  public var scheme: ColorScheme? {
    didSet { indexed = scheme.map(IndexedColors.init) }
  }
  private var indexed: IndexedColors?

  /// Makes a theme; a scheme brings its own appearance.
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

  /// What a style looks like on a terminal of a color depth.
  ///
  /// At depth `none` there is no color, but bold, dim and reverse remain. At `ansi8` a bright
  /// color becomes the normal one in bold. Where the page is known, a selected row is a bar of
  /// another shade on which red and green stay; elsewhere it is in reverse without dim, and red and
  /// green become the figure's background. A scheme needs 256 colors; with fewer the terminal's
  /// own are used.
  public func look(of style: Style, depth: ColorDepth) -> TextAttributes {
    let role = roles[style.role]
    if let scheme, depth >= .ansi256 { return look(of: style, role, in: scheme, depth) }
    var look = attributes(of: role)
    if style.isReversed { look.isReversed = true }
    if look.isReversed, let bar = selection(depth) {
      look.isReversed = false
      look.isDim = false
      look.foreground = color(of: role.hue, depth: depth)
      look.background = bar
    } else if look.isReversed {
      look.isDim = false
      // Of the other colors the bar stays free: it is one from edge to edge but for results.
      let isResult = role.hue == .green || role.hue == .red
      if depth != .none, isResult { look.foreground = color(of: role.hue, depth: depth) }
    } else if depth != .none {
      look.foreground = color(of: role.hue, depth: depth)
      look.background = style.background.flatMap { color(of: roles[$0].hue, depth: depth) }
      // A faint character would vanish on a colored cell.
      if look.background != nil { look.isDim = false }
    }
    if depth == .ansi8 { look.limitToEightColors() }
    return look
  }

  /// A scheme's colors carry all that dim and reverse would.
  private func look(
    of style: Style, _ role: RoleLook, in scheme: ColorScheme, _ depth: ColorDepth
  ) -> TextAttributes {
    func terminalColor(_ color: RGB) -> TerminalColor? {
      depth == .ansi256
        ? indexed?[color].map(TerminalColor.indexed) : .rgb(color.red, color.green, color.blue)
    }
    func color(_ hue: Hue) -> TerminalColor? {
      terminalColor(scheme.color(of: hue, palette: palette))
    }
    let isSelected = style.isReversed || role.isReversed
    let page = terminalColor(isSelected ? scheme.selection : scheme.page)
    return TextAttributes(
      foreground: color(role.hue),
      background: isSelected ? page : style.background.flatMap { color(roles[$0].hue) } ?? page,
      isBold: attributes(of: role).isBold)
  }

  /// The bar of a selected row, where it is known to differ from the page and from its text.
  private func selection(_ depth: ColorDepth) -> TerminalColor? {
    guard depth >= .ansi256, palette != .mono else { return nil }
    return switch appearance {
    case .light: .indexed(254)
    case .dark: .indexed(237)
    case .unknown: nil
    }
  }

  private func attributes(of role: RoleLook) -> TextAttributes {
    let isDim =
      switch role.hue {
      case .muted, .faint, .shade: true
      default: false
      }
    return TextAttributes(
      isBold: role.isBold || role.isBoldWithoutColor && palette == .mono, isDim: isDim,
      isReversed: role.isReversed)
  }

  private func color(of hue: Hue, depth: ColorDepth) -> TerminalColor? {
    guard palette != .mono else { return nil }
    switch hue {
    case .green: return palette == .default ? .ansi(2) : blue(depth)
    case .red: return palette == .default ? .ansi(1) : orange(depth)
    // Amber would look like a loss next to the orange one.
    case .amber: return palette == .default ? amber(depth) : nil
    case .accent: return accent
    case .part0, .part1, .part2, .part3, .part4, .part5, .part6, .part7:
      return hue.part.map { part($0, depth) }
    case .ink, .muted, .faint, .shade: return nil
    }
  }

  private var accent: TerminalColor {
    switch appearance {
    case .light: .ansi(4)
    case .dark: .ansi(6)
    // Of the terminal's own colors magenta is the one that reads on both backgrounds.
    case .unknown: .ansi(5)
    }
  }

  /// A part's color, one that reads on both backgrounds; the sixteen have four that mean nothing.
  private func part(_ number: Int, _ depth: ColorDepth) -> TerminalColor {
    let table: [UInt8] = [33, 172, 99, 37, 169, 143, 67, 137]
    let few: [UInt8] = [4, 3, 5, 6, 5, 3, 4, 3]
    return depth >= .ansi256
      ? .indexed(table[number % table.count]) : .ansi(few[number % few.count])
  }

  private func amber(_ depth: ColorDepth) -> TerminalColor? {
    depth >= .ansi256 && appearance != .dark ? .indexed(130) : yellow
  }

  /// The terminal's own yellow, which cannot be read on white: where the background may be that,
  /// the color of ordinary text.
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
    // The sixteen have no orange; their normal yellow is the nearest.
    default: yellow
    }
  }
}

extension TextAttributes {
  /// A bright color becomes the normal one, in bold where it is the text's.
  fileprivate mutating func limitToEightColors() {
    if case .ansi(let number) = foreground, number >= 8 {
      foreground = .ansi(number - 8)
      isBold = true
    }
    if case .ansi(let number) = background, number >= 8 { background = .ansi(number - 8) }
  }
}
