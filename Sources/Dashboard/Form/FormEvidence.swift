import Exact
import FoundationEssentials
import MarketData
import Portfolio

/// Placeholder rates and prices while terms are typed; the ledger has the real ones.
struct FormEvidence: ExchangeRates, DailyPrices {
  /// Price of every coin; `nil` if not needed.
  let price: ExactDecimal?

  func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    price.map { DailyPrice(price: $0, day: day, source: "") }
  }

  func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? { nil }
  func newestRate(from: String, to: String) -> ExchangeRate? { nil }
  func isEverQuoted(_ currency: String) -> Bool { false }
}

extension Evidence {
  fileprivate static func form(price: ExactDecimal?) -> Evidence {
    let source = FormEvidence(price: price)
    return Evidence(rates: source, prices: source, isMoney: Currency.isKnown) { _ in nil }
  }
}

extension EventTerms {
  /// The first error that does not depend on rates or prices.
  var errorInTerms: EventError? {
    do {
      _ = try record(.form(price: nil))
      return nil
    } catch {
      return error.needsEvidence ? nil : error
    }
  }

  /// The error of a price or total that no row can have, if it is in US dollars.
  func errorInMoney(now: Date) -> PortfolioError? {
    let rows: [Transaction]
    do { rows = try record(.form(price: nil)).transactions } catch { return nil }
    for row in rows {
      do throws(PortfolioError) { try validateFields(of: row, now: now) } catch {
        switch error {
        case .priceOutOfRange, .totalOutOfRange, .invalidPrice: return error
        default: return nil
        }
      }
    }
    return nil
  }

  /// Rows with the terms' effect on balances; their prices are placeholders.
  ///
  /// Returns `nil` if only the ledger can make the rows.
  func balanceRows(_ ids: RecordedEvent.IDs) -> [Transaction]? {
    var terms = self
    (terms.price, terms.total, terms.currency, terms.rate) = (nil, nil, nil, nil)
    (terms.worth, terms.cash) = (nil, nil)
    if kind?.needsMoney == true { terms.price = 1 }
    // A fee in a third coin, like money, is checked on write.
    if terms.fee?.currency != coinId { terms.fee = nil }
    do {
      return try terms.record(.form(price: 1), ids: ids).transactions
    } catch {
      return nil
    }
  }
}

extension EventError {
  /// Whether the error depends on rates or prices.
  var needsEvidence: Bool {
    switch self {
    case .noRate, .noPrice, .noFeePrice, .worthContradicts, .feeExceedsProceeds: true
    default: false
    }
  }

  /// The field that the error concerns.
  func field(in kind: TransactionKind) -> TransactionForm.Field {
    let field: TransactionForm.Field =
      switch self {
      case .notPositive("Price"), .noPrice, .missing("--price or --total", _): .price
      case .notPositive("Worth"), .hasNo("worth", _): .worth
      case .hasNo("lots", _): .lots
      case .missing("--total with --worth", _): .total
      case .notPositive("Total"), .priceAndTotalDiffer, .tooManyDigits, .worthContradicts: .total
      case .missing("an account", _): .account
      case .missing("two accounts", _): .to
      case .notPositive, .missing, .hasNo, .halvesDiffer, .outOfRange: .amount
      case .rateWithoutCurrency, .noRate: .currency
      case .noFeePrice, .feeExceedsProceeds: .fee
      case .cashInOtherMoney, .cashIsAll: .cash
      case .sameCoin: .other
      case .sameAccount: .to
      case .cannotBecome: .kind
      case .isFee: .coin
      case .acquiredLater: .acquired
      }
    guard !kind.fields.contains(field) else { return field }
    return field == .price && kind.fields.contains(.total) ? .total : .amount
  }

  /// The error in the form's words.
  func formSentence(isPrivate: Bool) -> String {
    switch self {
    case .noRate(let currency, let day):
      "No rate of \(currency) is known for \(day.text): enter US dollars, or run "
        + "`bitpal rates update`"
    case .noPrice(let coin, let day, _):
      "No price of \(coin) is known for \(day.text): type what it was worth"
    case .noFeePrice(let coin, let day):
      "No price of \(coin) is known for \(day.text): enter the fee in money"
    case .worthContradicts(let coin, _, _, let day):
      "That contradicts the price of \(coin) on \(day.text): check the amounts"
    case .priceAndTotalDiffer where isPrivate:
      "Amount × price gives another total; leave one of them out"
    case .priceAndTotalDiffer(let total):
      "Amount × price is \(total.description); leave one of them out"
    case .missing("--total with --worth", _): "Type the worth of what you gave, as the total"
    case .tooManyDigits: "Amount × price has more than 38 digits; type the total instead"
    case .cashInOtherMoney(let total): "Write the cash in \(total), as the total"
    case .cashIsAll: "Without the cash, nothing is left of one side"
    case .acquiredLater: "The giver acquired it before giving it"
    default: message(isPrivate: isPrivate).sentence
    }
  }
}
