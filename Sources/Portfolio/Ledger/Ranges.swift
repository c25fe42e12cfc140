public import Exact

/// The valid ranges of amounts, prices and totals, wherever they are entered.
///
/// Large enough for any coin, and small enough that every figure computed from them keeps all its
/// digits.
public enum LedgerRange {
  /// The fewest coins of a transaction.
  public static let smallestAmount = Quantity(ExactDecimal(1, exponent: -18))
  /// The most coins of a transaction.
  public static let largestAmount = Quantity(ExactDecimal(1, exponent: 15))
  /// The smallest nonzero price of a coin, in US dollars.
  public static let smallestPrice = ExactDecimal(1, exponent: -18)
  /// The largest price of a coin, in US dollars.
  public static let largestPrice = ExactDecimal(1, exponent: 12)
  /// The largest total of one transaction, in US dollars.
  public static let largestTotal = ExactDecimal(1, exponent: 27)

  /// Whether a transaction can have that many coins.
  public static func isPossibleAmount(_ amount: Quantity) -> Bool {
    amount >= smallestAmount && amount <= largestAmount
  }

  /// Whether a coin can have such a price; a price beyond the range counts as no price.
  public static func isPossiblePrice(_ price: ExactDecimal) -> Bool {
    price >= smallestPrice && price <= largestPrice
  }

  /// A daily price change in percent, if plausible: the price drops to no less than a millionth and
  /// rises at most a million times.
  public static func possibleChange(_ percentage: ExactDecimal?) -> ExactDecimal? {
    guard let percentage, percentage >= smallestChange, percentage <= 100_000_000 else {
      return nil
    }
    return percentage
  }

  private static let smallestChange = ExactDecimal(-999_999, exponent: -4)

  /// Checks one transaction's amount, price and total.
  ///
  /// - Throws: `invalidAmount` and `invalidPrice` for values that are not positive,
  ///   `amountOutOfRange`, `priceOutOfRange` or `totalOutOfRange` for values beyond the range.
  static func check(_ transaction: Transaction) throws(PortfolioError) {
    guard transaction.amount > .zero else { throw .invalidAmount }
    guard isPossibleAmount(transaction.amount) else { throw .amountOutOfRange }
    try checkPrice(of: transaction)
    let total = transaction.exactTotal
    guard !total.isNegative, total.number <= largestTotal else { throw .totalOutOfRange }
  }

  private static func checkPrice(of transaction: Transaction) throws(PortfolioError) {
    let price = transaction.pricePerCoin
    if price.isZero, transaction.kind.mayBeFree || transaction.isOfUnknownWorth { return }
    guard price > .zero, !transaction.mustBeFree else { throw .invalidPrice }
    guard isPossiblePrice(price.number) else { throw .priceOutOfRange }
  }
}
