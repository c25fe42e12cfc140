import Synchronization

/// What a cell means; the theme decides, at the last moment, what that looks like.
///
/// Grids hold roles and never colors, so that a change of theme changes no golden and the text of a
/// review can name what changed. A program declares its own roles in an extension and gives each a
/// row in its ``RoleTable``.
public struct Role: Hashable, Sendable, CustomStringConvertible {
  /// The place of the name among those of all roles: thousands of cells are copied and compared for
  /// every picture, and a number costs a fraction of what a text does.
  private let number: UInt32

  /// The name that goldens, JSON and style sheets use: letters only.
  public var name: String { Self.names.withLock { $0.inOrder[Int(number)] } }

  /// Makes a role.
  public init(_ name: String) { number = Self.names.withLock { $0.number(of: name) } }

  private struct Names {
    var inOrder: [String] = []
    var numbers: [String: UInt32] = [:]

    mutating func number(of name: String) -> UInt32 {
      if let number = numbers[name] { return number }
      let number = UInt32(inOrder.count)
      inOrder.append(name)
      numbers[name] = number
      return number
    }
  }

  private static let names = Mutex(Names())

  /// The name.
  public var description: String { name }

  /// Ordinary text in the terminal's own color.
  public static let plain = Role("plain")
}

/// The look of one cell: its role, its background, whether it is selected and whether it is linked.
public struct Style: Hashable, Sendable {
  /// What the cell means.
  public var role: Role
  /// The role whose color is the cell's background, nil for the page's own.
  public var background: Role?
  /// Drawn in reverse, as the selected row is, whatever the role.
  public var isReversed: Bool
  /// Part of a link to the grid's ``Grid/linkTarget``.
  public var isLinked: Bool

  /// Makes a style.
  public init(
    _ role: Role = .plain, background: Role? = nil, isReversed: Bool = false,
    isLinked: Bool = false
  ) {
    self.role = role
    self.background = background
    self.isReversed = isReversed
    self.isLinked = isLinked
  }

  /// Ordinary text.
  public static let plain = Style()
}
