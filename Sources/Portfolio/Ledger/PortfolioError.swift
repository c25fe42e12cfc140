public import Exact
public import FoundationEssentials

/// The ways in which a change to the ledger can be invalid.
///
/// Facts only; ``sentence`` is the one place that turns them into words, which are those of the
/// portfolio's data model.
public enum PortfolioError: Error, Sendable {
  /// No coin with that id or symbol is known.
  case coinNotFound(String)
  /// A sale or another disposal, or a change that would leave one uncovered, needs more coins than
  /// were available.
  ///
  /// `owned` and `attempted` are coins; `date` is the instant of the uncovered event, `nil` when it
  /// is the one being entered; `kind` is its kind.
  case insufficientBalance(
    coinId: String, owned: Quantity, attempted: Quantity, date: Date? = nil,
    kind: TransactionKind = .sell)
  /// A sale names a lot that is not a purchase of its coin, or not one from before it.
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
  /// The date is after now.
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

extension PortfolioError {
  /// The error in the words of the portfolio's data model.
  ///
  /// The balance of a past day, which the entered event or another one exceeds, is given with it.
  public var sentence: String { sentence(by: .utc) }

  /// The error in words, with days of a user's calendar.
  public func sentence(by calendar: LocalCalendar) -> String { message(by: calendar).sentence }

  /// The error as a message with days of a user's calendar, with help if there is any.
  public func message(by calendar: LocalCalendar) -> ErrorMessage {
    guard case .lotMissing(let lot, let coinId, let sale, let date) = self else {
      return ErrorMessage(reason(by: calendar))
    }
    return ErrorMessage(
      "The sale of \(calendar.dayText(date)) uses the lot \(lot.shortText), which must be a purchase "
        + "of \(coinId) from before it.",
      help: "Change the sale first: `bitpal edit \(sale.shortText) --lots=`")
  }

  private func reason(by calendar: LocalCalendar) -> String {
    switch self {
    case .coinNotFound(let coinId): "Cryptocurrency '\(coinId)' not found"
    case .insufficientBalance(let coinId, let owned, let attempted, let date, let kind):
      (date.map { "On \(calendar.dayText($0)), you" } ?? "You")
        + " only own\(date == nil ? "" : "ed") \(owned.description) \(coinId). "
        + "Cannot \(kind.verb) \(attempted.description)\(date == nil ? "" : " then")."
    case .lotMissing(let lot, _, _, _): "The lot \(lot.shortText) is missing"
    case .invalidAmount: "Amount must be greater than zero"
    case .invalidPrice: "Price must be greater than zero"
    case .amountOutOfRange: "Amount must be between 1e-18 and 1e15 coins"
    case .priceOutOfRange: "Price must be between 1e-18 and 1e12 US dollars"
    case .totalOutOfRange: "Total must be between 0 and 1e27 US dollars"
    case .futureDateNotAllowed: "Transaction date cannot be in the future"
    case .transactionNotFound(let id): "Transaction \(id) not found"
    case .saveFailed(let error): "Failed to save transaction: \(error)"
    case .deleteFailed(let error): "Failed to delete transaction: \(error)"
    case .priceDataUnavailable: "Price data is currently unavailable"
    }
  }
}

extension TransactionKind {
  /// The action that a lack of coins prevents.
  fileprivate var verb: String {
    switch self {
    case .swap: "swap"
    case .give: "give away"
    case .spend: "spend"
    case .lost: "lose"
    case .fee: "pay"
    case .migrate: "migrate"
    case .transfer: "transfer"
    case .withdrawal: "withdraw"
    case .buy, .sell, .reward, .gift, .deposit: "sell"
    }
  }
}
