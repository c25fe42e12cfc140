import Exact
public import FoundationEssentials
import GRDB
public import Portfolio

extension SQLiteLedger {
  /// Makes one transfer of a withdrawal and a deposit.
  ///
  /// What left and did not arrive is sold for nothing, the fees of both too, unless a fee of as much
  /// was recorded when the withdrawal was; what remains of the withdrawal is what arrived. A fee
  /// that the withdrawal has in its own coin grows by it, because a transfer has one. Where one of
  /// them is half of a transfer whose other half an answer made, the other takes its place.
  ///
  /// - Parameter counted: A fee of a transfer as it counts.
  /// - Returns: Coins that did not arrive, with the fees.
  /// - Throws: ``LedgerStoreError/notATransfer`` for moves that cannot be one, `PortfolioError`
  ///   where the ledger lacks the coins that did not arrive.
  @discardableResult
  public func pair(
    _ withdrawal: UUID, _ deposit: UUID, expecting expected: [Expectation] = [],
    label: String = "pair", counted: (Transaction) -> Transaction = { $0 }, clock: () -> Date
  ) throws -> Decimal {
    let lost: Decimal? = try write(existing) { ledger in
      try ledger.require(expected)
      let (out, into) = (try ledger.existingMove(withdrawal), try ledger.existingMove(deposit))
      let made = try [
        ledger.madeHalf(of: out.move, like: into.move),
        ledger.madeHalf(of: into.move, like: out.move),
      ].compactMap(\.self)
      guard out.move.mayArrive(as: into.move), !out.move.isOfOnePlace(with: into.move),
        [out, into].count(where: { $0.move.transfer != nil }) == made.count, made.count < 2
      else { throw LedgerStoreError.notATransfer }
      var (left, arrived) = (out.move, into.move)
      (left.transfer, arrived.transfer) = (into.move.id, out.move.id)
      left.amount = -arrived.amount
      let now = clock()
      var losses = try ledger.losses(&left, &arrived, missing: out.move, into.move)
      let lost = losses.reduce(Quantity.zero) { $0 + Quantity($1.amount) }.decimal
      let fee = try ledger.rows(linkedTo: left.id).first {
        $0.transaction.isTransferFee && $0.transaction.coinId == left.coinId
      }
      var grown: [RowChange] = []
      if let fee, lost > 0 {
        var more = fee.transaction
        more.amount = (Quantity(more.amount) + Quantity(lost)).decimal
        grown = [.transaction(fee, to: try counted(more).storable(now: now))]
        losses = []
      }
      try ledger.change(label: label, now: now) { write in
        try write.replace(
          made.map { .move($0, to: nil) } + [
            .move(out, to: left),
            .move(into, to: arrived),
          ] + grown)
        for loss in losses { try write.add(try counted(loss).storable(now: now)) }
      }
      return lost
    }
    guard let lost else { throw LedgerStoreError.missing(path) }
    return lost
  }
}

extension LedgerRows {
  /// The move of that id.
  ///
  /// - Throws: ``LedgerStoreError/moveNotFound(_:)``.
  func existingMove(_ id: UUID) throws -> MoveRow {
    guard let row = try move(id) else { throw LedgerStoreError.moveNotFound(id) }
    return row
  }

  /// The other half of a transfer, where an answer made it in the place of another move: nothing
  /// else tells of it.
  fileprivate func madeHalf(of move: Move, like other: Move) throws -> MoveRow? {
    guard let id = move.transfer, let half = try self.move(id), half.move.reference == nil,
      half.move.account.lowercased() == other.account.lowercased(), half.move.id != other.id,
      (half.move.amount < 0) == (other.amount < 0)
    else { return nil }
    return half
  }

  /// What a transfer lost: the fees of both halves, which are taken out of them, and what did not
  /// arrive, unless that is a fee which the ledger has.
  fileprivate func losses(
    _ left: inout Move, _ arrived: inout Move, missing sent: Move, _ got: Move
  ) throws -> [Transaction] {
    let missing = (-(Quantity(sent.amount) + Quantity(got.amount))).decimal
    var losses = [left.takeFee()].compactMap(\.self)
    if missing > 0, try !hasFee(missing, of: sent) {
      losses.append(left.loss(of: missing, reference: nil))
    }
    // The first is one event with the withdrawal, as the fee of a transfer that was typed.
    if !losses.isEmpty { losses[0].link = left.id }
    return losses + [arrived.takeFee()].compactMap(\.self)
  }

  private func hasFee(_ amount: Decimal, of move: Move) throws -> Bool {
    if move.fee == amount { return true }
    guard let reference = move.reference else { return false }
    var isThere = false
    try forEach(
      "WHERE referenceSource = ? AND referenceId = ?", [reference.source, "\(reference.id):fee"]
    ) { row in
      let fee = row.transaction
      isThere =
        fee.isTransferFee && fee.coinId == move.coinId
        && fee.amount == amount
    }
    return isThere
  }
}
