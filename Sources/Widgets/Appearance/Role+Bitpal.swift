public import CellGrid

extension Role {
  /// The title of a panel or page.
  public static let title = Role("title")
  /// The prominent figure.
  public static let prominent = Role("prominent")
  /// Quiet text: labels, names and footers.
  public static let secondary = Role("secondary")
  /// Frames and rules.
  public static let border = Role("border")
  /// The frame of the focused panel.
  public static let borderFocused = Role("borderFocused")
  /// A gain.
  public static let gain = Role("gain")
  /// A loss.
  public static let loss = Role("loss")
  /// A price that just rose.
  public static let rise = Role("rise")
  /// A price that just fell.
  public static let fall = Role("fall")
  /// A change that rounds to zero.
  public static let neutral = Role("neutral")
  /// A badge that asks for attention, such as `Stale`.
  public static let badge = Role("badge")
  /// The redacted placeholder shape.
  public static let skeleton = Role("skeleton")
  /// The placeholder shape of the prominent figure.
  public static let strongSkeleton = Role("strongSkeleton")
  /// The accent: the active tab and keys in the footer.
  public static let accent = Role("accent")
  /// The selected row.
  public static let selection = Role("selection")
  /// An error that the user can fix.
  public static let error = Role("error")

  /// A part of a whole by index; colors repeat after eight.
  public static func series(_ index: Int) -> Role { seriesRoles[index % seriesRoles.count] }

  static let seriesRoles = Hue.parts.indices.map { Role("series\(Unicode.Scalar(UInt8(97 + $0)))") }
}

extension RoleTable {
  /// The appearance of the program's roles.
  public static let bitpal: RoleTable = [
    .plain: RoleLook(),
    .title: RoleLook(),
    .prominent: RoleLook(isBold: true, isLarge: true),
    .secondary: RoleLook(.muted),
    .border: RoleLook(.faint),
    .borderFocused: RoleLook(.accent, isBoldWithoutColor: true),
    .gain: RoleLook(.green),
    .loss: RoleLook(.red),
    .rise: RoleLook(.green, isBold: true, isOccasional: true),
    .fall: RoleLook(.red, isBold: true, isOccasional: true),
    .neutral: RoleLook(),
    .badge: RoleLook(.amber, isBold: true),
    .skeleton: RoleLook(.shade),
    .strongSkeleton: RoleLook(.shade, isLarge: true, isOccasional: true),
    .accent: RoleLook(.accent, isBold: true),
    .selection: RoleLook(isReversed: true),
    .error: RoleLook(.red, isBold: true),
    .series(0): RoleLook(.part0), .series(1): RoleLook(.part1), .series(2): RoleLook(.part2),
    .series(3): RoleLook(.part3), .series(4): RoleLook(.part4), .series(5): RoleLook(.part5),
    .series(6): RoleLook(.part6), .series(7): RoleLook(.part7),
  ]
}

extension Theme {
  /// Creates a theme with the program's roles.
  public init(
    palette: Palette = .default, appearance: Appearance = .unknown, scheme: ColorScheme? = nil
  ) {
    self.init(roles: .bitpal, palette: palette, appearance: appearance, scheme: scheme)
  }
}

/// Targets of linked cells.
public enum Link {
  /// The address that opens the Portfolio tab.
  public static let portfolio = "bitpal://portfolio"
}
