import FoundationEssentials
import Portfolio

/// Rows that write both sides of a trade.
extension MappedRow {
  /// What such a row says.
  func twoSides(_ start: TradeFacts) throws(RefusalReason) -> RowMeaning {
    var facts = start
    facts.received = try quantity(.received, .receivedCoin)
    facts.spent = try quantity(.spent, .spentCoin)
    facts.fees = try feesOfSides([facts.spent, facts.received].compactMap { $0 })
    if map.has(.side) {
      let (kind, word) = try kind()
      // Whatever the file calls it, one thing given for another is a trade.
      if let received = facts.received, let spent = facts.spent, received.asset != spent.asset,
        kind.isMove
      {
        return try facts.meaning(.trade, word: word)
      }
      // What was given away may stand where the others have what they received, its worth beside
      // it.
      if kind == .payment || kind == .fee, facts.spent?.asset.isFiat ?? true,
        facts.received?.asset.isFiat == false
      {
        (facts.spent, facts.received) = (facts.received, facts.spent)
      }
      return try facts.meaning(kind, word: word)
    }
    if facts.received != nil, facts.spent != nil { return try facts.meaning(.trade, word: "trade") }
    return try facts.meaning(facts.received == nil ? .withdrawal : .deposit, word: "move")
  }

  private func quantity(
    _ amount: ColumnMap.Field, _ coin: ColumnMap.Field
  ) throws(RefusalReason) -> Quantity? {
    guard let asset = asset(coin), let number = try number(amount, unit: asset), number != 0 else {
      return nil
    }
    return Quantity(amount: abs(number), asset: asset)
  }
}
