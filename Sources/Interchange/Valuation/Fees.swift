import Exact
import FoundationEssentials
import Portfolio

/// A fee after its asset was looked up.
struct Fee: Equatable {
  let leg: Leg
  /// US dollars for one unit; 0 for a fee in a coin that changes an amount only.
  let rate: Decimal
}

/// The fees of a trade by what they do to it.
struct FeeShares {
  /// Coins of the kind traded, less of them received or more of them given.
  var inCoin: Decimal = 0
  /// Coins of the kind on the other side of a swap.
  var inOther: Decimal = 0
  /// Fees in cash, and in third coins at what they were worth.
  var valued: [Fee] = []
  /// Third coins that were paid and have a worth: each is a sale of its own.
  var sales: [(leg: Leg, worth: Worth)] = []
  /// Third coins that nothing puts a value on.
  var leftOut: [LeftOutReason] = []

  /// The one fee a record holds: in its own currency where there is one, else in dollars.
  func record(coin: Leg, payment: MoneyAmount?) throws(RefusalReason) -> TransactionFee? {
    if let first = valued.first {
      if valued.allSatisfy({ $0.leg.currency == first.leg.currency }) {
        let amount = try sum(in: first.leg.currency) ?? 0
        if first.leg.currency == payment?.currency { return TransactionFee(amount: amount) }
        let isDollar = first.leg.currency == "USD"
        return TransactionFee(
          amount: amount, currency: first.leg.currency, rate: isDollar ? nil : first.rate)
      }
      return TransactionFee(amount: try dollars(), currency: "USD")
    }
    guard inCoin > 0 else { return nil }
    return TransactionFee(amount: inCoin, currency: coin.currency)
  }

  /// The sum of the valued fees where all are in one currency.
  func sum(in currency: String) throws(RefusalReason) -> Decimal? {
    guard valued.allSatisfy({ $0.leg.currency == currency }) else { return nil }
    var sum: Decimal = 0
    for fee in valued { sum = try exactSum(sum, fee.leg.amount, column: "fee") }
    return sum
  }

  /// The sum of the valued fees in US dollars.
  func dollars() throws(RefusalReason) -> Decimal {
    var sum: Decimal = 0
    for fee in valued {
      sum = try roundedSum(
        sum, try exactProduct(fee.leg.amount, fee.rate, column: "fee"), column: "fee")
    }
    return sum
  }
}

extension Booking {
  /// Shares the fees out.
  ///
  /// - Parameters:
  ///   - coin: The side whose amount a fee in the same coin changes.
  ///   - other: The other side of the trade, or `nil`.
  ///   - worth: How the trade was valued: a fee in the payment's currency has the same rate.
  func fees(
    coin: Leg, against other: Leg?, worth: Worth?
  ) throws(RefusalReason) -> FeeShares {
    var shares = FeeShares()
    for fee in facts.fees where fee.amount != 0 {
      let leg = try legs.leg(fee)
      if leg.kind == coin.kind { try check(leg, isFeeOf: coin) }
      if let other, leg.kind == other.kind { try check(leg, isFeeOf: other) }
      if leg.kind == coin.kind {
        shares.inCoin = try exactSum(shares.inCoin, leg.amount, column: "fee")
      } else if leg.kind == other?.kind, !leg.isCash {
        shares.inOther = try exactSum(shares.inOther, leg.amount, column: "fee")
      } else if leg.currency == worth?.payment?.currency {
        shares.valued.append(Fee(leg: leg, rate: worth?.valuation.rate ?? 1))
      } else if leg.isCash {
        guard let rate = valuer.rate(ofCash: leg, on: day)?.rate else {
          throw .noDollarValue(against: leg.name)
        }
        shares.valued.append(Fee(leg: leg, rate: rate))
      } else if leg.amount > 0, let worth = try valuer.worth(ofFee: leg, facts, on: day) {
        shares.valued.append(Fee(leg: leg, rate: try worth.price(ofOneOf: leg)))
        shares.sales.append((leg, worth))
      } else {
        shares.leftOut.append(.feeWithoutValue(leg.amount, leg.name))
      }
    }
    return shares
  }

  /// Refuses a fee that cannot be one: more than a thousand times what was traded.
  ///
  /// - Throws: ``RefusalReason/feeBeyondAmount(fee:traded:_:)``.
  private func check(_ fee: Leg, isFeeOf side: Leg) throws(RefusalReason) {
    guard side.amount > 0, ExactDecimal(fee.amount) > ExactDecimal(side.amount) * 1000 else {
      return
    }
    throw .feeBeyondAmount(fee: fee.amount, traded: side.amount, fee.name)
  }
}

extension Worth {
  /// US dollars for one of the coins that this is the worth of.
  fileprivate func price(ofOneOf leg: Leg) throws(RefusalReason) -> Decimal {
    if payment == nil, let rate = valuation.rate { return rate }
    return try exactQuotient(dollars, by: leg.amount, column: "fee")
  }
}

extension Valuer {
  /// A fee in a third coin: what the file says it was worth, else its price of the day.
  fileprivate func worth(
    ofFee leg: Leg, _ facts: TradeFacts, on day: UTCDay
  ) throws(RefusalReason) -> Worth? {
    let isOnly = facts.fees.count { $0.amount != 0 } == 1
    if isOnly, let stated = facts.feeWorth, stated.amount > 0,
      let worth = try worth(stated: stated, facts, on: day)
    {
      return worth
    }
    return try worth(ofCoin: leg, on: day)
  }

  private func worth(
    stated: Quantity, _ facts: TradeFacts, on day: UTCDay
  ) throws(RefusalReason) -> Worth? {
    guard case .fiat(let code) = stated.asset else { return nil }
    guard code == "USD" else {
      return try worth(
        ofCash: Leg(kind: .money(code), amount: stated.amount, name: code), on: day)
    }
    guard !distrustsFile, !facts.contradicts(policy.rates) else { return nil }
    return Worth(
      dollars: stated.amount, payment: MoneyAmount(amount: stated.amount, currency: code),
      valuation: Valuation(kind: .file, rate: 1, source: nil, day: day))
  }
}

extension TradeFacts {
  /// Keeps what the file says the fee of the row was worth.
  mutating func feeWorth(_ amount: Decimal, _ currency: Asset) {
    if amount != 0 { feeWorth = Quantity(amount: abs(amount), asset: currency) }
  }

  /// The same with the fee that money has in it beside it: what coins cost or brought stays.
  ///
  /// Where the file says what the trade was worth besides, that is kept as it stands.
  var withFeeApart: TradeFacts {
    guard dollars == nil, native == nil, price == nil, feesIncluded.count == 1,
      let received, let spent, received.asset.isFiat != spent.asset.isFiat
    else { return self }
    let fee = feesIncluded[0]
    let isBuy = spent.asset.isFiat
    let money = isBuy ? spent : received
    // What is as much as the money itself, or more, cannot be a part of it.
    let charged = isBuy ? -fee.amount : fee.amount
    guard fee.asset == money.asset, fee.amount > 0, fee.amount < money.amount,
      let gross = (ExactDecimal(money.amount) + ExactDecimal(charged))
        .unrounded(money.amount, charged)
    else { return self }
    var apart = self
    if isBuy { apart.spent?.amount = gross } else { apart.received?.amount = gross }
    apart.feesIncluded = []
    apart.fees.append(fee)
    return apart
  }
}
