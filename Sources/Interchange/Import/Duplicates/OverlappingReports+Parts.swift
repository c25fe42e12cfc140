import FoundationEssentials
import Portfolio

/// Trades of a second of which one report has all rows and another only some, because its export
/// ended there or the ledger lacked the coins for the others.
///
/// A smaller amount does not show that. It is a part where rows of the whole add up to it: then
/// it makes no difference whether the shorter report ends there. Of a row of the ledger nobody
/// knows any more of which rows it was made. What is less than that is a part only where the rest
/// may be missing in the file: at its first and last second, and in a file of rows that were
/// refused.
extension OverlappingReports {
  /// What other reports have a part of, or the whole.
  ///
  /// - Parameters:
  ///   - sums: What of the file has no equal in another report.
  ///   - twins: What others have of the rest, which is not a part of anything else.
  func partTwins(
    of sums: [AccountChange: ReportedChange], _ reach: ReachOfFile,
    besides twins: [AccountChange: ReportedChange]
  ) -> [AccountChange: ReportedChange] {
    let own = sums.filter { change, report in
      report.isTrade && Self.shifts.contains { reported[change.moved(seconds: $0)] != nil }
    }
    guard !own.isEmpty else { return [:] }
    // By the side: one row may have both of a swap.
    var matched: [AccountChange: Set<ReportedChange.Origin>] = [:]
    for (change, twin) in twins { matched[change.atAnySecond, default: []].formUnion(twin.origins) }
    let hasSeconds = sums.keys.contains(where: \.hasSeconds)
    var found: [AccountChange: ReportedChange] = [:]
    let inTime = own.sorted { $0.key.second < $1.key.second }
    // What is of the very second is not left to a row that is near.
    for shift in Self.shifts {
      for (change, report) in inTime where found[change] == nil {
        let place = change.moved(seconds: shift)
        // What ends where another begins is not a part of that.
        guard shift == 0 || reach.covers(place.second) else { continue }
        let mayBeCut =
          shift == 0 && (reach.isOfRefusedRows || hasSeconds && reach.ends(at: change.second))
        let other = reported[place]?.first { other in
          other.isTrade && other.isOfAnother(than: report, isSplit: false)
            && other.origins.isDisjoint(with: matched[change.atAnySecond] ?? [])
            && other.hasPart(inCommonWith: report, mayBeCut: mayBeCut)
        }
        guard let other else { continue }
        found[change] = other
        matched[change.atAnySecond, default: []].formUnion(other.origins)
      }
    }
    return found
  }
}

extension ReportedChange {
  /// Whether another report has a part of it, or it a part of what that has.
  ///
  /// - Parameter mayBeCut: Whether rows of the other report may be missing.
  fileprivate func hasPart(inCommonWith own: ReportedChange, mayBeCut: Bool) -> Bool {
    // What the user deleted stays deleted, and says nothing of the rows beside it.
    if gross < own.gross { return !isDeleted && rows.addUp(among: own.rows) }
    return own.gross < gross && (own.rows.addUp(among: rows) || mayBeCut && rows.count == 1)
  }
}

extension [Decimal] {
  /// More sums than that are not looked at: some of them would be equal by chance.
  private static let mostSums = 1000

  /// Whether some of other amounts are these, or add up to the same.
  fileprivate func addUp(among others: [Decimal]) -> Bool {
    var left = others
    var rest: Decimal = 0
    for amount in self {
      if let place = left.firstIndex(of: amount) { left.remove(at: place) } else { rest += amount }
    }
    guard rest > 0 else { return true }
    var sums: Set<Decimal> = [0]
    for amount in left {
      sums.formUnion(sums.map { $0 + amount }.filter { $0 <= rest })
      if sums.contains(rest) { return true }
      guard sums.count <= Self.mostSums else { return false }
    }
    return false
  }
}

/// From when to when a file has everything.
struct ReachOfFile {
  /// Its first second and its last; `nil` where its rows are not in memory, so that it may be any.
  private let seconds: ClosedRange<Int>?
  /// Whether it has rows that were refused before, without those that were beside them.
  let isOfRefusedRows: Bool

  /// - Parameter isWhole: Whether all rows of the file are in memory.
  init(of file: ImportFile, isWhole: Bool) {
    isOfRefusedRows = file.hasReasons
    let seconds = isWhole ? file.readings.lazy.compactMap(\.date?.millisecondsSince1970) : nil
    guard let first = seconds?.min(), let last = seconds?.max() else {
      self.seconds = nil
      return
    }
    self.seconds = first / 1000...last / 1000
  }

  /// Whether the file has all of a second, or nothing happened then.
  func covers(_ second: Int) -> Bool { seconds?.contains(second) ?? true }

  /// Whether the file may have only some rows of a second.
  func ends(at second: Int) -> Bool {
    seconds.map { second == $0.lowerBound || second == $0.upperBound } ?? true
  }
}
