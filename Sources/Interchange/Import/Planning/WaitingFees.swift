import FoundationEssentials
import Portfolio

/// Fees in third coins that trades of the ledger paid, and that it lacked the coins for.
///
/// They become sales when an import brings coins: in which order files are imported makes no
/// difference.
struct WaitingFees: Sendable {
  /// The sales that would be, oldest first, by their coins.
  private(set) var sales: [String: [Transaction]] = [:]
  /// The sales of the instant's fees, and which of them the ledger has.
  private var ofInstant: [Transaction] = []
  private var made: [Transaction] = []
  private var date: Date?

  /// Takes the ledger's next transaction.
  mutating func pass(_ row: Transaction) {
    if row.date != date { finish() }
    date = row.date
    if row.category == .fee { made.append(row) }
    if let sale = row.saleOfFee { ofInstant.append(sale) }
  }

  /// Ends an instant: the sale of a fee stands anywhere in that of its trade.
  mutating func finish() {
    for sale in ofInstant {
      let place = made.firstIndex { $0.reference == sale.reference || $0.isSameFee(as: sale) }
      if let place { made.remove(at: place) } else { sales[sale.coinId, default: []].append(sale) }
    }
    ofInstant.removeAll(keepingCapacity: true)
    made.removeAll(keepingCapacity: true)
  }
}

extension Transaction {
  /// Whether both take the same amount, whichever export stated it.
  fileprivate func isSameFee(as other: Transaction) -> Bool {
    coinId == other.coinId && amount == other.amount
  }

  /// The sale that an imported trade's fee in a third coin is.
  fileprivate var saleOfFee: Transaction? {
    guard let fee, let coinId = fee.currency, let rate = fee.rate, fee.amount > 0, rate > 0,
      coinId.first?.isLowercase == true || coinId.first?.isNumber == true,
      let reference, hasForeignReference
    else { return nil }
    return Transaction(
      id: id, coinId: coinId, type: .sell, amount: fee.amount, pricePerCoin: rate, date: date,
      notes: notes, account: account, kind: .fee, link: link, reference: reference.part("fee"))
  }
}

extension ImportPlanner {
  /// Makes sales of fees that wait in the ledger, if this import brings coins of theirs.
  ///
  /// - Parameter coins: The coins of the new rows.
  mutating func bookWaitingFees(_ coins: Set<String>) {
    let replaced = Set((replaced + lessComplete.transactions).lazy.map(\.id))
    let sales = coins.sorted().flatMap { ledger.overview.waitingFees.sales[$0] ?? [] }
    // Coins that come in now cover no fee of before.
    for waiting in sales.sorted(by: { $0.date < $1.date })
    where waiting.date >= ledger.overview.start && !replaced.contains(waiting.id) {
      let day = UTCDay(waiting.date)
      let price = policy.prices?.price(of: waiting.coinId, on: day)
      var sale = Transaction(newId(), waiting)
      sale.valuation =
        price?.price == waiting.pricePerCoin
        ? price.map(Valuation.init)
        : Valuation(kind: .dailyPrice, rate: waiting.pricePerCoin, day: day)
      guard let reference = sale.reference, !feesOfKnownTrades.contains(reference),
        !ledger.overview.deleted.contains(reference),
        !known.contains(sale, isOwn: false, hasOwnId: false)
      else { continue }
      bookedFees.insert(sale.id)
      rows.append(
        PlannedRow(source: RowSource(line: 0, text: ""), transaction: sale, isLoss: true))
    }
  }
}
