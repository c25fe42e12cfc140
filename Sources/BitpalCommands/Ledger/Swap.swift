import Application
import ArgumentParser
import CoinCatalogue
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio

/// `bitpal swap`.
struct Swap: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "swap",
    abstract: "Record a trade of one coin for another.",
    discussion: """
      A swap is a sale and a purchase of the same value. Without --total, it takes the day's \
      price of the better-ranked coin, marked ~ as an estimate. If the two sides differ in value, \
      --total is what you gave (the cost of the new coins) and --worth what you got (the \
      proceeds of the old ones). --cash is money you got next to the coins, or with a minus, paid. \
      If a coin was only renamed, use `bitpal migrate`.


      """
        + examples(
          "bitpal swap 0.1 btc 1.6 eth",
          "bitpal swap 0.1 btc 1.6 eth --total 5000 --worth 5040 --date 2025-03-01",
          "bitpal swap 1 eth 0.04 btc --fee 0.0001btc --account Ledger",
          "bitpal swap 1 eth 0.03 btc --cash 800EUR"))

  @Argument(help: "How many coins you gave.") var amount: String
  @Argument(help: "The coin you gave.") var coin: String
  @Argument(help: "How many coins you got.") var received: String
  @Argument(help: "The coin you got.") var receivedCoin: String
  @Option(name: .long, help: "Total worth of what you got, if it differs from --total.")
  var worth: String?
  @Option(name: .long, help: "Money you got next to the coins, or paid: 150EUR, -150EUR.")
  var cash: String?
  @OptionGroup var trade: TradeOptions
  var privacy: PrivacyOptions { trade.event.privacy }

  func run() throws {
    let context = try AppContext()
    var terms = try context.terms(.swap, coin, amount, trade.event, trade.money)
    terms.other = .init(
      coinId: try context.coinId(of: receivedCoin, isPast: trade.event.date != nil),
      amount: Quantity(try decimal(received, of: "amount")))
    terms.worth = try worth.map { try decimal($0, of: "worth") }
    terms.cash = try cash.map { try context.cash($0, in: terms.currency) }
    try context.record(terms, trade.event)
  }
}

/// `bitpal migrate`.
struct Migrate: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "migrate",
    abstract: "Record a coin that was renamed or replaced by another.",
    discussion: """
      Cost and dates of acquisition carry over at the ratio, and nothing is realized. All coins \
      you held then migrate, in every account, unless --amount or --account says otherwise.


      """
        + examples(
          "bitpal migrate matic-network polygon-ecosystem-token 1:1 --date 2024-09-04",
          "bitpal migrate matic-network polygon-ecosystem-token 1:1 --amount 50 --dry-run"))

  @Argument(help: "The old coin.") var coin: String
  @Argument(help: "The new coin.") var newCoin: String
  @Argument(help: "Old coins for new ones, such as 1:1 or 100:1.") var ratio: String
  @Option(name: .long, help: "How many old coins (default: all).") var amount: String?
  @Option(
    name: .shortAndLong, help: .init("Only what this exchange or wallet holds.", valueName: "name"))
  var account: String?
  @OptionGroup var event: EventOptions
  var privacy: PrivacyOptions { event.privacy }

  func run() throws {
    let context = try AppContext()
    let ratio = try CoinRatio(ratio)
    // To use its successor, the advice on a delisted coin, does not help here.
    if case .retired(let id, _) = context.catalogue.resolve(coin),
      try !context.service.ownedCoins().contains(id)
    {
      throw Self.heldNone(id, in: nil, at: try event.date.map(context.transactionDate))
    }
    var terms = try context.terms(.migrate, coin, amount ?? "0", event)
    terms.account = try account.map(context.spelledAccount)
    let newId = try context.coinId(of: newCoin)
    guard let coinId = terms.coinId, let date = terms.date else { return }
    guard coinId != newId else { throw EventError.sameCoin(coinId, .migrate) }
    let parts =
      try amount == nil
      ? context.held(coinId, at: date, in: terms.account)
      : [(terms.account, terms.amount ?? 0)]
    guard !parts.isEmpty else {
      throw Self.heldNone(coinId, in: terms.account, at: date)
    }
    let evidence = try context.evidence()
    let events = try parts.map { account, amount in
      (terms.account, terms.amount) = (account, amount)
      terms.other = .init(coinId: newId, amount: try ratio.new(amount))
      return try terms.record(evidence)
    }
    try context.record(events, kind: .migrate, event)
  }

  /// The refusal of a migration without coins.
  private static func heldNone(
    _ coinId: String, in account: String?, at date: Date?
  ) -> CommandFailure {
    let day =
      date.map {
        "held no \(coinId)\(account.map { " in \($0)" } ?? "") on "
          + LocalCalendar.system.dayText($0)
      } ?? "hold no \(coinId)"
    return CommandFailure(
      "You \(day).", help: "`bitpal accounts` shows what you hold where.", .refused)
  }
}

/// A ratio of old coins to new ones.
private struct CoinRatio {
  private let old: ExactDecimal
  private let new: ExactDecimal

  init(_ text: String) throws {
    let text = CommandLineCheck.unshielded(text)
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw CommandFailure(
        "The ratio \"\(text)\" is not valid.",
        help: "Write old:new, such as 1:1 or 100:1.", .refused)
    }
    (old, new) = (try decimal(parts[0], of: "ratio"), try decimal(parts[1], of: "ratio"))
    guard old > 0, new > 0 else {
      throw CommandFailure(
        "The ratio \"\(text)\" must be greater than zero on both sides.", .refused)
    }
  }

  func new(_ amount: Quantity) throws -> Quantity {
    Quantity((amount.number * new).quotient(by: old).rounded(places: 18))
  }
}

extension AppContext {
  /// Each account's balance of a coin before an instant; negative if coins are missing.
  func balances(of coinId: String, before date: Date) throws -> [String?: Quantity] {
    var sums: [String?: Quantity] = [:]
    for row in try ledger.transactions(TransactionQuery(coinId: coinId, until: date)) {
      let amount = row.amount
      sums[row.account, default: 0] += row.type.isAcquisition ? amount : -amount
    }
    for move in try ledger.moves.all(MoveQuery(coinId: coinId)) where move.date < date {
      sums[move.account, default: 0] += move.amount - move.fee
    }
    return sums
  }

  /// Each account's holding of a coin at an instant.
  fileprivate func held(
    _ coinId: String, at date: Date, in account: String?
  ) throws -> [(account: String?, amount: Quantity)] {
    let sums = try balances(of: coinId, before: date.addingTimeInterval(0.001))
    // Cover missing coins from rows without an account, then from other accounts.
    var missing = sums.values.reduce(Quantity.zero) { $1.isNegative ? $0 - $1 : $0 }
    return sums.filter { $0.value > .zero && (account == nil || $0.key == account) }
      .sorted { ($0.key ?? "") < ($1.key ?? "") }
      .compactMap { accountName, held in
        let taken = account == nil ? min(missing, held) : .zero
        missing -= taken
        return held > taken ? (accountName, (held - taken).withinExactDigits) : nil
      }
  }
}
