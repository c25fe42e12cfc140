import FoundationEssentials
import Portfolio

/// Swaps that a row of either coin tells whole, each under an id of its own, and sales that an
/// order tells and the exchange that carried it out.
///
/// An export of the one coin has the one row, an export of the other coin the other, and so have
/// the two pieces of a report that ends between them.
struct SwapsOfBothCoins {
  private struct Kind: Hashable {
    let account: String?
    let date: Date
    let coins: String
  }

  /// Those of files before, and of the file, that no row of another file has told yet.
  private var before: [Kind: [[Transaction]]] = [:]
  private var ofFile: [Kind: [[Transaction]]] = [:]

  /// Begins the rows of another file.
  mutating func beginFile() {
    before.merge(ofFile) { $0 + $1 }
    ofFile = [:]
  }

  /// Forgets the swaps of an instant that has passed.
  mutating func forget() { (before, ofFile) = ([:], [:]) }

  /// Whether the ledger, or a file before, has a swap from the row of the other coin.
  ///
  /// - Parameters:
  ///   - rows: What the row adds.
  ///   - seconds: How far apart the two may be.
  mutating func isCounted(
    _ rows: [Transaction], within seconds: Int, _ known: inout Deduplication
  ) -> Bool {
    let rows = rows.filter { $0.category != .fee }
    guard let first = rows.first else { return false }
    let kind = Kind(account: first.account, date: first.date, coins: rows.coins)
    if let place = before[kind]?.firstIndex(where: { rows.pairs(in: $0) != nil }) {
      before[kind]?.remove(at: place)
      return true
    }
    let near = known.transactions(
      from: first.date.addingTimeInterval(-TimeInterval(seconds)),
      through: first.date.addingTimeInterval(TimeInterval(seconds)))
    let ofLedger = near.filter { row in
      row.account == first.account && row.reference?.source == first.reference?.source
        && !known.isPaired(row.id) && row.reference.map(known.ledgerHas) ?? true
    }
    if let pairs = rows.pairs(in: ofLedger) {
      pairs.forEach { known.pair($0.id) }
      return true
    }
    ofFile[kind, default: []].append(rows)
    return false
  }
}

extension [Transaction] {
  /// The coins of what a line says.
  var coins: String { Set(map(\.coinId)).sorted().joined(separator: " ") }

  /// What is the same among others; `nil` where one of them is not.
  ///
  /// The notes, which tell the other coin's amount, may lack its last digits.
  fileprivate func pairs(in others: [Transaction]) -> [Transaction]? {
    var left = others
    var pairs: [Transaction] = []
    for row in self {
      let place = left.firstIndex { other in
        other.coinId == row.coinId && other.type == row.type
          && RewrittenRows.Digits.first.agree(other.amount, row.amount)
      }
      guard let place else { return nil }
      pairs.append(left.remove(at: place))
    }
    return pairs
  }
}
