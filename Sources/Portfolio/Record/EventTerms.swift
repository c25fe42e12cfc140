public import Exact
public import FoundationEssentials

/// A user's terms for an event; missing values are taken from the day's evidence or, in an edit,
/// stay unchanged.
///
/// ``record(_:ids:)`` creates all rows from terms; an edit reads the terms of the existing rows,
/// merges the new ones, and creates the rows again (SPEC §3.11).
public struct EventTerms: Equatable, Sendable {
  /// The other coin of a swap or a migration.
  public struct OtherSide: Equatable, Sendable {
    /// CoinGecko id of the coin received.
    public var coinId: String
    /// Coins received.
    public var amount: Quantity

    /// Creates the other side.
    public init(coinId: String, amount: Quantity) {
      self.coinId = coinId
      self.amount = amount
    }
  }

  /// Something that an edit can remove.
  public enum Removal: Sendable {
    /// Price, total, currency and rate: the day's evidence is used, if any.
    case money
    /// The label of a reward.
    case label
    /// When the giver of a gift acquired it.
    case acquired
    /// The worth of the coins received.
    case worth
  }

  /// What happened.
  public var kind: TransactionKind?
  /// CoinGecko id of the coin; for a swap or a migration, of the coin given.
  public var coinId: String?
  /// Coins, before a fee in the same coin.
  public var amount: Quantity?
  /// Paid, received or worth per coin, in the payment's currency.
  public var price: ExactDecimal?
  /// Total paid, received or worth, without the fee, in the payment's currency.
  public var total: ExactDecimal?
  /// The payment's currency, an ISO 4217 code in capitals.
  public var currency: String?
  /// The worth of the coins received, in the payment's currency: for a swap, if it differs from
  /// what was given; for a gift, on its day, where ``total`` is the giver's cost.
  public var worth: ExactDecimal?
  /// The cash side of a swap, negative if paid; an amount of 0 removes it.
  public var cash: SwapCash?
  /// Whether giving coins away realizes no gain even if gifts count at market value, as for gifts
  /// to a spouse or a charity.
  public var hasNoGain: Bool?
  /// US dollars per unit of the payment's currency, overriding the day's own rate.
  public var rate: ExactDecimal?
  /// The fee on top of the payment; an amount of 0 removes it.
  public var fee: TransactionFee?
  /// The coin and amount received in a swap or a migration.
  public var other: OtherSide?
  /// When it happened.
  public var date: Date?
  /// Where it happened; an empty text removes the account.
  public var account: String?
  /// The account in which a transfer arrived.
  public var toAccount: String?
  /// The user's words; an empty text removes them.
  public var notes: String?
  /// What a reward is for.
  public var label: TransactionLabel?
  /// When the giver of a gift acquired it.
  public var acquired: Date?
  /// The purchases whose lots leave first; an empty list removes them.
  public var lots: [UUID]?
  /// What an edit removes; values left out are kept.
  public var removed: Set<Removal> = []
  /// How the dollar values of the existing rows were determined, as long as that applies.
  var evidence: RecordedEvidence?

  /// Creates empty terms.
  public init() {}

  /// Whether the terms are empty.
  public var isEmpty: Bool { self == EventTerms() }

  /// Whether the coins' worth is unknown: they count, their worth does not.
  var isOfUnknownWorth: Bool { evidence?.valuation?.kind == .unknown }

  /// Whether the terms affect more than a row's account, notes, label, acquisition date, and lots.
  var isAboutMoney: Bool {
    var rest = self
    (rest.account, rest.notes, rest.label, rest.acquired) = (nil, nil, nil, nil)
    rest.lots = nil
    rest.removed.formIntersection([.money, .worth])
    return !rest.isEmpty
  }
}

/// The evidence with which an event was recorded.
struct RecordedEvidence: Equatable, Sendable {
  /// For the payment, or for the coins without one.
  var valuation: Valuation?
  /// The coin whose price it is, for a swap.
  var valuedCoin: String?
  /// For a fee in another coin.
  var fee: Valuation?
}

extension EventTerms {
  /// Sets how the dollar value was determined: from the file's own dollars, a stablecoin that
  /// counts as dollars, or the price of the day.
  ///
  /// An edit drops evidence that no longer applies, as it does for recorded rows.
  public mutating func setValuation(_ valuation: Valuation) {
    evidence = RecordedEvidence(valuation: valuation, fee: evidence?.fee)
  }

  /// Sets the worth in US dollars of one coin of a fee in another coin.
  public mutating func setFeeValuation(_ valuation: Valuation) {
    fee?.rate = valuation.rate
    evidence = RecordedEvidence(valuation: evidence?.valuation, fee: valuation)
  }
}

extension EventTerms {
  /// The terms with new ones applied; evidence that no longer applies is dropped.
  public func merging(_ said: EventTerms) -> EventTerms {
    var merged = self
    merged.kind = said.kind ?? kind
    merged.coinId = said.coinId ?? coinId
    merged.amount = said.amount ?? amount
    merged.currency = said.currency ?? currency
    merged.other = said.other ?? other
    merged.date = said.date ?? date
    merged.account = said.account ?? account
    merged.toAccount = said.toAccount ?? toAccount
    merged.notes = said.notes ?? notes
    merged.label = said.label ?? label
    merged.acquired = said.acquired ?? acquired
    merged.worth = said.worth ?? worth
    if let cash = said.cash { merged.cash = cash.amount.isZero ? nil : cash }
    merged.hasNoGain = said.hasNoGain ?? hasNoGain
    if said.hasMoney || said.kind != nil || said.removed.contains(.money) {
      merged.hasNoGain = said.hasNoGain
    }
    merged.lots = said.lots ?? (said.coinId == nil ? lots : nil)
    merged.rate = said.rate ?? (said.currency == nil ? rate : nil)
    if said.price != nil || said.total != nil {
      (merged.price, merged.total) = (said.price, said.total)
    }
    if said.removed.contains(.money) || said.hasNoGain == true && !said.hasMoney {
      (merged.price, merged.total, merged.currency, merged.rate) = (nil, nil, nil, nil)
    }
    if !said.removed.isDisjoint(with: [.money, .worth]) { merged.worth = said.worth }
    if said.removed.contains(.label) { merged.label = nil }
    if said.removed.contains(.acquired) { merged.acquired = nil }
    if let new = said.kind, new != kind, !(new.hasMoneyOfDay && kind?.hasMoneyOfDay ?? true),
      !said.hasMoney
    {
      // A loss has no proceeds, and a giver's cost is neither a payment nor a current worth.
      (merged.price, merged.total, merged.currency, merged.rate) = (nil, nil, nil, nil)
      merged.fee = nil
    }
    if let fee = said.fee { merged.fee = fee.amount > 0 ? fee : nil }
    merged.dropEvidence(where: said)
    return merged
  }

  private mutating func dropEvidence(where said: EventTerms) {
    let isOtherDay = said.date != nil
    let isOtherCoin = said.coinId != nil || said.other != nil || said.kind != nil
    let isOtherMoney =
      said.price != nil || said.total != nil || said.currency != nil || said.rate != nil
      || said.worth != nil || said.hasNoGain != nil
      || !said.removed.isDisjoint(with: [.money, .worth])
    // Worth stated by a file is not tied to a day.
    let isOfDay = evidence?.valuation?.kind != .file && evidence?.valuation?.kind != .stablecoin
    if isOtherCoin || isOtherMoney || isOtherDay && isOfDay {
      evidence?.valuation = nil
      evidence?.valuedCoin = nil
    }
    if isOtherDay || said.fee != nil {
      evidence?.fee = nil
      fee?.rate = nil
    }
    if isOtherDay { cash?.rate = nil }
    if said.kind != nil, kind != .reward { label = nil }
    if said.kind != nil, kind != .gift {
      acquired = nil
      if kind != .swap { worth = said.worth }
    }
    if kind?.mayNameLots == false, said.lots == nil { lots = nil }
  }
}

extension EventTerms {
  /// Reads the terms of recorded rows.
  ///
  /// - Parameter rows: The transactions of one event.
  public init(of rows: [Transaction], isMoney: (String) -> Bool) {
    let main = rows.first { $0.kind != .fee } ?? rows.first
    guard let main else { return }
    let feeSale = rows.first { $0.kind == .fee && $0.id != main.id }
    let others = rows.filter { $0.id != main.id && $0.id != feeSale?.id }
    kind = main.kind
    (date, account, notes) = (main.date, main.account, main.notes)
    (label, acquired) = (main.kind == .reward ? main.label : nil, main.acquired)
    hasNoGain = main.isGivenWithoutGain ? true : nil
    lots = rows.first { !$0.lots.isEmpty }?.lots
    let going = ([main] + others).first { $0.type == .sell } ?? main
    let coming = ([main] + others).first { $0.id != going.id }
    (coinId, amount) = (going.coinId, going.amountBeforeFee)
    other = coming.map { OtherSide(coinId: $0.coinId, amount: $0.amountBeforeFee) }
    fee = coming?.fee ?? going.fee
    evidence = RecordedEvidence(valuation: going.valuation, fee: feeSale?.valuation)
    let sides = [going, coming].compactMap(\.self)
    cash = going.cash
    // With cash, the side that is not at its own price has the other side's worth in US dollars.
    let valued = sides.first { $0.paymentInOther == nil && $0.isEstimated }
    let paid = sides.first { $0.payment.map { isMoney($0.currency) } ?? false }
    if cash != nil, let valued {
      evidence?.valuation = valued.valuation
      evidence?.valuedCoin = valued.coinId
    } else if let paid, let payment = paid.payment {
      (total, currency) = (payment.amount, payment.currency)
      evidence?.valuation = paid.valuation
      if let given = coming?.payment, given.currency == currency {
        let money = cash?.amount ?? 0
        total = given.amount + money
        if total != payment.amount { worth = payment.amount - money }
      }
      if main.exactGiftWorth != nil { worth = main.giftWorthInPayment }
    } else if coming != nil {
      evidence?.valuedCoin = sides.first { $0.paymentInOther == nil }?.coinId
    } else if let payment = going.paymentInOther {
      (total, currency) = (payment.amount, payment.currency)
    } else if going.valuation?.kind != .dailyPrice, going.pricePerCoin > 0 {
      price = going.pricePerCoin.number
    }
    if evidence?.valuation?.kind == .stated {
      rate = evidence?.valuation?.rate
      evidence?.valuation = nil
    }
  }
}

extension Transaction {
  /// A gift's worth, in the currency of its giver's cost.
  ///
  /// The worth of one coin is rounded to 38 digits; fewer places restore the stated value.
  fileprivate var giftWorthInPayment: ExactDecimal? {
    let rate = payment?.currency == usDollarCode ? 1 : valuation?.rate
    return exactGiftWorth.flatMap { worth in
      rate.map { worth.quotient(by: Cost($0)).rounded(places: 24) }
    }
  }

  /// The coins before a fee in the same coin, which was withheld or left in addition.
  var amountBeforeFee: Quantity {
    guard let fee, fee.currency == coinId else { return amount }
    let coins = Quantity(fee.amount)
    return (type.isAcquisition ? amount + coins : amount - coins).withinExactDigits
  }
}

extension EventTerms {
  /// Converts terms that refer to one row of an event into terms of the event.
  ///
  /// - Parameters:
  ///   - row: The row they refer to.
  ///   - rows: All rows of the event.
  /// - Throws: `isFee` for a row that is the fee of another, or an error in the price.
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
      // A price applies to the coins of that row; both sides share the total.
      guard price > 0 else { throw .notPositive("Price") }
      (said.price, said.total) = (nil, try paid(for: amount ?? row.amountBeforeFee))
    }
    // The cost of these coins is what was given without the cash side.
    if let total = said.total, let money = cash ?? sides.first(where: { $0.type == .sell })?.cash {
      said.total = total + money.amount
    }
    return said
  }

  /// The terms that differ from others; a removed fee becomes an amount of zero.
  public func changes(from old: EventTerms) -> EventTerms {
    func changed<Value: Equatable>(_ field: KeyPath<EventTerms, Value?>) -> Value? {
      self[keyPath: field] == old[keyPath: field] ? nil : self[keyPath: field]
    }
    var said = EventTerms()
    (said.kind, said.coinId, said.amount) = (changed(\.kind), changed(\.coinId), changed(\.amount))
    (said.price, said.total) = (changed(\.price), changed(\.total))
    // A change of kind restates the money, because an edit might not keep it.
    if said.kind != nil { (said.price, said.total) = (price, total) }
    (said.currency, said.rate) = (changed(\.currency), changed(\.rate))
    (said.other, said.date, said.label) = (changed(\.other), changed(\.date), changed(\.label))
    (said.acquired, said.toAccount) = (changed(\.acquired), changed(\.toAccount))
    (said.worth, said.hasNoGain) = (changed(\.worth), changed(\.hasNoGain))
    if cash?.amount != old.cash?.amount || cash?.currency != old.cash?.currency {
      said.cash = cash ?? SwapCash(amount: 0, currency: usDollarCode)
    }
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
  /// - Parameter event: A move, or both halves of a transfer, outgoing half first, and the sale of
  ///   its fee.
  public init(of event: RecordedEvent) {
    guard let main = event.moves.first else { return }
    (kind, coinId, amount) = (main.kind, main.coinId, main.amount.magnitude)
    (date, account, notes) = (main.date, main.account, main.notes)
    toAccount = event.moves.dropFirst().first?.account
    fee = event.transactions.first.map {
      TransactionFee(amount: $0.amount.number, currency: $0.coinId)
    }
  }

  /// The moves of an event with these terms applied, as if recorded that way; what a file stated
  /// about a half stays with it unless it was changed.
  ///
  /// - Parameters:
  ///   - event: As in ``init(of:)``, with the sale of the fee as valued.
  ///   - move: The half that was named; an account applies to that one.
  ///   - evidence: The known rates and prices.
  /// - Throws: ``EventError``; nothing changes then.
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
  /// Sets moves as a file has them, and derives the fee of their transfer.
  ///
  /// Each half keeps its own date, notes, hash and fee, because a file has a row for each.
  ///
  /// - Parameters:
  ///   - written: One half or both, matched by id.
  ///   - evidence: The known rates and prices.
  /// - Throws: ``EventError``; nothing changes then.
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
    for (index, event) in [moves, new].enumerated() {
      terms[index] = EventTerms(of: RecordedEvent(moves: event))
    }
    var said = terms[1].changes(from: terms[0])
    if main.fee == 0, first.fee > 0 {
      said.fee = TransactionFee(amount: first.fee.number, currency: first.coinId)
    }
    var made = try said.applied(to: self, naming: main.id, evidence)
    for (index, half) in new.enumerated() where made.moves.indices.contains(index) {
      (made.moves[index].date, made.moves[index].notes) = (half.date, half.notes)
      made.moves[index].hash = half.hash
      if said.fee == nil { made.moves[index].fee = half.fee }
    }
    self = made
  }

  /// Sets the sale of a transfer's fee as a file has it, with the day and the account of the
  /// withdrawal.
  ///
  /// - Throws: ``EventError``; nothing changes then.
  public mutating func setFee(
    _ said: EventTerms, of sale: Transaction, _ evidence: Evidence
  ) throws(EventError) {
    guard let main = moves.first else { return }
    guard said.kind == nil, said.coinId == nil else { throw .isFee(of: main.id) }
    if let amount = said.amount {
      var terms = EventTerms()
      terms.fee = TransactionFee(amount: amount.number, currency: sale.coinId)
      self = try terms.applied(to: self, naming: main.id, evidence)
    }
    var worth = said
    (worth.amount, worth.date, worth.account) = (nil, nil, nil)
    guard !worth.isEmpty, let index = transactions.firstIndex(where: { $0.id == sale.id }) else {
      return
    }
    transactions[index] = try worth.applied(to: [transactions[index]], evidence)[0]
  }
}
