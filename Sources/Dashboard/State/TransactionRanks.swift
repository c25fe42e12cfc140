import Portfolio

/// The order of a ledger's transactions by each of its columns.
struct TransactionRanks: Equatable, Sendable {
  private let ranks: [TransactionColumn: Ranks]

  init(_ transactions: [Transaction], index: TransactionIndex, book: CoinBook) {
    let labels = index.coins.map { book[$0] }
    let kinds = TransactionType.allCases
    let numbers = transactions.map { Int32(kinds.firstIndex(of: $0.type) ?? 0) }
    ranks = [
      .kind: Ranks(Ranks(kinds.map(\.displayName)), of: numbers),
      .symbol: index.ranks(Ranks(zip(labels, index.coins).map { CoinKey($0.symbol, id: $1) })),
      .name: index.ranks(Ranks(zip(labels, index.coins).map { CoinKey($0.name, id: $1) })),
      .amount: Ranks(transactions.map(\.amount)),
      .price: Ranks(transactions.map { $0.type == .gift ? nil : $0.pricePerCoin }),
      .total: Ranks(transactions.map { $0.type == .gift ? nil : $0.total }),
      .notes: Ranks(
        transactions.map { $0.notes.flatMap { $0.isEmpty ? nil : $0.lowercased() } }),
    ]
  }

  /// All places in an order, equal ones newest first; `nil` for the newest first.
  func places(in order: TransactionOrder, count: Int) -> [Int32]? {
    if let ranks = ranks[order.column] {
      let newestFirst = stride(from: Int32(count) - 1, through: 0, by: -1)
      return ranks.sorted(Array(newestFirst), isAscending: order.isAscending)
    }
    return order.isAscending ? Array(0..<Int32(count)) : nil
  }
}

/// Coins in the order of a text, and those of one text in that of their ids.
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
