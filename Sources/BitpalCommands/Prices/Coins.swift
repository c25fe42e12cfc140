import ArgumentParser
import CoinCatalogue
import Portfolio
import Reports

/// `bitpal coins`.
struct Coins: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coins",
    abstract: "Look up coins, or fetch today's.",
    discussion: examples("bitpal coins search doge", "bitpal coins update"),
    subcommands: [CoinsSearch.self, CoinsUpdate.self])
}

/// `bitpal coins search`.
struct CoinsSearch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find coins by id, symbol or name; typing errors are forgiven.",
    discussion: examples("bitpal coins search doge", "bitpal coins search etherum --limit 3 --json")
  )

  @Argument(help: "What to look for.") var text: [String]
  @Option(name: .long, help: "The most coins shown.") var limit = 10
  @OptionGroup var report: ReportOptions

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit must be 1 or more.") }
  }

  func run() throws {
    let context = try AppContext()
    let coins = context.catalogue.search(text.joined(separator: " "), limit: limit)
    Report(
      columns: [
        .init("id", "Id"),
        .init("symbol", "Symbol"),
        .init("name", "Name"),
        .init("marketCapRank", "Rank", isNumber: true),
      ],
      rows: coins.map {
        [.text($0.id), .text($0.symbol.uppercased()), .text($0.name), .number($0.rank)]
      },
      emptyNote: "No coin matches."
    ).write(report, context)
    if coins.isEmpty { throw CommandFailure("", .checkFailed) }
  }
}
