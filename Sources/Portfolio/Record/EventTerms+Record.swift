import Exact
import FoundationEssentials

extension EventTerms {
  /// Creates the rows that the terms describe.
  ///
  /// - Parameters:
  ///   - evidence: The known rates and prices.
  ///   - ids: The ids of the rows.
  /// - Throws: ``EventError`` for terms that are contradictory or incomplete.
  public func record(
    _ evidence: Evidence, ids: RecordedEvent.IDs = .init()
  ) throws(EventError) -> RecordedEvent {
    guard let kind, let coinId, let date else { throw .missing("a coin and a date", kind ?? .buy) }
    for (value, name) in [
      (amount?.number, "Amount"), (price, "Price"), (total, "Total"), (worth, "Worth"),
    ] {
      if let value, value <= 0 { throw .notPositive(name) }
    }
    if worth != nil {
      guard kind == .swap || kind == .gift else { throw .hasNo("worth", kind) }
      guard hasMoney else { throw .missing("--total with --worth", kind) }
    }
    if hasNoGain != nil, kind != .give { throw .hasNo("--no-gain", kind) }
    if cash != nil, kind != .swap { throw .hasNo("cash", kind) }
    guard let amount else { throw .missing("an amount", kind) }
    guard (lots ?? []).isEmpty || kind.mayNameLots else { throw .hasNo("lots", kind) }
    let maker = EventMaker(
      terms: self, kind: kind, coinId: coinId, amount: amount, date: date, evidence: evidence,
      ids: ids)
    switch kind {
    case .buy: return try maker.trade(.buy)
    case .sell, .spend: return try maker.trade(.sell)
    case .reward: return try maker.trade(.buy)
    case .gift: return try maker.gift()
    case .give, .lost, .fee: return try maker.departure()
    case .swap: return try maker.swap()
    case .migrate: return try maker.migration()
    case .transfer, .deposit, .withdrawal: return try maker.moves()
    }
  }

  /// The rows of an event with these terms applied, as if recorded that way.
  ///
  /// - Parameters:
  ///   - rows: The existing rows, in insertion order.
  ///   - evidence: The known rates and prices.
  /// - Throws: ``EventError``; nothing changes then.
  public func applied(
    to rows: [Transaction], _ evidence: Evidence
  ) throws(EventError) -> [Transaction] {
    guard isAboutMoney else {
      if let lots, !lots.isEmpty, let row = rows.first, !rows.contains(where: \.mayNameLots) {
        throw .hasNo("lots", row.kind)
      }
      var same: [Transaction] = []
      for row in rows { same.append(try withWords(row)) }
      return same
    }
    let old = EventTerms(of: rows, isMoney: evidence.isMoney)
    if let kind, let from = old.kind, kind != from, kind.hasTwoSides || from.hasTwoSides {
      throw .cannotBecome(kind, from: from)
    }
    let ids = RecordedEvent.IDs(of: rows)
    var made = try old.merging(self).record(evidence, ids: ids).transactions
    for index in made.indices {
      guard let before = rows.first(where: { $0.id == made[index].id }) else { continue }
      made[index].reference = before.reference
      // The fee of a transfer keeps its link to the moves.
      if made.count == 1, made[index].kind == .fee, before.kind == .fee {
        (made[index].link, made[index].label) = (before.link, before.label)
        if before.label == .transfer { count(&made[index], like: before, evidence) }
      }
    }
    return made
  }

  /// Values the fee of a transfer: as before on the same day, unless a worth is stated.
  func count(_ fee: inout Transaction, like before: Transaction, _ evidence: Evidence) {
    guard price == nil, total == nil else { return }
    if date == nil, coinId == nil {
      (fee.valuation, fee.pricePerCoin) = (before.valuation, before.pricePerCoin)
    } else {
      fee = evidence.transferFees.counted(fee, evidence)
    }
  }

  /// The row with its account, notes, label, lots, and acquisition date changed.
  ///
  /// - Throws: ``EventError`` for fields that a row of its kind does not have.
  private func withWords(_ row: Transaction) throws(EventError) -> Transaction {
    if label != nil, row.kind != .reward, row.kind != .fee { throw .hasNo("label", row.kind) }
    if acquired != nil, row.kind != .gift, row.kind != .fee {
      throw .hasNo("date of the giver", row.kind)
    }
    var row = row
    if let lots, row.mayNameLots { row.lots = lots }
    if let account { row.account = account.isEmpty ? nil : account }
    if row.kind != .fee || row.link == nil {
      if let notes { row.notes = notes.isEmpty ? nil : notes }
      if let acquired, row.kind == .gift {
        guard acquired <= row.date else { throw .acquiredLater }
        row.acquired = acquired
      }
      if removed.contains(.acquired) { row.acquired = nil }
    }
    if let label, row.kind == .reward { row.label = label }
    if removed.contains(.label), row.kind == .reward { row.label = nil }
    return row
  }
}

extension Transaction {
  /// Whether it takes coins out of lots that can be named.
  fileprivate var mayNameLots: Bool { type == .sell && kind.mayNameLots }
}

extension TransactionKind {
  /// Whether coins of such an event leave lots that can be named.
  var mayNameLots: Bool { [.sell, .spend, .swap, .give, .lost].contains(self) }

  /// Whether such an event has two coins, or consists of moves.
  fileprivate var hasTwoSides: Bool { self == .swap || self == .migrate || isMove }
}

/// Creates the rows of one event.
struct EventMaker {
  let terms: EventTerms
  let kind: TransactionKind
  let coinId: String
  let amount: Quantity
  let date: Date
  let evidence: Evidence
  let ids: RecordedEvent.IDs

  private var day: UTCDay { UTCDay(date) }
  private var account: String? { terms.account.flatMap { $0.isEmpty ? nil : $0 } }
  private var notes: String? { terms.notes.flatMap { $0.isEmpty ? nil : $0 } }

  private func row(_ type: TransactionType, _ coinId: String, _ amount: Quantity) -> Transaction {
    Transaction(
      id: ids.main, coinId: coinId, type: type, amount: amount, pricePerCoin: 0, date: date,
      notes: notes, account: account, kind: kind, label: kind == .reward ? terms.label : nil,
      lots: type == .sell ? terms.lots ?? [] : [])
  }

  // MARK: - One coin against money

  func trade(_ type: TransactionType) throws(EventError) -> RecordedEvent {
    try refuse(other: true)
    var row = row(type, coinId, amount)
    if terms.price == nil, terms.total == nil {
      guard kind == .reward || kind == .spend || terms.isOfUnknownWorth else {
        throw .missing("--price or --total", kind)
      }
      try value(&row)
    } else {
      try pay(&row, amount: amount)
    }
    return try withFee(row)
  }

  func gift() throws(EventError) -> RecordedEvent {
    try refuse(other: true)
    guard terms.fee == nil else { throw .hasNo("fee", kind) }
    guard terms.acquired.map({ $0 <= date }) ?? true else { throw .acquiredLater }
    var row = row(.gift, coinId, amount)
    row.acquired = terms.acquired
    guard terms.price != nil || terms.total != nil else {
      guard terms.currency == nil, terms.rate == nil else { throw .hasNo("currency", kind) }
      return RecordedEvent(transactions: [row])
    }
    try pay(&row, amount: amount)
    if row.payment == nil {
      row.payment = MoneyAmount(
        amount: try amount.times(row.pricePerCoin), currency: usDollarCode)
    }
    row.pricePerCoin = row.derivedPricePerCoin
    if let worth = terms.worth {
      var onReceipt = row
      onReceipt.payment?.amount = worth
      row.pricePerCoin = onReceipt.derivedPricePerCoin
    }
    return RecordedEvent(transactions: [row])
  }

  /// Creates the row of coins that leave without proceeds.
  func departure() throws(EventError) -> RecordedEvent {
    try refuse(other: true)
    guard terms.fee == nil else { throw .hasNo("fee", kind) }
    var row = row(.sell, coinId, amount)
    let isStated = terms.price != nil || terms.total != nil
    if terms.hasNoGain == true {
      guard !isStated else { throw .hasNo("price with --no-gain", kind) }
      row.valuation = Valuation(kind: .stated)
    } else if kind == .lost {
      guard !isStated else { throw .hasNo("price", kind) }
    } else if isStated {
      try pay(&row, amount: amount)
    } else if let found = terms.evidence?.valuation ?? evidence.price(of: coinId, on: day) {
      row.valuation = found
      row.pricePerCoin = Price(found.rate ?? 0)
    } else if kind == .fee {
      row.valuation = Valuation(kind: .unknown)
    }
    return RecordedEvent(transactions: [row])
  }

  // MARK: - Two coins

  func swap() throws(EventError) -> RecordedEvent {
    guard let other = terms.other else { throw .missing("a second coin and its amount", kind) }
    guard other.coinId != coinId else { throw .sameCoin(coinId, kind) }
    guard other.amount > 0 else { throw .notPositive("Amount") }
    var sale = row(.sell, coinId, amount)
    var purchase = row(.buy, other.coinId, other.amount)
    (sale, purchase) = (sale.with(link: ids.main), purchase.with(id: ids.other, link: ids.main))
    if terms.price != nil || terms.total != nil {
      try pay(&sale, amount: amount, asPayment: true)
      try weigh(&sale, &purchase)
    } else {
      try valueSides(&sale, &purchase)
    }
    sale.cash = cash(of: sale)
    sale.pricePerCoin = sale.derivedPricePerCoin
    purchase.pricePerCoin = purchase.derivedPricePerCoin
    guard let fee = terms.fee else { return RecordedEvent(transactions: [sale, purchase]) }
    if fee.currency == coinId {
      try addFee(fee, to: &sale)
      sale.pricePerCoin = sale.derivedPricePerCoin
      return RecordedEvent(transactions: [sale, purchase])
    }
    let bought = try withFee(purchase)
    return RecordedEvent(transactions: [sale] + bought.transactions)
  }

  /// Applies the stated values to both sides: what was received, including the cash, is the
  /// proceeds, and what was given for the coins received is their cost.
  private func weigh(
    _ sale: inout Transaction, _ purchase: inout Transaction
  ) throws(EventError) {
    (purchase.payment, purchase.valuation) = (sale.payment, sale.valuation)
    guard let given = sale.payment else { return }
    let cash = terms.cash?.amount ?? 0
    guard terms.cash.map({ $0.currency == given.currency }) ?? true else {
      throw .cashInOtherMoney(total: given.currency)
    }
    let cost = try given.amount.exactly(minus: cash)
    let received = terms.worth ?? cost
    let proceeds = try received.exactly(minus: -cash)
    guard min(received, cost, proceeds) > 0 else { throw .cashIsAll }
    purchase.payment?.amount = received
    try checkWorth(sale, purchase)
    sale.payment?.amount = proceeds
    purchase.payment?.amount = cost
  }

  /// The cash with its exchange rate.
  private func cash(of sale: Transaction) -> SwapCash? {
    terms.cash.map { cash in
      let isOwn = cash.currency == usDollarCode || cash.currency == sale.payment?.currency
      let rate = cash.rate ?? evidence.rate(of: cash.currency, on: day)?.rate
      return SwapCash(amount: cash.amount, currency: cash.currency, rate: isOwn ? nil : rate)
    }
  }

  /// Values both sides at the day's price of the better-ranked coin (SPEC §3.13).
  private func valueSides(
    _ sale: inout Transaction, _ purchase: inout Transaction
  ) throws(EventError) {
    guard !terms.isOfUnknownWorth else {
      (sale.valuation, purchase.valuation) = (terms.evidence?.valuation, terms.evidence?.valuation)
      return
    }
    let ranked = [sale, purchase].sorted {
      (evidence.rank($0.coinId) ?? .max) < (evidence.rank($1.coinId) ?? .max)
    }
    var found: (coinId: String, valuation: Valuation)?
    if let kept = terms.evidence?.valuation, let coin = terms.evidence?.valuedCoin {
      found = (coin, kept)
    } else {
      for row in ranked where found == nil {
        found = evidence.price(of: row.coinId, on: day).map { (row.coinId, $0) }
      }
    }
    guard let found else { throw .noPrice(ranked[0].coinId, day, kind) }
    func value(_ row: inout Transaction, by valued: Transaction) {
      row.valuation = found.valuation
      if row.coinId == found.coinId {
        row.pricePerCoin = Price(found.valuation.rate ?? 0)
      } else {
        row.payment = MoneyAmount(amount: valued.amount.number, currency: valued.coinId)
        row.pricePerCoin = row.derivedPricePerCoin
      }
    }
    let (going, coming) = (sale, purchase)
    value(&sale, by: coming)
    value(&purchase, by: going)
    guard terms.cash != nil else { return }
    // The other side is worth the same, adjusted by the cash.
    sale.cash = cash(of: sale)
    let cash = sale.exactCash
    let isGiven = found.coinId == sale.coinId
    let worth = isGiven ? sale.exactTotal - cash : purchase.exactTotal + cash
    guard sale.cash.map({ $0.currency == usDollarCode || $0.rate != nil }) ?? true else {
      throw .noRate(sale.cash?.currency ?? "", day)
    }
    guard worth > .zero else { throw .cashIsAll }
    let dated = Valuation(
      kind: .dailyPrice, source: found.valuation.source, day: found.valuation.day)
    let payment = MoneyAmount(amount: worth.figure, currency: usDollarCode)
    if isGiven {
      (purchase.payment, purchase.valuation) = (payment, dated)
    } else {
      (sale.payment, sale.valuation) = (payment, dated)
    }
  }

  /// Rejects a stated worth of less than half, or more than twice, what a side was worth that day
  /// as a likely typo.
  private func checkWorth(_ sides: Transaction...) throws(EventError) {
    for side in sides {
      guard let price = evidence.price(of: side.coinId, on: day)?.rate else { continue }
      let known = side.amount * Price(price)
      let stated = side.exactTotal
      guard stated * 2 < known || stated > known * 2 else { continue }
      throw .worthContradicts(
        side.coinId, stated: stated.figure, known: known.figure, day)
    }
  }

  func migration() throws(EventError) -> RecordedEvent {
    guard let other = terms.other else { throw .missing("a second coin and its amount", kind) }
    guard other.coinId != coinId else { throw .sameCoin(coinId, kind) }
    guard terms.price == nil, terms.total == nil, terms.currency == nil, terms.rate == nil else {
      throw .hasNo("price", kind)
    }
    guard terms.fee == nil else { throw .hasNo("fee", kind) }
    return RecordedEvent(transactions: [
      row(.sell, coinId, amount).with(link: ids.main),
      row(.buy, other.coinId, other.amount).with(id: ids.other, link: ids.main),
    ])
  }

  // MARK: - Accounts

  func moves() throws(EventError) -> RecordedEvent {
    try refuse(other: true)
    guard terms.price == nil, terms.total == nil, terms.currency == nil, terms.rate == nil else {
      throw .hasNo("price", kind)
    }
    guard let account else { throw .missing("an account", kind) }
    func move(_ id: UUID, _ account: String, _ amount: Quantity) -> Move {
      Move(id: id, account: account, coinId: coinId, amount: amount, date: date, notes: notes)
    }
    var event = RecordedEvent()
    if kind == .deposit {
      event.moves = [move(ids.main, account, amount)]
    } else {
      event.moves = [move(ids.main, account, -amount)]
    }
    if kind == .transfer {
      guard let to = terms.toAccount, !to.isEmpty else { throw .missing("two accounts", kind) }
      guard to.lowercased() != account.lowercased() else { throw .sameAccount(account) }
      event.moves[0].transfer = ids.other
      event.moves.append(move(ids.other, to, amount))
      event.moves[1].transfer = ids.main
    }
    guard let fee = terms.fee, fee.amount > 0 else { return event }
    let coin = fee.currency ?? coinId
    guard !evidence.isMoney(coin) else { throw .hasNo("fee in money", kind) }
    event.transactions = [transferFee(Quantity(fee.amount), of: coin, from: account)]
    return event
  }

  private func transferFee(
    _ amount: Quantity, of coinId: String, from account: String
  ) -> Transaction {
    let fee = Transaction(
      id: ids.fee, coinId: coinId, type: .sell, amount: amount, pricePerCoin: 0, date: date,
      account: account, kind: .fee, label: .transfer, link: ids.main)
    return evidence.transferFees.counted(fee, evidence)
  }

  private func refuse(other: Bool) throws(EventError) {
    if other, terms.other != nil { throw .hasNo("second coin", kind) }
    guard terms.toAccount == nil || kind == .transfer else { throw .hasNo("second account", kind) }
    guard terms.label == nil || kind == .reward else { throw .hasNo("label", kind) }
    guard terms.acquired == nil || kind == .gift else { throw .hasNo("date of the giver", kind) }
  }
}

// MARK: - Money

extension EventMaker {
  /// Values a row at the day's price, as an estimate.
  fileprivate func value(_ row: inout Transaction) throws(EventError) {
    guard terms.currency == nil, terms.rate == nil else {
      throw .missing("--price or --total", kind)
    }
    guard let found = terms.evidence?.valuation ?? evidence.price(of: coinId, on: day) else {
      throw .noPrice(coinId, day, kind)
    }
    row.valuation = found
    row.pricePerCoin = Price(found.rate ?? 0)
  }

  /// Applies what was paid, received or stated.
  ///
  /// A price in US dollars without a fee is sufficient; everything else is stored as paid.
  fileprivate func pay(
    _ row: inout Transaction, amount: Quantity, asPayment: Bool = false
  ) throws(EventError) {
    let currency = terms.currency ?? usDollarCode
    let isPlain =
      terms.total == nil && terms.fee == nil && terms.rate == nil && currency == usDollarCode
    if isPlain, !asPayment, let price = terms.price {
      row.pricePerCoin = Price(price)
      row.valuation = terms.evidence?.valuation
      return
    }
    row.payment = MoneyAmount(amount: try terms.paid(for: amount), currency: currency)
    row.valuation = try valuation(of: currency)
    row.pricePerCoin = row.derivedPricePerCoin
  }

  private func valuation(of currency: String) throws(EventError) -> Valuation? {
    guard currency != usDollarCode else {
      guard terms.rate == nil else { throw .rateWithoutCurrency }
      return terms.evidence?.valuation
    }
    if let rate = terms.rate {
      guard rate > 0 else { throw .noRate(currency, day) }
      return Valuation(kind: .stated, rate: rate)
    }
    if let kept = terms.evidence?.valuation { return kept }
    guard let found = evidence.rate(of: currency, on: day) else { throw .noRate(currency, day) }
    return found
  }

  /// The rows with the fee; a fee in a third coin is a sale of that coin (SPEC §3.12).
  fileprivate func withFee(_ row: Transaction) throws(EventError) -> RecordedEvent {
    guard let fee = terms.fee, fee.amount > 0 else { return RecordedEvent(transactions: [row]) }
    var row = row
    let found = try addFee(fee, to: &row)
    if row.payment != nil { row.pricePerCoin = row.derivedPricePerCoin }
    guard
      row.isOfUnknownWorth
        || (row.type.isAcquisition || row.exactTotal > .zero) && row.pricePerCoin > 0
    else { throw .feeExceedsProceeds }
    guard let found, let coin = row.fee?.currency else {
      return RecordedEvent(transactions: [row])
    }
    row.link = ids.main
    let sale = Transaction(
      id: ids.fee, coinId: coin, type: .sell, amount: Quantity(fee.amount),
      pricePerCoin: Price(found.rate ?? 0), date: date, account: account, kind: .fee,
      link: ids.main, valuation: found)
    return RecordedEvent(transactions: [row, sale])
  }

  /// Adds the fee to a row; a fee in the traded coin reduces the coins received, or adds to those
  /// sold.
  ///
  /// - Returns: The evidence for a fee in a third coin.
  @discardableResult
  fileprivate func addFee(
    _ said: TransactionFee, to row: inout Transaction
  ) throws(EventError) -> Valuation? {
    guard said.currency != row.coinId else {
      try addFeeInKind(said.amount, to: &row)
      return nil
    }
    var fee = said
    if fee.currency == nil, let paid = row.payment?.currency, !evidence.isMoney(paid) {
      // A fee without a unit is in US dollars, even if the payment is in coins.
      fee.currency = usDollarCode
    }
    if fee.currency == row.payment?.currency ?? usDollarCode { fee.currency = nil }
    guard let currency = fee.currency, currency != usDollarCode else {
      row.fee = TransactionFee(amount: fee.amount, currency: fee.currency)
      return nil
    }
    if evidence.isMoney(currency) {
      guard let rate = fee.rate ?? evidence.rate(of: currency, on: day)?.rate else {
        throw .noRate(currency, day)
      }
      row.fee = TransactionFee(amount: fee.amount, currency: currency, rate: rate)
      return nil
    }
    let kept = fee.rate == nil ? nil : terms.evidence?.fee
    guard let found = kept ?? evidence.price(of: currency, on: day) else {
      throw .noFeePrice(currency, day)
    }
    row.fee = TransactionFee(amount: fee.amount, currency: currency, rate: found.rate)
    return found
  }
}

extension EventMaker {
  /// Adds a fee in the coin of the row: it reduces the coins received, or adds to those sold, and
  /// does not change what was paid, received or worth.
  private func addFeeInKind(
    _ fee: ExactDecimal, to row: inout Transaction
  ) throws(EventError) {
    if row.payment == nil, row.valuation != nil, !row.isOfUnknownWorth {
      row.payment = MoneyAmount(amount: row.amount.number, currency: row.coinId)
    }
    let coins = Quantity(fee)
    let exact = row.type.isAcquisition ? row.amount - coins : row.amount + coins
    let rounded = exact.withinExactDigits
    guard rounded == exact else { throw .tooManyDigits }
    row.amount = rounded
    row.fee = TransactionFee(amount: fee, currency: row.coinId)
  }
}

extension Transaction {
  /// The payment in other money or coins; the row's own coins at their price do not count.
  var paymentInOther: MoneyAmount? { payment?.currency == coinId ? nil : payment }

  fileprivate func with(id: UUID? = nil, link: UUID) -> Transaction {
    var row = Transaction(
      id: id ?? self.id, coinId: coinId, type: type, amount: amount, pricePerCoin: pricePerCoin,
      date: date, notes: notes, account: account, kind: kind, label: label, acquired: acquired,
      lots: lots)
    row.link = link
    return row
  }
}

extension EventTerms {
  /// The total paid or received for some coins, without the fee.
  ///
  /// - Throws: ``EventError`` if price and total differ, or a product has too many digits.
  func paid(for amount: Quantity) throws(EventError) -> ExactDecimal {
    guard let price else { return total ?? 0 }
    let exact = amount * Price(price)
    guard let total else { return try amount.times(Price(price)) }
    let isTotal = exact.figure.rounded(places: total.decimalPlaces) == total
    let isPrice = total.quotient(by: amount.number).rounded(places: price.decimalPlaces) == price
    guard isTotal || isPrice else { throw .priceAndTotalDiffer(total: exact.figure) }
    return total
  }
}

extension ExactDecimal {
  /// The difference, exactly.
  fileprivate func exactly(minus other: ExactDecimal) throws(EventError) -> ExactDecimal {
    let exact = Cost(self) - Cost(other)
    guard Cost(exact.figure) == exact else { throw .tooManyDigits }
    return exact.figure
  }
}

extension Quantity {
  /// Coins times a price, exactly.
  fileprivate func times(_ price: Price) throws(EventError) -> ExactDecimal {
    let exact = self * price
    guard Cost(exact.figure) == exact else { throw .tooManyDigits }
    return exact.figure
  }
}
