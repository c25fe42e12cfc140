/// A place in a grid, in thousandths of a cell from the top left corner.
public struct GridPoint: Hashable, Sendable {
  /// To the right.
  public var x: Int
  /// Downwards.
  public var y: Int

  /// Makes a place.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A line that a grid's braille cells stand for.
///
/// Encoders of pictures draw it through its points in place of those cells; encoders of text draw
/// the cells.
public struct GridLine: Hashable, Sendable {
  /// What it means.
  public var role: Role
  /// Its corners in order; one alone is a dot.
  public var points: [GridPoint]
  /// Whether it is the area inside the corners, drawn lightly, and not the line through them.
  public var isFilled: Bool

  /// Makes a line, or the area inside one.
  public init(_ role: Role, _ points: [GridPoint], isFilled: Bool = false) {
    self.role = role
    self.points = points
    self.isFilled = isFilled
  }
}

extension Grid {
  /// Whether pictures leave a cell's character out, because a line stands for it.
  func isDrawnAsLine(_ scalar: Unicode.Scalar) -> Bool {
    !lines.isEmpty && (0x2800...0x28FF).contains(scalar.value)
  }
}
