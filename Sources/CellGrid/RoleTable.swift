/// A kind of color that a theme has; roles name one and never a color.
public enum Hue: String, CaseIterable, Sendable {
  /// The color of ordinary text.
  case ink
  /// Quieter than ordinary text.
  case muted
  /// Frames and rules.
  case faint
  /// Placeholders.
  case shade
  /// Good news; blue in a color-blind palette.
  case green
  /// Bad news; orange in a color-blind palette.
  case red
  /// A warning; the color of ink in a color-blind palette.
  case amber
  /// The one accent.
  case accent
  /// Parts of a whole, each in a color of its own that means neither good nor bad.
  case part0, part1, part2, part3, part4, part5, part6, part7

  /// The number of a part, `nil` for any other hue.
  public var part: Int? { Self.parts.firstIndex(of: self) }

  /// The hues of parts in order.
  public static let parts: [Hue] = [
    .part0, .part1, .part2, .part3, .part4, .part5, .part6, .part7,
  ]
}

/// What a role looks like in every theme.
public struct RoleLook: Hashable, Sendable {
  /// Its color.
  public var hue: Hue
  /// Drawn heavy.
  public var isBold: Bool
  /// Drawn heavy where there is no color to distinguish it.
  public var isBoldWithoutColor: Bool
  /// Drawn twice as large by pictures of one panel.
  public var isLarge: Bool
  /// Background and text exchanged.
  public var isReversed: Bool
  /// Seldom on a page: a style sheet names it only where it is.
  public var isOccasional: Bool

  /// Makes a look.
  public init(
    _ hue: Hue = .ink, isBold: Bool = false, isBoldWithoutColor: Bool = false,
    isLarge: Bool = false, isReversed: Bool = false, isOccasional: Bool = false
  ) {
    self.hue = hue
    self.isBold = isBold
    self.isBoldWithoutColor = isBoldWithoutColor
    self.isLarge = isLarge
    self.isReversed = isReversed
    self.isOccasional = isOccasional || hue.part != nil
  }
}

/// The roles of a program and what each looks like, in the order in which style sheets list them.
///
/// A role that the table lacks looks like ordinary text.
public struct RoleTable: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// The roles in order.
  public let roles: [Role]
  private let looks: [Role: RoleLook]

  /// Makes a table; the first of two rows for one role counts.
  public init(dictionaryLiteral rows: (Role, RoleLook)...) {
    var roles: [Role] = []
    var looks: [Role: RoleLook] = [:]
    for (role, look) in rows where looks[role] == nil {
      roles.append(role)
      looks[role] = look
    }
    self.roles = roles
    self.looks = looks
  }

  /// What a role looks like.
  public subscript(role: Role) -> RoleLook { looks[role] ?? RoleLook() }
}
