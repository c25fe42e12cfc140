public import ArgumentParser
public import Portfolio

extension TransactionLabel: ExpressibleByArgument {
  /// The possible labels of a reward.
  public static var allValueStrings: [String] { ofRewards.map(\.rawValue) }
}

/// `bitpal reward`.
struct Reward: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "reward",
    abstract: "Record staking, interest, airdrops and other income.",
    discussion: """
      A reward is income at its value on receipt, and that value is its cost. Without --price or \
      --total it takes the day's price, marked ~ as an estimate.


      """
        + examples(
          "bitpal reward sol 0.2 --label staking",
          "bitpal reward eth 0.01 --price 3200 --date 2025-03-01 --account Kraken"))

  @OptionGroup var coins: CoinArguments
  @Option(name: .long, help: "What the reward is for.") var label: TransactionLabel?
  @Option(name: .long, help: "Value per coin on receipt (default: the day's price).")
  var price: String?
  @OptionGroup var trade: TradeOptions
  var privacy: PrivacyOptions { trade.event.privacy }

  func run() throws {
    let context = try AppContext()
    var terms = try context.terms(.reward, coins, trade, price: price)
    terms.label = label
    try context.record(terms, trade.event)
  }
}

/// `bitpal gift`.
struct Gift: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "gift",
    abstract: "Record coins received as a gift.",
    discussion: """
      A gift costs nothing, unless you say what the giver paid and when: then cost and date of \
      acquisition are the giver's. --worth adds what the gift was worth that day; some countries \
      measure a loss from that (docs/tax). Coins you give away: `bitpal give`.


      """
        + examples(
          "bitpal gift eth 2", "bitpal gift btc 0.1 --total 2500 --acquired 2020-05-01",
          "bitpal gift btc 0.1 --total 2500 --acquired 2020-05-01 --worth 2000"))

  @OptionGroup var coins: CoinArguments
  @Option(name: .long, help: "What the giver paid per coin.") var price: String?
  @Option(
    name: .long, help: .init("When the giver acquired them.", valueName: "date"))
  var acquired: String?
  @Option(
    name: .customLong("worth"), help: "What they were worth in all on the day of the gift.")
  var worthThen: String?
  @OptionGroup var worth: WorthOptions
  @OptionGroup var event: EventOptions
  var privacy: PrivacyOptions { event.privacy }

  func run() throws {
    let context = try AppContext()
    var terms = try context.terms(.gift, coins.coin, coins.amount, event, worth, price: price)
    terms.acquired = try acquired.map(context.transactionDate)
    terms.worth = try worthThen.map { try decimal($0, of: "worth") }
    try context.record(terms, event)
  }
}
