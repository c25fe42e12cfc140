public import Exact

/// The rows of several reports with the same columns as one list for programs, so that a long one
/// is never in memory whole.
public struct DataRows {
  private let csv: CSVStyle?
  private var list = JSONList(level: 0)
  private var isFirst = true

  /// Begins a list.
  ///
  /// - Parameter csv: How CSV is written; `nil` for JSON.
  public init(csv: CSVStyle?) { self.csv = csv }

  /// Writes the rows of a report, below the names of its columns where it is the first.
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
