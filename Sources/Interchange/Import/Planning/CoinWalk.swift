import Exact
import FoundationEssentials
import Portfolio

/// One coin's balance on its way through time.
struct CoinWalk {
  private(set) var uncovered: [Uncovered] = []
  /// What was missing, where gaps are filled.
  private(set) var gaps: [MissingCoins] = []
  /// Whether a sale that is not covered takes what is missing from nowhere.
  private let fillsGaps: Bool
  /// How many coins sales of the ledger lack, by these, because imports before took gifts for them;
  /// `nil` where gaps of theirs are blamed on new sales.
  private let lacked: [UUID: Decimal]?
  /// Whether a sale of the ledger is not covered, and no new one is to blame.
  private(set) var isLackedByLedger = false
  /// Whether gifts that earlier imports made for sales come after new rows, or after sales that need
  /// some now.
  private(set) var passesGifts = false
  private var hasRows = false
  /// Transactions of the ledger to come, and its last.
  private var existing: [Transaction] = []
  private var next = 0
  private let last: Date
  private var balance: RunningBalance
  private var sales: [PlannedRow] = []

  /// Begins before the transactions of the ledger that are compared one by one.
  init(
    of coinId: String, in ledger: LedgerOverview, fillsGaps: Bool = false,
    lacked: [UUID: Decimal]? = nil
  ) {
    balance = ledger.held[coinId] ?? RunningBalance()
    last = ledger.last[coinId] ?? .distantPast
    (self.fillsGaps, self.lacked) = (fillsGaps, lacked)
  }

  /// Takes the coin's next transactions of the ledger.
  mutating func record(_ transactions: [Transaction]) {
    if next > 1024 {
      existing.removeFirst(next)
      next = 0
    }
    existing += transactions
  }

  /// Orders the rows of one instant and moves the balance past them.
  mutating func order(_ rows: [PlannedRow]) -> [PlannedRow] {
    guard let date = rows.first?.transaction.date else { return rows }
    passExisting { $0.date <= date }
    hasRows = true
    let best = ordered(rows)
    for row in best {
      guard append(row.transaction) || fillGap(before: row.transaction, for: row) else {
        refuse(row, uncovered: row.transaction)
        continue
      }
      // Only what the ledger has later can send a sale back.
      if row.transaction.type == .sell, last > date { sales.append(row) }
    }
    return best
  }

  /// Moves the balance past the rows of the ledger before an instant.
  mutating func pass(before date: Date) { passExisting { $0.date < date } }

  /// Moves the balance past everything the ledger has after the last row.
  mutating func finish() { passExisting { _ in true } }

  private mutating func passExisting(while isNext: (Transaction) -> Bool) {
    while next < existing.count, isNext(existing[next]) {
      let transaction = existing[next]
      next += 1
      if hasRows, !passesGifts, transaction.isForSales { passesGifts = true }
      // The ledger was sound before: new sales took what this one needs, the latest are sent back.
      while !append(transaction), !fillGap(ofLedger: transaction) {
        guard let sale = sales.last else {
          isLackedByLedger = true
          break
        }
        // A gift for one sale may as well be for the next that lacks coins.
        if fillGap(before: transaction, for: sale) { break }
        sales.removeLast()
        refuse(sale, uncovered: transaction)
        balance = RunningBalance(held: balance.held.decimal + sale.transaction.amount)
      }
    }
  }

  /// Notes what a sale of the ledger lacks, where it is known by its file, and it lacked so much
  /// before or gaps are filled.
  private mutating func fillGap(ofLedger sale: Transaction) -> Bool {
    guard sale.type == .sell, !sale.isCost, sale.reference != nil else { return false }
    let missing = sale.amount - balance.held.decimal
    guard let lacked else {
      passesGifts = passesGifts || fillsGaps
      return false
    }
    guard fillsGaps || missing <= lacked[sale.id] ?? 0 else { return false }
    let row = PlannedRow(source: RowSource(line: 0, text: ""), transaction: sale)
    gaps.append(MissingCoins(row: row, amount: missing, isOfLedger: true))
    balance = RunningBalance(held: sale.amount)
    return append(sale)
  }

  /// Notes what a sale lacks and applies it as if that were there, where gaps are filled.
  ///
  /// Coins lost on the way may be left out, so that nothing is made up for them alone.
  private mutating func fillGap(before sale: Transaction, for row: PlannedRow) -> Bool {
    let isAlone = row.isLoss && sale.id == row.transaction.id
    guard fillsGaps, !isAlone, sale.type == .sell else { return false }
    let missing = sale.amount - balance.held.decimal
    guard missing > 0 else { return false }
    gaps.append(MissingCoins(row: row, amount: missing))
    balance = RunningBalance(held: sale.amount)
    return append(sale)
  }

  private mutating func refuse(_ row: PlannedRow, uncovered sale: Transaction) {
    // Of the row itself its own line says enough.
    let isOwn = sale.id == row.transaction.id
    let error = PortfolioError.insufficientBalance(
      coinId: sale.coinId, owned: balance.held.decimal, attempted: sale.amount,
      date: isOwn ? nil : sale.date, kind: sale.kind)
    uncovered.append(Uncovered(row, error, on: sale.date))
  }

  /// Applies a transaction by the ledger's rule, or leaves the balance as it is.
  private mutating func append(_ transaction: Transaction) -> Bool {
    guard let after = balanceAfter(transaction, from: balance) else { return false }
    balance = after
    return true
  }

  /// The rows with each sale that is not covered yet after the purchase that covers it; those that
  /// nothing covers come last.
  private func ordered(_ rows: [PlannedRow]) -> [PlannedRow] {
    guard rows.count > 1 else { return rows }
    var running = balance
    var taken: [PlannedRow] = []
    var waiting: [PlannedRow] = []
    var firstWaiting = 0
    for row in rows {
      if row.transaction.type == .sell,
        firstWaiting < waiting.count || balanceAfter(row.transaction, from: running) == nil
      {
        waiting.append(row)
        continue
      }
      running = balanceAfter(row.transaction, from: running) ?? running
      taken.append(row)
      while firstWaiting < waiting.count,
        let after = balanceAfter(waiting[firstWaiting].transaction, from: running)
      {
        running = after
        taken.append(waiting[firstWaiting])
        firstWaiting += 1
      }
    }
    return taken + waiting[firstWaiting...]
  }
}

extension Transaction {
  /// Whether it is what another trade or a move cost, as ``PlannedRow/isLoss`` says of new rows; a
  /// fee on a row of its own is not.
  fileprivate var isCost: Bool {
    guard category == .fee, let id = reference?.id, let part = id.lastIndex(of: ":") else {
      return false
    }
    let name = id[part...].dropFirst()
    return name.hasPrefix("fee") || name.hasPrefix("loss")
  }
}

/// The balance after a transaction by the ledger's own rule, `nil` when a sale is uncovered.
func balanceAfter(
  _ transaction: Transaction, from balance: RunningBalance
) -> RunningBalance? {
  var after = balance
  do throws(PortfolioError) {
    try after.apply(transaction)
    return after
  } catch {
    return nil
  }
}
