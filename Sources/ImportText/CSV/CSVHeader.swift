/// The columns of a CSV file by name.
///
/// Names are compared without case and surrounding space; of columns that share a name the second
/// is `name#2`, the third `name#3`.
package struct CSVHeader: Equatable, Sendable {
  /// Where each column stands.
  package let columns: [String: Int]
  private let indices: ColumnIndex
  /// How many columns there are.
  package let count: Int
  /// How the file writes dates of digits, where one of its rows shows it.
  package var dateOrder: DateOrder?
  /// What stands before the fractions of the file's numbers, where its rows show it.
  package var decimalMark: DecimalMark?
  /// What stands before the fractions of each column's numbers, where its first rows agree on one.
  package var columnMarks: [DecimalMark?] = []
  /// What the columns together show of one that shows nothing itself; ``DecimalMark/both`` where
  /// they contradict each other, or only money of a land says it.
  package var markOfColumns: DecimalMark?
  /// The zone the user says its times are in.
  package var zone: Zone?
  /// The money that the user says its figures are in.
  package var currency: Asset?
  /// What the user says words mean that the format does not know.
  package var words: KindTable = [:]
  /// Whether the file writes what left below zero, so that what is above zero came in.
  package var hasSigns = false
  /// The zone that a heading names, where the columns have the names that they have at UTC.
  package var headingZone: Zone?
  /// The name of the file among several, or empty.
  package var file = ""
  /// What stands above the header, or empty.
  package var preamble = ""

  package init(_ row: CSVRow) {
    var columns: [String: Int] = [:]
    // The last number given to a name, so that a line of equal names takes no longer than another.
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

  /// Where a column stands.
  package func index(of column: String) -> Int? { indices[column] }

  /// What stands before the fractions of a column's numbers, where its first rows agree.
  package func decimalMark(of column: String) -> DecimalMark? {
    indices[column].flatMap { $0 < columnMarks.count ? columnMarks[$0] : nil }
  }

  /// Whether every one of these columns is there.
  package func has(_ names: [String]) -> Bool { names.allSatisfy { indices[$0] != nil } }

  /// The column in which version 1.0 wrote why rows were refused; it is not part of what they say.
  package static let reasons = "bitpal reason"

  /// Whether all other columns are nameless, or bitpal's own for reasons.
  package func hasNothing(but names: [String]) -> Bool {
    columns.keys.allSatisfy {
      names.contains($0) || $0.isEmpty || $0.hasPrefix("#") || $0 == Self.reasons
    }
  }
}

extension String {
  /// The text as columns are named: in lower case, `İ` as the `i` that a keyboard has, and not as
  /// one with a second dot.
  package var asColumnName: String {
    let lower = lowercased()
    return lower.utf8.count == utf8.count ? lower : lower.replacing("i\u{307}", with: "i")
  }
}

/// A header that many records have, so that a record is handed on without copies of it.
package final class SharedHeader: Sendable {
  package let header: CSVHeader

  package init(_ header: CSVHeader) { self.header = header }
}
