import CellGrid

/// The roles of a program, as used by these tests.
extension Role {
  static let title = Role("title")
  static let prominent = Role("prominent")
  static let secondary = Role("secondary")
  static let border = Role("border")
  static let borderFocused = Role("borderFocused")
  static let gain = Role("gain")
  static let loss = Role("loss")
  static let neutral = Role("neutral")
  static let badge = Role("badge")
  static let skeleton = Role("skeleton")
  static let accent = Role("accent")
  static let selection = Role("selection")
  static let error = Role("error")

  static var allCases: [Role] { RoleTable.sample.roles }
}

extension RoleTable {
  static let sample: RoleTable = [
    .plain: RoleLook(), .title: RoleLook(), .prominent: RoleLook(isBold: true),
    .secondary: RoleLook(.muted), .border: RoleLook(.faint),
    .borderFocused: RoleLook(.accent, isBoldWithoutColor: true), .gain: RoleLook(.green),
    .loss: RoleLook(.red), .neutral: RoleLook(), .badge: RoleLook(.amber, isBold: true),
    .skeleton: RoleLook(.shade), .accent: RoleLook(.accent, isBold: true),
    .selection: RoleLook(isReversed: true), .error: RoleLook(.red, isBold: true),
  ]
}

extension Theme {
  init(palette: Palette = .default, appearance: Appearance = .unknown) {
    self.init(roles: .sample, palette: palette, appearance: appearance)
  }
}
