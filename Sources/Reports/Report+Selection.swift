import Exact
import FoundationEssentials

extension Report {
  /// The report with some of its columns, in the order named; a column that only data has gets its
  /// key as a title.
  ///
  /// - Parameter names: Titles or keys in any case.
  /// - Returns: The report, or the first name that no column has.
  public func selecting(_ names: [String]) -> Result<Report, UnknownColumn> {
    var found: [Int] = []
    for name in names {
      guard let place = place(of: name) else {
        return .failure(UnknownColumn(name: name, known: columns.map { $0.title ?? $0.key }))
      }
      found.append(place)
    }
    let places = found
    let chosen = places.map { columns[$0] }
    return .success(
      Report(
        columns: chosen.map {
          Column(
            $0.key, $0.title ?? $0.key, isNumber: $0.isNumber, collapseOrder: nil,
            minimumWidth: $0.minimumWidth, isProse: $0.isProse)
        },
        of: rows, total: total.map { row in places.map { row[$0] } }, emptyNote: emptyNote,
        notes: notes
      ) { row in places.map { row[$0] } })
  }

  /// The report with its rows in the order of a column, numbers from the largest and texts from A,
  /// and at most so many of them; what is unknown comes last.
  ///
  /// - Parameters:
  ///   - name: The column's title or key; `nil` to leave the order.
  ///   - limit: How many rows; `nil` for all.
  /// - Returns: The report, or the name if no column has it.
  public func sorted(by name: String?, limit: Int?) -> Result<Report, UnknownColumn> {
    guard name != nil || limit != nil else { return .success(self) }
    var order = Array(rows.indices)
    if let name {
      guard let place = place(of: name) else {
        return .failure(UnknownColumn(name: name, known: columns.map { $0.title ?? $0.key }))
      }
      let keys = rows.map { SortKey($0[place].data) }
      // Rows that are equal stay in their order.
      order.sort { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
    }
    let shown = Array(order.prefix(limit ?? .max))
    return .success(
      Report(
        columns: columns, of: shown, total: shown.count < rows.count ? nil : total,
        emptyNote: emptyNote, notes: notes
      ) { [rows] in rows[$0] })
  }

  private func place(of name: String) -> Int? {
    let name = name.lowercased()
    return columns.firstIndex { $0.title?.lowercased() == name }
      ?? columns.firstIndex { $0.key.lowercased() == name }
  }
}

/// A name that no column of a report has.
public struct UnknownColumn: Error, Equatable {
  /// What was asked for.
  public let name: String
  /// The columns there are.
  public let known: [String]

  /// Names what was asked for, and what there is.
  public init(name: String, known: [String]) { (self.name, self.known) = (name, known) }
}

/// What rows are ordered by: the largest number first, then texts, then what is unknown.
private enum SortKey: Equatable, Comparable {
  case number(Decimal)
  case text(String)
  case unknown

  init(_ data: JSONValue) {
    let text = data.csvText
    self =
      text.isEmpty
      ? .unknown : Decimal(ifExact: text).map { .number($0) } ?? .text(text)
  }

  static func < (first: SortKey, second: SortKey) -> Bool {
    switch (first, second) {
    case (.number(let first), .number(let second)): first > second
    case (.text(let first), .text(let second)): first < second
    case (.number, _): true
    case (.text, .unknown): true
    default: false
    }
  }
}
