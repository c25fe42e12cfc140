public import FoundationEssentials

/// The transactions of one coin from the first buy after zero until the balance returns to zero, in
/// sums.
///
/// Amounts are coins, money is US dollars; every sum is exact.
public struct Cycle: Equatable, Sendable {
  /// Coins bought or received.
  public private(set) var bought: Decimal = 0
  /// Paid for them.
  public private(set) var paid: Decimal = 0
  /// Coins sold.
  public private(set) var sold: Decimal = 0
  /// Received for them.
  public private(set) var received: Decimal = 0
  /// The transactions, in ledger order.
  public private(set) var transactionIDs: [UUID] = []

  /// Coins held.
  public var balance: Decimal { bought - sold }

  mutating func take(_ transaction: Transaction) {
    transactionIDs.append(transaction.id)
    if transaction.type.isAcquisition {
      bought += transaction.amount
      paid += transaction.total
    } else {
      sold += transaction.amount
      received += transaction.total
    }
  }
}

/// One coin's walk through its history: the cycles that closed, and the open one with its book.
struct CoinWalk: Sendable {
  struct Closed: Sendable {
    let cycle: Cycle
    let closing: Transaction
  }

  let coinId: String
  let costBasis: CostBasis
  private(set) var closed: [Closed] = []
  private(set) var open: Cycle?
  private(set) var book: any CostBook

  init(coinId: String, costBasis: CostBasis) {
    self.coinId = coinId
    self.costBasis = costBasis
    book = costBasis.makeBook()
  }

  /// Takes the coin's next transaction in ledger order.
  mutating func take(_ transaction: Transaction) {
    var cycle = open ?? Cycle()
    open = nil
    cycle.take(transaction)
    if transaction.type.isAcquisition {
      book.acquire(transaction.amount, pricePerCoin: transaction.pricePerCoin)
    } else if abs(cycle.balance) < closingTolerance {
      closed.append(Closed(cycle: cycle, closing: transaction))
      book = costBasis.makeBook()
      return
    } else {
      book.dispose(transaction.amount)
    }
    open = cycle
  }
}

/// Walks every coin's history once.
///
/// - Parameters:
///   - transactions: Any coins, in insertion order; they are put into ledger order first.
///   - costBasis: How open cycles keep cost.
/// - Returns: One walk a coin, ordered by coin id.
func walkCycles(_ transactions: [Transaction], costBasis: CostBasis) -> [CoinWalk] {
  var walks: [CoinWalk] = []
  var places: [String: Int] = [:]
  for transaction in inLedgerOrder(transactions) {
    let place: Int
    if let known = places[transaction.coinId] {
      place = known
    } else {
      place = walks.count
      places[transaction.coinId] = place
      walks.append(CoinWalk(coinId: transaction.coinId, costBasis: costBasis))
    }
    walks[place].take(transaction)
  }
  return walks.sorted { $0.coinId < $1.coinId }
}

/// Puts transactions into ledger order: by date, and where dates are equal as they came.
///
/// - Parameter transactions: Transactions in insertion order.
/// - Returns: The same transactions; an already ordered list costs one pass.
public func inLedgerOrder(_ transactions: [Transaction]) -> [Transaction] {
  let isOrdered = zip(transactions, transactions.dropFirst()).allSatisfy { $0.date <= $1.date }
  if isOrdered { return transactions }
  return transactions.enumerated()
    .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
    .map(\.element)
}
