import FoundationEssentials
import Portfolio

/// Finds new transactions that look like others from another source: the same coin, side and
/// amount within an hour.
///
/// Nothing is left out for it: two trades may well be alike. The user is shown them, because an
/// exchange's file and a tracker's often tell of the same trades.
func lookalikes(of additions: [Transaction], in existing: [Transaction]) -> [Lookalike] {
  let sources = Set((additions + existing).map { $0.reference?.source })
  guard sources.count > 1 else { return [] }
  var seen: [LookalikeShape: [Transaction]] = Dictionary(
    grouping: existing, by: LookalikeShape.init)
  var found: [Lookalike] = []
  for addition in additions {
    let shape = LookalikeShape(addition)
    let other = seen[shape]?.first { other in
      other.reference?.source != addition.reference?.source
        && abs(other.date.timeIntervalSince(addition.date)) <= 3600
    }
    if let other { found.append(Lookalike(addition: addition, other: other)) }
    seen[shape, default: []].append(addition)
  }
  return found
}

/// What makes two transactions look alike.
struct LookalikeShape: Hashable {
  let coinId: String
  let type: TransactionType
  let amount: Decimal

  init(_ transaction: Transaction) {
    coinId = transaction.coinId
    type = transaction.type
    amount = transaction.amount
  }
}
