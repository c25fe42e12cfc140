import FoundationEssentials
import GRDB

/// How many of a coin's transactions a stablecoin or a daily price valued.
public struct EstimatedRows: Equatable, Sendable {
  /// All of them.
  public let all: Int
  /// Purchases of the open cycle among them, on which the cost of what is held depends.
  public let held: Int
}

extension SQLiteLedger {
  /// The coins with estimated transactions, and how many each has; found over an index of those
  /// rows alone.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func estimatedRows() throws -> [String: EstimatedRows] {
    try read(orElse: [:]) { ledger in
      let rows = try Row.fetchAll(
        ledger.db,
        sql: """
          WITH ending AS (
            SELECT closedPosition.coinId AS coinId, sale.date AS date, sale.sequence AS sequence
            FROM (SELECT coinId, max(number) AS number FROM closedPosition GROUP BY coinId) AS last
            JOIN closedPosition USING (coinId, number)
            JOIN ledgerTransaction AS sale ON sale.id = closedPosition.closingId)
          SELECT row.coinId, count(*),
            sum(row.type <> 'sell' AND (ending.coinId IS NULL
              OR (row.date, row.sequence) > (ending.date, ending.sequence)))
          FROM ledgerTransaction AS row LEFT JOIN ending USING (coinId)
          WHERE \(LedgerSchema.isEstimated) GROUP BY row.coinId
          """)
      return Dictionary(
        rows.map { ($0[0], EstimatedRows(all: $0[1], held: $0[2])) },
        uniquingKeysWith: { first, _ in first })
    }
  }
}
