public import FoundationEssentials

/// What can be wrong with a change to the ledger.
///
/// Facts only; ``sentence`` is the one place where they become words, and the words are those of
/// the portfolio's data model.
public enum PortfolioError: Error, Sendable {
  /// No coin of that id or symbol is known.
  case coinNotFound(String)
  /// A sale or another event that takes coins, or a change that would leave one uncovered, asks for
  /// more than was there.
  ///
  /// `owned` and `attempted` are coins; `date` is the instant of what is uncovered, `nil` when that
  /// is the event being entered; `kind` is what it is.
  case insufficientBalance(
    coinId: String, owned: Decimal, attempted: Decimal, date: Date? = nil,
    kind: TransactionKind = .sell)
  /// A sale names the lot of what is not a purchase of its coin, or not one from before it.
  case lotMissing(UUID, coinId: String, sale: UUID, date: Date)
  /// The amount is zero or negative.
  case invalidAmount
  /// The price is zero or negative, and the transaction is not a gift.
  case invalidPrice
  /// The amount is beyond what ``LedgerRange`` allows.
  case amountOutOfRange
  /// The price is beyond what ``LedgerRange`` allows.
  case priceOutOfRange
  /// Amount × price, or payment and fee, are beyond what ``LedgerRange`` allows.
  case totalOutOfRange
  /// The date lies after now.
  case futureDateNotAllowed
  /// No transaction has that id.
  case transactionNotFound(UUID)
  /// The store refused the write.
  case saveFailed(any Error)
  /// The store refused the deletion.
  case deleteFailed(any Error)
  /// No price could be fetched.
  case priceDataUnavailable
}
