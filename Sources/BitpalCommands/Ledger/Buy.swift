import ArgumentParser
import Portfolio

/// `bitpal buy`.
struct Buy: PrivateCommand {
  static let configuration = CommandConfiguration(
    abstract: "Record a purchase or a gift.",
    discussion: examples(
      "bitpal buy bitcoin 0.1 --price 60000", "bitpal buy btc 0.1 --price 60000 --date yesterday",
      "bitpal buy ethereum 2 --gift"))

  @OptionGroup var trade: TradeOptions
  @Argument(help: "Coins bought.") var amount: String
  @Option(name: .long, help: "US dollars paid per coin.") var price: String?
  @Flag(name: .long, help: "The coins cost nothing: a gift, an airdrop, a fork.") var gift = false

  var privacy: PrivacyOptions { trade.privacy }

  func validate() throws {
    guard gift != (price != nil) else {
      throw ValidationError(
        gift ? "A gift has no price: leave --price out." : "Give --price, or --gift for free coins."
      )
    }
  }

  func run() throws {
    try AppContext().record(gift ? .gift : .buy, trade, amount: amount, price: price)
  }
}
