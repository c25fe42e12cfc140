import FoundationEssentials
import Portfolio
import Synchronization

@testable import Interchange

extension ImportLedger {
  /// The same ledger as a program has it that has not all of it in memory: of what was before the
  /// files only the overview.
  func since(_ files: [ImportFile]) -> ImportLedger {
    let (overview, rows) = parts(files)
    return ImportLedger(overview, transactions: rows, moves: moves)
  }

  /// The same again, the transactions read three at a time.
  func pieceByPiece(_ files: [ImportFile]) -> ImportLedger {
    let (overview, rows) = parts(files)
    return ImportLedger(overview, moves: moves) {
      let next = Mutex(0)
      return {
        next.withLock { next in
          let page = Array(rows[next...].prefix(3))
          next += page.count
          return page
        }
      }
    }
  }

  private func parts(_ files: [ImportFile]) -> (LedgerOverview, [Transaction]) {
    let first = files.flatMap(\.readings).compactMap(\.date).min() ?? .distantFuture
    let start = ImportLedger.start(of: first, moves)
    // The ledger's own order.
    let rows = transactions.enumerated().sorted { one, other in
      one.element.date == other.element.date
        ? one.offset < other.offset : one.element.date < other.element.date
    }.map(\.element)
    var overview = LedgerOverview(from: start)
    (overview.deleted, overview.beforeEdits) = (self.overview.deleted, self.overview.beforeEdits)
    for row in rows { overview.add(row) }
    return (overview, rows.filter { $0.date >= start })
  }
}
