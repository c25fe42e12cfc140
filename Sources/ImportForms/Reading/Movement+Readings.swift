import FoundationEssentials
import ImportText
import Portfolio

extension Leg {
  func leftOut(_ reason: LeftOutReason) -> RowResult {
    .leftOut(LeftOutRow(source: record.source, reason: reason))
  }

  /// What the exchange kept.
  var fees: [AssetAmount] {
    (fee == 0 ? [] : [AssetAmount(amount: fee, asset: asset)]) + (otherFee.map { [$0] } ?? [])
  }

  /// The facts of this row without any other: coins received, or given.
  var facts: TradeFacts {
    var facts = TradeFacts(source: record.source, date: date)
    facts.addSide(change, asset)
    facts.fees = fees
    facts.dollars = dollars
    if let native { facts.worth(native.amount, native.asset) }
    facts.words = words
    facts.reference = reference
    facts.account = account
    facts.notes = notes
    facts.hash = hash
    facts.balances = balance.map { [AssetAmount(amount: $0, asset: asset)] } ?? []
    facts.isAside = isAside
    return facts
  }

  /// A sale or purchase whose other side other rows share, so that its own worth counts.
  var alone: RowResult {
    guard !asset.isFiat else {
      return .leftOut(LeftOutRow(source: record.source, reason: .fiatOnly(asset.name)))
    }
    guard change != 0 else { return leftOut(.notCarriedOut("0 \(asset.name)")) }
    var facts = facts
    facts.category = .trade
    return .trade(facts)
  }

  /// Coins that somebody took back, who gave nothing for them.
  var taken: RowResult {
    guard !asset.isFiat else { return leftOut(.fiatOnly(asset.name)) }
    var facts = facts
    facts.category = .payment
    return .trade(facts)
  }

  var reportedElsewhere: RowResult {
    let name = asset.name
    return .leftOut(
      LeftOutRow(
        source: record.source,
        reason: asset.isFiat
          ? .fiatOnly(name) : .otherKind("trade that is in the other coin's file")))
  }

  /// A fee whose trade is not in the file.
  var feeAlone: RowResult {
    guard !asset.isFiat else {
      return .leftOut(LeftOutRow(source: record.source, reason: .fiatOnly(asset.name)))
    }
    var facts = facts
    facts.fees = []
    facts.spent = AssetAmount(amount: fee, asset: asset)
    facts.category = .fee
    return .trade(facts)
  }

  func reward(kind: String) -> RowResult {
    guard change > 0 else {
      return .leftOut(LeftOutRow(source: record.source, reason: .otherKind(kind)))
    }
    var facts = TradeFacts(source: record.source, date: date)
    facts.received = AssetAmount(amount: change, asset: asset)
    facts.fees = fees
    facts.category = .reward
    facts.dollars = dollars
    facts.words = ImportText.words("reward: \(kind)", words)
    facts.reference = reference
    facts.account = account
    facts.notes = notes
    facts.balances = balance.map { [AssetAmount(amount: $0, asset: asset)] } ?? []
    facts.isAside = isAside
    return .trade(facts)
  }

  var move: RowResult {
    guard !asset.isMoneyAlone else {
      return .leftOut(LeftOutRow(source: record.source, reason: .fiatOnly(asset.name)))
    }
    return .move(
      MoveFacts(
        source: record.source, date: date, quantity: AssetAmount(amount: change, asset: asset),
        fee: fee, account: account, hash: hash, reference: reference, balance: balance,
        isAside: isAside, isReturned: isReturned))
  }
}

extension [Leg] {
  /// Deposits or withdrawals of one id, a withdrawal of the moment at which it was pending, if a row
  /// says when that was: it may be booked after the coins have arrived.
  var sent: [RowResult] {
    map { leg in
      let other = first {
        $0.isPending != leg.isPending && $0.asset == leg.asset
          && $0.change == leg.change
      }
      guard !leg.isPending else {
        return leg.leftOut(
          other.map { .announced(line: $0.record.row.line) } ?? .notCarriedOut("pending"))
      }
      var leg = leg
      if let pending = other, leg.change < 0 {
        leg.date = Swift.min(leg.date, pending.date)
      }
      return leg.move
    }
  }
}

extension [Leg] {
  /// Transfers of one coin with a product: what comes back was brought there before, and only what
  /// is more is a deposit.
  var beyondBrought: [RowResult] {
    var brought: Decimal = 0
    var results = [RowResult?](repeating: nil, count: count)
    for index in indices.sorted(by: { (self[$0].date, $0) < (self[$1].date, $1) }) {
      let row = self[index]
      brought -= row.change
      guard brought < 0 else {
        results[index] = row.leftOut(.transfer)
        continue
      }
      var deposit = row
      deposit.change = -brought
      // The balance is the one after the whole row.
      if deposit.change != row.change { deposit.balance = nil }
      results[index] = deposit.move
      brought = 0
    }
    return results.compactMap(\.self)
  }
}
