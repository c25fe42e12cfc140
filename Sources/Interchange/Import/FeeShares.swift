import FoundationEssentials
import Portfolio

/// The fees of a trade by what they do to it.
struct FeeShares {
  /// US dollars that join a buy's cost or leave a sell's proceeds.
  var dollars: Decimal = 0
  /// Coins of the kind traded.
  var inCoin: Decimal = 0
  /// Coins of the kind on the other side of a swap.
  var inOther: Decimal = 0
  /// Fees in a third coin, which nothing in the file puts a value on.
  var leftOut: [LeftOutReason] = []
  /// Every fee, for the notes.
  var all: [Quantity] = []
}

extension TradeFacts {
  /// Shares the fees out.
  ///
  /// - Parameters:
  ///   - coins: The side whose amount a fee in the same coin changes.
  ///   - other: The other side; state money there gives the rate for a fee in the same money.
  func fees(coins: Quantity, against other: Quantity?) throws(RefusalReason) -> FeeShares {
    var shares = FeeShares()
    for fee in fees where fee.amount != 0 {
      shares.all.append(fee)
      switch fee.asset {
      case .dollar: shares.dollars = try exactSum(shares.dollars, fee.amount, column: "fee")
      case coins.asset: shares.inCoin = try exactSum(shares.inCoin, fee.amount, column: "fee")
      case other?.asset where fee.asset.isFiat:
        let converted = try inDollars(fee, at: other)
        shares.dollars = try exactSum(shares.dollars, converted, column: "fee")
      case other?.asset: shares.inOther = try exactSum(shares.inOther, fee.amount, column: "fee")
      case .fiat(let code): throw .noDollarValue(against: code)
      case .id, .symbol: shares.leftOut.append(.feeWithoutValue(fee.amount, fee.asset.name))
      }
    }
    return shares
  }

  /// A fee in the trade's own currency, at the trade's own rate.
  private func inDollars(_ fee: Quantity, at other: Quantity?) throws(RefusalReason) -> Decimal {
    guard let other, let dollars, other.amount > 0 else {
      throw .noDollarValue(against: fee.asset.name)
    }
    return try exactQuotient(
      try exactProduct(fee.amount, dollars, column: "fee"), by: other.amount, column: "fee")
  }
}

extension Asset {
  /// What the file calls it.
  var name: String {
    switch self {
    case .fiat(let name), .id(let name), .symbol(let name, _): name
    }
  }

  /// Whether it is a state's money.
  var isFiat: Bool {
    if case .fiat = self { true } else { false }
  }
}

extension Quantity {
  /// Such as `0.6 BTC`.
  var words: String { "\(amount.canonicalText) \(asset.name)" }
}
