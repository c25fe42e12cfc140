import ArgumentParser
import Portfolio

/// `bitpal buy`.
struct Buy: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "buy",
    abstract: "Record a purchase or a gift.",
    discussion: """
      On a terminal, the first purchase of a coin also fetches its price, if the rate limit \
      allows it.


      """
        + examples(
          "bitpal buy bitcoin 0.1 --price 60000",
          "bitpal buy btc 0.1 --price 60000 --date yesterday",
          "bitpal buy ethereum 2 --gift",
          "bitpal buy ethereum 2 --total 5400 --currency EUR --fee 12.50 --account Kraken"),
    aliases: ["add"])

  @OptionGroup var coins: CoinArguments
  @Option(name: .long, help: "Price per coin, in US dollars unless --currency is given.")
  var price: String?
  @Flag(name: .long, help: "The coins cost nothing: a gift, an airdrop, a fork.") var gift = false
  @OptionGroup var trade: TradeOptions

  var privacy: PrivacyOptions { trade.event.privacy }

  func validate() throws {
    if gift, price != nil || !trade.money.hasNoMoney {
      throw ValidationError(
        "A gift has no price.",
        help: "Leave --price, --total, --fee, --currency and --rate out.")
    }
  }

  func run() throws {
    if !gift {
      try trade.requireMoney(
        price, amount: coins.amount, orElse: "--gift for free coins",
        free:
          "Record coins received for nothing as a gift: bitpal gift \(coins.coin) \(coins.amount)")
    }
    let context = try AppContext()
    try context.record(
      context.terms(gift ? .gift : .buy, coins, trade, price: price), trade.event)
  }
}
