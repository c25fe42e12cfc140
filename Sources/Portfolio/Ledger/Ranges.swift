public import Exact

/// What amounts, prices and totals may be, at every entrance.
///
/// Generous for any coin, and narrow enough that every figure made of them keeps all its digits.
public enum LedgerRange {
  /// The fewest coins a transaction moves.
  public static let smallestAmount = ExactDecimal(1, exponent: -18)
  /// The most coins a transaction moves.
  public static let largestAmount = ExactDecimal(1, exponent: 15)
  /// The smallest price of a coin that has one, in US dollars.
  public static let smallestPrice = ExactDecimal(1, exponent: -18)
  /// The largest price of a coin, in US dollars.
  public static let largestPrice = ExactDecimal(1, exponent: 12)
  /// The most US dollars of one transaction.
  public static let largestTotal = ExactDecimal(1, exponent: 27)

  /// Whether a transaction may move so many coins.
  public static func isPossibleAmount(_ amount: ExactDecimal) -> Bool {
    amount >= smallestAmount && amount <= largestAmount
  }

  /// Whether a coin may have such a price; a price beyond the range counts as no price.
  public static func isPossiblePrice(_ price: ExactDecimal) -> Bool {
    price >= smallestPrice && price <= largestPrice
  }

  /// A price's change of a day in percent, where it can be one: of more than a millionth of what it
  /// was, and at most a million times that.
  public static func possibleChange(_ percentage: ExactDecimal?) -> ExactDecimal? {
    guard let percentage, percentage >= smallestChange, percentage <= 100_000_000 else {
      return nil
    }
    return percentage
  }

  private static let smallestChange = ExactDecimal(-999_999, exponent: -4)

  /// Checks one transaction's amount, price and total.
  ///
  /// - Throws: `invalidAmount` and `invalidPrice` for what is not positive, `amountOutOfRange`,
  ///   `priceOutOfRange` or `totalOutOfRange` for what is beyond the range.
  static func check(_ transaction: Transaction) throws(PortfolioError) {
    guard transaction.exactAmount > .zero else { throw .invalidAmount }
    guard isPossibleAmount(transaction.amount) else { throw .amountOutOfRange }
    try checkPrice(of: transaction)
    let total = transaction.exactTotal
    guard !total.isNegative, total.number <= largestTotal else { throw .totalOutOfRange }
  }

  private static func checkPrice(of transaction: Transaction) throws(PortfolioError) {
    let price = Price(transaction.pricePerCoin)
    if price.isZero, transaction.kind.mayBeFree || transaction.isOfUnknownWorth { return }
    guard price > .zero, !transaction.mustBeFree else { throw .invalidPrice }
    guard isPossiblePrice(price.number) else { throw .priceOutOfRange }
  }
}
