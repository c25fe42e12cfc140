/// The four arms of a box drawing character from the center of its cell.
struct BoxArms: Equatable {
  static let up = 1
  static let right = 2
  static let down = 4
  static let left = 8

  let arms: Int
  /// The heavy ones among the arms.
  let heavyArms: Int
  let isRound: Bool

  /// The arms of a character; nil if it is not drawn as lines.
  init?(_ scalar: Unicode.Scalar) {
    guard (0x2500...0x257F).contains(scalar.value), let known = Self.known[scalar] else {
      return nil
    }
    self = known
  }

  private init(arms: Int, heavyArms: Int = 0, isRound: Bool = false) {
    self.arms = arms
    self.heavyArms = heavyArms
    self.isRound = isRound
  }

  func has(_ arm: Int) -> Bool { arms & arm != 0 }
  func isHeavy(_ arm: Int) -> Bool { heavyArms & arm != 0 }

  private static let known: [Unicode.Scalar: BoxArms] = {
    var known: [Unicode.Scalar: BoxArms] = [:]
    // The character with arms n is at index n of each string.
    for (arms, scalar) in " ╵╶└╷│┌├╴┘─┴┐┤┬┼".unicodeScalars.enumerated().dropFirst() {
      known[scalar] = BoxArms(arms: arms)
    }
    for (arms, scalar) in " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋".unicodeScalars.enumerated().dropFirst() {
      known[scalar] = BoxArms(arms: arms, heavyArms: arms)
    }
    known["╽"] = BoxArms(arms: up | down, heavyArms: down)
    known["╿"] = BoxArms(arms: up | down, heavyArms: up)
    for (scalar, square) in zip("╭╮╰╯".unicodeScalars, "┌┐└┘".unicodeScalars) {
      known[scalar] = known[square].map { BoxArms(arms: $0.arms, isRound: true) }
    }
    return known
  }()
}

/// Color and weight of lines.
struct LineKind: Hashable {
  let style: Style
  let isHeavy: Bool
}

/// Box drawing of a grid as SVG paths, with lines of adjacent cells joined to avoid gaps.
struct LineShapes {
  private(set) var paths: [(kind: LineKind, path: String)] = []
  private let grid: Grid
  private let frame: CellFrame

  init(of grid: Grid, in frame: CellFrame) {
    self.grid = grid
    self.frame = frame
    for row in 0..<grid.rows { addHorizontals(row: row) }
    for column in 0..<grid.columns { addVerticals(column: column) }
    for row in 0..<grid.rows { addArcs(row: row) }
  }

  private func arms(_ column: Int, _ row: Int) -> (arms: BoxArms, style: Style)? {
    let cell = grid[column, row]
    guard let arms = BoxArms(cell.scalar) else { return nil }
    var style = cell.style
    style.isLinked = false
    style.background = nil
    return (arms, style)
  }

  /// A cell's straight arms on both sides of its center, if any.
  private func halves(
    _ column: Int, _ row: Int, _ first: (arm: Int, end: Int), _ second: (arm: Int, end: Int),
    middle: Int
  ) -> [(kind: LineKind, start: Int, end: Int)] {
    guard let (arms, style) = arms(column, row), !arms.isRound else { return [] }
    func kind(_ arm: Int) -> LineKind { LineKind(style: style, isHeavy: arms.isHeavy(arm)) }
    let halves = [
      arms.has(first.arm) ? (kind: kind(first.arm), start: first.end, end: middle) : nil,
      arms.has(second.arm) ? (kind: kind(second.arm), start: middle, end: second.end) : nil,
    ]
    return halves.compactMap(\.self)
  }

  private mutating func addHorizontals(row: Int) {
    let y = px(frame.middle(row: row))
    var line = Stroke()
    for column in 0..<grid.columns {
      let halves = halves(
        column, row, (BoxArms.left, frame.left(column: column)),
        (BoxArms.right, frame.left(column: column + 1)), middle: frame.middle(column: column))
      for half in halves {
        if let done = line.extend(half.kind, half.start, half.end) {
          add(done.0, "M\(px(done.1)) \(y)H\(px(done.2))")
        }
      }
    }
    if let done = line.finish() { add(done.0, "M\(px(done.1)) \(y)H\(px(done.2))") }
  }

  private mutating func addVerticals(column: Int) {
    let x = px(frame.middle(column: column))
    var line = Stroke()
    for row in 0..<grid.rows {
      let halves = halves(
        column, row, (BoxArms.up, frame.top(row: row)),
        (BoxArms.down, frame.top(row: row + 1)), middle: frame.middle(row: row))
      for half in halves {
        if let done = line.extend(half.kind, half.start, half.end) {
          add(done.0, "M\(x) \(px(done.1))V\(px(done.2))")
        }
      }
    }
    if let done = line.finish() { add(done.0, "M\(x) \(px(done.1))V\(px(done.2))") }
  }

  private mutating func addArcs(row: Int) {
    for column in 0..<grid.columns {
      guard let (arms, style) = arms(column, row), arms.isRound else { continue }
      let x = frame.middle(column: column)
      let y = frame.middle(row: row)
      let kind = LineKind(style: style, isHeavy: false)
      let side = frame.left(column: column + (arms.has(BoxArms.right) ? 1 : 0))
      let end = frame.top(row: row + (arms.has(BoxArms.down) ? 1 : 0))
      let turn = end > y ? y + frame.radius : y - frame.radius
      add(
        kind, "M\(px(side)) \(px(y))Q\(px(x)) \(px(y)) \(px(x)) \(px(turn))V\(px(end))")
    }
  }

  private mutating func add(_ kind: LineKind, _ path: String) {
    if let index = paths.firstIndex(where: { $0.kind == kind }) {
      paths[index].path += path
    } else {
      paths.append((kind, path))
    }
  }
}

/// A straight line, extended as long as the next piece joins it.
private struct Stroke {
  private var current: (LineKind, Int, Int)?

  /// Extends the line by a piece; if the piece does not join, starts a new line and returns the
  /// old.
  mutating func extend(_ kind: LineKind, _ start: Int, _ end: Int) -> (LineKind, Int, Int)? {
    if let (old, first, last) = current, old == kind, last == start {
      current = (kind, first, end)
      return nil
    }
    defer { current = (kind, start, end) }
    return current
  }

  mutating func finish() -> (LineKind, Int, Int)? {
    defer { current = nil }
    return current
  }
}
