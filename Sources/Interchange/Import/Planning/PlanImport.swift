public import FoundationEssentials
public import Portfolio

/// Works out what one file would add to a ledger of transactions alone.
///
/// - Returns: As ``planImport(_:into:policy:coins:now:newId:)``.
public func planImport(
  _ file: ImportFile, existing: [Transaction], now: Date, newId: @escaping () -> UUID = { UUID() },
  resolve: @escaping (Asset) -> AssetResolution
) -> ImportPlan {
  planImport(
    [file], into: ImportLedger(transactions: existing), policy: ImportPolicy(),
    coins: CoinDirectory(resolve: resolve), now: now, newId: newId)
}

/// Works out what some files, taken as one history, would add to a ledger.
///
/// - Parameters:
///   - files: What was read, in any order.
///   - ledger: The ledger.
///   - policy: What the user allows, and the evidence for dollars.
///   - coins: Says which coin a name is.
///   - now: The present instant; no transaction may lie after it.
///   - newId: Makes the id of a new transaction or move.
///   - progress: Takes how many rows were compared.
/// - Returns: The plan. Nothing of it may be applied unless ``ImportPlan/isAcceptable``.
public func planImport(
  _ files: [ImportFile], into ledger: ImportLedger, policy: ImportPolicy, coins: CoinDirectory,
  now: Date, newId: @escaping () -> UUID = { UUID() }, progress: (Int) -> Void = { _ in }
) -> ImportPlan {
  let pieces = files.flatMap { $0.pieces.isEmpty ? [$0] : $0.pieces }
  // Whatever the order in which files are named, they make one history.
  let history = joiningPieces(withoutRepeatedHalves(pieces)).sorted(by: comesFirst)
  let formats = files.map(\.format)
  func plan(_ refused: [RowPlace: RefusedRow]) -> (plan: ImportPlan, replacing: Set<RowPlace>) {
    var planner = ImportPlanner(
      ledger: ledger, policy: policy, coins: coins, now: now, newId: newId)
    planner.refusedReplacing = refused
    planner.apply(history, progress)
    return (planner.plan(formats: formats), planner.replacing)
  }
  let (first, replacing) = plan([:])
  guard policy.skipsRefused, !replacing.isEmpty else { return first }
  let refused = first.refused.filter { replacing.contains($0.source.rowPlace) }
  guard !refused.isEmpty else { return first }
  // What such a row would take the place of has to stay.
  return plan(Dictionary(refused.map { ($0.source.rowPlace, $0) }) { one, _ in one }).plan
}

extension ImportPlanner {
  /// Takes the files of one history.
  ///
  /// - Parameter progress: Takes how many rows were compared.
  fileprivate mutating func apply(_ history: [ImportFile], _ progress: (Int) -> Void) {
    hasSeveralFiles = history.count > 1
    refusedBefore = RefusedBefore(history)
    let evidence = history.map { FileEvidence($0.readings) }
    var done = 0
    for (place, file) in history.enumerated() {
      let others = history.indices.filter { $0 != place && history[$0].format == file.format }
      apply(file, evidence[place].beside(others.map { evidence[$0] })) {
        done += 1
        progress(done)
      }
    }
  }
}

/// A row on its way into the ledger.
///
/// A class, because it is handed on from one list to the next many times.
final class PlannedRow: Sendable {
  let source: RowSource
  let transaction: Transaction
  /// Whether it stands for coins lost on the way, which may be left out where nothing covers them.
  let isLoss: Bool
  /// The amounts of the rows of the file that make it up, where there are several.
  let amounts: [Decimal]

  init(
    source: RowSource, transaction: Transaction, isLoss: Bool = false, amounts: [Decimal] = []
  ) {
    (self.source, self.transaction, self.isLoss) = (source, transaction, isLoss)
    self.amounts = amounts
  }

  /// Whether it is what a transfer cost, made of the moves of files that do not say what that is.
  var isTransferLoss: Bool { isLoss && transaction.label == .transfer }

  /// The same without a row that a report could name.
  var withoutPlace: PlannedRow {
    PlannedRow(source: RowSource(line: 0, text: ""), transaction: transaction, isLoss: isLoss)
  }
}

/// A move on its way into the ledger.
struct PlannedMove {
  let source: RowSource
  var move: Move
}

private func comesFirst(_ left: ImportFile, _ right: ImportFile) -> Bool {
  let (one, other) = (left.sortKey, right.sortKey)
  return one.date == other.date ? one.text < other.text : one.date < other.date
}

extension ImportFile {
  /// The date of the oldest row, and what else tells files apart that do not depend on their names.
  fileprivate var sortKey: (date: Date, text: String) {
    let first = readings.first { $0.date != nil }
    return (first?.date ?? .distantPast, format.rawValue + " " + (first?.source.digest.text ?? ""))
  }
}
