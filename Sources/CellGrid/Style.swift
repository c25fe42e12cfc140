/// What a cell means; the theme decides, at the last moment, what that looks like.
///
/// Grids hold roles and never colours, so that a change of theme changes no golden and the text
/// of a review can name what changed.
public enum Role: UInt8, CaseIterable, Sendable {
  /// Ordinary text in the terminal's own colour.
  case plain
  /// The name of a panel or a page.
  case title
  /// The one strong figure.
  case prominent
  /// Quiet text: labels, names, the foot.
  case secondary
  /// Frames and rules.
  case border
  /// The frame of the focused panel.
  case borderFocused
  /// A gain.
  case gain
  /// A loss.
  case loss
  /// A change that rounds to nothing.
  case neutral
  /// A badge that asks for attention, such as `Stale`.
  case badge
  /// The redacted skeleton of a placeholder.
  case skeleton
  /// The one accent: the active tab, a key in the footer.
  case accent
  /// The selected row.
  case selection
  /// Something wrong that the user can mend.
  case error

  /// The name that goldens, JSON and style sheets use.
  public var name: String { "\(self)" }
}

/// The look of one cell: its role, whether its row is selected, and whether it links to the app.
public struct Style: Hashable, Sendable {
  /// What the cell means.
  public var role: Role
  /// Drawn in reverse, as the selected row is, whatever the role.
  public var isReversed: Bool
  /// Part of a link to ``Link/portfolio``.
  public var isLinked: Bool

  /// Makes a style.
  public init(_ role: Role = .plain, isReversed: Bool = false, isLinked: Bool = false) {
    self.role = role
    self.isReversed = isReversed
    self.isLinked = isLinked
  }

  /// Ordinary text.
  public static let plain = Style()
}

/// Where linked cells lead.
public enum Link {
  /// The address that opens the Portfolio tab.
  public static let portfolio = "bitpal://portfolio"
}
