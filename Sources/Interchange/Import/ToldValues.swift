import Exact
import FoundationEssentials
import Portfolio

extension ImportPlanner {
  /// Decides what rows were worth that two exports tell.
  ///
  /// Of two files of one import the better evidence counts, whichever stands first; the preview says
  /// where the two differ.
  ///
  /// - Parameter lines: Those of the last file that are left out.
  mutating func settleValues(ofLines lines: [Int: String], rows firstRow: Int) {
    let told = rows[firstRow...].filter { lines[$0.source.line] != nil && !$0.isLoss }
    guard !told.isEmpty else { return }
    let places = Dictionary(grouping: rows[..<firstRow].indices) {
      LookalikeShape(rows[$0].transaction)
    }
    for row in told {
      let shape = LookalikeShape(row.transaction)
      if let place = places[shape]?.first(where: { rows[$0].transaction.isNear(row.transaction) }) {
        let other = rows[place]
        noteValues(of: row, besides: other.transaction)
        guard row.transaction.evidence < other.transaction.evidence else { continue }
        rows[place] = PlannedRow(
          source: other.source, transaction: other.transaction.valued(as: row.transaction),
          isLoss: other.isLoss)
      }
    }
  }

  /// Says where a row that is left out was worth something else than what is kept of it.
  private mutating func noteValues(of row: PlannedRow, besides other: Transaction) {
    let (own, kept) = (row.transaction.total, other.total)
    guard own.isFinite, kept.isFinite, kept > 0, abs(own - kept) * 100 > kept else { return }
    let place = notices.firstIndex { if case .valuesDiffer = $0 { true } else { false } }
    guard let place,
      case .valuesDiffer(let source, let coin, let one, let two, let rows) = notices[place]
    else {
      let coinId = row.transaction.coinId
      return notices.insert(
        .valuesDiffer(source: row.source, coinId: coinId, own, kept, rows: 1), at: 0)
    }
    notices[place] = .valuesDiffer(source: source, coinId: coin, one, two, rows: rows + 1)
  }
}

extension Transaction {
  /// Whether another export would have the same at this instant.
  fileprivate func isNear(_ other: Transaction) -> Bool {
    account?.lowercased() == other.account?.lowercased()
      && abs(date.timeIntervalSince(other.date)) <= 2
  }

  /// How far the dollars are from being stated: less is better.
  fileprivate var evidence: Int {
    switch valuation?.kind {
    case .stated: 0
    case .file: 1
    case .rate: 2
    case .stablecoin: 3
    case .dailyPrice, nil: 4
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
