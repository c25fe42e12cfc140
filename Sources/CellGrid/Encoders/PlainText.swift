/// A grid as plain text: rows ended by newlines, blanks at their ends left out.
public enum PlainText {
  /// Encodes a grid; the text of a grid without rows is empty.
  public static func text(of grid: Grid) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity((grid.columns + 1) * grid.rows)
    for row in 0..<grid.rows {
      let start = bytes.count
      grid.append(row: row, to: &bytes)
      while bytes.count > start, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
      bytes.append(UInt8(ascii: "\n"))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Grid {
  /// The characters of a row, blanks at its end included.
  public func text(row: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(columns)
    append(row: row, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds the characters of a row; a table of many lines is made of bytes, not of texts.
  fileprivate func append(row: Int, to bytes: inout [UInt8]) {
    for cell in cells[row * columns..<(row + 1) * columns] where !cell.isContinuation {
      if cell.scalar.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: cell.scalar.value))
      } else {
        bytes.append(contentsOf: cell.scalar.utf8)
      }
    }
  }
}
