public import Exact
import Portfolio
import Threads

/// Rows that can be written as a table, CSV or JSON.
public struct Report: Sendable {
  /// A column with its JSON key and how it shrinks.
  public struct Column: Sendable {
    /// Columns with this collapse order or a higher one are left out only after clipping texts to a
    /// few letters did not make the table fit.
    public static let lastResort = 100

    /// The key in JSON and the header in CSV.
    public let key: String
    /// The title in a table; `nil` for a column that only data has.
    public let title: String?
    /// Whether texts are right-aligned.
    public let isNumber: Bool
    /// The order in which columns are left out of a table that is too wide, lowest first; `nil` to
    /// always keep the column.
    public let collapseOrder: Int?
    /// The minimum width to which texts are clipped before columns are left out; `nil` to never
    /// clip.
    public let minimumWidth: Int?
    /// Whether a long text wraps instead of being clipped.
    public let isProse: Bool

    /// Makes a column.
    public init(
      _ key: String, _ title: String?, isNumber: Bool = false, collapseOrder: Int? = nil,
      minimumWidth: Int? = nil, isProse: Bool = false
    ) {
      self.key = key
      self.title = title
      self.isNumber = isNumber
      self.collapseOrder = collapseOrder
      self.minimumWidth = minimumWidth
      self.isProse = isProse
    }

    /// The coin id column, wide enough for all but the longest ids, because commands accept the id.
    ///
    /// - Parameter isShown: Whether tables show the column.
    public static func coin(isShown: Bool = true) -> Column {
      Column("coinId", isShown ? "Coin" : nil, minimumWidth: 24)
    }
  }

  /// Rows, each made on access so that a long report is never in memory at once.
  public struct Rows: RandomAccessCollection, Sendable {
    /// The index after the last row.
    public let endIndex: Int
    private let row: @Sendable (Int) -> [FormattedValue]

    fileprivate init(_ count: Int, _ row: @escaping @Sendable (Int) -> [FormattedValue]) {
      (endIndex, self.row) = (count, row)
    }

    /// The index of the first row.
    public var startIndex: Int { 0 }

    /// A row, with one value per column.
    public subscript(position: Int) -> [FormattedValue] { row(position) }

    /// Writes the rows as CSV records, in order and piece by piece, using two threads for many
    /// rows.
    fileprivate func writeCSV(_ style: CSVStyle, _ write: (String) -> Void) {
      forEachPiece(of: count) { [self] positions in
        var bytes: [UInt8] = []
        for position in positions {
          let row = self[position]
          for index in row.indices {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            row[index].appendCSV(style, to: &bytes)
          }
          bytes.append(UInt8(ascii: "\n"))
        }
        return String(decoding: bytes, as: UTF8.self)
      } _: {
        write($0)
      }
    }
  }

  /// The columns.
  public let columns: [Column]
  /// The rows, with one value per column.
  public let rows: Rows
  /// The total below a table, with one value per column; data has no total.
  public let total: [FormattedValue]?
  /// The note shown when there are no rows; not part of the data.
  public var emptyNote: String
  /// Lines below the table, such as the age of its prices.
  public let notes: [String]

  /// Makes a report.
  public init(
    columns: [Column], rows: [[FormattedValue]], total: [FormattedValue]? = nil,
    emptyNote: String = "", notes: [String] = []
  ) {
    self.init(
      columns: columns, of: rows, total: total, emptyNote: emptyNote, notes: notes
    ) { $0 }
  }

  /// Makes a report with one row per element.
  public init<Things: RandomAccessCollection & Sendable>(
    columns: [Column], of things: Things, total: [FormattedValue]? = nil, emptyNote: String = "",
    notes: [String] = [], _ row: @escaping @Sendable (Things.Element) -> [FormattedValue]
  ) where Things.Index == Int {
    self.columns = columns
    self.rows = Rows(things.count) { row(things[things.startIndex + $0]) }
    self.total = total
    self.emptyNote = emptyNote
    self.notes = notes
  }

  /// Makes a report of one row with the keys of a JSON object as columns.
  ///
  /// - Parameters:
  ///   - figures: The object; lists of objects are left out.
  ///   - shown: The figures as a table shows them; the others are shown as their data.
  ///   - notes: Lines below the table.
  init(figures: JSONValue, _ shown: [String: FormattedValue], notes: [String]) {
    let members = (figures.object?.members ?? []).filter { member in
      member.value.array?.allSatisfy { $0.object == nil } ?? true
    }
    self.init(
      columns: members.map { Column($0.key, $0.key, isNumber: shown[$0.key] != nil) },
      rows: [
        members.map {
          shown[$0.key] ?? FormattedValue(data: $0.value, text: $0.value.csvText)
        }
      ], notes: notes)
  }

  /// The rows as a JSON array of objects.
  public var json: JSONValue { .array(rows.map(object)) }

  /// Writes the rows as a JSON array of objects, piece by piece.
  ///
  /// - Parameter level: The indentation level of the array in the surrounding text.
  public func writeJSON(level: Int = 0, _ write: (String) -> Void) {
    var list = JSONList(level: level)
    writeJSON(to: &list, write)
    write(list.end)
  }

  /// Writes the rows as elements of an open list.
  func writeJSON(to list: inout JSONList, _ write: (String) -> Void) {
    batched(write) { write in
      for row in rows { write(list.next(object(row))) }
    }
  }

  private func object(_ row: [FormattedValue]) -> JSONValue {
    .object(JSONObject(zip(columns, row).map { JSONObject.Member(key: $0.key, value: $1.data) }))
  }

  /// Writes the rows as CSV, piece by piece.
  ///
  /// - Parameter hasHeader: Whether to write the column names first.
  public func writeCSV(
    _ style: CSVStyle = .exact, hasHeader: Bool = true, _ write: (String) -> Void
  ) {
    batched(write) { write in
      if hasHeader { write(csvLine(columns.map(\.key))) }
      rows.writeCSV(style, write)
    }
  }
}

/// Combines many small texts into large pieces, because each piece may cost a system call.
///
/// - Parameters:
///   - write: Receives the pieces.
///   - body: Writes the texts.
public func batched(
  _ write: (String) -> Void, _ body: (_ write: (String) -> Void) throws -> Void
) rethrows {
  let size = 1 << 15
  var text = ""
  try withoutActuallyEscaping(write) { write in
    try body { part in
      text += part
      guard text.utf8.count >= size else { return }
      write(text)
      text.removeAll(keepingCapacity: true)
    }
  }
  if !text.isEmpty { write(text) }
}

extension JSONValue {
  /// A single value, or several of them, without JSON quotes; empty for `null`.
  public var csvText: String {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let isTrue): "\(isTrue)"
    case .array(let values): values.map(\.csvText).joined(separator: " ")
    default: ""
    }
  }
}

/// A note on how many figures are estimated; empty if none are.
func estimatedNote(_ count: Int, of all: Int) -> [String] {
  count == 0 ? [] : ["~ \(count) of \(all) estimated"]
}

/// `1 row`, `2 rows`.
public func countOf(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

extension Report {
  /// The report with only the named columns, in that order.
  ///
  /// A column without a title is titled with its key.
  ///
  /// - Parameter names: Titles or keys, case-insensitive.
  /// - Returns: The report, or the first unknown name.
  public func selecting(_ names: [String]) -> Result<Report, UnknownColumn> {
    var found: [Int] = []
    for name in names {
      guard let index = self.index(of: name) else {
        return .failure(UnknownColumn(name: name, known: columnNames))
      }
      found.append(index)
    }
    let indexes = found
    let chosen = indexes.map { columns[$0] }
    return .success(
      Report(
        columns: chosen.map {
          Column(
            $0.key, $0.title ?? $0.key, isNumber: $0.isNumber, collapseOrder: nil,
            minimumWidth: $0.minimumWidth, isProse: $0.isProse)
        },
        of: rows, total: total.map { labeled($0, indexes) }, emptyNote: emptyNote,
        notes: notes
      ) { row in indexes.map { row[$0] } })
  }

  /// The report sorted by a column and limited to some rows.
  ///
  /// Numbers sort in descending order, texts alphabetically, unknown values last.
  ///
  /// - Parameters:
  ///   - name: The column's title or key; `nil` to keep the order.
  ///   - limit: The maximum number of rows; `nil` for all.
  /// - Returns: The report, or the name if it is unknown.
  public func sorted(by name: String?, limit: Int?) -> Result<Report, UnknownColumn> {
    guard name != nil || limit != nil else { return .success(self) }
    var order = Array(rows.indices)
    if let name {
      guard let index = self.index(of: name) else {
        return .failure(UnknownColumn(name: name, known: columnNames))
      }
      let keys = rows.map { SortKey($0[index].data) }
      // Keep the sort stable.
      order.sort { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
    }
    let shown = Array(order.prefix(limit ?? .max))
    return .success(
      Report(
        columns: columns, of: shown, total: shown.count < rows.count ? nil : total,
        emptyNote: emptyNote, notes: notes
      ) { [rows] in rows[$0] })
  }

  /// A total's values in some columns, with its label in the first column of texts if the label's
  /// own column is not among them.
  private func labeled(_ total: [FormattedValue], _ indexes: [Int]) -> [FormattedValue] {
    var chosen = indexes.map { total[$0] }
    let label = total.indices.first { !columns[$0].isNumber && !total[$0].text.isEmpty }
    if let label, !indexes.contains(label),
      let free = indexes.firstIndex(where: { !columns[$0].isNumber && total[$0].text.isEmpty })
    {
      chosen[free] = total[label]
    }
    return chosen
  }

  /// The names that select a column, each once.
  private var columnNames: [String] {
    columns.indices.compactMap { position in
      let name = columns[position].title ?? columns[position].key
      return index(of: name) == position ? name : nil
    }
  }

  private func index(of name: String) -> Int? {
    let name = name.lowercased()
    return columns.firstIndex { $0.title?.lowercased() == name }
      ?? columns.firstIndex { $0.key.lowercased() == name }
  }
}

/// A column name that a report doesn't have.
public struct UnknownColumn: Error, Equatable {
  /// The requested name.
  public let name: String
  /// The available columns.
  public let known: [String]

  /// Makes an error from the requested and the available names.
  public init(name: String, known: [String]) { (self.name, self.known) = (name, known) }
}

/// A sort key: largest number first, then texts, then unknown values.
private enum SortKey: Equatable, Comparable {
  case number(ExactDecimal)
  case text(String)
  case unknown

  init(_ data: JSONValue) {
    let text = data.csvText
    self =
      text.isEmpty
      ? .unknown : ExactDecimal(ifExact: text).map { .number($0) } ?? .text(text)
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
