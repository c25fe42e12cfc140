/// Columns of a scalar on a terminal: 1 or 2, or 0 for a scalar that grids do not contain.
///
/// The width is 0 for control, formatting, combining, private and unassigned characters, and for
/// spaces other than the ordinary one: everything that ``cleaned(_:)`` removes. Other widths agree
/// with the C library's `wcwidth`.
public func columnWidth(of scalar: Unicode.Scalar) -> Int {
  if scalar.isASCII { return scalar.value >= 0x20 && scalar.value < 0x7F ? 1 : 0 }
  return WidthTable.shared.width(of: scalar.value)
}

/// Columns of a text.
public func columnWidth(of text: String) -> Int {
  // Most text is ASCII, whose bytes are its scalars.
  var width = 0
  for byte in text.utf8 {
    guard byte < 0x80 else {
      return text.unicodeScalars.reduce(0) { $0 + columnWidth(of: $1) }
    }
    if byte >= 0x20, byte < 0x7F { width += 1 }
  }
  return width
}

/// Sorted ranges of drawable scalars with their widths.
struct WidthTable: Sendable {
  static let shared = WidthTable(narrow: narrowScalars, wide: wideScalars)

  private struct Span {
    let first: UInt32
    let last: UInt32
    let width: Int
  }

  private let spans: [Span]

  /// Joins two lists of alternating gap and length into one sorted list.
  private init(narrow: [UInt16], wide: [UInt16]) {
    var spans: [Span] = []
    spans.reserveCapacity((narrow.count + wide.count) / 2)
    for (list, width) in [(narrow, 1), (wide, 2)] {
      var next: UInt32 = 0
      for index in stride(from: 0, to: list.count, by: 2) {
        let first = next + UInt32(list[index])
        next = first + UInt32(list[index + 1])
        spans.append(Span(first: first, last: next - 1, width: width))
      }
    }
    self.spans = spans.sorted { $0.first < $1.first }
  }

  func width(of value: UInt32) -> Int {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      let span = spans[middle]
      if value < span.first {
        high = middle
      } else if value > span.last {
        low = middle + 1
      } else {
        return span.width
      }
    }
    return 0
  }
}
