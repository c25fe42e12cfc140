import FoundationEssentials

extension EventTerms {
  /// What is said of one row of an event, as terms of the event.
  ///
  /// - Parameters:
  ///   - row: The row that was named.
  ///   - rows: All rows of the event.
  /// - Throws: `isFee` for a row that is the fee of another.
  public func directed(
    at row: Transaction, of rows: [Transaction]
  ) throws(EventError) -> EventTerms {
    let sides = rows.filter { $0.kind != .fee }
    if row.kind == .fee, let main = sides.first { throw .isFee(of: main.id) }
    guard sides.count == 2, row.type != .sell else { return self }
    var said = self
    said.coinId = nil
    if amount != nil || coinId != nil {
      said.other = OtherSide(coinId: coinId ?? row.coinId, amount: amount ?? row.amountBeforeFee)
      said.amount = nil
    }
    return said
  }

  /// What these terms say that others do not; a fee that is gone is one of nothing.
  public func changes(from old: EventTerms) -> EventTerms {
    func changed<Value: Equatable>(_ field: KeyPath<EventTerms, Value?>) -> Value? {
      self[keyPath: field] == old[keyPath: field] ? nil : self[keyPath: field]
    }
    var said = EventTerms()
    (said.kind, said.coinId, said.amount) = (changed(\.kind), changed(\.coinId), changed(\.amount))
    (said.price, said.total) = (changed(\.price), changed(\.total))
    (said.currency, said.rate) = (changed(\.currency), changed(\.rate))
    (said.other, said.date, said.label) = (changed(\.other), changed(\.date), changed(\.label))
    said.acquired = changed(\.acquired)
    if old.hasMoney, !hasMoney { said.removed.insert(.money) }
    if old.label != nil, label == nil { said.removed.insert(.label) }
    if old.acquired != nil, acquired == nil { said.removed.insert(.acquired) }
    if (account ?? "") != (old.account ?? "") { said.account = account }
    if (notes ?? "") != (old.notes ?? "") { said.notes = notes }
    if fee?.amount != old.fee?.amount || fee?.currency != old.fee?.currency {
      said.fee = fee ?? TransactionFee(amount: 0)
    }
    return said
  }

  /// Whether a price or a total is stated.
  public var hasMoney: Bool { price != nil || total != nil }
}
