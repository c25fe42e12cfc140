import Portfolio

/// By which of its rows a trade is known that stands on several, each with an id of its own.
extension [Movement] {
  /// The row of the smallest id, so that the order of the file makes no difference; the first where
  /// all have one id, or none has any.
  var naming: Movement? {
    var named = first
    for row in dropFirst() where row.reference != named?.reference {
      guard let other = named, !row.reference.isEmpty else { continue }
      if other.reference.isEmpty || row.reference.isNumbered(before: other.reference) {
        named = row
      }
    }
    return named
  }
}

extension String {
  /// Whether an id comes before another, `9` before `10`.
  fileprivate func isNumbered(before other: String) -> Bool {
    let (count, others) = (utf8.count, other.utf8.count)
    return count == others ? self < other : count < others
  }
}

extension ImportPlanner {
  /// A reading with the id by which the ledger knows its trade: earlier versions called a trade by
  /// the row that stood first, whose id need not be the smallest.
  func underKnownName(_ reading: Reading) -> Reading {
    guard case .trade(let facts) = reading else { return reading }
    let named = underKnownName(facts)
    return named.reference == facts.reference ? reading : .trade(named)
  }

  /// As for a reading.
  func underKnownName(_ facts: TradeFacts) -> TradeFacts {
    guard let rows = facts.group?.rows, rows.count > 1, rows[0].together == nil,
      facts.received != nil, facts.spent != nil,
      rows.contains(where: { $0.reference != facts.reference }),
      !isThere(facts.reference)
    else { return facts }
    let other = rows.first { row in
      row.reference != facts.reference && isThere(row.reference) && isWholeTrade(row)
    }
    guard let other else { return facts }
    var facts = facts
    facts.reference = other.reference
    return facts
  }

  /// Whether the ledger has, or had, what an id stands for.
  private func isThere(_ stated: String) -> Bool {
    guard let reference = RowReferences.split(stated) else { return false }
    return known.ledgerHas(reference) || ledger.overview.deleted.contains(reference)
  }

  /// Whether what the ledger has under the id of a row is more than that row says alone.
  private func isWholeTrade(_ row: Movement) -> Bool {
    guard row.mayStandAlone, let reference = RowReferences.split(row.reference) else { return true }
    return known.ledgerHas(reference.part("sale"))
      || known.transaction(of: reference)?.payment != nil
  }
}
