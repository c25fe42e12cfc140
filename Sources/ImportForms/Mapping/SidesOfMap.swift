import FoundationEssentials
import ImportText
import Portfolio

/// Columns for both sides of a trade, and what of the rest counts besides them.
extension MapGuess {
  /// Whether only what was received has columns, or only what was given, and nothing else counts
  /// coins.
  private var isOfOneSide: Bool {
    guard found[.amount] == nil, found[.pair] == nil, !hasFreeFigures,
      found[.price] == nil || found[.side] != nil
    else { return false }
    let hasReceived = found[.received] != nil && found[.receivedCoin] != nil
    let hasSpent = found[.spent] != nil && found[.spentCoin] != nil
    return hasReceived && found[.spent] == nil || hasSpent && found[.received] == nil
  }

  /// Where a pair names both sides, other columns of coins say the same; where both sides have
  /// columns of their own, nothing else counts.
  mutating func settleCoins() {
    let isTwoSided =
      found[.received] != nil && found[.receivedCoin] != nil && found[.spent] != nil
      && found[.spentCoin] != nil
    guard !isTwoSided, !isOfOneSide else {
      if isTwoSided, hasFeeWithin { (found[.fee], found[.feeCurrency]) = (nil, nil) }
      settlePrices()
      for field in [.pair, .coin, .amount, .total, .net] as [ColumnMap.Field] { found[field] = nil }
      return
    }
    let ofSides: [ColumnMap.Field] = [
      .received, .receivedCoin, .spent, .spentCoin, .receivedPrice, .spentPrice,
    ]
    for field in ofSides { found[field] = nil }
    if let pair = found[.pair] {
      // Rows without a pair, such as deposits, name their coin by itself.
      if cells(pair).count == rowsSeen, !isWrittenTheOtherWay(pair) { found[.coin] = nil }
      found[.currency] = nil
    }
    // What was traded is not what was paid, whatever its column is called.
    if let coin = found[.coin], let currency = found[.currency],
      records.prefix(20).allSatisfy({ $0[coin] == $0[currency] })
    {
      found[.currency] = nil
    }
  }

  /// Keeps the prices of coins where they are in money, or some row says nothing else of what was
  /// paid; any other price is the rate of one side in the other, and both are there.
  private mutating func settlePrices() {
    let prices = pricesOfSides
    let names = Set(prices.map { units[$0] })
    let isMoney =
      names.count == 1 && prices.allSatisfy { words[found[$0] ?? ""]?.isOfMoney == true }
    guard isMoney || names.count == 1 && hasRowOfPrice, !isContradicted else {
      for field in prices + [.currency] { found[field] = nil }
      return
    }
    guard let currency = found[.currency] else { return }
    if isMoney || !cells(currency).allSatisfy({ Asset(symbol: $0).isFiat }) {
      found[.currency] = nil
    }
  }

  /// Lets the prices of the sides name their money.
  func setMoneyOfPrices(of map: inout ColumnMap) {
    guard map.has(.received) || map.has(.spent), !map.has(.currency) else { return }
    let prices = map.pricesOfSides
    if let unit = prices.lazy.compactMap({ units[$0] }).first ?? sign(of: prices) {
      map.set(.currency, literal: unit)
    }
  }

  private var pricesOfSides: [ColumnMap.Field] {
    [.price, .receivedPrice, .spentPrice].filter { found[$0] != nil }
  }

  /// Whether a row has one side and a price, and no coins only moved.
  private var hasRowOfPrice: Bool {
    records.prefix(20).contains { record in
      let (got, given) = (figure(.received, record), figure(.spent, record))
      guard (got == nil) != (given == nil),
        let kind = found[.side].flatMap({ KindTable.everyLanguage.kind(ofWord: record[$0]) })
      else { return false }
      // An exchange rate is of two sides; where one is all there is, only a purchase or sale has it.
      let isPaid = kind == .buy || kind == .sell
      return !kind.isMove
        && pricesOfSides.contains { field in
          figure(field, record) != nil && (isPaid || found[field]?.contains("rate") == false)
        }
    }
  }

  /// Whether a row of coins for money shows that the price is not that of one coin.
  private var isContradicted: Bool {
    guard found[.price] != nil, let first = found[.receivedCoin], let second = found[.spentCoin]
    else { return false }
    return records.prefix(20).contains { record in
      guard let got = figure(.received, record), let given = figure(.spent, record),
        let price = figure(.price, record)
      else { return false }
      let (bought, sold) = (Asset(symbol: record[first]), Asset(symbol: record[second]))
      guard bought.isMoney != sold.isMoney else { return false }
      let isPurchase = sold.isMoney
      // In another money than the price's it shows nothing.
      guard
        units[.price] == nil || Asset(symbol: units[.price] ?? "") == (isPurchase ? sold : bought)
      else { return false }
      let (coins, money) = isPurchase ? (got, given) : (given, got)
      return abs(coins * price - money) * 10 > money
    }
  }

  /// A figure without its sign, or `nil` where there is none but zero.
  private func figure(_ field: ColumnMap.Field, _ record: CSVRecord) -> Decimal? {
    guard let column = found[field], let number = number(record, column), number != 0 else {
      return nil
    }
    return abs(number)
  }
}
