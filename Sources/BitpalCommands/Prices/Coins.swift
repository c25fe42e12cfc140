import ArgumentParser
import CoinCatalogue
import Portfolio
import Reports

/// `bitpal coins`.
struct Coins: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "coins",
    abstract: "Search the list of coins, or update it.",
    discussion: examples("bitpal coins search doge", "bitpal coins update"),
    subcommands: [CoinsSearch.self, CoinsUpdate.self])
}

/// `bitpal coins search`.
struct CoinsSearch: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "search",
    abstract: "Find coins by id, symbol or name; typos are forgiven.",
    discussion: examples("bitpal coins search doge", "bitpal coins search etherum --limit 3 --json")
  )

  @Argument(help: "What to look for.") var text: [String]
  @Option(name: [.customShort("n"), .long], help: "Show at most this many.") var limit = 10
  @OptionGroup var report: ReportOptions

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit must be 1 or more.") }
  }

  func run() throws {
    let context = try AppContext()
    let coins = context.catalogue.search(text.joined(separator: " "), limit: limit)
    try Report(
      columns: [
        .init("id", "Id"),
        .init("symbol", "Symbol", collapseOrder: 3),
        .init("name", "Name", collapseOrder: 1, minimumWidth: 12),
        .init("marketCapRank", "Rank", isNumber: true, collapseOrder: 2),
        .init("coinId", nil),
      ],
      rows: coins.map {
        [
          .text($0.id), .text($0.symbol.uppercased()), .text($0.name), .number($0.rank),
          .text($0.id),
        ]
      },
      emptyNote: "No coin matches."
    ).write(report, context)
    if coins.isEmpty { throw CommandFailure("", .checkFailed) }
  }
}
