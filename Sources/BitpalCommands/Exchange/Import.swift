import Application
import ArgumentParser
import CellGrid
import CoinCatalogue
import FoundationEssentials
import Interchange
import LedgerStore
import Portfolio
import Reports

/// `bitpal import`.
struct Import: PrivateCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add the transactions of a file: bitpal's own CSV or an exchange's export.",
    discussion: """
      All or nothing: a file with a row that cannot be read adds none. The same file twice adds \
      nothing the second time.
      """)

  @Argument(help: "The file; - reads standard input.") var file: String
  @Option(name: .long, help: "The file's form, such as bitpal, coinbase or kraken; auto looks.")
  var format = "auto"
  @Flag(name: .long, help: "Only show what would be added.") var dryRun = false
  @OptionGroup var privacy: PrivacyOptions

  func validate() throws {
    guard !ImportFormat.named(format).isEmpty else {
      let known = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("'\(format)' is no format bitpal reads. It reads: \(known).")
    }
  }

  func run() throws {
    let context = try AppContext()
    let bytes = try context.readInput(file)
    var progress = Progress(isLong: bytes.count > Self.longFile)
    defer { progress.clear() }
    let rows = try rows(of: bytes, &progress)
    let existing = try context.ledger.transactions()
    let plan = context.plan(rows, existing: existing)
    progress.clear()
    plan.describe(isPreview: dryRun || mustAsk, context.style(privacy))
    try accept(plan)
    if dryRun {
      Console.print("Would add \(countOf(plan.additions.count, "transaction")).")
      return
    }
    guard !plan.additions.isEmpty, isConfirmed(plan) else {
      Console.print("Nothing was added.")
      return
    }
    var added = plan.additions
    try context.service.write(note: writeNote) {
      try context.ledger.apply(
        now: context.now, progress: { progress.count($0, of: added.count, "Writing") }
      ) { transactions in
        // Since the preview another process may have imported the same.
        let present = try transactions()
        if present != existing {
          let plan = context.plan(rows, existing: present)
          try accept(plan)
          added = plan.additions
        }
        return .add(added)
      }
    }
    progress.clear()
    Console.print(
      added.isEmpty ? "Nothing was added." : "Added \(countOf(added.count, "transaction")).")
  }

  /// Refuses a plan with a refused row.
  private func accept(_ plan: ImportPlan) throws {
    guard !plan.isAcceptable else { return }
    let refused = plan.refused.count
    throw CommandFailure(
      "Nothing was imported, because \(countOf(refused, "row")) of \(file) "
        + (refused == 1
          ? "was refused. Correct or remove it" : "were refused. Correct or remove them")
        + " and import the file again.", .refused)
  }

  /// Bytes that take longer to read than to see; some thousand rows.
  private static let longFile = 200_000

  private func rows(of bytes: [UInt8], _ progress: inout Progress) throws -> ImportFile {
    do throws(ImportError) {
      progress.say("Reading the file")
      let rows = try readImport(bytes, as: ImportFormat.named(format))
      progress.say("Comparing \(countOf(rows.rowCount, "row")) with the ledger")
      return rows
    } catch {
      throw CommandFailure(clipped("\(file): \(cleaned(error.sentence))", to: 240), .refused)
    }
  }

  /// On a terminal the preview asks; in a pipe it goes ahead.
  private var mustAsk: Bool { Console.canAsk && file != "-" }

  private func isConfirmed(_ plan: ImportPlan) -> Bool {
    guard mustAsk else { return true }
    let answer = Console.ask("Add \(countOf(plan.additions.count, "transaction"))? [y/N]")
    return ["y", "yes"].contains(answer?.lowercased() ?? "")
  }
}

extension AppContext {
  /// Works out what a file adds to a ledger.
  fileprivate func plan(_ rows: ImportFile, existing: [Transaction]) -> ImportPlan {
    let owned = Set(existing.map(\.coinId))
    return planImport(rows, existing: existing, now: now) {
      resolve($0, owned: owned, in: catalogue)
    }
  }
}

/// Which coin a name in a file is; an id is taken even where the catalogue lacks it.
///
/// A symbol is its highest-ranked coin. One that only coins without a rank share is nobody's,
/// unless the file names the coin too.
private func resolve(
  _ asset: Asset, owned: Set<String>, in catalogue: CoinCatalogue
) -> Interchange.CoinResolution {
  switch asset {
  case .id(let id): return catalogue.coin(id: id) != nil ? .listed(id) : .unlisted(id)
  case .symbol(let symbol, let name):
    let coins = catalogue.coins(symbol: symbol)
    if let named = coins.first(where: { $0.name == name }) { return .bySymbol(named.id) }
    guard let first = coins.first, first.rank != nil || first.formerRank != nil || coins.count == 1
    else { return owned.contains(symbol) ? .listed(symbol) : .unknown }
    return .bySymbol(first.id)
  case .fiat: return .unknown
  }
}
