import Application
import ArgumentParser
import CoinCatalogue
import ConfigurationFile
import Exact
import FoundationEssentials
import MarketData
import Portfolio

/// Options that state an event's money.
protocol StatedMoney {
  /// The total, instead of a price per coin.
  var total: String? { get }
  /// An amount with or without its unit.
  var fee: String? { get }
  /// An ISO 4217 code, in any case.
  var currency: String? { get }
  /// US dollars per unit of the currency.
  var rate: String? { get }
  /// The account.
  var account: String? { get }
}

/// The worth of coins received without payment.
struct WorthOptions: ParsableArguments, StatedMoney {
  @Option(name: .long, help: "The same for all of them (instead of --price).")
  var total: String?

  @Option(
    name: .shortAndLong,
    help: .init("Currency of --price and --total (default: USD).", valueName: "code"))
  var currency: String?

  @Option(
    name: .long,
    help: "US dollars per unit of that currency (default: the ECB rate of the day).")
  var rate: String?

  @Option(
    name: .shortAndLong, help: .init("The exchange or wallet where it happened.", valueName: "name")
  )
  var account: String?

  var fee: String? { nil }
}

/// The payment of a trade, instead of a price in US dollars.
struct MoneyOptions: ParsableArguments, StatedMoney {
  @Option(name: .long, help: "Total paid or received, without the fee (instead of --price).")
  var total: String?

  @Option(
    name: .long,
    help: .init(
      "The fee: 1.5, 1.5EUR or 0.001btc; 0 for none.", valueName: "fee"))
  var fee: String?

  @Option(
    name: .shortAndLong,
    help: .init(
      "Currency of --price, --total and --fee (default: USD; in `edit`, the trade's).",
      valueName: "code"))
  var currency: String?

  @Option(
    name: .long,
    help: "US dollars per unit of that currency (default: the ECB rate of the day).")
  var rate: String?

  @Option(
    name: .shortAndLong, help: .init("The exchange or wallet where it happened.", valueName: "name")
  )
  var account: String?

  /// Whether no option is given.
  var isEmpty: Bool { hasNoMoney && account == nil }

  /// Whether no option except perhaps currency and account is given.
  var hasOnlyCurrency: Bool { total == nil && fee == nil && rate == nil }

  /// Whether no option about money is given.
  var hasNoMoney: Bool { total == nil && fee == nil && currency == nil && rate == nil }
}

extension AppContext {
  /// The event terms from the options and additional texts.
  func terms(
    _ money: (any StatedMoney)?, amount: String? = nil, price: String? = nil, date: String? = nil,
    notes: String? = nil
  ) throws -> EventTerms {
    var terms = EventTerms()
    terms.amount = try amount.map { Quantity(try decimal($0, of: "amount")) }
    terms.price = try price.map { try decimal($0, of: "price") }
    terms.total = try money?.total.map { try decimal($0, of: "total") }
    terms.currency = try money?.currency.map(Self.currencyCode)
    terms.rate = try money?.rate.map { try decimal($0, of: "rate") }
    terms.fee = try money?.fee.map(fee)
    terms.date = try date.map(transactionDate)
    terms.account = try money?.account.map(spelledAccount)
    terms.notes = notes.map(CommandLineCheck.unshielded)
    return terms
  }

  /// The typed account, in the ledger's spelling.
  func spelledAccount(_ text: String) throws -> String {
    try spelling(ofAccount: CommandLineCheck.unshielded(text))
  }

  /// The source of a day's rates and prices.
  ///
  /// - Throws: `ContainerError` if the user's own prices cannot be read.
  func evidence() throws -> Evidence {
    let catalogue = catalogue
    return Evidence(
      rates: service.rates(), prices: try service.dailyPrices(),
      isMoney: Currency.isKnown,
      rank: { id in catalogue.coin(id: id).flatMap { $0.rank ?? $0.formerRank } },
      transferFees: configuration.transferFees)
  }

  static func currencyCode(_ text: String) throws -> String {
    let code = text.uppercased()
    guard Currency.isKnown(code) else {
      throw CommandFailure(
        "\(text) is not a currency bitpal knows.",
        help: "Write an ISO code such as EUR.", .refused)
    }
    return code
  }

  /// Parses the cash of a swap, such as `150`, `150EUR` or `-150 EUR`.
  ///
  /// - Parameter currency: The default currency; US dollars if `nil`.
  func cash(_ text: String, in currency: String?) throws -> SwapCash {
    let text = CommandLineCheck.unshielded(text)
    let number = text.prefix { !$0.isLetter && $0 != " " }
    let code = text.dropFirst(number.count).drop { $0 == " " }
    let own = currency.flatMap { Currency.isKnown($0) ? $0 : nil } ?? usDollarCode
    return SwapCash(
      amount: try decimal(number.isEmpty ? text : String(number), of: "cash"),
      currency: code.isEmpty ? own : try Self.currencyCode(String(code)))
  }

  /// Parses a fee such as `1.5`, `1.5EUR` or `0.001 btc`.
  func fee(_ text: String) throws -> TransactionFee {
    let text = CommandLineCheck.unshielded(text)
    var number = text.prefix { "+-.,0123456789".contains($0) }
    // `1e-5` is a number, as everywhere, but `1eth` is one coin.
    let rest = text[number.endIndex...]
    let exponent = rest.dropFirst().drop { "+-".contains($0) }.prefix { "0123456789".contains($0) }
    if rest.first?.lowercased() == "e", !exponent.isEmpty { number = text[..<exponent.endIndex] }
    let unit = String(text.dropFirst(number.count).drop { $0 == " " })
    let amount = try decimal(number.isEmpty ? text : String(number), of: "fee")
    guard amount >= 0 else {
      throw CommandFailure(
        "The fee \"\(text)\" is negative.",
        help: "Write what was paid, such as 1.5.", .refused)
    }
    guard !unit.isEmpty else { return TransactionFee(amount: amount) }
    if Currency.isKnown(unit) {
      return TransactionFee(amount: amount, currency: unit.uppercased())
    }
    return TransactionFee(amount: amount, currency: try coinId(of: unit))
  }
}
