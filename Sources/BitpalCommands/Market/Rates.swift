import ArgumentParser

/// `bitpal rates`.
struct Rates: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "rates",
    abstract: "Update exchange rates.",
    discussion: examples("bitpal rates update", "bitpal summary --currency EUR"),
    subcommands: [RatesUpdate.self])
}
