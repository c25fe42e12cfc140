/// The columns of a CSV file by name.
///
/// Names are compared ignoring case and surrounding space. A repeated name gets a suffix: the
/// second is `name#2`, the third `name#3`.
package struct CSVHeader: Equatable, Sendable {
  /// The index of each column.
  package let columns: [String: Int]
  private let indices: ColumnIndex
  /// The number of columns.
  package let count: Int
  /// The order of day, month and year in all-digit dates, if a row shows it.
  package var dateOrder: DateOrder?
  /// The decimal separator of the file's numbers, if its rows show it.
  package var decimalMark: DecimalMark?
  /// The decimal separator of each column, if its first rows agree on one.
  package var columnMarks: [DecimalMark?] = []
  /// The separator to assume for a column that shows none; ``DecimalMark/both`` if columns
  /// contradict each other, or only a country's currency suggests it.
  package var sharedMark: DecimalMark?
  /// The zone of the file's times according to the user.
  package var zone: Zone?
  /// The currency of the file's figures according to the user.
  package var currency: Asset?
  /// The user's meanings for words that the format does not know.
  package var words: KindTable = [:]
  /// Whether the file writes outgoing amounts as negative, so positive amounts are incoming.
  package var hasSigns = false
  /// The zone named in a heading, if the columns have their UTC names.
  package var headingZone: Zone?
  /// The file's name if several are imported together, or empty.
  package var file = ""
  /// The text above the header, or empty.
  package var preamble = ""

  package init(_ row: CSVRow) {
    var columns: [String: Int] = [:]
    // The last suffix given to each name, so a line of equal names takes linear time.
    var copies: [String: Int] = [:]
    for (index, cell) in row.cells.enumerated() {
      let name = cell.replacing("\u{A0}", with: " ").trimmed.asColumnName
      var unique = name
      var copy = copies[name] ?? 0
      repeat {
        copy += 1
        unique = copy == 1 ? name : "\(name)#\(copy)"
      } while columns[unique] != nil
      copies[name] = copy
      columns[unique] = index
    }
    self.columns = columns
    indices = ColumnIndex(columns)
    count = row.cells.count
  }

  /// The index of a column.
  package func index(of column: String) -> Int? { indices[column] }

  /// The decimal separator of a column, if its first rows agree.
  package func decimalMark(of column: String) -> DecimalMark? {
    indices[column].flatMap { $0 < columnMarks.count ? columnMarks[$0] : nil }
  }

  /// The decimal separator of each column, that of the file where its rows show none; empty if all
  /// numbers have points.
  package var decimalMarks: [DecimalMark?] {
    guard decimalMark == .comma || columnMarks.contains(.comma) else { return [] }
    return (0..<count).map { ($0 < columnMarks.count ? columnMarks[$0] : nil) ?? decimalMark }
  }

  /// Whether all of these columns exist.
  package func has(_ names: [String]) -> Bool { names.allSatisfy { indices[$0] != nil } }

  /// The column where version 1.0 wrote why a row was refused; not part of the row's content.
  package static let reasons = "bitpal reason"

  /// Whether all other columns are unnamed or bitpal's own column of reasons.
  package func hasNothing(but names: [String]) -> Bool {
    columns.keys.allSatisfy {
      names.contains($0) || $0.isEmpty || $0.hasPrefix("#") || $0 == Self.reasons
    }
  }
}

extension String {
  /// The text as a column name: in lower case, with `İ` as a plain `i` without a combining dot.
  package var asColumnName: String {
    let lower = lowercased()
    return lower.utf8.count == utf8.count ? lower : lower.replacing("i\u{307}", with: "i")
  }
}

/// A header shared by many records, so that passing a record does not copy it.
package final class SharedHeader: Sendable {
  package let header: CSVHeader

  package init(_ header: CSVHeader) { self.header = header }
}

/// The line of a CSV file that names its columns.
package struct HeaderLine: Equatable, Sendable {
  /// The line as written.
  package let text: String
  /// The delimiter of its cells.
  package let delimiter: Unicode.Scalar
  /// The names of the columns in lower case, in order.
  package let columns: [String]
}

/// The position and the names of a header.
package struct DetectedHeader {
  package let header: CSVHeader
  package let line: HeaderLine
  /// The delimiter.
  package let delimiter: UInt8
  /// The offset and line number of the first record below the header.
  package let end: Int
  package let nextLine: Int
}

/// The indices of a header's columns by name.
///
/// Every cell of a long file is looked up by name; hashing the length and three letters is faster
/// than hashing the whole name.
package struct ColumnIndex: Equatable, Sendable {
  private struct Column: Equatable {
    let name: String
    let index: Int
  }

  /// Hash slots with linear probing; `nil` if empty.
  private var slots: [Column?]
  /// All columns, if a name is not ASCII (Unicode has several spellings) or there are too many to
  /// hash by a few letters.
  private let spelled: [String: Int]

  package init(_ columns: [String: Int]) {
    let isWide = columns.count > 1000
    var size = 16
    while size < columns.count * 4, !isWide { size *= 2 }
    slots = Array(repeating: nil, count: size)
    let isSpelled = isWide || columns.keys.contains { !$0.utf8.allSatisfy { $0 < 0x80 } }
    spelled = isSpelled ? columns : [:]
    guard !isWide else { return }
    for (name, index) in columns.sorted(by: { $0.value < $1.value }) {
      var slot = slot(of: name)
      while slots[slot] != nil { slot = next(slot) }
      slots[slot] = Column(name: name, index: index)
    }
  }

  /// The index of a column, `nil` if no column has the name.
  package subscript(_ name: String) -> Int? {
    var slot = slot(of: name)
    while let known = slots[slot] {
      if known.name == name { return known.index }
      slot = next(slot)
    }
    return spelled.isEmpty ? nil : spelled[name]
  }

  private func slot(of name: String) -> Int {
    let sum = name.utf8.withContiguousStorageIfAvailable { bytes in
      guard let first = bytes.first, let last = bytes.last else { return 0 }
      return bytes.count + Int(first) * 7 + Int(bytes[bytes.count / 2]) * 31 + Int(last) * 127
    }
    return (sum ?? name.utf8.count) & (slots.count - 1)
  }

  private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
}
