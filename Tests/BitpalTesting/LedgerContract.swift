public import Exact
public import FoundationEssentials
public import Portfolio

/// Shared vocabulary of the ledger contract: coins, days, and refusal reasons.
public enum LedgerContract {
  /// 2026-01-01T00:00:00Z plus that many days, or parts of one in milliseconds.
  public static func day(_ day: Int, milliseconds: Int = 0) -> Date {
    Date(millisecondsSince1970: 1_767_225_600_000 + day * 86_400_000 + milliseconds)
  }

  /// The current time of the contract, a year after day 0.
  public static let now = day(365)

  /// A transaction of bitcoin by default; texts are read exactly.
  public static func transaction(
    _ type: TransactionType, _ amount: String, at price: String = "100", on date: Date,
    coin: String = "bitcoin", notes: String? = nil
  ) throws -> Transaction {
    Transaction(
      coinId: coin, type: type, amount: Quantity(try ExactDecimal(exact: amount)),
      pricePerCoin: Price(try ExactDecimal(exact: type == .gift ? "0" : price)), date: date,
      notes: notes)
  }
}

/// Why a ledger refused a change, in a comparable form.
public enum LedgerRefusal: Equatable, Sendable {
  case insufficientBalance(coin: String, owned: Quantity, attempted: Quantity, date: Date?)
  case invalidAmount
  case invalidPrice
  case futureDate
  case notFound(UUID)
  case coinNotFound(String)
  case lotMissing(UUID, sale: UUID)
  case saveFailed
  case other(String)

  /// Makes the reason why `body` is refused, or `nil` if it succeeds.
  public init?(_ body: () throws -> Void) {
    do {
      try body()
      return nil
    } catch let error as PortfolioError {
      self.init(error)
    } catch { self = .other("\(error)") }
  }

  private init(_ error: PortfolioError) {
    self =
      switch error {
      case .insufficientBalance(let coin, let owned, let attempted, let date, _):
        .insufficientBalance(coin: coin, owned: owned, attempted: attempted, date: date)
      case .invalidAmount: .invalidAmount
      case .invalidPrice: .invalidPrice
      case .futureDateNotAllowed: .futureDate
      case .transactionNotFound(let id): .notFound(id)
      case .coinNotFound(let coin): .coinNotFound(coin)
      case .lotMissing(let lot, _, let sale, _): .lotMissing(lot, sale: sale)
      case .saveFailed: .saveFailed
      case .deleteFailed, .priceDataUnavailable, .amountOutOfRange, .priceOutOfRange,
        .totalOutOfRange:
        .other("\(error)")
      }
  }
}
