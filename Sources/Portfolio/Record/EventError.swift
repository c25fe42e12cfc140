public import Exact
public import FoundationEssentials

/// The ways in which the terms of an event can be invalid.
public enum EventError: Error, Equatable, Sendable {
  /// The named value is zero or negative.
  case notPositive(String)
  /// The named value is required.
  case missing(String, TransactionKind)
  /// An event of that kind does not have the named value.
  case hasNo(String, TransactionKind)
  /// Amount × price is not the stated total, but the one given here.
  case priceAndTotalDiffer(total: ExactDecimal)
  /// A rate was given without a currency other than US dollars.
  case rateWithoutCurrency
  /// No rate of that currency is known for the day.
  case noRate(String, UTCDay)
  /// No price of the fee's coin is known for the day.
  case noFeePrice(String, UTCDay)
  /// No price of the coin is known for the day, and none was given.
  case noPrice(String, UTCDay, TransactionKind)
  /// Amount × price, or an amount with its fee, has too many digits to store.
  case tooManyDigits
  /// The cash of a swap is in another currency than its total.
  case cashInOtherMoney(total: String)
  /// The cash of a swap uses up a whole side.
  case cashIsAll
  /// The fee uses up the proceeds of a sale.
  case feeExceedsProceeds
  /// A swap or a migration from a coin to itself.
  case sameCoin(String, TransactionKind)
  /// A transfer to the account it came from.
  case sameAccount(String)
  /// The stated worth of a swap is less than half, or more than twice, the known worth of a side.
  case worthContradicts(String, stated: ExactDecimal, known: ExactDecimal, UTCDay)
  /// An edit cannot change an event of one kind to the other.
  case cannotBecome(TransactionKind, from: TransactionKind)
  /// The halves of a transfer have different coins or amounts.
  case halvesDiffer
  /// The row is the fee of another row.
  case isFee(of: UUID)
  /// The giver of a gift acquired it after it was received.
  case acquiredLater
  /// An amount, price or total is beyond what ``LedgerRange`` allows; the text says which.
  case outOfRange(String)

  /// What is wrong and how to fix it, in one line.
  public var sentence: String { message(isPrivate: false).sentence }

  /// What is wrong and how to fix it; `isPrivate` leaves out amounts.
  public func message(isPrivate: Bool) -> ErrorMessage {
    func text(_ amount: ExactDecimal) -> String { isPrivate ? "another one" : amount.description }
    return switch self {
    case .notPositive(let name): .init("\(name) must be greater than zero")
    case .missing(let name, let kind): .init("A \(kind.noun) needs \(name).")
    case .hasNo(let name, let kind):
      .init("A \(kind.noun) has no \(name).", help: "Leave it out.")
    case .priceAndTotalDiffer(let total):
      .init(
        "The price and the total differ: at that price the total is \(text(total)).",
        help: "Give one of them.")
    case .rateWithoutCurrency:
      .init(
        "A rate turns other money into US dollars.",
        help: "Give --currency with it, such as EUR.")
    case .noRate(let currency, let day):
      .init(
        "No US dollar rate of \(currency) is known for \(day.text).",
        help: "Fetch the newest with `bitpal rates update`, or give it with --rate.")
    case .noFeePrice(let coin, let day):
      .init(
        "No price of \(coin) is known for \(day.text), so that fee cannot be counted.",
        help: "Give the fee in money, or the price with `bitpal prices import`.")
    case .noPrice(let coin, let day, let kind):
      .init(
        "No price of \(coin) is known for \(day.text), so the value of the \(kind.noun) is unknown.",
        help: "Give it with \(kind == .swap ? "--total" : "--price").")
    case .tooManyDigits:
      .init("Amount times price has more than 38 digits.", help: "Give --total instead.")
    case .cashInOtherMoney(let total):
      .init(
        "The cash and the total of a swap are in one currency.",
        help: "Give the cash in \(total) too.")
    case .cashIsAll:
      .init(
        "Without the cash, nothing is left of one side of the swap.",
        help: "Check the cash and the total.")
    case .feeExceedsProceeds:
      .init("The fee is at least as large as the trade.", help: "Check both.")
    case .sameCoin(let coin, let kind):
      .init("A \(kind.noun) needs two coins, and both are \(coin).")
    case .sameAccount(let account):
      .init("A transfer needs two accounts, and both are \(account).")
    case .worthContradicts(let coin, _, _, let day) where isPrivate:
      .init(
        "The stated worth contradicts the price of \(coin) on \(day.text).",
        help: "Check the amounts, or leave out --total to take the day's price.")
    case .worthContradicts(let coin, let stated, let known, let day):
      .init(
        "The stated worth of \(stated.description) USD contradicts the price of \(coin) on "
          + "\(day.text), which makes it \(known.description) USD.",
        help: "Check the amounts, or leave out --total to take the day's price.")
    case .outOfRange(let reason): .init("\(reason).")
    case .acquiredLater:
      .init("The giver acquired it before giving it.", help: "Check --acquired and --date.")
    case .cannotBecome(let kind, let old):
      .init(
        "A \(old.noun) cannot become a \(kind.noun) by an edit.",
        help: "Delete it and record the \(kind.noun).")
    case .halvesDiffer:
      .init(
        "Both halves of a transfer have the same coins.", help: "Change them in both rows.")
    case .isFee(let id):
      .init(
        "That is the fee of \(id.shortText).",
        help: "Change it there: `bitpal edit \(id.shortText) --fee AMOUNT`.")
    }
  }
}

extension TransactionKind {
  /// The kind as a noun.
  public var noun: String {
    switch self {
    case .buy: "purchase"
    case .sell: "sale"
    case .swap: "swap"
    case .reward: "reward"
    case .gift: "gift"
    case .give: "gift given away"
    case .spend: "payment"
    case .lost: "loss"
    case .fee: "fee"
    case .transfer: "transfer"
    case .deposit: "deposit"
    case .withdrawal: "withdrawal"
    case .migrate: "migration"
    }
  }
}
