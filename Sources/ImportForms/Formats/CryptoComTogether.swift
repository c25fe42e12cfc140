import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Rows of the Crypto.com app that only its other rows explain.
final class CryptoComSwaps {
  private var swaps: [(word: String, facts: TradeFacts)] = []
  private var invested: [MoveFacts] = []

  func reader(_ rows: RecordReader) -> RecordReader {
    RecordReader(
      read: { record, emit in
        rows.read(record) { if !self.keeps($0, of: record) { emit($0) } }
      }, finish: finish)
  }

  /// Keeps a row until the end of the rows.
  ///
  /// - Returns: Whether the row is one of those.
  private func keeps(_ result: RowResult, of record: CSVRecord) -> Bool {
    let word = record["transaction kind"]
    switch result {
    case .trade(let facts) where Self.isSwap(word): swaps.append((word, facts))
    case .move(let facts) where word.hasPrefix("invest_"): invested.append(facts)
    default: return false
    }
    return true
  }

  /// A row that only others explain, by what it says itself: those of the swap of MCO, or the
  /// investments of one coin.
  static func part(_ result: RowResult, of record: CSVRecord) -> Leg? {
    let word = record["transaction kind"]
    switch result {
    case .trade where isSwap(word):
      let leg = Leg(result, of: record, key: swapOfMCO)
      return leg.flatMap { ["MCO", "CRO"].contains($0.asset.name) ? $0 : nil }
    case .move(let facts) where word.hasPrefix("invest_"):
      return Leg(result, of: record, key: "invested \(facts.quantity.asset.name)")
    default: return nil
    }
  }

  func finish(_ emit: (RowResult) -> Void) {
    finishSwaps(emit)
    finishInvestments(emit)
    swaps = []
    invested = []
  }
}

// MARK: - The swap of MCO for CRO

extension CryptoComSwaps {
  private static let swapOfMCO = "swap of MCO"
  private static let overall = "dynamic_coin_swap_"
  private static let swaps = [overall, "lockup_swap_", "crypto_wallet_swap_"]
  private static let rebate = "lockup_swap_rebate"

  private static func isSwap(_ word: String) -> Bool { swaps.contains { word.hasPrefix($0) } }

  /// The places of rows of a swap that a file has in part only, and of rebates that may be the
  /// stake of one.
  static func unsure(_ rows: [Leg], isAtEdge: (Leg) -> Bool) -> Set<Int> {
    guard rows.first?.key == swapOfMCO else { return [] }
    func word(_ position: Int) -> String { rows[position].record["transaction kind"] }
    let rebates = rows.indices.filter { word($0) == rebate }
    let swaps = rows.indices.filter { word($0) != rebate }
    let cut = Dictionary(grouping: swaps) { rows[$0].date }.values.filter { positions in
      let whole = positions.filter { word($0).hasPrefix(overall) }.map { rows[$0] }
      let parts = positions.filter { !word($0).hasPrefix(overall) }.map { rows[$0] }
      let isWhole = whole.contains { $0.change < 0 } && whole.contains { $0.change > 0 }
      return positions.contains { isAtEdge(rows[$0]) }
        && !(isWhole && (parts.isEmpty || isNearly(changes(of: whole), changes(of: parts))))
    }
    let hasStakes = cut.isEmpty && swaps.contains { word($0) == "lockup_swap_credited" }
    return Set(cut.flatMap(\.self) + (hasStakes ? [] : rebates))
  }

  /// The swap of August 2020 is written as a whole and once more as the stake's part and the
  /// wallet's, whose sum it is.
  private func finishSwaps(_ emit: (RowResult) -> Void) {
    let instants = Dictionary(grouping: swaps.filter { $0.word != Self.rebate }, by: \.facts.date)
    for (_, rows) in instants.sorted(by: { $0.key < $1.key }) {
      let whole = rows.filter { $0.word.hasPrefix(Self.overall) }.map(\.facts)
      let parts = rows.filter { !$0.word.hasPrefix(Self.overall) }.map(\.facts)
      whole.forEach { emit(.trade($0)) }
      let isSum = !whole.isEmpty && Self.isNearly(changes(of: whole), changes(of: parts))
      for part in parts {
        guard isSum else {
          emit(.trade(part))
          continue
        }
        let reason = LeftOutReason.partOfTrade(line: whole[0].source.line)
        emit(.leftOut(LeftOutRow(source: part.source, reason: reason)))
      }
    }
    finishRebates(emit)
  }

  /// The stake that the swap brought is given free under the name of a rebate; what is not that is
  /// a reward.
  private func finishRebates(_ emit: (RowResult) -> Void) {
    let stakes = swaps.filter { $0.word == "lockup_swap_credited" }.map(\.facts.received)
    for (_, facts) in swaps.filter({ $0.word == Self.rebate }) {
      if stakes.contains(facts.received) {
        emit(.leftOut(LeftOutRow(source: facts.source, reason: .transfer)))
      } else {
        emit(.trade(facts))
      }
    }
  }

  /// Whether two changes are equal but for the digits that a spreadsheet cuts off.
  private static func isNearly(
    _ one: [Asset: ExactDecimal], _ other: [Asset: ExactDecimal]
  ) -> Bool {
    one.count == other.count
      && one.allSatisfy { asset, sum in
        guard let otherSum = other[asset] else { return false }
        return (sum - otherSum).magnitude * 100_000 <= sum.magnitude
      }
  }

  /// What some rows changed in all, by coin.
  private static func changes(of rows: [Leg]) -> [Asset: ExactDecimal] {
    rows.reduce(into: [:]) { changes, row in
      changes[row.asset, default: 0] = changes[row.asset, default: 0] + ExactDecimal(row.change)
    }
  }

  private func changes(of rows: [TradeFacts]) -> [Asset: ExactDecimal] {
    var changes: [Asset: ExactDecimal] = [:]
    for facts in rows {
      if let received = facts.received {
        changes[received.asset, default: 0] =
          changes[received.asset, default: 0] + ExactDecimal(received.amount)
      }
      if let spent = facts.spent {
        changes[spent.asset, default: 0] =
          changes[spent.asset, default: 0] - ExactDecimal(spent.amount)
      }
    }
    return changes
  }
}

// MARK: - Investments

extension CryptoComSwaps {
  /// Coins brought to the app's investments and back; no row says what they gained or lost there.
  ///
  /// What comes back beyond all that was brought is a deposit, which waits to be answered; what
  /// comes back before anything was brought, a file before has the other rows of. What has not come
  /// back may be invested still or lost: it stays, and the last row says so.
  private func finishInvestments(_ emit: (RowResult) -> Void) {
    let coins = Dictionary(grouping: invested, by: \.quantity.asset)
    for (asset, moves) in coins.sorted(by: { $0.key.name < $1.key.name }) {
      // Of one instant what was brought stands before what came back.
      let moves = moves.sorted { ($0.date, $0.quantity.amount) < ($1.date, $1.quantity.amount) }
      var held: Decimal = 0
      var isBrought = false
      for (index, move) in moves.enumerated() {
        if move.quantity.amount < 0 { isBrought = true }
        guard isBrought else {
          emit(.refused(RefusedRow(source: move.source, reason: .halfATrade(asset.name))))
          continue
        }
        do throws(RefusalReason) {
          held = try exactSum(held, -move.quantity.amount, column: "amount")
        } catch {
          emit(.refused(RefusedRow(source: move.source, reason: error)))
          continue
        }
        if held < 0 {
          var gain = move
          gain.quantity.amount = -held
          held = 0
          emit(.move(gain))
        } else {
          let isLast = index == moves.count - 1
          let reason = isLast && held > 0 ? LeftOutReason.notBack(held, asset.name) : .transfer
          emit(.leftOut(LeftOutRow(source: move.source, reason: reason)))
        }
      }
    }
  }
}
