import FoundationEssentials
import Portfolio

/// The ledger's transactions without a known source, account or category:
/// typed in, or imported by the first version.
///
/// That version valued some rows otherwise: a fee was part of the price, a reward a gift. Such a
/// row is known again by what moved and when, so that the same file adds nothing today.
struct FormerImports {
  private struct Movement: Hashable {
    let coinId: String
    let isSale: Bool
    let amount: Decimal
    let milliseconds: Int

    init(_ transaction: Transaction) {
      coinId = transaction.coinId
      isSale = transaction.type == .sell
      amount = transaction.amount
      milliseconds = transaction.date.millisecondsSince1970
    }
  }

  private var transactions: [Movement: [Transaction]] = [:]

  /// Takes the next transaction of the ledger.
  mutating func record(_ transaction: Transaction) {
    guard !transaction.hasForeignReference, transaction.account == nil,
      transaction.kind == TransactionKind(transaction.type)
    else { return }
    transactions[Movement(transaction), default: []].append(transaction)
  }

  /// Forgets a transaction and all of its instant.
  mutating func forget(_ transaction: Transaction) {
    guard !transactions.isEmpty else { return }
    transactions[Movement(transaction)] = nil
  }

  /// What the ledger has of a row of an exchange's file.
  ///
  /// - Parameter isPaired: Whether a transaction is another row's already.
  func transaction(of row: Transaction, isPaired: (UUID) -> Bool) -> Transaction? {
    guard !transactions.isEmpty else { return nil }
    return transactions[Movement(row)]?.first { !isPaired($0.id) && isSame($0, as: row) }
  }

  /// Two rows of one day without a time may be two trades: then the total has to be the same, or
  /// the older row a reward's.
  private func isSame(_ former: Transaction, as row: Transaction) -> Bool {
    if UTCDay(row.date).start != row.date { return true }
    if former.type == .gift, row.category == .reward { return true }
    return former.total == row.total
  }
}
