import FoundationEssentials
import Portfolio

/// So much of a coin that was bought or sold under a reference.
struct OrderPart: Hashable {
  private let reference: Reference
  private let coinId: String
  private let type: TransactionType
  private let amount: Decimal

  init(_ transaction: Transaction, of reference: Reference) {
    self.reference = reference
    (coinId, type) = (transaction.coinId, transaction.type)
    amount = transaction.amount
  }
}

extension Transaction {
  /// Whether it is of another day in every zone.
  func isDaysFrom(_ other: Date) -> Bool { abs(date.timeIntervalSince(other)) > 86_400 }
}
