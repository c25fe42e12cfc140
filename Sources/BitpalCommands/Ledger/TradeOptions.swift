import Application
import ArgumentParser
import FoundationEssentials
import Glibc
import LedgerStore
import Portfolio
import Widgets

/// What buying and selling have in common.
struct TradeOptions: ParsableArguments {
  @Argument(help: "CoinGecko id or symbol, such as bitcoin or btc.")
  var coin: String

  @Option(
    name: .long, help: "Day or instant, as 2025-01-31 or 2025-01-31T14:05:00Z (default: now).")
  var date: String?

  @Option(name: .long, help: "Your own words.")
  var notes: String?
}

extension AppContext {
  /// Records a trade and says what was recorded.
  func record(
    _ type: TransactionType, _ options: TradeOptions, amount: String, price: String?
  ) throws {
    let transaction = Transaction(
      coinId: try CoinChoice.id(
        of: options.coin, owned: Set(try ledger.transactions().map(\.coinId)), in: catalogue),
      type: type,
      amount: try decimal(amount, of: "amount"),
      pricePerCoin: try price.map { try decimal($0, of: "price") } ?? 0,
      date: try options.date.map { try tradeDate($0, now: now) } ?? now,
      notes: options.notes)
    try service.apply(.add([transaction]), note: writeNote)
    Console.print(transaction.receipt)
  }
}

/// Reads a number strictly, and says what is wrong with it.
func decimal(_ text: String, of field: String) throws -> Decimal {
  do throws(DecimalTextError) {
    return try Decimal(exact: text)
  } catch {
    throw CommandFailure(error.sentence(about: field), .refused)
  }
}

/// Reads when a transaction happened.
///
/// A day is its midnight in UTC. Today is now, so that a sale of the day comes after its purchases;
/// where the user's clock is ahead of UTC, its day is today as well (docs/decisions/days.md).
func tradeDate(_ text: String, now: Date) throws -> Date {
  if text == now.utcDayText { return now }
  let date = try instant(text)
  return date > now && text == localDay(of: now) ? now : date
}

/// Reads a day or an instant.
func instant(_ text: String) throws -> Date {
  if let date = Date(utcText: text) { return date }
  throw CommandFailure(
    "'\(text)' is no date. Write a day as 2025-01-31 or an instant as 2025-01-31T14:05:00Z.",
    .refused)
}

/// The day that the user's clock shows at an instant.
private func localDay(of instant: Date) -> String? {
  var seconds = time_t(instant.millisecondsSince1970 / 1000)
  var local = tm()
  guard localtime_r(&seconds, &local) != nil else { return nil }
  return Date(millisecondsSince1970: (Int(seconds) + local.tm_gmtoff) * 1000).utcDayText
}

extension DecimalTextError {
  /// What is wrong with a number and how to write it.
  func sentence(about field: String) -> String {
    switch self {
    case .empty: "The \(field) is missing."
    case .notANumber(let text): "The \(field) '\(text)' is not a number. Write it as 1234.5."
    case .comma(let text): "The \(field) '\(text)' has a comma: use 1234.5."
    case .tooManyDigits(let text):
      "The \(field) '\(text)' has more than 38 digits, more than can be kept exactly."
    case .outOfRange(let text): "The \(field) '\(text)' is too large or too small to be kept."
    }
  }
}

extension Transaction {
  /// The few letters that name the transaction to `edit` and `delete`.
  var shortID: String { String(id.uuidString.prefix(8)).lowercased() }

  /// One line on what the ledger now holds.
  var receipt: String {
    switch type {
    case .gift: "Recorded \(words)"
    case .buy: "Bought \(terms)"
    case .sell: "Sold \(terms)"
    }
  }

  /// The transaction in a sentence about it.
  var words: String {
    switch type {
    case .gift: "a gift of \(terms)"
    case .buy: "a purchase of \(terms)"
    case .sell: "a sale of \(terms)"
    }
  }

  private var terms: String {
    let what = "\(amount.canonicalText) \(coinId)"
    let money = " at \(Figures.unitPrice(pricePerCoin)) for \(Figures.usd(total))"
    return "\(what)\(type == .gift ? "" : money) on \(date.utcDayText) (\(shortID))"
  }
}
