import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Rows that write both sides of a trade.
extension MappedRow {
  /// What such a row says.
  func twoSides(_ start: TradeFacts) throws(RefusalReason) -> [RowMeaning] {
    var facts = start
    facts.received = try quantity(.received, .receivedCoin)
    facts.spent = try quantity(.spent, .spentCoin)
    let named = try kind(ofSides: facts)
    try addPrices(&facts, of: named?.0)
    facts.fees = try feesOfSides([facts.spent, facts.received].compactMap { $0 })
    if let (kind, word) = named {
      try checkSides(of: facts, kind, word)
      // Whatever the file calls it, one thing given for another is a trade.
      if let received = facts.received, let spent = facts.spent, received.asset != spent.asset,
        kind.isMove
      {
        return try facts.meanings(.trade, word: word)
      }
      // What was given away may be in the column for what was received, and its worth in the other.
      if kind == .payment || kind == .fee, facts.spent?.asset.isFiat ?? true,
        facts.received?.asset.isFiat == false
      {
        (facts.spent, facts.received) = (facts.received, facts.spent)
      }
      return try facts.meanings(kind, word: word)
    }
    if facts.received != nil, facts.spent != nil {
      return try facts.meanings(.trade, word: "trade")
    }
    return try facts.meanings(facts.received == nil ? .withdrawal : .deposit, word: "move")
  }

  /// What a row is called, by its word or the label of what only came or went.
  private func kind(ofSides facts: TradeFacts) throws(RefusalReason) -> (RowKind, String)? {
    let isOut = facts.received == nil
    if map.has(.side) {
      let (kind, word) = try kind()
      return facts.received != nil && facts.spent != nil
        ? (kind, word) : try labeled(kind, word, isOut: isOut)
    }
    guard facts.received == nil || facts.spent == nil, map.has(.label) else { return nil }
    return try labeled(isOut ? .withdrawal : .deposit, "move", isOut: isOut)
  }

  /// Refuses a purchase that brought money, and a sale that cost some.
  private func checkSides(
    of facts: TradeFacts, _ kind: RowKind, _ word: String
  ) throws(RefusalReason) {
    guard let received = facts.received?.asset, let spent = facts.spent?.asset,
      received.isFiat != spent.isFiat, kind == (received.isFiat ? .buy : .sell)
    else { return }
    throw .againstSides(word, received: received.name, spent: spent.name)
  }

  /// Adds what the prices of the coins say: what was paid or received where the row has no other
  /// side, else what the coins were worth.
  private func addPrices(_ facts: inout TradeFacts, of kind: RowKind?) throws(RefusalReason) {
    switch (facts.received, facts.spent) {
    case (let received?, let spent?):
      // If a side is money, that amount is what the coins were worth.
      guard !received.asset.isFiat, !spent.asset.isFiat, facts.dollars == nil else { return }
      for (side, price) in [(spent, ColumnMap.Field.spentPrice), (received, .receivedPrice)] {
        guard let worth = try worth(of: side, by: price) else { continue }
        return facts.worth(worth.amount, worth.asset)
      }
    case (let side?, nil), (nil, let side?):
      guard let kind, !kind.isMove, !side.asset.isFiat else { return }
      let isIn = facts.received != nil
      var own = try worth(of: side, by: isIn ? .receivedPrice : .spentPrice)
      if own == nil { own = try worth(ofAlone: side) }
      guard let worth = own else { return }
      if isIn, kind == .buy {
        facts.spent = worth
      } else if !isIn, kind == .sell {
        facts.received = worth
      } else if facts.dollars == nil {
        facts.worth(worth.amount, worth.asset)
      }
    case (nil, nil): return
    }
  }

  /// What one side was worth by the price of its coin.
  private func worth(
    of side: AssetAmount, by price: ColumnMap.Field
  ) throws(RefusalReason) -> AssetAmount? {
    let money = asset(.currency)
    guard let each = try number(price, unit: money), each != 0 else { return nil }
    guard let money else { throw .missingCell(name(.currency)) }
    let worth = try exactProduct(side.amount, abs(each), column: name(price))
    return AssetAmount(amount: worth, asset: money)
  }

  /// What the only side of a row was worth by its total or its price.
  private func worth(ofAlone side: AssetAmount) throws(RefusalReason) -> AssetAmount? {
    let money = asset(.currency)
    guard let worth = try worth(of: side.amount, money ?? .dollar), worth != 0 else { return nil }
    guard let money else { throw .missingCell(name(.currency)) }
    return AssetAmount(amount: abs(worth), asset: money)
  }

  private func quantity(
    _ amount: ColumnMap.Field, _ coin: ColumnMap.Field
  ) throws(RefusalReason) -> AssetAmount? {
    guard let asset = asset(coin), let number = try number(amount, unit: asset), number != 0 else {
      return nil
    }
    return AssetAmount(amount: abs(number), asset: asset)
  }
}
