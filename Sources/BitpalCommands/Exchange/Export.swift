import AppGroup
import Application
import ArgumentParser
import Exact
import Export
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports
import WidgetTimeline

/// `bitpal export`.
struct Export: ParsableCommand {
  enum Format: String, NamedChoice {
    case csv, json, hledger
  }

  static let configuration = CommandConfiguration(
    verb: "export",
    abstract: "Export the ledger as CSV, JSON or an hledger journal.",
    discussion: """
      In a folder the file is named by the day, and a second export of that day replaces the first. \
      A file that you name is replaced only after asking, or with --force. The hledger journal \
      books sales at what they cost under the cost basis; fifo, lifo and hifo name the lots.


      """
        + examples(
          "bitpal export", "bitpal export --format json --output ~/backups",
          "bitpal export --format hledger | hledger -f- bal",
          "bitpal export --format hledger --cost-basis fifo --output ~/coins.journal"))

  @Option(name: .long, help: "Output format.") var format: Format = .csv
  @Option(
    name: .shortAndLong,
    help: "A file, or a folder for a file named by date (default: - for standard output).")
  var output: String?
  @Flag(name: .long, help: "Replace the file if it exists.") var force = false
  @OptionGroup var costBasis: CostBasisOption
  @OptionGroup var safety: CSVSafety

  func validate() throws {
    if safety.csvSafe, format != .csv {
      throw ValidationError(
        "--csv-safe is for CSV.",
        help: "Leave --format \(format.rawValue) out.")
    }
    if costBasis.asked != nil, format != .hledger {
      throw ValidationError(
        "--cost-basis is for the hledger journal.",
        help: "Add --format hledger.")
    }
  }

  func run() throws {
    let context = try AppContext()
    guard let output, output != "-" else {
      _ = try write(context) { Console.writeData($0) }
      return
    }
    try context.container.refuseOwnFile(output)
    try confirmReplacing(output, force: force)
    let file = try destination(output, named: name(on: context.now))
    var written = ""
    try AtomicFile.write(to: file) { append in
      written = try write(context) { try append(Array($0.utf8)) }
    }
    Console.writeError("Wrote \(written) to \(file).")
  }

  /// Writes a consistent snapshot of the ledger, some thousand rows at a time.
  ///
  /// - Returns: A description of its size.
  private func write(_ context: AppContext, to output: (String) throws -> Void) throws -> String {
    var text = ""
    func write(_ piece: String) throws {
      text += piece
      guard text.utf8.count >= 1 << 18 else { return }
      try output(text)
      text = ""
    }
    let calendar = try context.service.calendar(for: [costBasis.method(context)])
    let accounts = try format == .hledger ? context.service.bookkeeping() : nil
    let coins = try format == .hledger ? context.service.positions().holdings.map(\.coin) : []
    func write(_ records: CountedRecords) throws -> String {
      switch format {
      case .csv:
        try writeBitpalCSV(records, safety.csvSafe ? .spreadsheet : .exact, to: write)
      case .json: try writePortfolioJSON(records, to: write)
      case .hledger:
        try writeHledgerJournal(
          records, coins: coins, costBasis: costBasis.method(context), calendar: calendar,
          accounts: accounts, to: write)
      }
      return records.size
    }
    let written = try context.ledger.withSnapshot { try write(CountedRecords($0)) }
    let size = try written ?? write(CountedRecords(nil))
    try output(text)
    return size
  }

  private func name(on date: Date) -> String {
    switch format {
    case .json: portfolioJSONName(on: date)
    case .csv: "bitpal-portfolio-\(date.utcDayText).csv"
    case .hledger: "bitpal-portfolio-\(date.utcDayText).journal"
    }
  }
}

/// Counts the ledger's records as they are read.
private final class CountedRecords: LedgerRecords {
  private let snapshot: LedgerSnapshot?
  private var transactions = 0
  private var moves = 0

  /// The records of a ledger; empty if there is no ledger.
  init(_ snapshot: LedgerSnapshot?) { self.snapshot = snapshot }

  /// A description of the number of records in the last pass.
  var size: String {
    countOf(transactions, "transaction") + (moves == 0 ? "" : " and \(countOf(moves, "move"))")
  }

  func forEachTransaction(_ body: (Transaction) throws -> Void) throws {
    transactions = 0
    try snapshot?.forEachTransaction { transaction in
      transactions += 1
      try body(transaction)
    }
  }

  func forEachMove(_ body: (Move) throws -> Void) throws {
    moves = 0
    try snapshot?.forEachMove { move in
      moves += 1
      try body(move)
    }
  }
}
