import ArgumentParser

/// `bitpal prices`.
struct Prices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Keep your own prices of past days.",
    subcommands: [PricesImport.self])
}
