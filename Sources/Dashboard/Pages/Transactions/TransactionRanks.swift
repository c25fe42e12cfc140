import CellGrid
import Exact
import Portfolio

/// Ranks of a ledger's transactions by column.
struct TransactionRanks: Equatable, Sendable {
  private let ranks: [TransactionColumn: Ranks]

  init(_ transactions: [Transaction], index: TransactionIndex, book: CoinBook) {
    let labels = index.coins.map { book[$0] }
    let kinds = TransactionKind.ofTransactions
    let numbers = transactions.map { Int32(kinds.firstIndex(of: $0.kind) ?? 0) }
    ranks = [
      .kind: Ranks(Ranks(kinds.map(\.displayName)), of: numbers),
      .symbol: index.ranks(Ranks(zip(labels, index.coins).map { CoinKey($0.symbol, id: $1) })),
      .name: index.ranks(Ranks(zip(labels, index.coins).map { CoinKey($0.name, id: $1) })),
      .amount: Ranks(transactions.map(\.amount)),
      .price: Ranks(transactions.map { $0.pricePerCoin == 0 ? nil : $0.pricePerCoin }),
      .total: Ranks(transactions.map { $0.pricePerCoin == 0 ? nil : $0.total }),
      .account: Ranks(transactions.map { $0.account?.lowercased() }),
      .notes: Ranks(
        transactions.map { transaction in
          let text = transaction.notes.map { cleaned($0).lowercased() }
          return text?.isEmpty == true ? nil : text
        }),
    ]
  }

  subscript(column: TransactionColumn) -> Ranks { ranks[column] ?? Ranks() }
}

/// Orders coins by a text, then by id.
private struct CoinKey: Comparable {
  let text: String
  let id: String

  init(_ text: String, id: String) {
    self.text = text.lowercased()
    self.id = id
  }

  static func < (left: CoinKey, right: CoinKey) -> Bool {
    (left.text, left.id) < (right.text, right.id)
  }
}
