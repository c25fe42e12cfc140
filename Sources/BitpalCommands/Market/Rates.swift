import ArgumentParser

/// `bitpal rates`.
struct Rates: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rates",
    abstract: "Keep the exchange rates of currencies current.",
    discussion: examples("bitpal rates update", "bitpal summary --currency EUR"),
    subcommands: [RatesUpdate.self])
}
