public import Exact
import Portfolio
import Threads

/// A report: the same rows as a table, as CSV or as JSON.
public struct Report: Sendable {
  /// A column, its JSON key, and how it gives way.
  public struct Column: Sendable {
    /// The first place in the order of columns that are left out only when texts were clipped to a
    /// few letters and that was not enough.
    public static let lastResort = 100

    /// The key in JSON and the header in CSV.
    public let key: String
    /// The title in a table, `nil` for a column that only data has.
    public let title: String?
    /// Whether the column's texts line up on the right.
    public let isNumber: Bool
    /// Its place in the order in which columns are left out of a table that is too wide; the lowest
    /// goes first, `nil` never.
    public let collapseOrder: Int?
    /// The least width to which a long text is clipped before columns are left out; `nil` for a
    /// column that is never clipped.
    public let minimumWidth: Int?
    /// Whether a long text continues on the next line instead of being clipped, as advice does.
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

    /// The column of a coin's id, whose width leaves all but the longest ids whole: commands take
    /// what stands there.
    ///
    /// - Parameter isShown: Whether tables have it, too.
    public static func coin(isShown: Bool = true) -> Column {
      Column("coinId", isShown ? "Coin" : nil, minimumWidth: 24)
    }
  }

  /// Rows of values, each made when it is looked at: a long report is never in memory whole.
  public struct Rows: RandomAccessCollection, Sendable {
    /// The place after the last row.
    public let endIndex: Int
    private let row: @Sendable (Int) -> [FormattedValue]

    fileprivate init(_ count: Int, _ row: @escaping @Sendable (Int) -> [FormattedValue]) {
      (endIndex, self.row) = (count, row)
    }

    /// The place of the first row.
    public var startIndex: Int { 0 }

    /// A row, a value for each column.
    public subscript(position: Int) -> [FormattedValue] { row(position) }

    /// Writes the rows as records of a CSV file, many on two threads, piece by piece in order.
    fileprivate func writeCSV(_ style: CSVStyle, _ write: (String) -> Void) {
      forEachPiece(of: count) { [self] places in
        var bytes: [UInt8] = []
        for place in places {
          let row = self[place]
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
  /// A value for each column, row by row.
  public let rows: Rows
  /// The sums below the rows of a table, a value for each column; data has rows alone.
  public let total: [FormattedValue]?
  /// The note, outside the result, when there are no rows.
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

  /// Makes a report with a row for each of some things.
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

  /// The rows as a JSON array of objects.
  public var json: JSONValue { .array(rows.map(object)) }

  /// Writes the rows as a JSON array of objects, piece by piece.
  ///
  /// - Parameter level: The level that the array is at in a larger text.
  public func writeJSON(level: Int = 0, _ write: (String) -> Void) {
    var list = JSONList(level: level)
    writeJSON(to: &list, write)
    write(list.end)
  }

  /// Writes the rows as elements of a list.
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
  /// - Parameter hasHeader: Whether the names of the columns come first.
  public func writeCSV(
    _ style: CSVStyle = .exact, hasHeader: Bool = true, _ write: (String) -> Void
  ) {
    batched(write) { write in
      if hasHeader { write(csvLine(columns.map(\.key))) }
      rows.writeCSV(style, write)
    }
  }
}

/// Passes many small texts on in large pieces: each piece may cost a call of the system.
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
  /// A single value, or a list of them, without JSON's quotes; nothing for `null`.
  public var csvText: String {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let isTrue): "\(isTrue)"
    case .array(let values): values.map(\.csvText).joined(separator: " ")
    default: ""
    }
  }
}

/// The line below figures where some are marked as estimated; empty where none is.
func estimatedNote(_ count: Int, of all: Int) -> [String] {
  count == 0 ? [] : ["~ \(count) of \(all) estimated"]
}

/// `1 row`, `2 rows`.
public func countOf(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

extension Report {
  /// The report with some of its columns, in the order named; a column that only data has gets its
  /// key as a title.
  ///
  /// - Parameter names: Titles or keys in any case.
  /// - Returns: The report, or the first name that no column has.
  public func selecting(_ names: [String]) -> Result<Report, UnknownColumn> {
    var found: [Int] = []
    for name in names {
      guard let index = self.index(of: name) else {
        return .failure(UnknownColumn(name: name, known: columns.map { $0.title ?? $0.key }))
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
        of: rows, total: total.map { row in indexes.map { row[$0] } }, emptyNote: emptyNote,
        notes: notes
      ) { row in indexes.map { row[$0] } })
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
      guard let index = self.index(of: name) else {
        return .failure(UnknownColumn(name: name, known: columns.map { $0.title ?? $0.key }))
      }
      let keys = rows.map { SortKey($0[index].data) }
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

  private func index(of name: String) -> Int? {
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
