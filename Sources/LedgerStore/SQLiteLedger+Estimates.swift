import GRDB
import Portfolio

/// How many of a coin's transactions a stablecoin or a daily price valued.
public struct EstimatedRows: Equatable, Sendable {
  /// All of them.
  public let all: Int
  /// Purchases of the open cycle among them, on which the cost of what is held depends.
  public let held: Int
}

extension SQLiteLedger {
  /// The stablecoins that count as dollars in what the ledger has, by their tickers.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func stablecoinsAsDollars() throws -> Set<String> {
    try read(orElse: []) { ledger in
      try String.fetchSet(
        ledger.db,
        sql: """
          SELECT DISTINCT paymentCurrency FROM ledgerTransaction
          WHERE \(LedgerSchema.isEstimated) AND valuationKind = ? AND paymentCurrency IS NOT NULL
          """, arguments: [Valuation.Kind.stablecoin.rawValue])
    }
  }

  /// The rows whose dollars are estimated, and the trades whose fee one of them is the sale for:
  /// both are found by indexes.
  private static let estimated = """
    SELECT coinId, type, date, sequence FROM ledgerTransaction WHERE \(LedgerSchema.isEstimated)
    UNION
    SELECT trade.coinId, trade.type, trade.date, trade.sequence
    FROM ledgerTransaction AS sale JOIN ledgerTransaction AS trade
      ON trade.link = sale.link AND trade.feeCurrency = sale.coinId AND trade.feeRate IS NOT NULL
    WHERE sale.kind = 'fee' AND sale.\(LedgerSchema.isEstimated)
    """

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
          FROM (\(Self.estimated)) AS row LEFT JOIN ending USING (coinId) GROUP BY row.coinId
          """)
      return Dictionary(
        try rows.map {
          (try $0.required(0), EstimatedRows(all: try $0.required(1), held: try $0.required(2)))
        },
        uniquingKeysWith: { first, _ in first })
    }
  }
}
