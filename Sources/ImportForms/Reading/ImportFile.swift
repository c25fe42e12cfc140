import FoundationEssentials
public import ImportText
import Portfolio

/// A transaction from one of bitpal's own formats, before its coin is looked up.
struct ImportedEntry: Equatable, Sendable {
  /// The source row.
  let source: RowSource
  /// The coin.
  let asset: Asset
  /// Everything except the coin's id.
  var transaction: Transaction
  /// Whether the row has the transaction's own id.
  let hasId: Bool
  /// Whether a missing field means no value, as in every export; otherwise the field is unknown.
  var isWhole = true
  /// Whether it has the kind and the label, which version 1.0 lacks.
  var saysKind = false
  /// Whether it has the lots to sell first, which older exports lack.
  var saysLots = true
  /// Whether it has the cash of a swap, which older exports lack.
  var saysCash = true
}

/// A move from one of bitpal's own formats, before its coin is looked up.
struct MoveRecord: Equatable, Sendable {
  /// The source row.
  let source: RowSource
  /// The move, with the coin as named in the file.
  let move: Move
  /// Whether the row has the move's own id.
  let hasId: Bool
  /// Whether the file has every column of a move; otherwise missing fields are unknown.
  var isWhole = true
}

/// A row without a transaction: deposits, withdrawals, canceled orders, shares.
public struct LeftOutRow: Equatable, Sendable {
  /// The row.
  public let source: RowSource
  /// Why it was left out.
  public let reason: LeftOutReason
  /// The rows that together form an event with this one.
  var group: TradeGroup?
  /// The balance change of a contract's result, for forms that declare it; see
  /// ``FormDeclaration/settlements``.
  var contract: TradeFacts?

  /// Makes a left-out row.
  public init(source: RowSource, reason: LeftOutReason) {
    self.source = source
    self.reason = reason
  }

  /// Whether two rows are equal.
  public static func == (left: LeftOutRow, right: LeftOutRow) -> Bool {
    left.source == right.source && left.reason == right.reason
  }
}

/// A row that cannot be imported; a single one blocks the whole import.
public struct RefusedRow: Sendable {
  /// The row.
  public let source: RowSource
  /// What is wrong with it.
  public let reason: RefusalReason
  /// The rows that do not form a complete trade; another file may have the rest.
  var group: TradeGroup?

  /// Makes a refused row.
  public init(source: RowSource, reason: RefusalReason) {
    self.source = source
    self.reason = reason
  }
}

/// A file that was read, before coins are looked up and dollar values determined.
public struct ImportFile: Sendable {
  /// The form of the file.
  public let format: ImportFormat
  /// Its name if several files are imported together, or empty.
  public let name: String
  /// The results of the rows, oldest first; rows of one instant in file order.
  var results: [RowResult]
  /// The line with the column names; `nil` for JSON.
  var header: HeaderLine?

  /// Sorts the results.
  init(format: ImportFormat, name: String = "", results: [RowResult]) {
    self.format = format
    self.name = name
    // Sorts indices instead of results, which are large. Trades of several rows are emitted last,
    // regardless of their line.
    var positions = Array(results.indices)
    let lines = results.map(\.source.line)
    positions.sort { lines[$0] == lines[$1] ? $0 < $1 : lines[$0] < lines[$1] }
    let isNewestFirst = Self.isNewestFirst(positions.lazy.compactMap { results[$0].date })
    if isNewestFirst {
      // The results of one row keep their order, which later imports rely on to recognize them.
      positions.sort { lines[$0] == lines[$1] ? $0 < $1 : lines[$0] > lines[$1] }
    }
    // Rows without a date are first; rows with equal dates keep their order.
    let dates = positions.map { results[$0].date ?? .distantPast }
    let inTime = positions.indices.sorted {
      dates[$0] == dates[$1] ? $0 < $1 : dates[$0] < dates[$1]
    }
    let isInOrder = inTime.enumerated().allSatisfy { positions[$0.element] == $0.offset }
    self.results = isInOrder ? results : inTime.map { results[positions[$0]] }
  }

  /// Whether more neighboring rows step back in time than forward.
  private static func isNewestFirst(_ dates: some Sequence<Date>) -> Bool {
    var steps = 0
    var last: Date?
    for date in dates {
      if let last, date > last { steps += 1 }
      if let last, date < last { steps -= 1 }
      last = date
    }
    return steps < 0
  }
}

extension RowResult {
  /// The result of a borrowed position: left out, with its balance change.
  static func contract(_ facts: TradeFacts, _ word: String) -> RowResult {
    var row = LeftOutRow(source: facts.source, reason: .derivative(word))
    row.contract = facts
    return .leftOut(row)
  }

  /// The date of the event; `nil` for rows that are not read.
  var date: Date? {
    switch self {
    case .trade(let facts): facts.date
    case .move(let facts): facts.date
    case .entry(let entry): entry.transaction.date
    case .record(let record): record.move.date
    case .leftOut, .refused: nil
    }
  }
}

extension RowResult {
  /// The location of the row.
  var source: RowSource {
    switch self {
    case .trade(let facts): facts.source
    case .move(let facts): facts.source
    case .entry(let entry): entry.source
    case .record(let record): record.source
    case .leftOut(let row): row.source
    case .refused(let row): row.source
    }
  }
}
