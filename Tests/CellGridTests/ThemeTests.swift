import Testing

@testable import CellGrid

/// Text is legible in each palette, color scheme and color depth.
///
/// - The default palette uses the terminal's own green and red; the color-blind one neither.
/// - `mono` and terminals without colors use attributes only.
/// - A selected row is one band in which gain and loss stay apart.
/// - Text has a contrast of at least 4.5, and 7 in the high-contrast scheme.
/// - A custom theme changes some colors of another, and an illegible one is named.
/// - Terminals with up to sixteen colors show their own instead of a scheme's.
struct ThemeTests {
  @Test func `the default palette uses the terminal's own green and red`() {
    for depth in ColorDepth.allCases where depth != .none {
      for appearance in Appearance.allCases {
        let theme = Theme(appearance: appearance)
        #expect(theme.look(of: Style(.gain), depth: depth).foreground == .ansi(2))
        #expect(theme.look(of: Style(.loss), depth: depth).foreground == .ansi(1))
      }
    }
  }

  @Test(arguments: ColorDepth.allCases.filter { $0 != .none }, Appearance.allCases)
  func `the color blind palette tells gain from loss without green and red`(
    depth: ColorDepth, appearance: Appearance
  ) {
    let theme = Theme(palette: .colorBlind, appearance: appearance)
    let gain = theme.look(of: Style(.gain), depth: depth).foreground
    let loss = theme.look(of: Style(.loss), depth: depth).foreground
    #expect(gain != nil && gain != loss)
    // The 16 colors contain no orange that is legible on white.
    #expect((loss == nil) == (depth < .ansi256 && appearance != .dark))
    let greenAndRed: [TerminalColor] = [.ansi(1), .ansi(2), .ansi(9), .ansi(10)]
    #expect(!greenAndRed.contains { $0 == gain || $0 == loss })
  }

  @Test func `mono has attributes only`() {
    for role in Role.allCases {
      let look = Theme(palette: .mono).look(of: Style(role), depth: .trueColor)
      #expect(look.foreground == nil)
      #expect(Theme().look(of: Style(role), depth: .none).foreground == nil)
    }
    #expect(Theme(palette: .mono).look(of: Style(.borderFocused), depth: .none).isBold)
  }

  @Test(arguments: [
    (Role.plain, TextAttributes.plain), (.prominent, TextAttributes(isBold: true)),
    (.secondary, TextAttributes(isDim: true)),
    (.border, TextAttributes(isDim: true)),
    (.badge, TextAttributes(isBold: true)),
    (.selection, TextAttributes(isReversed: true)), (.neutral, TextAttributes.plain),
  ])
  func `roles have their look`(role: Role, look: TextAttributes) {
    #expect(Theme().look(of: Style(role), depth: .ansi16) == look)
  }

  @Test func `amber is yellow only on dark`() {
    func badge(_ appearance: Appearance, _ depth: ColorDepth) -> TerminalColor? {
      Theme(appearance: appearance).look(of: Style(.badge), depth: depth).foreground
    }
    for depth in [ColorDepth.ansi8, .ansi16, .ansi256, .trueColor] {
      #expect(badge(.dark, depth) == .ansi(3))
      let brown: TerminalColor? = depth < .ansi256 ? nil : .indexed(130)
      #expect(badge(.light, depth) == brown && badge(.unknown, depth) == brown, "\(depth)")
    }
  }

  @Test(
    arguments: ColorDepth.allCases, Palette.allCases
  )
  func `a selected row is one band from edge to edge`(depth: ColorDepth, palette: Palette) throws {
    for appearance in Appearance.allCases {
      let theme = Theme(palette: palette, appearance: appearance)
      let looks = Role.allCases.map { theme.look(of: Style($0, isReversed: true), depth: depth) }
      #expect(Set(looks.map(\.background)).count == 1 && looks.allSatisfy { !$0.isDim })
      guard depth >= .ansi256, palette != .mono else {
        // Reversed, a color would become the background of its cells and break up the band.
        #expect(looks.allSatisfy { $0.isReversed && $0.foreground == nil && $0.background == nil })
        continue
      }
      #expect(looks.allSatisfy { !$0.isReversed })
      for (role, look) in zip(Role.allCases, looks) where role != .border && role != .skeleton {
        let text = TableColor(try #require(look.foreground?.rgb))
        let ratio = text.contrast(to: TableColor(try #require(look.background?.rgb)))
        #expect(ratio >= 4.5, "\(appearance), \(role): \(ratio)")
      }
    }
  }

  @Test func `bright becomes bold on eight colors`() {
    let look = Theme(palette: .colorBlind).look(of: Style(.gain), depth: .ansi8)
    #expect(look == TextAttributes(foreground: .ansi(4), isBold: true))
  }

  @Test(arguments: ColorScheme.all, Palette.allCases)
  func `text of a scheme has the contrast that readers need`(scheme: ColorScheme, palette: Palette)
    throws
  {
    let least = scheme.name == "high-contrast" ? 7.0 : 4.5
    for role in Role.allCases where role != .border && role != .skeleton {
      let color = scheme.color(of: RoleTable.sample[role].hue, palette: palette)
      for behind in [scheme.page, scheme.selection] {
        let ratio = try contrast(color.css, behind.css)
        #expect(ratio >= least, "\(scheme.name), \(role) \(color.css): \(ratio)")
      }
    }
  }

  @Test(arguments: ColorScheme.all)
  func `parts can be read on the page`(scheme: ColorScheme) throws {
    for hue in Hue.parts {
      let ratio = try contrast(scheme.color(of: hue).css, scheme.page.css)
      #expect(ratio >= 4.5, "\(scheme.name), \(hue): \(ratio)")
    }
  }

  @Test func `a theme of one's own is another one with some of its colors`() throws {
    let page = try #require(RGB(css: "#101418"))
    let own = ColorScheme(name: "mine", from: .dusk, colors: ["page": page])
    #expect(own.name == "mine" && own.page == page && own.appearance == .dark)
    #expect(own.color(of: .green) == ColorScheme.dusk.color(of: .green))
    #expect(own.unreadableColor == nil)
    let white = try #require(RGB(css: "#ffffff"))
    let pale = ColorScheme(name: "pale", from: .dusk, colors: ["page": white])
    #expect(pale.appearance == .light && pale.unreadableColor == "ink")
    #expect(ColorScheme.all.allSatisfy { $0.unreadableColor == nil })
  }

  @Test(arguments: ["#10141", "101418", "#1014189", "#10141g", "#+10418", ""])
  func `what is no color`(text: String) { #expect(RGB(css: text) == nil) }

  @Test(arguments: ColorScheme.all)
  func `the accent of a scheme keeps its hue with sixteen colors`(scheme: ColorScheme) throws {
    let theme = Theme(roles: .sample, scheme: scheme)
    let shown = theme.look(of: Style(.accent), depth: .ansi16).foreground
    let number = scheme.name.hasPrefix("solarized") ? 6 : 4
    #expect(
      shown == .ansi(UInt8(scheme.appearance == .dark ? number + 8 : number)), "\(scheme.name)")
  }

  @Test func `every scheme has a name of its own`() {
    #expect(Set(ColorScheme.all.map(\.name)).count == ColorScheme.all.count)
    #expect(ColorScheme.all.allSatisfy { ColorScheme.named($0.name) == $0 })
    #expect(ColorScheme.named("Dusk") == nil)
  }

  @Test(arguments: ColorScheme.all, Palette.allCases)
  func `a selected row keeps gain and loss apart`(scheme: ColorScheme, palette: Palette) throws {
    let theme = Theme(roles: .sample, palette: palette, scheme: scheme)
    for depth in [ColorDepth.ansi256, .trueColor] {
      let gain = theme.look(of: Style(.gain, isReversed: true), depth: depth)
      let loss = theme.look(of: Style(.loss, isReversed: true), depth: depth)
      #expect(gain.background == loss.background && !gain.isReversed && !gain.isDim)
      #expect((gain.foreground == loss.foreground) == (palette == .mono))
      let page = theme.look(of: .plain, depth: depth)
      #expect(page.background != nil && page.background != gain.background, "\(scheme.name)")
    }
  }

  @Test
  func `a row keeps them on the terminal's own colors too, where the page is known`() {
    for appearance in [Appearance.light, .dark] {
      let style = Style(.gain, isReversed: true)
      let look = Theme(appearance: appearance).look(of: style, depth: .ansi256)
      #expect(look.foreground != nil && look.background != nil && !look.isReversed)
      #expect(Theme(appearance: appearance).look(of: style, depth: .ansi16).isReversed)
    }
  }

  @Test
  func `a terminal of sixteen colors shows its own instead of a scheme`() {
    let theme = Theme(roles: .sample, scheme: .dusk)
    for depth in [ColorDepth.none, .ansi8, .ansi16] {
      #expect(theme.look(of: Style(.gain), depth: depth).background == nil)
    }
  }

  @Test(arguments: Palette.allCases)
  func `colors for an unknown page read on black and on white`(palette: Palette) throws {
    for role in Role.allCases {
      for depth in [ColorDepth.ansi256, .trueColor] {
        let look = Theme(palette: palette).look(of: Style(role), depth: depth)
        // A band sets its own background.
        guard look.background == nil else { continue }
        let color = look.foreground
        // The terminal's own green and red are the user's choice.
        if case .ansi = color { continue }
        guard let parts = color?.parts else { continue }
        let luminance = luminance(parts)
        #expect((luminance + 0.05) / 0.05 >= 3.4 && 1.05 / (luminance + 0.05) >= 3.4, "\(role)")
      }
    }
  }

  /// The contrast ratio of WCAG 2, from 1 to 21.
  private func contrast(_ left: String, _ right: String) throws -> Double {
    let pair = try [left, right].map { text in
      let value = try #require(UInt32(text.dropFirst(), radix: 16))
      return luminance([16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
    }.sorted()
    return (pair[1] + 0.05) / (pair[0] + 0.05)
  }

  private func luminance(_ parts: [UInt8]) -> Double {
    let linear = parts.map { part in
      let share = Double(part) / 255
      // Squaring approximates the real exponent of 2.4 well enough for a limit.
      return share * share
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
