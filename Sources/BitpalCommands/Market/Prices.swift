import ArgumentParser

/// `bitpal prices`.
struct Prices: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "prices",
    abstract: "Fetch daily prices of the past, or import your own.",
    discussion: examples(
      "bitpal prices fetch", "bitpal prices fetch bitcoin --period all",
      "bitpal prices import prices.csv"),
    subcommands: [PricesFetch.self, PricesImport.self])
}
