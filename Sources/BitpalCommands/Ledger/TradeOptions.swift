import CoinCatalogue
import Application
import ArgumentParser
import Exact
import FoundationEssentials
import Glibc
import LedgerStore
import Portfolio
import Reports
import Widgets

/// The coin and the amount of an event.
struct CoinArguments: ParsableArguments {
  @Argument(help: "CoinGecko id or symbol, such as bitcoin or btc.") var coin: String
  @Argument(help: "How many coins.") var amount: String
}

/// Options of all events.
struct EventOptions: ParsableArguments {
  @Option(
    name: .long,
    help: .init(
      "When, such as 2025-01-31, \"2025-01-31 14:05\" or yesterday (default: now).",
      valueName: "date"))
  var date: String?

  @Option(name: .long, help: "A note of your own.")
  var notes: String?

  @Flag(name: .long, help: "Only show what would be recorded.") var dryRun = false

  @OptionGroup var privacy: PrivacyOptions
}

/// Options of all events with money.
struct TradeOptions: ParsableArguments {
  @OptionGroup var money: MoneyOptions
  @OptionGroup var event: EventOptions

  /// Refuses a trade without money, after checking the amount.
  ///
  /// - Parameter free: The command for coins without a price.
  func requireMoney(
    _ price: String?, amount: String, orElse otherwise: String, free: String
  ) throws {
    guard try decimal(amount, of: "amount") > 0 else { throw PortfolioError.invalidAmount }
    if let text = price ?? money.total, try decimal(text, of: "price") == 0 {
      throw CommandFailure("Price must be greater than zero.", help: free, .refused)
    }
    guard price != nil || money.total != nil else {
      throw CommandFailure(
        "The price is missing.", help: "Give --price or --total, or \(otherwise).", .usage)
    }
  }
}

/// Parses a number strictly, with a message that names the problem.
func decimal(_ text: String, of field: String) throws -> ExactDecimal {
  do throws(DecimalTextError) {
    return try ExactDecimal(exact: CommandLineCheck.unshielded(text))
  } catch {
    throw CommandFailure(error.message(about: field), .refused)
  }
}

extension AppContext {
  /// Parses the time of a transaction in the user's days (docs/decisions/days.md).
  func transactionDate(_ text: String) throws -> Date {
    guard let date = LocalCalendar.system.transactionDate(text, now: now) else {
      throw Self.notADate(text)
    }
    guard date >= genesisDate else {
      throw CommandFailure(
        "There were no coins on \(LocalCalendar.system.dayText(date)).",
        help: "The first day that can be recorded is \(genesisDate.utcDayText).", .refused)
    }
    return date
  }

  /// The time of a sale; one without a time is sorted after the day's purchases.
  func saleDate(_ date: Date, editedFrom before: Date?, of coinId: String) throws -> Date {
    let calendar = LocalCalendar.system
    let bought = try ledger.transactions(
      TransactionQuery(coinId: coinId, since: date, until: date.addingTimeInterval(86_400 * 1.1))
    ).filter { $0.type.isAcquisition }
    return calendar.instant(
      ofSale: date, editedFrom: before, after: bought.map(\.date))
  }

  /// Parses a day or an instant.
  func writtenDate(_ text: String) throws -> WrittenDate {
    guard let date = LocalCalendar.system.writtenDate(text, now: now) else {
      throw Self.notADate(text)
    }
    return date
  }

  /// The refusal of an invalid date.
  static func notADate(_ text: String) -> CommandFailure {
    let text = CommandLineCheck.unshielded(text)
    return CommandFailure(
      "\"\(text)\" is not a valid date.",
      help: wrongPart(of: text)
        ?? "Write 2025-01-31, \"2025-01-31 14:05\", 2025-01-31T14:05:00Z, yesterday or \"3 days ago\".",
      .refused)
  }

  /// The invalid part of a nearly valid date.
  private static func wrongPart(of text: String) -> String? {
    let numbers = text.prefix { $0.isNumber || $0 == "-" }.split(
      separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 3, numbers[0].count == 4 else { return nil }
    guard numbers.allSatisfy({ $0.count >= 2 }) else {
      let padded = numbers.map { $0.count == 1 ? "0\($0)" : String($0) }
      return "Write \(padded.joined(separator: "-"))."
    }
    guard let zone = text.split(separator: " ").last, zone.count > 1,
      zone.allSatisfy({ $0.isLetter })
    else { return nil }
    return "Write the zone \(zone) as its offset, such as 2025-01-31T14:05+01:00, or leave it out."
  }
}

extension DecimalTextError {
  /// The problem with a number, and how to write it.
  func message(about field: String) -> ErrorMessage {
    switch self {
    case .empty: .init("The \(field) is missing.")
    case .notANumber(let text):
      .init("The \(field) \"\(text)\" is not a number.", help: "Write it as 1234.5.")
    case .comma(let text):
      .init("The \(field) \"\(text)\" has a comma.", help: Self.withoutComma(text))
    case .tooManyDigits(let text):
      .init("The \(field) \"\(text)\" has more than 38 digits, more than can be kept exactly.")
    case .outOfRange(let text):
      .init("The \(field) \"\(text)\" is too large or too small to be kept.")
    }
  }

  /// The number without commas; a comma before three digits separates thousands.
  private static func withoutComma(_ text: String) -> String {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let whole = parts.last.map { $0.prefix { $0 != "." } } ?? ""
    let isThousands = whole.count == 3 && parts.first != "0" && parts.first != ""
    let number = isThousands ? parts.joined() : parts.count == 2 ? parts.joined(separator: ".") : ""
    guard ExactDecimal(ifExact: number) != nil else { return "Write it as 1234.5." }
    return isThousands ? "Write \(number), without the comma." : "Write \(number), with a point."
  }
}
