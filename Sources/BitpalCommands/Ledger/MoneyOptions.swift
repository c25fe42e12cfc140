import Application
import ArgumentParser
import CoinCatalogue
import ConfigurationFile
import Exact
import FoundationEssentials
import MarketData
import Portfolio

/// What options state of the money of an event.
protocol StatedMoney {
  /// In all, instead of a price for one coin.
  var total: String? { get }
  /// An amount with or without its unit.
  var fee: String? { get }
  /// A code of the user's, in any case.
  var currency: String? { get }
  /// US dollars per unit of the currency.
  var rate: String? { get }
  /// Where it happened.
  var account: String? { get }
}

/// What coins were worth that nothing was paid for.
struct WorthOptions: ParsableArguments, StatedMoney {
  @Option(name: .long, help: "What they were worth in all (instead of --price).")
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

/// What was paid or received for a trade, given instead of a price in US dollars.
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

  /// Whether none is given.
  var isEmpty: Bool { hasNoMoney && account == nil }

  /// Whether nothing but perhaps the currency and the account is given.
  var hasOnlyCurrency: Bool { total == nil && fee == nil && rate == nil }

  /// Whether none that is about money is given.
  var hasNoMoney: Bool { total == nil && fee == nil && currency == nil && rate == nil }
}

extension AppContext {
  /// The terms that the options and some texts make.
  func terms(
    _ money: (any StatedMoney)?, amount: String? = nil, price: String? = nil, date: String? = nil,
    notes: String? = nil
  ) throws -> EventTerms {
    var terms = EventTerms()
    terms.amount = try amount.map { try decimal($0, of: "amount") }
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

  /// The account that was typed, spelled as the ledger spells it.
  func spelledAccount(_ text: String) throws -> String {
    try spelling(ofAccount: CommandLineCheck.unshielded(text))
  }

  /// Where rates and prices of the day come from.
  ///
  /// - Throws: `ContainerError` where the user's own prices cannot be read.
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

  /// Reads the cash of a swap such as `150`, `150EUR` or `-150 EUR`.
  ///
  /// - Parameter currency: The money of a number without a code; US dollars if it is none.
  func cash(_ text: String, in currency: String?) throws -> SwapCash {
    let text = CommandLineCheck.unshielded(text)
    let number = text.prefix { !$0.isLetter && $0 != " " }
    let code = text.dropFirst(number.count).drop { $0 == " " }
    let own = currency.flatMap { Currency.isKnown($0) ? $0 : nil } ?? usDollarCode
    return SwapCash(
      amount: try decimal(number.isEmpty ? text : String(number), of: "cash"),
      currency: code.isEmpty ? own : try Self.currencyCode(String(code)))
  }

  /// Reads a fee such as `1.5`, `1.5EUR` or `0.001 btc`.
  func fee(_ text: String) throws -> TransactionFee {
    let text = CommandLineCheck.unshielded(text)
    var number = text.prefix { "+-.,0123456789".contains($0) }
    // `1e-5` is a number, as everywhere, and `1eth` one coin.
    let rest = text[number.endIndex...]
    let exponent = rest.dropFirst().drop { "+-".contains($0) }.prefix { "0123456789".contains($0) }
    if rest.first?.lowercased() == "e", !exponent.isEmpty { number = text[..<exponent.endIndex] }
    let unit = String(text.dropFirst(number.count).drop { $0 == " " })
    let amount = try decimal(String(number), of: "fee")
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
