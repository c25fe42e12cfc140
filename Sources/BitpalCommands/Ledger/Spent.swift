import ArgumentParser
import Portfolio

/// `bitpal spend`.
struct Spend: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "spend",
    abstract: "Record coins paid for goods or services.",
    discussion: """
      A payment is a sale at what the coins were worth. Without --price or --total it takes the \
      day's price, marked ~ as an estimate.


      """ + examples("bitpal spend btc 0.002 --total 120 --notes laptop", "bitpal spend eth 0.1"))

  @OptionGroup var coins: CoinArguments
  @Option(name: .long, help: "Worth per coin (default: the day's price).") var price: String?
  @OptionGroup var trade: TradeOptions
  var privacy: PrivacyOptions { trade.event.privacy }

  func run() throws {
    let context = try AppContext()
    try context.record(
      context.terms(.spend, coins, trade, price: price), trade.event)
  }
}

/// `bitpal give`.
struct Give: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "give",
    abstract: "Record coins given away.",
    discussion: "Coins given away leave at their cost: no gain, no loss. If your country counts "
      + "them at market value, so does `bitpal tax`, except with --no-gain.\n\n"
      + examples(
        "bitpal give btc 0.01 --notes \"for Ann\"", "bitpal give eth 0.5 --no-gain --dry-run"))

  @OptionGroup var coins: CoinArguments
  @Option(name: .long, help: "Worth per coin, for tax reports (default: the day's price).")
  var price: String?
  @Flag(name: .long, help: "To a spouse or a charity: no gain in any country.") var noGain = false
  @OptionGroup var worth: WorthOptions
  @OptionGroup var event: EventOptions
  var privacy: PrivacyOptions { event.privacy }

  func run() throws {
    let context = try AppContext()
    var terms = try context.terms(.give, coins.coin, coins.amount, event, worth, price: price)
    terms.hasNoGain = noGain ? true : nil
    try context.record(terms, event)
  }
}

/// `bitpal lose`.
struct Lose: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "lose",
    abstract: "Record lost or stolen coins.",
    discussion: "Lost coins bring nothing: their cost is a realized loss.\n\n"
      + examples(
        "bitpal lose btc 0.01 --notes \"lost key\"",
        "bitpal lose eth 0.5 --date 2025-05-13 --account Ledger"))

  @OptionGroup var coins: CoinArguments
  @Option(
    name: .shortAndLong, help: .init("The exchange or wallet where it happened.", valueName: "name")
  ) var account: String?
  @OptionGroup var event: EventOptions
  var privacy: PrivacyOptions { event.privacy }

  func run() throws {
    let context = try AppContext()
    try context.record(
      context.terms(.lost, coins, event, account: account), event)
  }
}
