/// Size of a terminal cell in pixels.
public struct CellSize: Hashable, Sendable {
  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A grid's lines and areas as pixels; text stays in the cells.
struct LineBitmap {
  /// Content of a pixel.
  struct Ink: Hashable {
    /// The area that contains it.
    var area: Role?
    /// The line over the area.
    var line: Role?
    /// Coverage by the line, in quarters.
    var coverage = 0
  }

  /// The cells covered by the bitmap.
  let columns: Range<Int>
  let rows: Range<Int>
  /// Size in pixels.
  let width: Int
  let height: Int
  /// Index into ``inks`` of each pixel, row by row.
  private(set) var pixels: [UInt8]
  /// The inks used; the first is empty.
  private(set) var inks = [Ink()]
  private var indexes: [Ink: UInt8] = [:]

  private typealias Point = (x: Double, y: Double)

  /// Draws the lines of a grid.
  ///
  /// - Returns: `nil` for a grid without lines.
  init?(of grid: Grid, cell: CellSize) {
    let points = grid.lines.flatMap(\.points)
    guard cell.width > 0, cell.height > 0,
      let columns = Self.cells(points.map(\.x), in: grid.columns),
      let rows = Self.cells(points.map(\.y), in: grid.rows)
    else { return nil }
    self.columns = columns
    self.rows = rows
    width = columns.count * cell.width
    height = rows.count * cell.height
    pixels = Array(repeating: 0, count: width * height)
    func vertices(of line: GridLine) -> [Point] {
      line.points.map { point in
        (
          x: Double((point.x - columns.lowerBound * 1_000) * cell.width) / 1_000,
          y: Double((point.y - rows.lowerBound * 1_000) * cell.height) / 1_000
        )
      }
    }
    for line in grid.lines where line.isFilled { fill(vertices(of: line), line.role) }
    // About the weight of letter strokes.
    let half = max(0.75, Double(cell.height) / 20)
    for line in grid.lines where !line.isFilled {
      let vertices = vertices(of: line)
      for (start, end) in zip(vertices, vertices.count > 1 ? vertices.dropFirst() : vertices[...]) {
        draw(from: start, to: end, half: half, line.role)
      }
    }
  }

  /// The cells touched by lines through some coordinates, including their weight.
  private static func cells(_ coordinates: [Int], in count: Int) -> Range<Int>? {
    let weight = 100
    guard let low = coordinates.min(), let high = coordinates.max() else { return nil }
    let range = (max(0, low - weight) / 1_000)..<max(0, (high + weight) / 1_000 + 1)
    let cells = range.clamped(to: 0..<count)
    return cells.isEmpty ? nil : cells
  }

  /// Fills the pixels whose centers are inside a polygon.
  private mutating func fill(_ corners: [Point], _ role: Role) {
    let index = self.index(of: Ink(area: role))
    var crossings = [[Double]](repeating: [], count: height)
    for (start, end) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      let (upper, lower) = start.y < end.y ? (start, end) : (end, start)
      for row in Self.middles(from: upper.y, to: lower.y, of: height) {
        let part = (Double(row) + 0.5 - upper.y) / (lower.y - upper.y)
        crossings[row].append(upper.x + part * (lower.x - upper.x))
      }
    }
    for (row, crossings) in crossings.enumerated() {
      let sorted = crossings.sorted()
      for pair in stride(from: 0, to: sorted.count - 1, by: 2) {
        for column in Self.middles(from: sorted[pair], to: sorted[pair + 1], of: width) {
          pixels[row * width + column] = index
        }
      }
    }
  }

  /// The pixels whose centers are between two positions.
  private static func middles(from start: Double, to end: Double, of count: Int) -> Range<Int> {
    let first = Int((start - 0.5).rounded(.up))
    let last = Int((end - 0.5).rounded(.up))
    return (first..<max(first, last)).clamped(to: 0..<count)
  }

  /// Draws an antialiased straight line with round ends.
  private mutating func draw(from start: Point, to end: Point, half: Double, _ role: Role) {
    let reach = half + 0.5
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = dx * dx + dy * dy
    for row in Self.middles(
      from: min(start.y, end.y) - reach, to: max(start.y, end.y) + reach, of: height)
    {
      let y = Double(row) + 0.5 - start.y
      for column in Self.middles(
        from: min(start.x, end.x) - reach, to: max(start.x, end.x) + reach, of: width)
      {
        let x = Double(column) + 0.5 - start.x
        let part = square > 0 ? max(0, min(1, (x * dx + y * dy) / square)) : 0
        let (awayX, awayY) = (x - part * dx, y - part * dy)
        let distance = (awayX * awayX + awayY * awayY).squareRoot()
        let coverage = Int((min(1, max(0, reach - distance)) * 4).rounded())
        if coverage > 0 { cover(row * width + column, role, coverage) }
      }
    }
  }

  private mutating func cover(_ pixel: Int, _ role: Role, _ coverage: Int) {
    var ink = inks[Int(pixels[pixel])]
    // A line's thin edge does not cut another line below it.
    let least = ink.line == nil ? 0 : ink.line == role ? ink.coverage : 1
    guard coverage > least else { return }
    (ink.line, ink.coverage) = (role, coverage)
    pixels[pixel] = index(of: ink)
  }

  private mutating func index(of ink: Ink) -> UInt8 {
    if let known = indexes[ink] { return known }
    guard inks.count <= UInt8.max else { return UInt8.max }
    let index = UInt8(inks.count)
    inks.append(ink)
    indexes[ink] = index
    return index
  }
}

extension LineBitmap {
  /// Reduces the bitmap to a number of inks by smoothing edges less, provided its lines and areas
  /// alone do not exceed it.
  func reduced(to count: Int) -> LineBitmap {
    var reduced = self
    for steps in [[0, 0, 2, 4, 4], [0, 0, 4, 4, 4]] where reduced.inks.count > count {
      reduced.inks = [Ink()]
      reduced.indexes = [Ink(): 0]
      let numbers = inks.map { ink in
        let coverage = steps[ink.coverage]
        return reduced.index(
          of: Ink(area: ink.area, line: coverage > 0 ? ink.line : nil, coverage: coverage))
      }
      reduced.pixels = pixels.map { numbers[Int($0)] }
    }
    return reduced
  }

  /// A color with an opacity of 0…255.
  struct Color: Equatable {
    var red: Int
    var green: Int
    var blue: Int
    var alpha: Int

    init(_ color: RGB, alpha: Int) {
      (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
      self.alpha = alpha
    }

    /// Composites this color over another.
    func over(_ below: Color) -> Color {
      var mixed = self
      let rest = below.alpha * (255 - alpha) / 255
      mixed.alpha = alpha + rest
      guard mixed.alpha > 0 else { return mixed }
      func mix(_ part: KeyPath<Color, Int>) -> Int {
        (self[keyPath: part] * alpha + below[keyPath: part] * rest) / mixed.alpha
      }
      (mixed.red, mixed.green, mixed.blue) = (mix(\.red), mix(\.green), mix(\.blue))
      return mixed
    }
  }

  /// Colors of the inks; clear where the page shows through.
  func colors(_ theme: Theme) -> [Color] {
    let scheme = theme.pictureScheme
    return inks.map { ink in
      func color(_ role: Role?, alpha: Int) -> Color {
        let hue = role.map { theme.roles[$0].hue } ?? .ink
        return Color(
          scheme.color(of: hue, palette: theme.palette), alpha: role == nil ? 0 : alpha)
      }
      // As light as SVG areas.
      return color(ink.line, alpha: ink.coverage * 255 / 4).over(color(ink.area, alpha: 64))
    }
  }
}

extension Theme {
  /// The scheme for pixels; with the terminal's own colors, whose exact values are unknown, an
  /// approximation.
  var pictureScheme: ColorScheme { scheme ?? (appearance == .light ? .light : .dark) }
}
