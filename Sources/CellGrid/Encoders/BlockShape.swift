/// A block element as rectangles in eighths of its cell, with an opacity.
struct BlockShape: Equatable {
  struct Part: Equatable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int

    static let whole = Part(x: 0, y: 0, width: 8, height: 8)
    /// Lower than its row, so that bars of adjacent rows do not touch.
    static let bar = Part(x: 0, y: 1, width: 8, height: 6)
  }

  let parts: [Part]
  /// Percentage.
  let opacity: Int

  /// The shape of a character; nil if it is not a block element.
  init?(_ scalar: Unicode.Scalar) {
    let value = Int(scalar.value)
    var opacity = 100
    switch value {
    case 0x2580: parts = [Part(x: 0, y: 0, width: 8, height: 4)]
    case 0x2581...0x2588:
      let height = value - 0x2580
      parts = [Part(x: 0, y: 8 - height, width: 8, height: height)]
    case 0x2589...0x258F: parts = [Part(x: 0, y: 0, width: 0x2590 - value, height: 8)]
    case 0x2590: parts = [Part(x: 4, y: 0, width: 4, height: 8)]
    case 0x2591...0x2593:
      parts = [value == 0x2591 ? .bar : .whole]
      opacity = 25 * (value - 0x2590)
    case 0x2594: parts = [Part(x: 0, y: 0, width: 8, height: 1)]
    case 0x2595: parts = [Part(x: 7, y: 0, width: 1, height: 8)]
    case 0x2596...0x259F:
      // Bits of the quarters: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
      let quarters = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14][value - 0x2596]
      parts = (0..<4).filter { quarters & (1 << $0) != 0 }.map {
        Part(x: $0 % 2 * 4, y: $0 / 2 * 4, width: 4, height: 4)
      }
    default: return nil
    }
    self.opacity = opacity
  }
}

/// Rectangles of an SVG picture; those of one style form one shape, which avoids seams.
struct RectangleShapes {
  private struct Rectangle {
    let left: Int
    var right: Int
    let top: Int
    let height: Int
  }

  private var shapes: [(attributes: String, rectangles: [Rectangle])] = []

  /// Adds a part of a cell, extending the rectangle to its left if it continues it.
  mutating func add(
    _ part: BlockShape.Part, of column: Int, _ row: Int, in frame: CellFrame, _ attributes: String
  ) {
    let left = frame.left(column: column) + part.x * CellFrame.cellWidth / 8
    let new = Rectangle(
      left: left, right: left + part.width * CellFrame.cellWidth / 8,
      top: frame.top(row: row) + part.y * frame.height(row: row) / 8,
      height: part.height * frame.height(row: row) / 8)
    guard let index = shapes.firstIndex(where: { $0.attributes == attributes }) else {
      return shapes.append((attributes, [new]))
    }
    let joined = shapes[index].rectangles.lastIndex {
      $0.right == new.left && $0.top == new.top && $0.height == new.height
    }
    if let joined {
      shapes[index].rectangles[joined].right = new.right
    } else {
      shapes[index].rectangles.append(new)
    }
  }

  var elements: [String] {
    shapes.map { shape in
      let path = shape.rectangles.map {
        "M\(px($0.left)) \(px($0.top))H\(px($0.right))v\(px($0.height))H\(px($0.left))Z"
      }
      return "<path\(shape.attributes) d=\"\(path.joined())\"/>"
    }
  }
}
