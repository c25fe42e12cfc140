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
      return try facts.meaning(kind, word: word)
    }
    if facts.received != nil, facts.spent != nil { return try facts.meaning(.trade, word: "trade") }
    return try facts.meaning(facts.received == nil ? .withdrawal : .deposit, word: "move")
  }

  /// The fee of a row that writes both sides: where nothing names its unit, it is in the money on
  /// one of them, never in the coins traded.
  private func feesOfSides(_ sides: [Quantity]) throws(RefusalReason) -> [Quantity] {
    guard asset(.feeCurrency) == nil else { return try fees(nil) }
    let money = sides.first(where: \.asset.isFiat).map { [$0] } ?? sides.filter(\.asset.isMoney)
    let side = money.count == 1 ? money[0] : sides.count == 1 ? sides[0] : nil
    guard let side else {
      if let fee = try number(.fee), fee != 0 { throw .feeWithoutUnit(fee) }
      return []
    }
    let charged = try fees(side.asset)
    // Coins that only went out or came in pay no fee larger than themselves.
    if let fee = charged.first, sides.count == 1, money.isEmpty, fee.amount > side.amount {
      throw .feeWithoutUnit(fee.amount)
    }
    return charged
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
