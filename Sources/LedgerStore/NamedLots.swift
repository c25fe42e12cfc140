import FoundationEssentials
import GRDB
import Portfolio

/// Checks the lots that sales name: each must be from an earlier purchase of the coin or of one of
/// its predecessors.
struct NamedLots {
  let db: Database

  /// Checks the sales of a coin.
  ///
  /// - Throws: `lotMissing`.
  func check(_ coinId: String) throws {
    // A plain `ORDER BY` would make SQLite read all of the coin's rows by the covering index.
    let sales = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, date, sequence, lots FROM ledgerTransaction
          WHERE coinId = ? AND lots IS NOT NULL ORDER BY +date, +sequence
          """), arguments: [coinId])
    guard !sales.isEmpty else { return }
    let coins = [coinId] + (try Migrations(db: db, path: "").allPredecessors(of: coinId))
    for sale in sales {
      let id: Data = try sale.required(0)
      let key: (date: Int, sequence: Int) = (try sale.required(1), try sale.required(2))
      let lots: Data = try sale.required(3)
      for lot in [UUID](bytes: Array(lots)) ?? [] {
        guard try !isPurchase(lot, of: coins, before: key) else { continue }
        throw PortfolioError.lotMissing(
          lot, coinId: coinId, sale: UUID(stored: Array(id)) ?? lot,
          date: Date(millisecondsSince1970: key.date))
      }
    }
  }

  private func isPurchase(
    _ id: UUID, of coins: [String], before sale: (date: Int, sequence: Int)
  ) throws -> Bool {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT coinId, type, date, sequence FROM ledgerTransaction WHERE id = ?"),
      arguments: [Data(id.stored)])
    guard let row else { return false }
    let (coin, type): (String, String) = (try row.required(0), try row.required(1))
    let key: (date: Int, sequence: Int) = (try row.required(2), try row.required(3))
    return coins.contains(coin) && type != "sell" && key < sale
  }
}
