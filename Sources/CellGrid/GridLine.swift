/// A point in a grid, in thousandths of a cell from the top left corner.
public struct GridPoint: Hashable, Sendable {
  /// The horizontal offset.
  public var x: Int
  /// The vertical offset, downward.
  public var y: Int

  /// Creates a point.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A line represented by a grid's braille cells.
///
/// Picture encoders draw the line in place of those cells; text encoders draw the cells.
public struct GridLine: Hashable, Sendable {
  /// The line's role.
  public var role: Role
  /// The vertices in order; a single one is a dot.
  public var points: [GridPoint]
  /// Whether this is the lightly filled area inside the vertices instead of a line.
  public var isFilled: Bool

  /// Creates a line or a filled area.
  public init(_ role: Role, _ points: [GridPoint], isFilled: Bool = false) {
    self.role = role
    self.points = points
    self.isFilled = isFilled
  }
}

extension Grid {
  /// Whether pictures omit a cell's character because they draw a line instead.
  func isDrawnAsLine(_ scalar: Unicode.Scalar) -> Bool {
    !lines.isEmpty && (0x2800...0x28FF).contains(scalar.value)
  }
}
