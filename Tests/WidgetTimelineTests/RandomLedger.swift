import Exact
import FoundationEssentials
import Portfolio

/// Coin ids: some coins are bought again after selling out, and some never have a price.
let randomCoins = (0..<8).map { "coin\($0)" }

/// A ledger of buys, gifts, sales and closed cycles of ``randomCoins``, valid at every instant.
func randomLedger(using generator: inout some RandomNumberGenerator) -> [Transaction] {
  var balances: [String: Quantity] = [:]
  return (0..<150).map { index in
    let coin = randomCoins[Int.random(in: 0..<randomCoins.count, using: &generator)]
    let balance = balances[coin] ?? 0
    let type: TransactionType
    let amount: Quantity
    switch balance > 1 ? Int.random(in: 0..<10, using: &generator) : 0 {
    case 0...4: (type, amount) = (.buy, randomAmount(using: &generator))
    case 5: (type, amount) = (.gift, randomAmount(using: &generator))
    case 6...7: (type, amount) = (.sell, balance.prorated(1, of: 3, places: 8))
    default: (type, amount) = (.sell, balance)
    }
    balances[coin] = type == .sell ? balance - amount : balance + amount
    return Transaction(
      coinId: coin, type: type, amount: amount,
      pricePerCoin: type == .gift ? 0 : randomAmount(using: &generator),
      date: Date(millisecondsSince1970: 1_700_000_000_000 + index * 3_600_000))
  }
}

/// Prices of some of the coins, all from the same instant.
func randomPrices(at date: Date, using generator: inout some RandomNumberGenerator) -> [Coin] {
  randomCoins.compactMap { id in
    guard Int.random(in: 0..<5, using: &generator) > 0 else { return nil }
    return Coin(
      id: id, symbol: id, name: id, currentPrice: randomAmount(using: &generator),
      lastUpdated: date)
  }
}

private func randomAmount<Value: ExactValue>(
  using generator: inout some RandomNumberGenerator
) -> Value {
  Value(
    ExactDecimal(
      Int.random(in: 1...9_999_999_999, using: &generator),
      exponent: -Int.random(in: 0...8, using: &generator)))
}
