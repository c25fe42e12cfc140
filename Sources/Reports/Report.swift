public import Exact
import Portfolio

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
  }

  /// The columns.
  public let columns: [Column]
  /// A value for each column, row by row.
  public let rows: [[FormattedValue]]
  /// The sums below the rows of a table, a value for each column; data has rows alone.
  public let total: [FormattedValue]?
  /// The note, outside the result, when there are no rows.
  public let emptyNote: String
  /// Lines below the table, such as the age of its prices.
  public let notes: [String]

  /// Makes a report.
  public init(
    columns: [Column], rows: [[FormattedValue]], total: [FormattedValue]? = nil,
    emptyNote: String = "", notes: [String] = []
  ) {
    self.columns = columns
    self.rows = rows
    self.total = total
    self.emptyNote = emptyNote
    self.notes = notes
  }

  /// The rows as a JSON array of objects.
  public var json: JSONValue {
    .array(
      rows.map { row in
        .object(
          JSONObject(zip(columns, row).map { JSONObject.Member(key: $0.key, value: $1.data) }))
      })
  }

  /// Calls `write` with each line of the CSV, its end included.
  public func writeCSV(_ style: CSVStyle = .exact, _ write: (String) -> Void) {
    write(csvLine(columns.map(\.key)))
    for row in rows { write(csvLine(row.map(\.data.csvText), style)) }
  }
}

extension JSONValue {
  /// A single value without JSON's quotes; nothing for `null`.
  public var csvText: String {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let isTrue): "\(isTrue)"
    default: ""
    }
  }
}

/// The line below figures of which some are marked as estimated; none where none is.
func estimatedNote(_ count: Int, of all: Int) -> [String] {
  count == 0 ? [] : ["~ \(count) of \(all) estimated"]
}

/// `1 row`, `2 rows`.
public func countOf(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
