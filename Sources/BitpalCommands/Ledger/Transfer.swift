import ArgumentParser
import Portfolio

/// `bitpal transfer`.
struct Transfer: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "transfer",
    abstract: "Record coins moved between two of your accounts.",
    discussion: """
      A transfer changes what accounts hold, not what anything cost. Its fee is a disposal at the \
      day's price, unless the setting fees.transfer says otherwise; where no price is known, its \
      cost stays with what is left.


      """
        + examples(
          "bitpal transfer btc 0.05 Coinbase Ledger --fee 0.0001",
          "bitpal transfer eth 0.5 Ledger Metamask --fee 0.0004 --date 2025-02-01"))

  @Argument(help: "CoinGecko id or symbol, such as bitcoin or btc.") var coin: String
  @Argument(help: "How many coins arrived.") var amount: String
  @Argument(help: "The account they left.") var from: String
  @Argument(help: "The account they arrived in.") var to: String
  @Option(name: .long, help: "The network fee on top, in coins: 0.0001 or 0.0004eth.")
  var fee: String?
  @OptionGroup var event: EventOptions
  var privacy: PrivacyOptions { event.privacy }

  func run() throws {
    let context = try AppContext()
    var terms = try context.terms(.transfer, coin, amount, event)
    terms.account = try context.spelledAccount(from)
    terms.toAccount = try context.spelledAccount(to)
    terms.fee = try fee.map(context.fee)
    try context.record(terms, event)
  }
}

/// `bitpal deposit`.
struct Deposit: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "deposit",
    abstract: "Record coins that came into an account.",
    discussion: """
      A deposit is open until you say where it came from: `bitpal moves answer`, or \
      `bitpal moves pair` with the withdrawal it belongs to.


      """
        + examples(
          "bitpal deposit btc 0.05 Ledger --date 2025-02-01",
          "bitpal deposit eth 1 Kraken --notes \"from an old phone\""))

  @OptionGroup var coins: CoinArguments
  @Argument(help: "The account.") var account: String
  @OptionGroup var event: EventOptions
  var privacy: PrivacyOptions { event.privacy }

  func run() throws {
    let context = try AppContext()
    try context.record(
      context.terms(.deposit, coins, event, account: account), event)
  }
}

/// `bitpal withdraw`.
struct Withdraw: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "withdraw",
    abstract: "Record coins that left an account.",
    discussion: """
      A withdrawal is open until you say where it went: `bitpal moves answer`, or \
      `bitpal moves pair` with the deposit it belongs to.


      """
        + examples(
          "bitpal withdraw btc 0.05 Kraken --fee 0.0001",
          "bitpal withdraw eth 0.5 Ledger --date 2025-03-01"))

  @OptionGroup var coins: CoinArguments
  @Argument(help: "The account.") var account: String
  @Option(name: .long, help: "The network fee on top, in coins: 0.0001 or 0.0004eth.")
  var fee: String?
  @OptionGroup var event: EventOptions
  var privacy: PrivacyOptions { event.privacy }

  func run() throws {
    let context = try AppContext()
    var terms = try context.terms(.withdrawal, coins, event, account: account)
    terms.fee = try fee.map(context.fee)
    try context.record(terms, event)
  }
}
