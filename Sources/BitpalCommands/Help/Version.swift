import ArgumentParser
import CVersion
import Widgets

/// `bitpal version`.
struct Version: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "version",
    abstract: "Print the version and the commit it was built from.",
    discussion: examples("bitpal version", "bitpal --version"))

  func run() { Console.print(BitpalCommand.fullVersion) }
}

extension BitpalCommand {
  static let version = "2.0.0"

  /// The release date, shown in manual pages.
  static let date = "2026-11-27"

  /// The version with the commit, if the build has one: `2.0.0 (80f202e0c5d1)`.
  static let build = version + (bitpal_commit().map { " (\(String(cString: $0)))" } ?? "")

  /// The version, and a line crediting the data sources.
  static let fullVersion = build + "\n" + credits

  /// The sources of prices and rates.
  static let credits =
    (PriceCredit.line(of: ["CoinGecko", "DefiLlama", "Kraken"]) ?? "")
    + " (\(PriceCredit.address)). Exchange rates: European Central Bank."
}
