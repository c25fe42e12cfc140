/// Encodes a grid as plain text: rows ending in newlines, without trailing blanks.
public enum PlainText {
  /// Encodes a grid; a grid without rows gives an empty text.
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
  /// The characters of a row, including trailing blanks.
  public func text(row: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(columns)
    append(row: row, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the characters of a row; bytes are faster than strings for long tables.
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
