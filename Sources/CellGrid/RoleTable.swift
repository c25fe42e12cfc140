/// A color category of themes; roles refer to hues, never to colors.
public enum Hue: String, CaseIterable, Sendable {
  /// Ordinary text.
  case ink
  /// Quieter than ordinary text.
  case muted
  /// Frames and rules.
  case faint
  /// Placeholders.
  case shade
  /// Positive; blue in a color-blind palette.
  case green
  /// Negative; orange in a color-blind palette.
  case red
  /// Warning; the color of ordinary text in a color-blind palette.
  case amber
  /// Accent.
  case accent
  /// Parts of a whole, in distinct colors that are neither positive nor negative.
  case part0, part1, part2, part3, part4, part5, part6, part7

  /// The index of a part; `nil` for other hues.
  public var part: Int? { Self.parts.firstIndex(of: self) }

  /// The part hues in order.
  public static let parts: [Hue] = [
    .part0, .part1, .part2, .part3, .part4, .part5, .part6, .part7,
  ]
}

/// A role's appearance in all themes.
public struct RoleLook: Hashable, Sendable {
  /// The color category.
  public var hue: Hue
  /// Bold.
  public var isBold: Bool
  /// Bold if there is no color to distinguish it.
  public var isBoldWithoutColor: Bool
  /// Double size in pictures of a single panel.
  public var isLarge: Bool
  /// Background and text swapped.
  public var isReversed: Bool
  /// Rarely used; a style sheet includes it only if it is on the page.
  public var isOccasional: Bool

  /// Creates an appearance.
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

/// A program's roles and their appearance, in style sheet order.
///
/// Roles not in the table look like ordinary text.
public struct RoleTable: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// The roles in order.
  public let roles: [Role]
  private let looks: [Role: RoleLook]

  /// Creates a table; the first entry for a role counts.
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

  /// A role's appearance.
  public subscript(role: Role) -> RoleLook { looks[role] ?? RoleLook() }
}
