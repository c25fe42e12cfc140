import FoundationEssentials
import Portfolio

/// What makes two transactions the same where no reference does; notes may be edited freely.
struct TransactionContent: Hashable {
  let coinId: String
  let type: TransactionType
  let amount: Decimal
  let pricePerCoin: Decimal
  let milliseconds: Int

  init(_ transaction: Transaction) {
    coinId = transaction.coinId
    type = transaction.type
    amount = transaction.amount
    pricePerCoin = transaction.pricePerCoin
    milliseconds = transaction.date.millisecondsSince1970
  }
}
