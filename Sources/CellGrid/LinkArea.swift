/// A rectangle of linked cells.
struct LinkArea: Equatable {
  var columns: Range<Int>
  var rows: Range<Int>
}

extension Grid {
  /// The linked cells as rectangles, merging equal rows and sorted by first row.
  var linkAreas: [LinkArea] {
    var open: [LinkArea] = []
    var closed: [LinkArea] = []
    for row in 0..<rows {
      let ranges = linkedRanges(row: row)
      closed += open.filter { !ranges.contains($0.columns) }
      open = ranges.map { range in
        let first = open.first { $0.columns == range }?.rows.lowerBound ?? row
        return LinkArea(columns: range, rows: first..<(row + 1))
      }
    }
    return (closed + open).sorted {
      ($0.rows.lowerBound, $0.columns.lowerBound) < ($1.rows.lowerBound, $1.columns.lowerBound)
    }
  }

  private func linkedRanges(row: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for column in 0..<columns where self[column, row].style.isLinked {
      if let last = ranges.last, last.upperBound == column {
        ranges[ranges.count - 1] = last.lowerBound..<(column + 1)
      } else {
        ranges.append(column..<(column + 1))
      }
    }
    return ranges
  }
}
