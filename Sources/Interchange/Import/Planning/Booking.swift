import Exact
import FoundationEssentials
import Portfolio

/// Turns the facts of one trade, reward, payment or fee into transactions.
struct Booking {
  let facts: TradeFacts
  let legs: CoinNames
  let valuer: Valuer
  let account: String?

  /// The UTC day whose rates and prices count.
  var day: UTCDay { UTCDay(facts.date) }

  /// What is recorded for the facts; a file's id belongs to the first of the transactions.
  struct Result {
    var transactions: [Part] = []
    var leftOut: [LeftOutReason] = []
  }

  private static let noId = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  /// One transaction, and which part of the trade it is.
  struct Part {
    var transaction: Transaction
    /// Empty for the trade itself, else such as `sale`; makes references differ.
    let name: String
    /// Whether it is the sale of a third coin that was paid as a fee; where the ledger lacks that
    /// coin the trade, which counts the fee already, stands without it.
    var isFee = false
  }

  /// The transactions.
  ///
  /// - Throws: ``RefusalReason`` when there is no dollar value, or a figure is not exact.
  func result() throws(RefusalReason) -> Result {
    let received = try facts.received.map { (quantity) throws(RefusalReason) in
      try legs.leg(quantity)
    }
    let spent = try facts.spent.map { (quantity) throws(RefusalReason) in try legs.leg(quantity) }
    switch (received, spent) {
    case (let received?, let spent?): return try trade(received, for: spent)
    case (let received?, nil): return try receipt(received)
    case (nil, let spent?): return try spending(spent)
    case (nil, nil): throw .notATrade("nothing moved")
    }
  }

  private func trade(_ received: Leg, for spent: Leg) throws(RefusalReason) -> Result {
    if received.amount == 0 || spent.amount == 0, !(received.isCash && spent.isCash) {
      return try trade(ofOneSide: received, spent)
    }
    switch (received.isCash, spent.isCash) {
    case (true, true):
      for leg in [received, spent] where mayBeCoin(leg) { throw .moneyOrCoin(leg.name) }
      return Result(leftOut: [.fiatOnly(spent.name)])
    case (false, true): return try single(.buy, received, cash: spent)
    case (true, false): return try single(.sell, spent, cash: received)
    case (false, false): return try swap(received, for: spent)
    }
  }

  /// Whether a currency code without a known rate is also a coin's ticker.
  private func mayBeCoin(_ leg: Leg) -> Bool {
    guard case .money(let code) = leg.kind, !StateMoney.known.contains(code) else { return false }
    return valuer.rate(ofCash: leg, on: day) == nil && legs.isTicker(code)
  }

  /// Coins against cash.
  private func single(
    _ type: TransactionType, _ coin: Leg, cash: Leg
  ) throws(RefusalReason) -> Result {
    let isDollar = cash.kind == .money("USD")
    var worth = isDollar ? nil : try valuer.worthByFile(facts, payment: cash, on: day)
    if worth == nil { worth = try valuer.worth(ofCash: cash, on: day) }
    guard let worth else { throw .noDollarValue(against: cash.name) }
    let fees = try self.fees(coin: coin, against: cash, worth: worth)
    return try result(type, coin, worth, fees, category: .trade)
  }

  /// Coins for coins: a sale and a purchase at one value.
  ///
  /// A fee in cash or in a third coin belongs to the purchase, so that it counts once.
  private func swap(_ received: Leg, for spent: Leg) throws(RefusalReason) -> Result {
    guard received.kind != spent.kind else {
      throw .notATrade("\(received.name) for \(spent.name)")
    }
    var byFile = try valuer.worthByFile(facts, payment: nil, on: day)
    if byFile == nil { byFile = try valuer.worthByNative(facts, on: day) }
    let sold: Worth
    let bought: Worth
    if let byFile {
      (sold, bought) = (byFile, byFile)
    } else {
      guard let valued = valuer.valuedLeg([received, spent], on: day),
        let own = try valuer.worth(ofCoin: valued, on: day)
      else { throw .noSwapValue(spent.name, received.name) }
      // The other coin's record was paid in the coin whose price counts.
      let other = Worth(
        dollars: own.dollars,
        payment: MoneyAmount(amount: valued.amount, currency: valued.currency),
        valuation: own.valuation)
      (sold, bought) = valued == spent ? (own, other) : (other, own)
    }
    let fees = try self.fees(coin: received, against: spent, worth: bought)
    var saleFees = FeeShares()
    saleFees.inCoin = fees.inOther
    var sale = try record(.sell, spent, sold, saleFees, category: facts.category ?? .trade)
    var result = try result(.buy, received, bought, fees, category: .trade)
    if sale.kind == .sell { sale.kind = .swap }
    if result.transactions[0].transaction.kind == .buy {
      result.transactions[0].transaction.kind = .swap
    }
    result.transactions.insert(Part(transaction: sale, name: "sale"), at: 0)
    return result
  }

  /// Coins for nothing: a buy at what they were worth, or a gift where the file declares one.
  private func receipt(_ received: Leg) throws(RefusalReason) -> Result {
    guard !received.isCash else { return Result(leftOut: [.fiatOnly(received.name)]) }
    if facts.isGift { return try gift(received) }
    guard let worth = try worth(ofCoinsAlone: received, kept: try kept(of: received)) else {
      throw .noPrice(received.name)
    }
    let fees = try self.fees(coin: received, against: nil, worth: worth)
    return try result(.buy, received, worth, fees, category: .reward)
  }

  /// What reaches the owner: the coins without the fee that was kept in the same coin.
  private func kept(of received: Leg) throws(RefusalReason) -> Leg {
    var amount = received.amount
    for fee in facts.fees where fee.amount != 0 && fee.asset == facts.received?.asset {
      amount = try exactSum(amount, -fee.amount, column: "fee")
    }
    return Leg(kind: received.kind, amount: amount, name: received.name)
  }

  private func gift(_ received: Leg) throws(RefusalReason) -> Result {
    let fees = try self.fees(coin: received, against: nil, worth: nil)
    let gift = transaction(
      .gift, received, amount: try exactSum(received.amount, -fees.inCoin, column: "amount"),
      price: 0)
    var result = Result(transactions: [Part(transaction: gift, name: "")])
    // A gift costs nothing that a fee could be added to: other coins that it took are lost.
    for fee in facts.fees where fee.amount != 0 {
      let leg = try legs.leg(fee)
      guard leg.kind != received.kind else { continue }
      guard !leg.isCash else {
        result.leftOut.append(.fiatOnly(leg.name))
        continue
      }
      let count = result.transactions.count
      let loss = loss(of: leg, amount: abs(leg.amount))
      result.transactions.append(
        Part(transaction: loss, name: count == 1 ? "fee" : "fee\(count)", isFee: true))
    }
    return result
  }

  /// Coins that left for nothing.
  private func loss(of coin: Leg, amount: Decimal) -> Transaction {
    var loss = transaction(.sell, coin, amount: amount, price: 0)
    loss.category = .fee
    return loss
  }

  /// Coins paid for something: a sale at what they were worth; as a fee, a sale for nothing.
  private func spending(_ spent: Leg) throws(RefusalReason) -> Result {
    guard !spent.isCash else { return Result(leftOut: [.fiatOnly(spent.name)]) }
    guard facts.category != .fee else {
      let loss = loss(of: spent, amount: spent.amount)
      return Result(transactions: [Part(transaction: loss, name: "")])
    }
    guard let worth = try worth(ofCoinsAlone: spent) else { throw .noPrice(spent.name) }
    let fees = try self.fees(coin: spent, against: nil, worth: worth)
    return try result(.sell, spent, worth, fees, category: .payment)
  }

  func result(
    _ type: TransactionType, _ coin: Leg, _ worth: Worth, _ fees: FeeShares,
    category: TransactionCategory
  ) throws(RefusalReason) -> Result {
    let main = try record(type, coin, worth, fees, category: facts.category ?? category)
    var parts = [Part(transaction: main, name: "")]
    for (index, sale) in fees.sales.enumerated() {
      var transaction = transaction(
        .sell, sale.leg, amount: sale.leg.amount, price: sale.worth.valuation.rate ?? 0)
      transaction.category = .fee
      transaction.valuation = sale.worth.valuation
      if let payment = sale.worth.payment {
        transaction.payment = payment
        transaction.pricePerCoin = transaction.derivedPricePerCoin
      }
      parts.append(
        Part(
          transaction: transaction, name: index == 0 ? "fee" : "fee\(index + 1)", isFee: true))
    }
    var result = Result(transactions: parts, leftOut: fees.leftOut)
    if type == .sell, main.category == .fee, facts.category != .fee {
      let excess = try roundedSum(try fees.dollars(), -worth.dollars, column: "fee")
      if excess > 0 { result.leftOut.append(.feeBeyondSale(excess)) }
    }
    return result
  }

  /// What an exchange asks at most for a small sale, whatever it brings, in US dollars.
  private static let highestLeastFee: Decimal = 5

  /// One transaction with its payment, fee and evidence (SPEC §3.11).
  private func record(
    _ type: TransactionType, _ coin: Leg, _ worth: Worth, _ fees: FeeShares,
    category: TransactionCategory
  ) throws(RefusalReason) -> Transaction {
    let isBuy = type == .buy
    let amount = try exactSum(coin.amount, isBuy ? -fees.inCoin : fees.inCoin, column: "amount")
    guard amount > 0 else {
      throw isBuy && fees.inCoin > 0 ? .feeTakesAll(coin.name) : .breaksRule(.invalidAmount)
    }
    let (payment, shares) = try withoutRebates(worth, fees, isBuy: isBuy)
    var record = transaction(type, coin, amount: amount, price: 0)
    record.category = category
    record.valuation = worth.valuation
    record.fee = try shares.record(coin: coin, payment: payment)
    if let price = facts.price, worth.payment?.currency == "USD" {
      // The file's own price counts; its total was rounded from it.
      record.pricePerCoin = price
      return record
    }
    record.payment = payment
    if payment == nil {
      if shares.valued.isEmpty, amount == coin.amount, let rate = worth.valuation.rate {
        record.pricePerCoin = rate
        return record
      }
      // The price is of the amount that was traded; without a payment the total must follow from
      // it.
      record.payment = MoneyAmount(amount: worth.dollars, currency: "USD")
      record.valuation?.rate = 1
    }
    let total = record.total
    let dollarsOfFees = try fees.dollars()
    guard total.isFinite else { throw .inexact(column: "total") }
    if !isBuy, total == 0 || total < 0 && dollarsOfFees <= Self.highestLeastFee {
      // The fees were all that was received, or more: the coins were spent on them.
      return loss(of: coin, amount: amount)
    }
    guard total > 0 else {
      throw .feeTakesAll(isBuy ? coin.name : worth.payment?.currency ?? "USD")
    }
    record.pricePerCoin = record.derivedPricePerCoin
    // Dollars that the file states are exact, and the rate they make of other money is rounded: no
    // digit of that belongs into the price.
    if worth.valuation.kind == .file, let price = total.exactQuotient(by: amount) {
      record.pricePerCoin = price
    }
    return record
  }

  /// Fees below zero are what was given back: they change the payment, because a fee is never
  /// negative.
  private func withoutRebates(
    _ worth: Worth, _ fees: FeeShares, isBuy: Bool
  ) throws(RefusalReason) -> (payment: MoneyAmount?, fees: FeeShares) {
    guard try fees.dollars() < 0, fees.sales.isEmpty else { return (worth.payment, fees) }
    var shares = fees
    shares.valued = []
    var payment = worth.payment ?? MoneyAmount(amount: worth.dollars, currency: "USD")
    let rate = worth.payment == nil ? 1 : worth.valuation.rate ?? 1
    var back = try fees.sum(in: payment.currency)
    if back == nil { back = try exactQuotient(try fees.dollars(), by: rate, column: "fee") }
    guard let back else { return (payment, shares) }
    payment.amount = try roundedSum(payment.amount, isBuy ? back : -back, column: "fee")
    return (payment, shares)
  }

  private func transaction(
    _ type: TransactionType, _ coin: Leg, amount: Decimal, price: Decimal
  ) -> Transaction {
    // Its own id it gets from the planner; one of chance costs as much as reading the row.
    Transaction(
      id: Self.noId, coinId: coin.currency, type: type, amount: amount, pricePerCoin: price,
      date: facts.date,
      notes: facts.notes.isEmpty ? nil : facts.notes, account: account)
  }
}
