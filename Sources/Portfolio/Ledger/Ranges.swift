import Exact
public import FoundationEssentials

/// What amounts, prices and totals may be, at every entrance.
///
/// Generous for any coin, and narrow enough that every figure made of them keeps all its digits.
public enum LedgerRange {
  /// The fewest coins a transaction moves.
  public static let smallestAmount = Decimal(sign: .plus, exponent: -18, significand: 1)
  /// The most coins a transaction moves.
  public static let largestAmount = Decimal(sign: .plus, exponent: 15, significand: 1)
  /// The smallest price of a coin that has one, in US dollars.
  public static let smallestPrice = Decimal(sign: .plus, exponent: -18, significand: 1)
  /// The largest price of a coin, in US dollars.
  public static let largestPrice = Decimal(sign: .plus, exponent: 12, significand: 1)
  /// The most US dollars of one transaction.
  public static let largestTotal = Decimal(sign: .plus, exponent: 27, significand: 1)

  /// Whether a transaction may move so many coins.
  public static func isPossibleAmount(_ amount: Decimal) -> Bool {
    isPossible(amount: Quantity(amount))
  }

  private static func isPossible(amount: Quantity) -> Bool {
    amount >= Exactly.smallestAmount && amount <= Exactly.largestAmount
  }

  /// Whether a coin may have such a price; a price beyond the range counts as no price.
  public static func isPossiblePrice(_ price: Decimal) -> Bool {
    isPossible(price: Price(price))
  }

  /// A price's change of a day in percent, where it can be one: of more than a millionth of what it
  /// was, and at most a million times that.
  public static func possibleChange(_ percentage: Decimal?) -> Decimal? {
    guard let percentage, percentage >= smallestChange, percentage <= 100_000_000 else {
      return nil
    }
    return percentage
  }

  private static let smallestChange = Decimal(sign: .minus, exponent: -4, significand: 999_999)

  private static func isPossible(price: Price) -> Bool {
    price >= Exactly.smallestPrice && price <= Exactly.largestPrice
  }

  /// The same bounds in the form that compares fastest: an import asks for every row.
  private enum Exactly {
    static let smallestAmount = Quantity(LedgerRange.smallestAmount)
    static let largestAmount = Quantity(LedgerRange.largestAmount)
    static let smallestPrice = Price(LedgerRange.smallestPrice)
    static let largestPrice = Price(LedgerRange.largestPrice)
    static let largestTotal = Cost(LedgerRange.largestTotal)
  }

  /// Checks one transaction's amount, price and total.
  ///
  /// - Throws: `invalidAmount` and `invalidPrice` for what is not positive, `amountOutOfRange`,
  ///   `priceOutOfRange` or `totalOutOfRange` for what is beyond the range.
  static func check(_ transaction: Transaction) throws(PortfolioError) {
    guard transaction.exactAmount > .zero else { throw .invalidAmount }
    guard isPossible(amount: transaction.exactAmount) else { throw .amountOutOfRange }
    try checkPrice(of: transaction)
    let total = transaction.exactTotal
    guard !total.isNegative, total <= Exactly.largestTotal else { throw .totalOutOfRange }
  }

  private static func checkPrice(of transaction: Transaction) throws(PortfolioError) {
    // What is not a number is not a price either, not even that of a gift.
    guard let price = ExactDecimal(exactly: transaction.pricePerCoin).map({ Price($0) }) else {
      throw .invalidPrice
    }
    if price.isZero, transaction.kind.mayBeFree || transaction.isOfUnknownWorth { return }
    guard price > .zero, !transaction.mustBeFree else { throw .invalidPrice }
    guard isPossible(price: price) else { throw .priceOutOfRange }
  }
}
