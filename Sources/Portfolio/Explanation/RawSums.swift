import FoundationEssentials

/// One coin's ledger summed without any of the program's own books.
struct RawSums {
  var balance: Decimal = 0
  var bought: Decimal = 0
  var paid: Decimal = 0
  var received: Decimal = 0
  /// Residues of closed cycles, each at its average sale price.
  var forgotten: Decimal = 0
  var transactions = 0
  private var cycleSold: Decimal = 0
  private var cycleReceived: Decimal = 0

  static func byCoin(_ transactions: [Transaction]) -> [String: RawSums] {
    var sums: [String: RawSums] = [:]
    for transaction in transactions {
      sums[transaction.coinId, default: RawSums()].take(transaction)
    }
    return sums
  }

  private mutating func take(_ transaction: Transaction) {
    transactions += 1
    guard transaction.type == .sell else {
      balance += transaction.amount
      bought += transaction.amount
      paid += transaction.total
      return
    }
    balance -= transaction.amount
    received += transaction.total
    cycleSold += transaction.amount
    cycleReceived += transaction.total
    guard abs(balance) < closingTolerance else { return }
    forgotten += (balance * cycleReceived).divided(by: cycleSold)
    balance = 0
    cycleSold = 0
    cycleReceived = 0
  }
}
