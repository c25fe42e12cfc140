import Exact

/// One coin's ledger summed without any of the program's own books.
struct RawSums {
  var balance: Quantity = 0
  var paid: Cost = 0
  var received: Cost = 0
  /// Residues of closed cycles, each at its average sale price.
  var forgotten: Cost = 0
  /// Whether cost arrived or left with coins, as the books of each method show.
  var isCarried = false
  private var cycleSold: Quantity = 0
  private var cycleReceived: Cost = 0

  mutating func add(_ transaction: Transaction) {
    let amount = transaction.amount
    let total = transaction.exactTotal
    let held = balance
    switch transaction.costEffect {
    case .acquire, .arrive:
      balance += amount
      paid += transaction.kind == .migrate ? 0 : total
      isCarried = isCarried || transaction.kind == .migrate
      return
    case .leave, .shrink:
      balance -= amount
      isCarried = true
    case .dispose:
      balance -= amount
      received += total
      cycleSold += amount
      cycleReceived += total
    }
    guard held > .zero, balance.magnitude < closingTolerance else { return }
    if !cycleSold.isZero {
      forgotten += cycleReceived.prorated(balance, of: cycleSold)
    }
    balance = 0
    cycleSold = 0
    cycleReceived = 0
  }
}
