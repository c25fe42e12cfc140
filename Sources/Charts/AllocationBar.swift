public import CellGrid
public import Exact

/// Parts of a whole, side by side in one row, each in its own color.
///
/// ```swift
/// let bar = AllocationBar([
///   .init("BTC", 750, role: first), .init("ETH", 250, role: second),
/// ])
/// PlainText.text(of: bar.grid(columns: 20)) == " BTC ▄▄▄▄▄▄▄▄▄▖▄▄▄▄▖\n"
/// ```
public struct AllocationBar: Hashable, Sendable {
  /// A part of the whole.
  public struct Part: Hashable, Sendable {
    /// The name, such as a symbol.
    public var name: String
    /// The amount; a negative one counts as zero.
    public var amount: ExactDecimal
    /// The role that determines the color.
    public var role: Role

    /// Creates a part.
    public init(_ name: String, _ amount: ExactDecimal, role: Role) {
      self.name = name
      self.amount = amount
      self.role = role
    }
  }

  /// The parts, from left to right.
  public var parts: [Part] {
    didSet { shares = Self.shares(of: parts) }
  }
  /// Each part's share, computed once because a bar is drawn more often than it changes.
  private var shares: [Double]

  /// Creates a bar.
  public init(_ parts: [Part]) {
    self.parts = parts
    shares = Self.shares(of: parts)
  }

  private init(_ parts: [Part], shares: [Double]) {
    self.parts = parts
    self.shares = shares
  }

  private static func shares(of parts: [Part]) -> [Double] {
    let amounts = parts.map { max(0, $0.amount) }
    let total = amounts.reduce(0, +)
    guard total > 0 else { return parts.map { _ in 0 } }
    return amounts.map { Double(nearest: $0.quotient(by: total)) }
  }

  /// Draws the bar; blank without any amount.
  ///
  /// Cells are allocated by largest remainder, so that they add up to the width. Neighbors are
  /// separated by a thin edge and by their names, never by color alone. If there are more than a
  /// few parts narrower than a cell, they are combined at the end and their number is shown.
  public func grid(columns: Int) -> Grid {
    let shown = summed(columns: columns)
    guard shown.parts.count == parts.count else { return shown.grid(columns: columns) }
    var grid = Grid(columns: columns, rows: 1)
    var column = 0
    for (part, width) in zip(parts, widths(columns: columns)) where width > 0 {
      grid.write(
        String(repeating: "▄", count: max(0, width - 1)) + "▖", column: column, row: 0,
        style: Style(part.role))
      if columnWidth(of: part.name) + 2 < width {
        grid.write(" \(part.name) ", column: column, row: 0, style: Style(part.role))
      }
      column += width
    }
    return grid
  }

  /// The most parts narrower than a cell that are shown separately.
  private static let maxSlivers = 3

  private func summed(columns: Int) -> AllocationBar {
    let isSliver = shares.map { $0 * Double(columns) < 1 }
    let slivers = parts.indices.filter { isSliver[$0] }
    guard slivers.count > Self.maxSlivers else { return self }
    let rest = Part(
      "+\(slivers.count) more", slivers.reduce(0) { $0 + max(0, parts[$1].amount) },
      role: ChartRoles().label)
    let others = parts.indices.filter { !isSliver[$0] }
    return AllocationBar(
      others.map { parts[$0] } + [rest],
      shares: others.map { shares[$0] } + [slivers.reduce(0) { $0 + shares[$1] }])
  }

  /// The width of each part.
  func widths(columns: Int) -> [Int] {
    guard columns > 0, shares.contains(where: { $0 > 0 }) else { return parts.map { _ in 0 } }
    let exact = shares.map { $0 * Double(columns) }
    var widths = exact.map { Int($0) }
    let order = exact.indices.sorted {
      (exact[$0] - Double(widths[$0]), $1) > (exact[$1] - Double(widths[$1]), $0)
    }
    let rest = max(0, columns - widths.reduce(0, +))
    for index in order.prefix(rest) where shares[index] > 0 { widths[index] += 1 }
    return widths
  }
}
