import ArgumentParser
import Portfolio

/// `bitpal sell`.
struct Sell: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Record a sale.")

  @OptionGroup var trade: TradeOptions
  @Argument(help: "Coins sold.") var amount: String
  @Option(name: .long, help: "US dollars received per coin.") var price: String

  func run() throws { try Program().record(.sell, trade, amount: amount, price: price) }
}
