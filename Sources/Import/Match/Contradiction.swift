import Exact

/// Whether two movements of one scope cannot be the same, apart from ids and time.
///
/// - Parameters:
///   - isSameForm: Whether both are rows of one form, which then print the same balance.
///   - isProved: Whether an equal id proves them the same, so that one of two fees is wrong.
func contradicts(
  _ left: Movement, _ right: Movement, isSameForm: Bool, isProved: Bool = false
) -> Bool {
  guard left.role == right.role, left.amount.value.isNegative == right.amount.value.isNegative,
    left.amount.agrees(with: right.amount)
      || isProved && (left.isWithoutFee(of: right) || right.isWithoutFee(of: left))
  else { return true }
  if let mine = left.pair, let theirs = right.pair, mine != theirs { return true }
  let isOtherCurrency =
    left.currencyVaries && right.currencyVaries && left.counter?.asset != right.counter?.asset
  let isMoney = left.isPaidInCurrency && right.isPaidInCurrency
  func agree(_ mine: Amount, _ theirs: Amount) -> Bool {
    isMoney && mine.asset == left.counter?.asset
      ? mine.agreesAsMoney(with: theirs) : mine.agrees(with: theirs)
  }
  if let mine = left.counter, let theirs = right.counter, !isOtherCurrency, !agree(mine, theirs),
    !left.paysLike(right), !right.paysLike(left)
  {
    return true
  }
  let areFeesTold = !isProved && !isOtherCurrency && !left.isFeeEstimated && !right.isFeeEstimated
  if areFeesTold, let mine = left.fee, let theirs = right.fee, !agree(mine, theirs) {
    return true
  }
  guard isSameForm, let mine = left.balance, let theirs = right.balance else { return false }
  let slack = max(left.amount.tolerance, right.amount.tolerance)
  return (mine - theirs).magnitude > slack + slack
}

/// Whether the ids of two movements differ in a space that both have.
func idsContradict(_ left: Movement, _ right: Movement) -> Bool {
  guard !left.ids.isEmpty, !right.ids.isEmpty else { return false }
  return left.ids.contains { id in
    guard let other = right.id(in: id.space) else { return false }
    return other != id.value
  }
}

/// The ids that prove two movements the same if both have them and their amounts agree.
func provingIDs(of movement: Movement) -> [RowID] {
  movement.ids.filter { $0.space.kind == .trade || $0.space.kind == .hash || $0.space.kind == .row }
}

extension Movement {
  /// Whether the amount is that of another report of a withdrawal without the fee that only that
  /// one states.
  fileprivate func isWithoutFee(of other: Movement) -> Bool {
    guard role == .withdrawal, fee == nil, let theirs = other.fee,
      theirs.asset == other.amount.asset
    else { return false }
    var sent = other.amount
    sent.value = sent.value + theirs.value
    return amount.agrees(with: sent)
  }

  /// Whether the payment is that of another report after the fee that only that one states.
  fileprivate func paysLike(_ other: Movement) -> Bool {
    guard paymentIncludesFee, let counter, var theirs = other.counter, let fee = other.fee,
      fee.asset == theirs.asset
    else { return false }
    theirs.value = theirs.value - fee.value
    theirs.tolerance = max(theirs.tolerance, fee.tolerance)
    return counter.agreesAsMoney(with: theirs)
  }

  /// Adds the evidence of another report of the same event, and details that this one lacks.
  ///
  /// Digits and clock are those of the finer report.
  ///
  /// - Parameter isLedger: Whether the other report is a ledger, whose fees are separate legs.
  func absorb(_ other: Movement, isLedger: Bool) {
    attach(other)
    for id in other.ids where self.id(in: id.space) == nil { ids.append(id) }
    ids.sort { $0.space < $1.space }
    if pair == nil { pair = other.pair }
    if isLedger { replaceEstimatedFee(by: [other]) }
    if isWithoutFee(of: other) { amount = other.amount }
    if other.amount.tolerance < amount.tolerance { amount = other.amount }
    absorbMoney(of: other, isLedger: isLedger)
    if other.instant.width < instant.width, instant.distance(to: other.instant) == 0 {
      instant = other.instant
    }
  }

  /// Adds the fee and the counter of another report, if it states them in the same currency.
  private func absorbMoney(of other: Movement, isLedger: Bool) {
    if let mine = counter, let theirs = other.counter, mine.asset != theirs.asset { return }
    if let finer = other.fee {
      let isMoney = isPaidInCurrency && finer.asset == counter?.asset
      let isFiner = fee.map { finer.isFiner(than: $0, isMoney: isMoney) && !isLedger } ?? true
      let isBetter = isFeeEstimated && !other.isFeeEstimated
      if isFiner || isBetter { (fee, isFeeEstimated) = (finer, other.isFeeEstimated) }
    }
    guard let finer = other.counter else { return }
    if paymentIncludesFee, !other.paymentIncludesFee {
      (counter, paymentIncludesFee) = (finer, false)
    } else if paymentIncludesFee || !other.paymentIncludesFee,
      counter.map({ finer.isFiner(than: $0, isMoney: isPaidInCurrency) }) ?? true
    {
      counter = finer
    }
  }

  /// Replaces an estimated fee by the fees of a ledger, which may have none.
  func replaceEstimatedFee(by rows: [Movement]) {
    guard isFeeEstimated, !rows.contains(where: \.isFeeEstimated) else { return }
    let fees = rows.flatMap { [$0.fee].compactMap(\.self) + $0.otherFees }
    (fee, otherFees, isFeeEstimated) = (fees.first, Array(fees.dropFirst()), false)
  }

  /// Adds the evidence of one leg of the event.
  func absorb(leg: Movement) {
    attach(leg)
    if fee == nil { fee = leg.fee }
    if leg.amount.asset == amount.asset {
      if leg.amount.tolerance < amount.tolerance { amount = leg.amount }
    } else if let mine = counter, leg.amount.tolerance < mine.tolerance,
      leg.amount.agrees(with: mine)
    {
      counter = leg.amount
    }
    if leg.instant.width < instant.width, instant.distance(to: leg.instant) == 0 {
      instant = leg.instant
    }
  }
}
