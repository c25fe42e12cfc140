/// One cell of a grid by where it is.
public struct CellPlace: Hashable, Sendable {
  /// The column, from 0.
  public var column: Int
  /// The row, from 0.
  public var row: Int

  /// Makes a place.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
