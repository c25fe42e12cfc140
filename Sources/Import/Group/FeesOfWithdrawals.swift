import Exact

/// The rows, with the fees of withdrawals that have their own rows included in the withdrawals, as
/// other reports state them.
///
/// Withdrawals and fees of one coin, instant and file are joined in the order of their lines if
/// there are as many of both.
func joiningFeesOfWithdrawals(_ rows: [Movement]) -> [Movement] {
  let fees = rows.filter { $0.role == .cost && $0.lone == .withdrawal }
  guard !fees.isEmpty else { return rows }
  func key(_ row: Movement) -> String {
    "\(row.origin.file) \(row.instant.at) \(row.amount.asset)"
  }
  var withdrawals: [String: [Movement]] = [:]
  for row in rows where row.role == .withdrawal && row.fee == nil {
    withdrawals[key(row), default: []].append(row)
  }
  var joined: Set<ObjectIdentifier> = []
  for (key, fees) in grouped(fees, by: key) {
    guard let sent = withdrawals[key], sent.count == fees.count else { continue }
    func byLine(_ left: Movement, _ right: Movement) -> Bool { left.line < right.line }
    for (withdrawal, fee) in zip(sent.sorted(by: byLine), fees.sorted(by: byLine)) {
      withdrawal.amount.value = withdrawal.amount.value + fee.amount.value
      withdrawal.merge(fee: fee)
      joined.insert(ObjectIdentifier(fee))
    }
  }
  return rows.filter { !joined.contains(ObjectIdentifier($0)) }
}
