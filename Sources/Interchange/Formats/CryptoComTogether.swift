import Exact
import FoundationEssentials
import Portfolio

/// Rows of the Crypto.com app that only its other rows explain.
final class CryptoComTogether {
  private var swaps: [(word: String, facts: TradeFacts)] = []
  private var invested: [MoveFacts] = []

  /// Keeps a row until the end of the file.
  ///
  /// - Returns: Whether the row is one of those.
  func keeps(_ reading: Reading, of record: CSVRecord) -> Bool {
    let word = record["transaction kind"]
    switch reading {
    case .trade(let facts)
    where Self.swaps.contains { word.hasPrefix($0) }:
      swaps.append((word, facts))
    case .move(let facts) where word.hasPrefix("invest_"): invested.append(facts)
    default: return false
    }
    return true
  }

  func finish(_ hand: (Reading) -> Void) {
    finishSwaps(hand)
    finishInvestments(hand)
    swaps = []
    invested = []
  }
}

// MARK: - The swap of MCO for CRO

extension CryptoComTogether {
  private static let overall = "dynamic_coin_swap_"
  private static let swaps = [overall, "lockup_swap_", "crypto_wallet_swap_"]
  private static let rebate = "lockup_swap_rebate"

  /// The swap of August 2020 is written as a whole and once more as the stake's part and the
  /// wallet's, whose sum it is.
  private func finishSwaps(_ hand: (Reading) -> Void) {
    let instants = Dictionary(grouping: swaps.filter { $0.word != Self.rebate }, by: \.facts.date)
    for (_, rows) in instants.sorted(by: { $0.key < $1.key }) {
      let whole = rows.filter { $0.word.hasPrefix(Self.overall) }.map(\.facts)
      let parts = rows.filter { !$0.word.hasPrefix(Self.overall) }.map(\.facts)
      whole.forEach { hand(.trade($0)) }
      let isSum = !whole.isEmpty && isNearly(changes(of: whole), changes(of: parts))
      for part in parts {
        guard isSum else {
          hand(.trade(part))
          continue
        }
        let reason = LeftOutReason.partOfTrade(line: whole[0].source.line)
        hand(.leftOut(LeftOutRow(source: part.source, reason: reason)))
      }
    }
    finishRebates(hand)
  }

  /// The stake that the swap brought is given free under the name of a rebate; what is not that is
  /// a reward.
  private func finishRebates(_ hand: (Reading) -> Void) {
    let stakes = swaps.filter { $0.word == "lockup_swap_credited" }.map(\.facts.received)
    for (_, facts) in swaps.filter({ $0.word == Self.rebate }) {
      if stakes.contains(facts.received) {
        hand(.leftOut(LeftOutRow(source: facts.source, reason: .transfer)))
      } else {
        hand(.trade(facts))
      }
    }
  }

  /// Whether two changes are equal but for the digits that a spreadsheet cuts off.
  private func isNearly(_ one: [Asset: ExactDecimal], _ other: [Asset: ExactDecimal]) -> Bool {
    one.count == other.count
      && one.allSatisfy { asset, sum in
        guard let otherSum = other[asset] else { return false }
        return (sum - otherSum).magnitude * 100_000 <= sum.magnitude
      }
  }

  /// What some rows changed in all, by coin.
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

extension CryptoComTogether {
  /// Coins brought to the app's investments and back; no row says what they gained or lost there.
  ///
  /// What comes back beyond all that was brought is a deposit, which waits to be answered. What has
  /// not come back may be invested still or lost: it stays, and the last row says so.
  private func finishInvestments(_ hand: (Reading) -> Void) {
    let coins = Dictionary(grouping: invested, by: \.quantity.asset)
    for (asset, moves) in coins.sorted(by: { $0.key.name < $1.key.name }) {
      // Of one instant what was brought stands before what came back.
      let moves = moves.sorted { ($0.date, $0.quantity.amount) < ($1.date, $1.quantity.amount) }
      var held: Decimal = 0
      for (index, move) in moves.enumerated() {
        do throws(RefusalReason) {
          held = try exactSum(held, -move.quantity.amount, column: "amount")
        } catch {
          hand(.refused(RefusedRow(source: move.source, reason: error)))
          continue
        }
        if held < 0 {
          var gain = move
          gain.quantity.amount = -held
          held = 0
          hand(.move(gain))
        } else {
          let isLast = index == moves.count - 1
          let reason = isLast && held > 0 ? LeftOutReason.notBack(held, asset.name) : .transfer
          hand(.leftOut(LeftOutRow(source: move.source, reason: reason)))
        }
      }
    }
  }
}
