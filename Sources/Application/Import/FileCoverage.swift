import Import
public import LedgerStore
public import Portfolio

/// The months for which a file reports an account.
public struct FileCoverage: Sendable, Equatable {
  /// The account, with its owner if the file names one.
  public let account: String
  /// The number of the file in the ledger.
  public let file: Int
  /// The number of rows by month, as in `2024-06`.
  public private(set) var rows: [String: Int] = [:]

  /// Counts the rows of each account, file and month.
  ///
  /// - Parameters:
  ///   - counts: The rows by quarter of an hour.
  ///   - calendar: The calendar whose months count.
  /// - Returns: The files by account, in the order of their first months.
  public static func ofFiles(_ counts: [RecordCount], in calendar: LocalCalendar) -> [FileCoverage]
  {
    var found: [String: [Int: FileCoverage]] = [:]
    for count in counts {
      let account = Scope(stored: count.scope).words
      let month = calendar.dayText(PrintedInstant(at: count.start).date).prefix(7)
      found[account, default: [:]][
        count.file, default: FileCoverage(account: account, file: count.file)
      ].rows[String(month), default: 0] += count.count
    }
    return found.values.flatMap(\.values).sorted { left, right in
      if left.account != right.account { return left.account < right.account }
      return (left.rows.keys.min() ?? "", left.file) < (right.rows.keys.min() ?? "", right.file)
    }
  }

  private init(account: String, file: Int) { (self.account, self.file) = (account, file) }
}
