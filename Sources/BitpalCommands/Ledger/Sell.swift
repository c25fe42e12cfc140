import ArgumentParser
import Portfolio

/// `bitpal sell`.
struct Sell: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "sell",
    abstract: "Record a sale, or see what it would realize.",
    discussion: examples(
      "bitpal sell bitcoin 0.5 --price 70000 --date yesterday",
      "bitpal sell bitcoin 0.5 --total 33000 --currency EUR --fee 20EUR",
      "bitpal sell bitcoin 0.5 --price 70000 --lots 1f0c2a3b",
      "bitpal sell bitcoin 0.5 --what-if --price 58000 --currency EUR"))

  @OptionGroup var coins: CoinArguments
  @Option(
    name: .long,
    help:
      "Price per coin, in US dollars unless --currency is given (with --what-if: the latest known)."
  )
  var price: String?
  @Flag(
    name: .long,
    help: "Only show what the sale would realize now under each cost basis; record nothing.")
  var whatIf = false

  @Flag(name: .shortAndLong, help: "With --what-if: write JSON.") var json = false
  @Option(
    name: .long,
    help: .init(
      "The lots that leave first, by their ids in `bitpal lots`.", valueName: "id[,id]"))
  var lots: String?
  @OptionGroup var trade: TradeOptions
  @OptionGroup var appearance: AppearanceOptions
  var privacy: PrivacyOptions { trade.event.privacy }

  func validate() throws {
    if json, !whatIf { throw ValidationError("--json belongs to --what-if.") }
    if whatIf {
      guard trade.event.date == nil, trade.event.notes == nil, trade.money.hasOnlyCurrency,
        lots == nil
      else {
        throw ValidationError(
          "--what-if is about now and records nothing.",
          help: "Leave all out but --price, --currency and --account.")
      }
    }
  }

  func run() throws {
    let context = try AppContext()
    if whatIf {
      let sale = AskedSale(
        coin: coins.coin, amount: coins.amount, price: price, currency: trade.money.currency,
        account: trade.money.account)
      try context.showWhatIf(sale, json: json, privacy, appearance)
    } else {
      try trade.requireMoney(
        price, amount: coins.amount, orElse: "--what-if to see what a sale would realize",
        free: "Record coins that brought nothing as lost, or with give as given away: "
          + "bitpal lose \(coins.coin) \(coins.amount)")
      var terms = try context.terms(.sell, coins, trade, price: price)
      terms.lots = try lots.map(context.lots(named:))
      try context.record(terms, trade.event)
    }
  }
}
