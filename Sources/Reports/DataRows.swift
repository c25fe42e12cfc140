public import Exact

/// Writes the rows of several reports with equal columns as one machine-readable list.
///
/// Rows are written as they are made, so a long list is never in memory at once.
public struct DataRows {
  private let csv: CSVStyle?
  private var list = JSONList(level: 0)
  private var isFirst = true

  /// Begins a list.
  ///
  /// - Parameter csv: The CSV style; `nil` for JSON.
  public init(csv: CSVStyle?) { self.csv = csv }

  /// Writes the rows of a report, after the column names if it is the first.
  public mutating func write(_ report: Report, _ write: (String) -> Void) {
    if let csv {
      report.writeCSV(csv, hasHeader: isFirst, write)
    } else {
      report.writeJSON(to: &list, write)
    }
    isFirst = false
  }

  /// Ends the list.
  public func end(_ write: (String) -> Void) { if csv == nil { write(list.end + "\n") } }
}
