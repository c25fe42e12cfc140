import Exact
import FoundationEssentials
import Import
import LedgerStore
import Portfolio
import Threads

/// Proves, stretch by stretch, that the rows of a ledger are those that follow from its files.
///
/// A stretch is derived from the records that can reach it, with the coins that the rows before it
/// leave. While one is derived, the next is read, so that two of them are in memory and not the
/// ledger.
struct DerivationProof {
  let rules: DerivationRules
  let valueRules: ValueRules
  /// What rows are derived by.
  let version: String

  /// Goes through a ledger.
  ///
  /// - Parameter size: How many records a stretch has, as a rule.
  /// - Returns: Whether the proof succeeds; only all rows at once show what differs.
  /// - Throws: `LedgerStoreError`.
  func succeeds(in ledger: LedgerContents, size: Int = 8_000) throws -> Bool {
    let extents = try extents(of: ledger)
    let reach = extents.reach(rules)
    // A row that a person moved further is in another stretch than its record.
    guard try ledger.overrides().allSatisfy({ $0.change.distance <= reach }) else { return false }
    var (balances, seen) = (BookedBalances(), FileExtents())
    var compared = 0
    var running: BackgroundTask<Bool, Never>?
    defer { running?.wait() }
    for period in try periods(of: ledger, extents, size: size) {
      let stretch = Stretch(period, reach: reach, of: extents)
      let end = PrintedInstant(at: period.upperBound).date
      guard let part = try LedgerEvidence(ledger, stretch, opening: balances.coins) else {
        return false
      }
      for row in part.transactions where row.date < end { balances.apply(row) }
      seen.add(part.facts)
      compared += part.bookedCount(until: end)
      guard running?.value() ?? true else { return false }
      running = BackgroundTask { [rules, valueRules] in
        part.isDerived(until: end, rules, valueRules)
      }
    }
    return try running?.value() ?? true && seen == extents
      && compared == ledger.derivedRowCount()
  }

  /// What the files are as wholes: as the last derivation kept it, or measured.
  private func extents(of ledger: LedgerContents) throws -> FileExtents {
    try ledger.keptDerivation(version: version)?.extents ?? LedgerEvidence.extents(of: ledger)
  }

  /// The stretches: each instant is in one of them.
  private func periods(
    of ledger: LedgerContents, _ extents: FileExtents, size: Int
  ) throws -> [Range<Int64>] {
    let second: Int64 = 1_000_000
    // Scopes are looked at one by one; a stretch is some of their marks.
    let marksOfStretch = 12
    let marks = try ledger.instants(
      of: extents.scopes.map(\.stored), every: max(1, size / marksOfStretch))
    var ends: [Int64] = []
    for index in stride(from: marksOfStretch, to: marks.count, by: marksOfStretch) {
      let end = marks[index] / second * second
      if end > ends.last ?? .min { ends.append(end) }
    }
    return zip([.min] + ends, ends + [.max]).map { $0..<$1 }
  }
}

extension RowOverride.Change {
  /// How far from its date a row was moved, in microseconds.
  fileprivate var distance: Int64 {
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

/// The coins there are as the transactions of a ledger follow one another.
private struct BookedBalances {
  private var balances: [String: RunningBalance] = [:]

  /// How many there are of each.
  var coins: [String: Quantity] { balances.mapValues(\.held) }

  /// Applies the next transaction in ledger order; a sale that nothing covers changes nothing.
  mutating func apply(_ row: Transaction) {
    do throws(PortfolioError) {
      try balances[row.coinId, default: RunningBalance()].apply(row)
    } catch {}
  }
}
