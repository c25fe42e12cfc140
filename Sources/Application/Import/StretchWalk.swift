import Exact
import FoundationEssentials
import Import
import LedgerStore
import Portfolio
import Threads

/// Walks through a ledger stretch by stretch, instead of deriving it all at once.
///
/// A stretch is derived from the records that can affect it and the balances left by earlier rows.
/// While two are derived, the next is read, so memory holds three stretches instead of the ledger.
struct StretchWalk {
  /// The extents of the ledger's files, stored by the last derivation or computed.
  let extents: FileExtents
  /// The greatest distance between rows that affect each other, in microseconds.
  let reach: Int64
  /// The stretches, in microseconds since 1970; each instant is in exactly one.
  private let periods: [Range<Int64>]

  /// Divides a ledger.
  ///
  /// - Parameter size: The usual number of records in a stretch.
  /// - Returns: `nil` if rows at any distance affect each other, or if a person moved a row so far
  ///   that it is in another stretch than its record.
  /// - Throws: `LedgerStoreError`.
  init?(_ ledger: LedgerContents, _ rules: DerivationRules, version: String, size: Int) throws {
    let extents =
      try ledger.keptDerivation(version: version)?.extents ?? LedgerEvidence.extents(of: ledger)
    let reach = extents.reach(rules)
    guard reach < FileExtents.unlimitedReach,
      try ledger.overrides().allSatisfy({ $0.change.distance <= reach })
    else { return nil }
    (self.extents, self.reach) = (extents, reach)
    periods = Self.periods(
      between: try ledger.instants(
        of: extents.scopes.map(\.stored), every: max(1, size / Self.marksOfStretch)))
  }

  /// The number of marks in a stretch: the marks of each scope are found separately.
  static let marksOfStretch = 12

  /// The number of stretches derived at a time: each follows from its own rows alone.
  private static let workers = 2

  /// Divides time into stretches.
  ///
  /// - Parameter marks: Instants that divide the records of each scope, in order, in microseconds
  ///   since 1970.
  /// - Returns: The stretches: each instant is in exactly one.
  static func periods(between marks: [Int64]) -> [Range<Int64>] {
    let second: Int64 = 1_000_000
    var ends: [Int64] = []
    for index in stride(from: marksOfStretch, to: marks.count, by: marksOfStretch) {
      let end = marks[index] / second * second
      if end > ends.last ?? .min { ends.append(end) }
    }
    return zip([.min] + ends, ends + [.max]).map { $0..<$1 }
  }

  /// Calls `body` with the result for each stretch, in order.
  ///
  /// - Parameters:
  ///   - days: The days to include; `nil` for all.
  ///   - read: Receives the rows of a stretch as they are read.
  ///   - make: Derives a stretch; `nil` ends the walk.
  /// - Returns: Whether every stretch was derived.
  /// - Throws: `LedgerStoreError`.
  func forEach<Made: Sendable>(
    in ledger: LedgerContents, on days: [UTCDay]? = nil,
    reading read: (LedgerEvidence, Date) -> Void = { _, _ in },
    deriving make: @escaping @Sendable (LedgerEvidence, Range<Int64>) -> Made?,
    _ body: (Made) -> Void
  ) throws -> Bool {
    guard days?.isEmpty != true else { return true }
    let common = try LedgerEvidence.common(of: ledger)
    var balances = BookedBalances()
    var running: [BackgroundTask<Made?, Never>] = []
    defer { for task in running { task.wait() } }
    func finish(until remaining: Int) -> Bool {
      while running.count > remaining {
        guard let made = running.removeFirst().value() else { return false }
        body(made)
      }
      return true
    }
    for (period, isWanted) in pieces(on: days) {
      let end = PrintedInstant(at: period.upperBound).date
      guard isWanted else {
        let start = PrintedInstant(at: period.lowerBound).date
        try ledger.forEachTransaction(from: start, until: end) { balances.apply($0) }
        continue
      }
      let stretch = Stretch(period, reach: reach, of: extents)
      guard var part = try LedgerEvidence(ledger, stretch, common: common) else { return false }
      part.setOpening(balances.coins)
      for row in part.transactions where row.date < end { balances.apply(row) }
      read(part, end)
      guard finish(until: Self.workers - 1) else { return false }
      running.append(BackgroundTask { [part] in make(part, period) })
    }
    return finish(until: 0)
  }

  /// The stretches with these days, and the gaps between them.
  private func pieces(on days: [UTCDay]?) -> [(period: Range<Int64>, isWanted: Bool)] {
    guard let days else { return periods.map { ($0, true) } }
    let instants = days.sorted().map { $0.firstInstant..<$0.advanced(by: 1).firstInstant }
    var pieces: [(period: Range<Int64>, isWanted: Bool)] = []
    for period in periods {
      let wanted = instants.filter(period.overlaps)
      guard let first = wanted.first, let last = wanted.last else {
        pieces.append((period, false))
        continue
      }
      let start = max(first.lowerBound, period.lowerBound)
      let end = min(last.upperBound, period.upperBound)
      for (piece, isWanted) in [
        (period.lowerBound..<start, false), (start..<end, true), (end..<period.upperBound, false),
      ] where !piece.isEmpty {
        pieces.append((piece, isWanted))
      }
    }
    return pieces
  }
}

extension RowOverride.Change {
  /// How far a row was moved from its date, in microseconds.
  var distance: Int64 {
    func distance(_ dates: [Date], from date: Date) -> Int64 {
      dates.map { abs(Int64($0.millisecondsSince1970 - date.millisecondsSince1970)) }.max()
        .map { $0 * 1_000 } ?? 0
    }
    return switch self {
    case .deleted: 0
    case .transaction(let before, let after): distance([after.date], from: before.date)
    case .move(let before, let after): distance([after.date], from: before.date)
    case .answered(let before, let after):
      distance(after.transactions.map(\.date) + after.moves.map(\.date), from: before.date)
    }
  }
}

/// The coin balances while replaying the transactions of a ledger.
struct BookedBalances {
  private var balances: [String: RunningBalance] = [:]

  /// The balance of each coin.
  var coins: [String: Quantity] { balances.mapValues(\.held) }

  /// Applies the next transaction in ledger order; an uncovered sale changes nothing.
  mutating func apply(_ row: Transaction) {
    do throws(PortfolioError) {
      try balances[row.coinId, default: RunningBalance()].apply(row)
    } catch {}
  }
}
