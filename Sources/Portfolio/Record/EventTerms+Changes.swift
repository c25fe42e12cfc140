import Exact
public import FoundationEssentials

extension EventTerms {
  /// What is said of one row of an event, as terms of the event.
  ///
  /// - Parameters:
  ///   - row: The row that was named.
  ///   - rows: All rows of the event.
  /// - Throws: `isFee` for a row that is the fee of another, and what is wrong with a price.
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
    if let price {
      // A price is of the coins of that row; both sides share the total.
      guard price > 0 else { throw .notPositive("Price") }
      (said.price, said.total) = (nil, try paid(for: amount ?? row.amountBeforeFee))
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
    // Money that stays through a change of kind is said, because an edit may not keep it.
    if said.kind != nil { (said.price, said.total) = (price, total) }
    (said.currency, said.rate) = (changed(\.currency), changed(\.rate))
    (said.other, said.date, said.label) = (changed(\.other), changed(\.date), changed(\.label))
    (said.acquired, said.toAccount) = (changed(\.acquired), changed(\.toAccount))
    (said.worth, said.hasNoGain) = (changed(\.worth), changed(\.hasNoGain))
    if old.hasMoney, !hasMoney { said.removed.insert(.money) }
    if old.label != nil, label == nil { said.removed.insert(.label) }
    if old.acquired != nil, acquired == nil { said.removed.insert(.acquired) }
    if (account ?? "") != (old.account ?? "") { said.account = account }
    if (notes ?? "") != (old.notes ?? "") { said.notes = notes }
    if (lots ?? []) != (old.lots ?? []) { said.lots = lots ?? [] }
    if fee?.amount != old.fee?.amount || fee?.currency != old.fee?.currency {
      said.fee = fee ?? TransactionFee(amount: 0)
    }
    return said
  }

  /// Whether a price or a total is stated.
  public var hasMoney: Bool { price != nil || total != nil }
}

extension EventTerms {
  /// Reads the terms of recorded moves.
  ///
  /// - Parameter event: A move, or both halves of a transfer with the half that left first, and the
  ///   sale of its fee.
  public init(of event: RecordedEvent) {
    guard let main = event.moves.first else { return }
    (kind, coinId, amount) = (main.kind, main.coinId, main.amount.magnitude)
    (date, account, notes) = (main.date, main.account, main.notes)
    toAccount = event.moves.dropFirst().first?.account
    fee = event.transactions.first.map {
      TransactionFee(amount: $0.amount, currency: $0.coinId)
    }
  }

  /// The moves of an event with other terms, as they would be had they been recorded so; what a
  /// file said of a half and was not said now stays with it.
  ///
  /// - Parameters:
  ///   - event: As in ``init(of:)``, the sale of the fee as it counts.
  ///   - move: The half that was named: an account is of that one.
  ///   - evidence: What rates and prices are known.
  /// - Throws: ``EventError``; nothing is changed then.
  public func applied(
    to event: RecordedEvent, naming move: UUID, _ evidence: Evidence
  ) throws(EventError) -> RecordedEvent {
    guard let main = event.moves.first else { return event }
    var said = self
    if main.id != move { (said.account, said.toAccount) = (nil, account) }
    let old = EventTerms(of: event)
    if let kind, let from = old.kind, kind != from { throw .cannotBecome(kind, from: from) }
    var ids = RecordedEvent.IDs(main: main.id)
    if let other = event.moves.dropFirst().first { ids.other = other.id }
    if let sale = event.transactions.first { ids.fee = sale.id }
    var made = try old.merging(said).record(evidence, ids: ids)
    for index in made.moves.indices {
      guard let before = event.moves.first(where: { $0.id == made.moves[index].id }) else {
        continue
      }
      (made.moves[index].hash, made.moves[index].reference) = (before.hash, before.reference)
      if said.date == nil { made.moves[index].date = before.date }
      if said.notes == nil { made.moves[index].notes = before.notes }
      if said.fee == nil { made.moves[index].fee = before.fee }
    }
    for (index, sale) in made.transactions.enumerated() {
      guard let before = event.transactions.first(where: { $0.id == sale.id }) else { continue }
      made.transactions[index].reference = before.reference
      if sale.coinId == before.coinId {
        said.count(&made.transactions[index], like: before, evidence)
      }
    }
    return made
  }
}

extension RecordedEvent {
  /// Sets moves as a file has them, and the fee of their transfer as follows from them.
  ///
  /// Each half keeps its own date, notes, hash and fee: a file has a row for each.
  ///
  /// - Parameters:
  ///   - written: One half or both, by their ids.
  ///   - evidence: What rates and prices are known.
  /// - Throws: ``EventError``; nothing is changed then.
  public mutating func set(
    _ written: [Move], _ evidence: Evidence
  ) throws(EventError) {
    let new = moves.map { move in written.first { $0.id == move.id } ?? move }
    guard let main = moves.first, let first = new.first else { return }
    for (old, new) in zip(moves, new) where (old.amount < 0) != (new.amount < 0) {
      throw .cannotBecome(new.amount < 0 ? .withdrawal : .deposit, from: old.kind)
    }
    if let other = new.dropFirst().first {
      guard other.coinId == first.coinId, other.amount == -first.amount else {
        throw .halvesDiffer
      }
    }
    var terms = [EventTerms(), EventTerms()]
    for (place, event) in [moves, new].enumerated() {
      terms[place] = EventTerms(of: RecordedEvent(moves: event))
    }
    var said = terms[1].changes(from: terms[0])
    if main.fee == 0, first.fee > 0 {
      said.fee = TransactionFee(amount: first.fee, currency: first.coinId)
    }
    var made = try said.applied(to: self, naming: main.id, evidence)
    for (place, half) in new.enumerated() where made.moves.indices.contains(place) {
      (made.moves[place].date, made.moves[place].notes) = (half.date, half.notes)
      made.moves[place].hash = half.hash
      if said.fee == nil { made.moves[place].fee = half.fee }
    }
    self = made
  }

  /// Sets the sale of a transfer's fee as a file has it: its day and its account are the
  /// withdrawal's.
  ///
  /// - Throws: ``EventError``; nothing is changed then.
  public mutating func setFee(
    _ said: EventTerms, of sale: Transaction, _ evidence: Evidence
  ) throws(EventError) {
    guard let main = moves.first else { return }
    guard said.kind == nil, said.coinId == nil else { throw .isFee(of: main.id) }
    if let amount = said.amount {
      var terms = EventTerms()
      terms.fee = TransactionFee(amount: amount, currency: sale.coinId)
      self = try terms.applied(to: self, naming: main.id, evidence)
    }
    var worth = said
    (worth.amount, worth.date, worth.account) = (nil, nil, nil)
    guard !worth.isEmpty, let place = transactions.firstIndex(where: { $0.id == sale.id }) else {
      return
    }
    transactions[place] = try worth.applied(to: [transactions[place]], evidence)[0]
  }
}
