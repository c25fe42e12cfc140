import ArgumentParser

/// `bitpal prices`.
struct Prices: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prices",
    abstract: "Import your own daily prices.",
    discussion: examples(
      "bitpal prices import prices.csv", "bitpal prices import --dry-run prices.csv"),
    subcommands: [PricesImport.self])
}
