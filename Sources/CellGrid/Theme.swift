/// Turns roles into looks, at the last moment and for every encoder alike.
public struct Theme: Hashable, Sendable {
  /// Which colours carry gain and loss.
  public var palette: Palette
  /// The ground the colours must read on.
  public var appearance: Appearance

  /// Makes a theme.
  public init(palette: Palette = .default, appearance: Appearance = .unknown) {
    self.palette = palette
    self.appearance = appearance
  }

  /// What a style looks like on a terminal of a colour depth.
  ///
  /// At depth `none` there is no colour, but bold, dim and reverse remain. At `ansi8` a bright
  /// colour becomes the normal one in bold. In reverse there is neither colour nor dim, so that the
  /// bar of a selected row is one bar from edge to edge.
  public func look(of style: Style, depth: ColorDepth) -> Look {
    var look = attributes(of: style.role)
    if style.isReversed { look.isReversed = true }
    if look.isReversed {
      look.isDim = false
    } else if depth != .none {
      look.foreground = color(of: style.role, depth: depth)
    }
    if depth == .ansi8, case .ansi(let number) = look.foreground, number >= 8 {
      look.foreground = .ansi(number - 8)
      look.isBold = true
    }
    return look
  }

  private func attributes(of role: Role) -> Look {
    switch role {
    case .plain, .title, .neutral, .gain, .loss: .plain
    case .prominent, .badge, .error, .accent: Look(isBold: true)
    case .borderFocused: Look(isBold: palette == .mono)
    case .secondary, .border, .skeleton: Look(isDim: true)
    case .selection: Look(isReversed: true)
    }
  }

  private func color(of role: Role, depth: ColorDepth) -> TerminalColor? {
    guard palette != .mono else { return nil }
    switch role {
    case .gain: return palette == .default ? .ansi(2) : blue(depth)
    case .loss: return palette == .default ? .ansi(1) : orange(depth)
    // Amber would look like a loss beside the orange one; the badge stays bold.
    case .badge: return palette == .default ? amber(depth) : nil
    case .error: return palette == .default ? .ansi(1) : orange(depth)
    case .accent, .borderFocused: return accent
    case .plain, .title, .prominent, .secondary, .border, .neutral, .skeleton, .selection:
      return nil
    }
  }

  private var accent: TerminalColor {
    switch appearance {
    case .light: .ansi(4)
    case .dark: .ansi(6)
    // Of the terminal's own colours magenta is the one that reads on both grounds.
    case .unknown: .ansi(5)
    }
  }

  private func amber(_ depth: ColorDepth) -> TerminalColor {
    depth >= .ansi256 && appearance == .light ? .indexed(130) : .ansi(3)
  }

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

  private func orange(_ depth: ColorDepth) -> TerminalColor {
    switch (depth, appearance) {
    case (.trueColor, .light): .rgb(0xA8, 0x4B, 0x00)
    case (.trueColor, .dark): .rgb(0xF0, 0x9A, 0x2E)
    case (.trueColor, .unknown): .rgb(0xC2, 0x5E, 0x00)
    case (.ansi256, .light): .indexed(130)
    case (.ansi256, .dark): .indexed(214)
    case (.ansi256, .unknown): .indexed(166)
    // The sixteen have no orange; their normal yellow is the nearest.
    default: .ansi(3)
    }
  }
}
