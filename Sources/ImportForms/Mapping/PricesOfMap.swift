import FoundationEssentials
import ImportText
import Portfolio

/// Which columns hold what one coin cost, and which only seem to.
extension MapGuess {
  /// Whether a column has the price of another coin than the row's, or of one money in another.
  func isPriceOfOther(_ column: String) -> Bool {
    guard let heading = words[column] else { return false }
    // `USD rate` is what another money costs.
    if heading.isOfMoney, heading.isUnitFirst, heading.text.hasSuffix("rate") { return true }
    guard let code = heading.pricedCoin else { return false }
    let priced = Asset(symbol: code)
    if let unit = found[.amount].flatMap({ words[$0]?.unit }), Asset(symbol: unit) != priced {
      return true
    }
    return records.contains { record in
      if let pair = found[.pair] {
        return sides(record[pair]).map { $0.base != priced && $0.quote != priced } ?? false
      }
      guard let coin = found[.coin], !record[coin].saysNone else { return false }
      return Asset(symbol: record[coin]) != priced
    }
  }

  /// Whether a volume comes with the highest and lowest prices of its day: it is the market's.
  func isOfMarket(_ column: String) -> Bool {
    guard ["volume", "vol"].contains(words[column]?.text) else { return false }
    let ofDay = ["open", "high", "low", "close"]
    return words.values.count { ofDay.contains($0.text) } >= 2
  }

  /// Takes the price an order was filled at instead of its limit price.
  ///
  /// Figures decide, else names; where neither shows it, nothing is the price.
  mutating func chooseExecutedPrice() {
    guard let plain = found[.price], words[plain]?.rank(among: Self.executedPlaces) == nil else {
      return
    }
    let columns = freeColumns.filter { column in
      words[column]?.rank(among: Self.executedPlaces) != nil && fits(column, .price)
        && words[column]?.unit == words[plain]?.unit
    }
    guard columns.count == 1, let other = columns.first, differ(plain, other) else { return }
    let (first, second) = (rowsShown(by: plain), rowsShown(by: other))
    guard first <= second else { return }
    let isOfOrder =
      found[.status] != nil
      || [found[.amount] ?? "", other].contains { column in
        ["fill", "exec", "deal"].contains { column.contains($0) }
      }
    found[.price] = second > first || isOfOrder ? other : nil
    if found[.price] == nil { units[.price] = nil }
  }

  private func differ(_ one: String, _ other: String) -> Bool {
    records.contains { record in
      guard let first = number(record, one), let second = number(record, other) else {
        return false
      }
      return first != second
    }
  }

  /// In how many of the first rows the amount times a price is the total.
  private func rowsShown(by price: String) -> Int {
    guard let amount = found[.amount], let whole = found[.total] ?? found[.net] else { return 0 }
    return records.prefix(20).count { record in
      guard let amount = number(record, amount), let price = number(record, price),
        let total = number(record, whole), total != 0
      else { return false }
      return abs(abs(amount * price) - abs(total)) * 1000 <= abs(total)
    }
  }

  /// Names of prices at which orders were filled, and of their averages.
  private static let executedPlaces: [String: Int] = Dictionary(
    [
      "fill price", "filled price", "average filled price", "avg filled price",
      "average fill price", "avg fill price", "executed price", "execution price", "exec price",
      "average executed price", "avg executed price", "average execution price", "deal price",
      "dealt price", "average price", "avg price", "price avg", "average", "avg",
      "durchschnittspreis", "prix moyen", "precio medio", "preco medio", "prezzo medio",
      "成交均价", "成交价", "成交價",
    ].enumerated().map { ($0.element.filter { $0 != " " }, $0.offset) }
  ) { first, _ in first }

  /// Whether a price says how much of one money another is worth, as far as its name goes.
  var isPriceOfRate: Bool {
    let names = ["rate", "kurs", "cours", "taux", "koers", "курс", "レート"]
    return found[.price].map { column in names.contains { column.contains($0) } } ?? false
  }

  /// Drops a total of coins where nothing counts what was traded: it is the amount, or a sum.
  mutating func dropTotalOfCoins() {
    guard found[.amount] == nil, found[.pair] == nil, found[.received] == nil else { return }
    for field in [ColumnMap.Field.total, .net] {
      guard let heading = found[field].flatMap({ words[$0] }), heading.unit != nil,
        !heading.isOfMoney, !heading.isOfDollarCoins
      else { continue }
      (found[field], units[field]) = (nil, nil)
    }
  }
}
