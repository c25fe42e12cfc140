import Synchronization

/// The meaning of a cell, which the theme maps to an appearance at the last moment.
///
/// Grids contain roles instead of colors, so a change of theme changes no golden file, and a review
/// can name what changed. Programs declare their roles in an extension and add each to their
/// ``RoleTable``.
public struct Role: Hashable, Sendable, CustomStringConvertible {
  /// Index of the name in a global table: every rendering copies and compares thousands of cells,
  /// and a number is much cheaper than a string.
  private let number: UInt32

  /// The name used in golden files, JSON and style sheets: letters only.
  public var name: String { Self.names.withLock { $0.inOrder[Int(number)] } }

  /// Creates a role.
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

/// The style of a cell: its role, its background, and whether it is selected or linked.
public struct Style: Hashable, Sendable {
  /// The cell's role.
  public var role: Role
  /// The role whose color is the background; nil for the page's own.
  public var background: Role?
  /// Whether text and background are swapped, as in the selected row, regardless of the role.
  public var isReversed: Bool
  /// Whether the cell is part of a link to the grid's ``Grid/linkTarget``.
  public var isLinked: Bool

  /// Creates a style.
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
