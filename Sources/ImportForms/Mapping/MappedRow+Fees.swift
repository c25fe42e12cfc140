import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// The fees of a row.
extension MappedRow {
  /// The fee, in the currency given where no field names one.
  func fees(_ currency: Asset?) throws(RefusalReason) -> [AssetAmount] {
    let own = asset(.feeCurrency) ?? currency
    guard let own else { return [] }
    var fees: [AssetAmount] = []
    if let fee = try number(.fee, unit: own), fee != 0 {
      fees.append(AssetAmount(amount: try charged(fee), asset: own))
    }
    if let fee = try number(.secondFee, unit: own), fee != 0 {
      // The signs of all rows are looked at in the other column.
      guard fee > 0 || map.has(.fees) else { throw .feeOfOtherSign(fee) }
      fees.append(AssetAmount(amount: try charged(fee), asset: own))
    }
    return fees
  }

  /// The fee of coins that only came or went, where prices of the file are in some money.
  ///
  /// Where nothing names its unit, what has more than two decimal places was taken from the coins,
  /// as the network's fees are, and what is more than them was paid in money. Anything else may be
  /// either.
  func fees(ofMoved coins: AssetAmount, money: Asset?) throws(RefusalReason) -> [AssetAmount] {
    guard let money, money != coins.asset, asset(.feeCurrency) == nil, !words.namesUnitOfFee else {
      return try fees(money ?? coins.asset)
    }
    let fees = try fees(coins.asset)
    guard let largest = fees.map({ abs($0.amount) }).max() else { return [] }
    if largest > coins.amount { return try self.fees(money) }
    guard !largest.isOfWholeCents || words.isNetworkFee else { throw .feeWithoutUnit(largest) }
    return fees
  }

  /// A fee without the sign that its file writes charges with; what was paid back is below zero.
  private func charged(_ fee: Decimal) throws(RefusalReason) -> Decimal {
    switch words.feeRule {
    case .charged: return abs(fee)
    case .belowIsRebate: return fee
    case .aboveIsRebate: return -fee
    case .unclear(let below, let above):
      guard fee < 0 ? !below : !above else { throw .feeOfOtherSign(fee) }
      return abs(fee)
    }
  }

  /// The fee in the coin traded.
  func coinFee(_ coin: Asset) throws(RefusalReason) -> [AssetAmount] {
    guard let fee = try number(.coinFee, unit: coin), fee != 0 else { return [] }
    return [AssetAmount(amount: abs(fee), asset: coin)]
  }

  /// The fees of a row that writes both sides: where nothing names the unit of one, it is in the
  /// money on one of them, never in the coins traded.
  func feesOfSides(_ sides: [AssetAmount]) throws(RefusalReason) -> [AssetAmount] {
    var charged: [AssetAmount] = []
    if let coin = sides.first(where: { !$0.asset.isMoney }) { charged = try coinFee(coin.asset) }
    guard asset(.feeCurrency) == nil else { return charged + (try fees(nil)) }
    let money = sides.first(where: \.asset.isFiat).map { [$0] } ?? sides.filter(\.asset.isMoney)
    let side = money.count == 1 ? money[0] : sides.count == 1 ? sides[0] : nil
    guard let side else {
      if let fee = try number(.fee), fee != 0 { throw .feeWithoutUnit(fee) }
      return charged
    }
    charged += try fees(side.asset)
    // Coins that only went out or came in pay no fee larger than themselves.
    if let fee = charged.last, sides.count == 1, money.isEmpty, fee.amount > side.amount {
      throw .feeWithoutUnit(fee.amount)
    }
    if sides.count > 1 { try check(charged, of: side, for: sides) }
    return charged
  }

  /// Refuses a fee whose unit nothing names where, as the money that was paid, it would be less than
  /// a thousandth of a percent: it may as well count coins.
  ///
  /// Whole cents are money down to a hundredth of that.
  func check(
    _ fees: [AssetAmount], of money: AssetAmount, for sides: [AssetAmount]
  ) throws(RefusalReason) {
    guard money.asset.isMoney, sides.contains(where: { !$0.asset.isMoney }),
      !words.namesUnitOfFee, asset(.feeCurrency) == nil,
      let fee = fees.first(where: { $0.asset == money.asset }),
      abs(fee.amount) * (fee.amount.isOfWholeCents ? 10_000_000 : 100_000) < money.amount
    else { return }
    throw .feeWithoutUnit(fee.amount)
  }
}

extension Decimal {
  /// Whether it has two decimal places at most.
  fileprivate var isOfWholeCents: Bool { rounded(toPlaces: 2) == self }
}
