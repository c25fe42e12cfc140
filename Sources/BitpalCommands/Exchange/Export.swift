import AppGroup
import ArgumentParser
import FoundationEssentials
import Interchange
import LedgerStore
import Portfolio
import Reports
import WidgetTimeline

/// `bitpal export`.
struct Export: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case csv, json, hledger
  }

  static let configuration = CommandConfiguration(
    abstract: "Write the whole ledger, as CSV, JSON or a journal for hledger.",
    discussion: examples(
      "bitpal export", "bitpal export --format json --output ~/backups",
      "bitpal export --format hledger | hledger -f- bal"))

  @Option(name: .long, help: "The form: csv, json or hledger.") var format: Format = .csv
  @Option(
    name: .shortAndLong,
    help: "A file, or a folder for a dated name (default: standard output).")
  var output: String?

  func run() throws {
    let context = try AppContext()
    let transactions = try context.ledger.transactions()
    let moves = try context.ledger.moves()
    let text = text(of: transactions, moves, context)
    guard let output else { return Console.writeData(text) }
    let file = try destination(output, named: name(on: context.now))
    try AtomicFile.write(Array(text.utf8), to: file)
    let size =
      countOf(transactions.count, "transaction")
      + (moves.isEmpty ? "" : " and \(countOf(moves.count, "move"))")
    Console.writeError("Wrote \(size) to \(file).")
  }

  private func text(
    of transactions: [Transaction], _ moves: [Move], _ context: AppContext
  ) -> String {
    switch format {
    case .csv: bitpalCSV(transactions, moves: moves)
    case .json: portfolioJSON(transactions, moves: moves)
    case .hledger:
      hledgerJournal(
        transactions, coins: context.store.refreshData().map { Array($0.coins.values) } ?? [])
    }
  }

  private func name(on date: Date) -> String {
    switch format {
    case .json: portfolioJSONName(on: date)
    case .csv: "bitpal-portfolio-\(date.utcDayText).csv"
    case .hledger: "bitpal-portfolio-\(date.utcDayText).journal"
    }
  }
}
