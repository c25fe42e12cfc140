import Exact

/// The rows, with the fees of withdrawals that have their own rows included in the withdrawals, as
/// other reports state them.
///
/// Withdrawals and fees of one coin, instant and file are joined in the order of their lines if
/// there are as many of both.
func joiningFeesOfWithdrawals(_ rows: [Movement]) -> [Movement] {
  let fees = rows.filter { $0.role == .cost && $0.lone == .withdrawal }
  guard !fees.isEmpty else { return rows }
  let withdrawals = Dictionary(
    grouping: rows.lazy.filter { $0.role == .withdrawal && $0.fee == nil }, by: CoinInstant.init)
  var joined: Set<ObjectIdentifier> = []
  for (key, fees) in Dictionary(grouping: fees, by: CoinInstant.init) {
    guard let sent = withdrawals[key], sent.count == fees.count else { continue }
    for (withdrawal, fee) in zip(sent.sorted(by: isEarlierLine), fees.sorted(by: isEarlierLine)) {
      withdrawal.amount.value = withdrawal.amount.value + fee.amount.value
      withdrawal.merge(fee: fee)
      joined.insert(ObjectIdentifier(fee))
    }
  }
  return rows.filter { !joined.contains(ObjectIdentifier($0)) }
}

private func isEarlierLine(_ left: Movement, _ right: Movement) -> Bool { left.line < right.line }

/// A coin at an instant of a file.
private struct CoinInstant: Hashable {
  let file: Int
  let instant: Int64
  let asset: String

  init(_ row: Movement) {
    (file, instant, asset) = (row.origin.file, row.instant.at, row.amount.asset)
  }
}
