import Testing

@testable import CellGrid

/// A color keeps its name on a terminal with fewer colors.
struct HueTests {
  private static let words = ["red", "orange", "green", "cyan", "blue", "purple"]

  /// The name of a color; `nil` for one too close to gray.
  private func name(_ color: RGB) -> String? {
    let parts = [color.red, color.green, color.blue].map(Int.init)
    guard let top = parts.max(), let bottom = parts.min(), top - bottom >= 48 else { return nil }
    let (red, green, blue) = (parts[0], parts[1], parts[2])
    let sixths =
      top == red
      ? Double(green - blue) : top == green ? Double(blue - red) : Double(red - green)
    let start = top == red ? 0.0 : top == green ? 120 : 240
    let degrees = (start + 60 * sixths / Double(top - bottom) + 360)
      .truncatingRemainder(dividingBy: 360)
    let ends = [15.0, 65, 165, 190, 255, 335]
    return Self.words[(ends.firstIndex { degrees < $0 } ?? 0) % ends.count]
  }

  @Test(arguments: ColorScheme.all, Palette.allCases)
  func `every hue of a scheme keeps its name with 256 colors`(scheme: ColorScheme, palette: Palette)
    throws
  {
    let roles = RoleTable.hues
    #expect(roles.roles.count == Hue.allCases.count)
    let theme = Theme(roles: roles, palette: palette, scheme: scheme)
    for role in roles.roles {
      let exact = scheme.color(of: roles[role].hue, palette: palette)
      let look = theme.look(of: Style(role), depth: .ansi256)
      let shown = try #require(look.foreground?.rgb)
      guard let name = name(exact) else { continue }
      #expect(self.name(shown) == name, "\(scheme.name), \(role): \(exact.css) as \(shown.css)")
    }
  }

  @Test(arguments: ColorScheme.all)
  func `gain is green and loss is red in every scheme`(scheme: ColorScheme) throws {
    let theme = Theme(roles: .sample, scheme: scheme)
    for depth in [ColorDepth.ansi256, .trueColor] {
      for isReversed in [false, true] {
        let shown = try [Role.gain, .loss].map { role in
          let style = Style(role, isReversed: isReversed)
          return try #require(theme.look(of: style, depth: depth).foreground?.rgb)
        }
        #expect(shown.map(name) == ["green", "red"], "\(scheme.name): \(shown.map(\.css))")
      }
    }
  }

  @Test(arguments: ColorScheme.all, Palette.allCases)
  func `text keeps its contrast with 256 colors`(scheme: ColorScheme, palette: Palette) throws {
    let theme = Theme(roles: .sample, palette: palette, scheme: scheme)
    for role in Role.allCases where role != .border && role != .skeleton {
      for isReversed in [false, true] {
        let look = theme.look(of: Style(role, isReversed: isReversed), depth: .ansi256)
        let text = TableColor(try #require(look.foreground?.rgb))
        let ratio = text.contrast(to: TableColor(try #require(look.background?.rgb)))
        #expect(
          ratio >= scheme.minContrast,
          "\(scheme.name), \(role), selected \(isReversed): \(ratio)")
      }
    }
  }

  @Test(arguments: [ColorDepth.ansi8, .ansi16], Appearance.allCases)
  func `every hue that has one of sixteen colors keeps its name`(
    depth: ColorDepth, appearance: Appearance
  ) {
    let expected: [Hue: String] = [
      .green: "green", .red: "red", .amber: "orange",
      .part0: "blue", .part1: "orange", .part2: "purple", .part3: "cyan", .part4: "purple",
      .part5: "orange", .part6: "blue", .part7: "orange",
    ]
    let roles = RoleTable.hues
    let theme = Theme(roles: roles, appearance: appearance)
    for (hue, name) in expected {
      guard let shown = theme.look(of: Style(Role(hue.rawValue)), depth: depth).foreground?.rgb
      else {
        #expect(hue == .amber && appearance != .dark, "\(hue)")
        continue
      }
      #expect(self.name(shown) == name, "\(hue) as \(shown.css)")
    }
  }
}

extension RoleTable {
  /// A role for each hue, named after it.
  fileprivate static let hues: RoleTable = [
    Role("ink"): RoleLook(.ink), Role("muted"): RoleLook(.muted), Role("faint"): RoleLook(.faint),
    Role("shade"): RoleLook(.shade), Role("green"): RoleLook(.green), Role("red"): RoleLook(.red),
    Role("amber"): RoleLook(.amber), Role("accent"): RoleLook(.accent),
    Role("part0"): RoleLook(.part0), Role("part1"): RoleLook(.part1),
    Role("part2"): RoleLook(.part2), Role("part3"): RoleLook(.part3),
    Role("part4"): RoleLook(.part4), Role("part5"): RoleLook(.part5),
    Role("part6"): RoleLook(.part6), Role("part7"): RoleLook(.part7),
  ]
}
