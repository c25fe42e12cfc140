import Exact
public import FoundationEssentials
import Portfolio

extension ImportPlanner {
  /// Decides what rows that two exports have were worth.
  ///
  /// Of two files of one import the better evidence counts, whichever stands first; what the ledger
  /// has stays. The preview says where the two differ.
  ///
  /// - Parameter lines: Those of the last file that are left out.
  mutating func settleValues(ofLines lines: Set<Int>, rows firstRow: Int) {
    let repeated = rows[firstRow...].filter { lines.contains($0.source.line) && !$0.isLoss }
    guard !repeated.isEmpty else { return }
    let places = Dictionary(grouping: rows[..<firstRow].indices) {
      LookalikeShape(rows[$0].transaction)
    }
    let shapes = Set(repeated.lazy.map { LookalikeShape($0.transaction) })
    let ofLedger = Dictionary(
      grouping: (nearRows ?? ledger.transactions).lazy.filter {
        shapes.contains(LookalikeShape($0))
      }, by: LookalikeShape.init)
    for row in repeated {
      let shape = LookalikeShape(row.transaction)
      if let place = places[shape]?.first(where: { rows[$0].transaction.isNear(row.transaction) }) {
        let other = rows[place]
        noteValues(of: row, besides: other.transaction)
        guard row.transaction.evidence < other.transaction.evidence else { continue }
        rows[place] = PlannedRow(
          source: other.source, transaction: other.transaction.valued(as: row.transaction),
          isLoss: other.isLoss, amounts: other.amounts)
      } else if let other = ofLedger[shape]?.first(where: { $0.isNear(row.transaction) }) {
        noteValues(of: row, besides: other, isOfLedger: true)
      }
    }
  }

  /// Says where a row that is left out was worth something else than what is kept of it.
  private mutating func noteValues(
    of row: PlannedRow, besides other: Transaction, isOfLedger: Bool = false
  ) {
    let (own, kept) = (row.transaction.total, other.total)
    guard own.isFinite, kept.isFinite, kept > 0, abs(own - kept) * 100 > kept else { return }
    var difference = ValueDifference(
      source: row.source, coinId: row.transaction.coinId, own: own, kept: kept,
      isOfLedger: isOfLedger)
    for (place, notice) in notices.enumerated() {
      guard case .valuesDiffer(let known) = notice, known.isOfLedger == isOfLedger else { continue }
      difference = known
      difference.rows += 1
      notices.remove(at: place)
      break
    }
    notices.insert(.valuesDiffer(difference), at: 0)
  }
}

/// Seconds between the same in two exports, at most.
let secondsBetweenExports = 2.0

/// Rows that two exports value differently, and the first of them.
public struct ValueDifference: Equatable, Sendable {
  /// The first row.
  public let source: RowSource
  /// Its coin.
  public let coinId: String
  /// Dollars by the row, which is left out, and by what is kept.
  public let own, kept: Decimal
  /// Whether the ledger has what is kept, and not another file of the import.
  public let isOfLedger: Bool
  /// How many rows there are.
  public internal(set) var rows = 1
}

extension Transaction {
  /// Whether another export would have the same at this instant.
  fileprivate func isNear(_ other: Transaction) -> Bool {
    account?.lowercased() == other.account?.lowercased()
      && abs(date.timeIntervalSince(other.date)) <= secondsBetweenExports
  }

  /// How far the dollars are from being stated: less is better.
  fileprivate var evidence: Int {
    switch valuation?.kind {
    case .stated: 0
    case .file: 1
    case .rate: 2
    case .stablecoin: 3
    case .dailyPrice, .unknown, nil: 4
    }
  }

  /// The same at what another says that it was worth.
  fileprivate func valued(as other: Transaction) -> Transaction {
    var valued = self
    valued.pricePerCoin = other.pricePerCoin
    valued.payment = other.payment
    valued.fee = other.fee
    valued.valuation = other.valuation
    return valued
  }
}
