import FoundationEssentials
import Portfolio

extension TradeFacts {
  /// The transactions the facts come to, and what of them is left out.
  ///
  /// - Throws: ``RefusalReason`` when there is no dollar value, or a figure is not exact.
  func booked() throws(RefusalReason) -> (entries: [ImportedEntry], leftOut: [LeftOutReason]) {
    switch (received, spent) {
    case (let received?, let spent?): return try trade(received, for: spent)
    case (let received?, nil): return try reward(received)
    case (nil, let spent?): return try spending(spent)
    case (nil, nil): throw .notATrade("nothing moved")
    }
  }

  /// Coins against dollars, against another currency, or against other coins.
  private func trade(
    _ received: Quantity, for spent: Quantity
  ) throws(RefusalReason) -> (entries: [ImportedEntry], leftOut: [LeftOutReason]) {
    switch (received.asset.isFiat, spent.asset.isFiat) {
    case (true, true): return ([], [.fiatOnly(spent.asset.name)])
    case (false, true):
      let fees = try self.fees(coins: received, against: spent)
      let cost = try exactSum(value(of: spent), fees.dollars, column: "cost")
      let amount = try exactSum(received.amount, -fees.inCoin, column: "amount")
      let entry = try entry(.buy, amount, received.asset, worth: cost, fees: fees)
      return ([entry], fees.leftOut)
    case (true, false):
      let fees = try self.fees(coins: spent, against: received)
      let proceeds = try exactSum(value(of: received), -fees.dollars, column: "proceeds")
      let amount = try exactSum(spent.amount, fees.inCoin, column: "amount")
      let entry = try entry(.sell, amount, spent.asset, worth: proceeds, fees: fees)
      return ([entry], fees.leftOut)
    case (false, false): return try swap(received, for: spent)
    }
  }

  /// Coins for coins: a sale and a purchase at the trade's dollar value.
  ///
  /// A fee in dollars belongs to the purchase, so that it counts once.
  private func swap(
    _ received: Quantity, for spent: Quantity
  ) throws(RefusalReason) -> (entries: [ImportedEntry], leftOut: [LeftOutReason]) {
    guard let dollars else { throw .noDollarValue(against: spent.asset.name) }
    let fees = try self.fees(coins: received, against: spent)
    let sold = try exactSum(spent.amount, fees.inOther, column: "amount")
    let bought = try exactSum(received.amount, -fees.inCoin, column: "amount")
    let cost = try exactSum(dollars, fees.dollars, column: "cost")
    let sale = try entry(
      .sell, sold, spent.asset, worth: dollars, fees: fees, counterpart: "for \(received.words)")
    let purchase = try entry(
      .buy, bought, received.asset, worth: cost, fees: fees, counterpart: "for \(spent.words)")
    return ([sale, purchase], fees.leftOut)
  }

  /// Coins for nothing: a buy at the value the file gives, else a gift.
  private func reward(
    _ received: Quantity
  ) throws(RefusalReason) -> (entries: [ImportedEntry], leftOut: [LeftOutReason]) {
    guard !received.asset.isFiat else { return ([], [.fiatOnly(received.asset.name)]) }
    let fees = try self.fees(coins: received, against: nil)
    let amount = try exactSum(received.amount, -fees.inCoin, column: "amount")
    let worth = try exactSum(dollars ?? 0, fees.dollars, column: "cost")
    let type: TransactionType = worth == 0 ? .gift : .buy
    return ([try entry(type, amount, received.asset, worth: worth, fees: fees)], fees.leftOut)
  }

  /// Coins paid for something: a sale at the value the file gives; without one nothing is booked.
  private func spending(
    _ spent: Quantity
  ) throws(RefusalReason) -> (entries: [ImportedEntry], leftOut: [LeftOutReason]) {
    guard !spent.asset.isFiat else { return ([], [.fiatOnly(spent.asset.name)]) }
    guard let dollars else { return ([], [.withdrawal]) }
    let fees = try self.fees(coins: spent, against: nil)
    let amount = try exactSum(spent.amount, fees.inCoin, column: "amount")
    let proceeds = try exactSum(dollars, -fees.dollars, column: "proceeds")
    return ([try entry(.sell, amount, spent.asset, worth: proceeds, fees: fees)], fees.leftOut)
  }

  /// What state money was worth in dollars.
  private func value(of quantity: Quantity) throws(RefusalReason) -> Decimal {
    if quantity.asset == .dollar { return quantity.amount }
    guard let dollars else { throw .noDollarValue(against: quantity.asset.name) }
    return dollars
  }

  private func entry(
    _ type: TransactionType, _ amount: Decimal, _ asset: Asset, worth: Decimal, fees: FeeShares,
    counterpart: String? = nil
  ) throws(RefusalReason) -> ImportedEntry {
    guard amount > 0 else { throw .breaksRule(.invalidAmount) }
    let isFree = type == .gift
    guard isFree || worth > 0 else { throw .breaksRule(.invalidPrice) }
    // The file's own price stands where nothing has been folded into it.
    let untouched = fees.dollars == 0 && fees.inCoin == 0 && fees.inOther == 0
    let unit: Decimal
    if isFree {
      unit = 0
    } else if let price, untouched {
      unit = price
    } else {
      unit = try exactQuotient(worth, by: amount, column: "price")
    }
    return ImportedEntry(
      source: source, asset: asset, type: type, amount: amount, pricePerCoin: unit, date: date,
      notes: notes(
        fees: fees, total: unit * amount == worth ? nil : worth, counterpart: counterpart),
      id: nil)
  }

  private func notes(fees: FeeShares, total: Decimal?, counterpart: String?) -> String? {
    var parts = words.isEmpty ? [] : [words]
    if let counterpart { parts.append(counterpart) }
    if let total, price == nil { parts.append("total \(total.canonicalText) USD") }
    parts += (fees.all + feesIncluded).map { "fee \($0.words)" }
    if !reference.isEmpty { parts.append("[\(reference)]") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
