import Application
import FoundationEssentials
import Glibc
import Interchange
import LedgerStore
import Portfolio
import Reports

extension Import {
  /// Imports long files row by row as they lie on the disk, so that their length costs little
  /// memory.
  ///
  /// - Returns: Whether they were; any others have to be read whole.
  func importLongFile(
    _ form: AskedForm, _ policy: ImportPolicy, _ context: AppContext, _ progress: inout Progress
  ) throws -> Bool {
    let long = try files.compactMap { try LongFile($0) }
    guard long.count == files.count else { return false }
    return try importStreamed(long, as: form, policy, context, &progress)
  }

  /// Imports files row by row, if together they are long.
  ///
  /// - Returns: Whether they were imported.
  func importStreamed(
    _ long: [LongFile], as form: AskedForm, _ policy: ImportPolicy, _ context: AppContext,
    _ progress: inout Progress
  ) throws -> Bool {
    guard long.reduce(0, { $0 + $1.bytes.count }) >= LongFile.leastBytes else { return false }
    do {
      let rows = try rows(of: long, as: form, context, &progress)
      if !dryRun { for file in rows.files { try mapping.keepGiven(file, context) } }
      try run(rows, of: long, policy, context, &progress)
      return true
    } catch is MustReadWhole {
      progress.clear()
      return false
    }
  }

  private func rows(
    of files: [LongFile], as form: AskedForm, _ context: AppContext, _ progress: inout Progress
  ) throws -> any StreamedRows {
    let known = ImportMapping.saved(context)
    if files.count == 1, form.map == nil, form.formats.contains(.bitpal) {
      let file = files[0]
      if try isExport(file.bytes, context) { throw MustReadWhole() }
      do {
        return try RowStream(file.bytes, name: file.name, known: known) {
          progress.count($0, of: file.bytes.count, "Reading byte")
        }
      } catch is OtherForm {
        // Some other reader's.
      }
    }
    let zones = try ImportMapping.zones(context)
    let count = files.reduce(0) { $0 + $1.bytes.count }
    var before = 0
    return try StreamedFiles(
      files.map { file in
        defer { before += file.bytes.count }
        return try StreamedFile(
          file.bytes, as: form.formats, name: file.name, map: form.map, known: known,
          zones: zones, isOneOfSeveral: files.count > 1
        ) {
          progress.count(before + $0, of: count, "Reading byte")
        }
      })
  }

  private func run(
    _ rows: any StreamedRows, of long: [LongFile], _ policy: ImportPolicy, _ context: AppContext,
    _ progress: inout Progress
  ) throws {
    var policy = policy
    let seen = try context.ledger.newestChange()
    let isPreviewed = dryRun || mustAsk || evidence.dailyPrices
    if isPreviewed {
      let plan = try asked(&policy, context) { try preview(rows, $0, context, &progress) }
      guard try isWanted(plan, rows.files, context) else { return }
    }
    func report(_ plan: ImportPlan) {
      guard !isPreviewed else { return }
      plan.describe(
        isPreview: false, isVerbose: verbose, hasFetched: evidence.dailyPrices,
        context.style(privacy))
      if !mustAsk { evidence.nameStablecoins(plan, isWritten: plan.isAcceptable, context) }
    }
    func recorded(_ plan: ImportPlan, _ change: Int?, _ progress: inout Progress) throws {
      progress.clear()
      report(plan)
      try finish(plan, rows.files, change: change, context, &progress)
    }
    do {
      do {
        try write(rows, of: long, madeOf: seen, policy, context, as: .write, &progress, recorded)
      } catch is MustSettleFirst {
        try write(
          rows, of: long, madeOf: seen, policy, context, as: .settledWrite, &progress, recorded)
      }
    } catch let refused as NotAcceptable {
      progress.clear()
      report(refused.plan)
      try accept(refused.plan, context)
    }
  }

  private func preview(
    _ rows: any StreamedRows, _ policy: ImportPolicy, _ context: AppContext,
    _ progress: inout Progress
  ) throws -> ImportPlan {
    defer { progress.clear() }
    let ledger = try KnownLedger(context).pieceByPiece(for: rows, &progress)
    return try plan(rows, into: ledger, policy, context, .preview, &progress) { _ in }
  }

  /// - Parameter recorded: Says what was written: the plan, and the change's place in the journal.
  private func write(
    _ rows: any StreamedRows, of long: [LongFile], madeOf seen: ChangeMark?,
    _ policy: ImportPolicy, _ context: AppContext, as aim: StreamAim, _ progress: inout Progress,
    _ recorded: (ImportPlan, Int?, inout Progress) throws -> Void
  ) throws {
    var written: ImportPlan?
    try record(context) {
      try context.ledger.add(
        label: label, expecting: expected(seen), expectedRows: rows.rowCount,
        clock: context.clock
      ) { contents, add in
        let ledger = try KnownLedger(contents, context).pieceByPiece(for: rows, &progress)
        let plan = try plan(rows, into: ledger, policy, context, aim, &progress, add)
        guard plan.isAcceptable else { throw NotAcceptable(plan: plan) }
        progress.say("Sorting \(plan.totals.count) rows")
        written = plan
        ImportInterruption.rowsAreWritten()
        return LedgerBatch(
          moves: plan.moves, changedMoves: plan.changedMoves, removedMoves: plan.replacedMoves,
          evidence: try keptFiles(long, rows, plan).batch(for: plan, in: contents))
      }
    } finish: {
      if let written { try recorded(written, $0, &progress) }
    }
  }

  /// The bytes of long files; their rows are not in memory, and are not kept one by one.
  private func keptFiles(
    _ long: [LongFile], _ rows: any StreamedRows, _ plan: ImportPlan
  ) throws -> KeptFiles {
    var kept = KeptFiles(account: evidence.account, map: mapping.map)
    guard !plan.isEmpty else { return kept }
    for (file, read) in zip(long, rows.files) {
      kept.add(try file.bytes.prefix(file.bytes.count), read)
    }
    return kept
  }

  private func plan(
    _ rows: any StreamedRows, into ledger: ImportLedger, _ policy: ImportPolicy,
    _ context: AppContext, _ aim: StreamAim, _ progress: inout Progress,
    _ add: (Transaction) throws -> Void
  ) throws -> ImportPlan {
    var ids = RandomIds()
    let words = aim == .preview ? "Comparing" : "Writing"
    return try rows.plan(
      into: ledger, policy: policy, coins: context.coins(evidence.coins, in: ledger),
      now: context.now, newId: { ids.next() }, for: aim,
      progress: { progress.count($0, of: rows.rowCount, words) }
    ) { try add($0) }
  }
}

/// A plan that may not be applied, so that nothing is written of it.
private struct NotAcceptable: Error {
  let plan: ImportPlan
}

/// A long file that can be read at any place.
final class LongFile {
  let name: String
  let bytes: RowBytes
  private let descriptor: CInt

  /// Bytes from which on files are read row by row.
  static let leastBytes = 1 << 22

  /// Takes a file that was unpacked or read from standard input; `nil` for any other.
  init?(_ input: InputFile) {
    guard input.isInMemory else { return nil }
    (name, bytes, descriptor) = (input.name, RowBytes(input.bytes), -1)
  }

  /// Opens a file; `nil` for anything else.
  init?(_ path: String) throws {
    guard path != "-" else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    (name, self.descriptor) = (path, descriptor)
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

  deinit { if descriptor >= 0 { close(descriptor) } }
}
