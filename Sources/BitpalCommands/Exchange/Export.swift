import ArgumentParser
import Interchange
import LedgerStore

/// `bitpal export`.
struct Export: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case csv
  }

  static let configuration = CommandConfiguration(abstract: "Write the whole ledger.")

  @Option(name: .long, help: "The form: csv.") var format: Format = .csv

  func run() throws {
    let transactions = try Program().ledger.transactions()
    switch format {
    case .csv: Console.write(bitpalCSV(transactions))
    }
  }
}
