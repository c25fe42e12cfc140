import Application
import FoundationEssentials
import Glibc
import Interchange
import LedgerStore
import Portfolio
import Reports

extension Import {
  /// Bytes from which on a file of bitpal's own form is read row by row.
  private static let longFile = 1 << 22
  /// Rows of the ledger that are compared in memory.
  private static let mostKnown = 20_000

  /// Imports one long file of bitpal's own form row by row, so that its length costs no memory.
  ///
  /// - Returns: Whether it was; any other file has to be read whole.
  func importStreamed(
    _ policy: ImportPolicy, _ context: AppContext, _ progress: inout Progress
  ) throws -> Bool {
    guard files.count == 1, mapping.map == nil, ImportFormat.named(format).contains(.bitpal),
      let file = try LongFile(files[0], from: Self.longFile)
    else { return false }
    do {
      let stream = try RowStream(file.bytes, known: ImportMapping.saved(context.container)) {
        progress.count($0, of: file.bytes.count, "Reading byte")
      }
      try run(stream, policy, context, &progress)
      return true
    } catch is MustReadWhole {
      progress.clear()
      return false
    }
  }

  private func run(
    _ stream: RowStream, _ policy: ImportPolicy, _ context: AppContext, _ progress: inout Progress
  ) throws {
    var policy = policy
    if dryRun || mustAsk {
      var plan = try preview(stream, policy, context, &progress)
      if mustAsk, let tickers = try evidence.askAboutStablecoins(plan, context) {
        policy.stablecoins = tickers
        plan = try preview(stream, policy, context, &progress)
      }
      plan.describe(isPreview: true, isVerbose: verbose, context.style(privacy))
      if dryRun { return Console.print("Would add \(plan.size).") }
      guard !plan.isEmpty, isConfirmed(plan) else { return Console.print("Nothing was added.") }
    }
    let written = try write(stream, policy, context, &progress)
    progress.clear()
    if !mustAsk {
      written.describe(isPreview: false, isVerbose: verbose, context.style(privacy))
    }
    try keepIncomplete(written, ofFiles: files, context)
    Console.print(written.isEmpty ? "Nothing was added." : "Added \(written.size).")
  }

  private func preview(
    _ stream: RowStream, _ policy: ImportPolicy, _ context: AppContext, _ progress: inout Progress
  ) throws -> ImportPlan {
    guard try context.ledger.count() <= Self.mostKnown else { throw MustReadWhole() }
    let ledger = ImportLedger(
      transactions: try context.ledger.transactions(), moves: try context.ledger.moves())
    defer { progress.clear() }
    return try plan(stream, into: ledger, policy, context, "Comparing", &progress) { _ in }
  }

  private func write(
    _ stream: RowStream, _ policy: ImportPolicy, _ context: AppContext, _ progress: inout Progress
  ) throws -> ImportPlan {
    var written: ImportPlan?
    try context.service.write(note: writeNote) {
      try context.ledger.add(
        label: label, expectedRows: stream.rowCount, clock: context.clock
      ) { contents, add in
        guard try contents.count() <= Self.mostKnown else { throw MustReadWhole() }
        let ledger = ImportLedger(
          transactions: try contents.transactions(), moves: try contents.moves())
        let plan = try plan(stream, into: ledger, policy, context, "Writing", &progress, add)
        progress.say("Sorting \(plan.totals.count) rows")
        written = plan
        return plan.moves
      }
    }
    guard let written else { throw MustReadWhole() }
    return written
  }

  private func plan(
    _ stream: RowStream, into ledger: ImportLedger, _ policy: ImportPolicy, _ context: AppContext,
    _ words: String, _ progress: inout Progress, _ add: (Transaction) throws -> Void
  ) throws -> ImportPlan {
    var ids = RandomIds()
    return try stream.plan(
      into: ledger, policy: policy, coins: context.coins(evidence.coins, in: ledger),
      now: context.now, newId: { ids.next() },
      progress: { progress.count($0, of: stream.rowCount, words) }, add: add)
  }
}

/// A file that is open to be read at any place.
private final class LongFile {
  let bytes: RowBytes
  private let descriptor: CInt

  /// Opens a file of at least so many bytes; `nil` for a shorter one, and for anything but a file.
  init?(_ path: String, from least: Int) throws {
    guard path != "-" else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      Int(facts.st_size) >= least
    else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    bytes = RowBytes(count: Int(facts.st_size)) { offset, buffer in
      while true {
        let count = pread(descriptor, buffer.baseAddress, buffer.count, offset)
        if count >= 0 { return count }
        guard errno == EINTR else {
          throw CommandFailure("\(path): \(String(cString: strerror(errno))).", .inputOutput)
        }
      }
    }
  }

  deinit { close(descriptor) }
}
