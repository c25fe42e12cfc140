import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Columns that show what they hold by their cells, where their names do not say it.
extension MapGuess {
  /// The columns that hold nothing that is known yet.
  var freeColumns: [String] { allColumns.filter { !found.values.contains($0) } }

  /// Whether a column that nothing reads holds figures, which may be what was paid.
  var hasFreeFigures: Bool {
    freeColumns.contains { column in
      let cells = cells(column)
      return !cells.isEmpty
        && cells.allSatisfy { $0.contains(where: \.isNumber) && $0.filter(\.isLetter).count < 6 }
    }
  }

  /// The one column in which every cell is a day or an instant, or `nil`.
  var columnOfDates: String? {
    only { cells in
      cells.allSatisfy { cell in
        parsedDate(cell, [.yearFirst, .monthName, .weekday]) != nil
          || DateOrder.isSlashed(cell) || DateOrder.isDotted(cell)
      }
    }
  }

  /// The only column in which every cell is a currency code, or `nil`.
  var currencyColumn: String? {
    // `Bob` is a person, not the money of Bolivia.
    only { cells in
      cells.allSatisfy { cell in
        FiatCurrency.traded.contains(cell.uppercased())
          && [cell.uppercased(), cell.lowercased()].contains(cell)
      }
    }
  }

  /// The only column of figures whose whole heading is a currency code, or `nil`.
  var currencyNamedColumn: String? {
    let named = freeColumns.filter { column in
      FiatCurrency.traded.contains(column.uppercased())
        && !cells(column).isEmpty && cells(column).allSatisfy { $0.contains(where: \.isNumber) }
    }
    return named.count == 1 ? named[0] : nil
  }

  /// The one column in which every cell is a pair such as `BTC/JPY`, or `nil`.
  var pairColumn: String? { only { $0.allSatisfy { $0.contains("/") && isPair($0) } } }

  /// Whether some of the first rows have a pair there, though others may have a coin alone.
  func hasPairs(_ column: String) -> Bool {
    cells(column).contains { $0.contains("/") && isPair($0) }
  }

  /// The one column whose cells are all words for purchases, sales, deposits and so on, or `nil`.
  var kindColumn: String? { only(holdsKinds) }

  /// Whether the cells of a column say of every row that is looked at what happened.
  func holdsKinds(_ cells: [String]) -> Bool {
    !cells.isEmpty && cells.count == rowsSeen
      && cells.allSatisfy { KindTable.everyLanguage.kind(ofWord: $0) != nil }
  }

  /// A column of times of day, where the date has none: the one named like the date, else one that
  /// is named as the time, else the only one.
  var timeColumn: String? {
    guard let date = found[.date], cells(date).allSatisfy({ !$0.contains(":") }) else { return nil }
    let columns = freeColumns.filter { column in
      let cells = cells(column)
      return !cells.isEmpty && cells.allSatisfy(\.isTimeOfDay) && !isOfOtherDate(column, date)
    }
    let named = words[date]?.text.replacing("date", with: "time")
    return columns.first { words[$0]?.text == named }
      ?? columns.first { words[$0]?.rank(among: HeaderNames.timeRanks) != nil }
      ?? (columns.count == 1 ? columns[0] : nil)
  }

  /// Whether a column called date has the times of the days of a column of dates of trades.
  func hasFinerDate(_ column: String) -> Bool {
    guard words[column]?.text == "tradedate" else { return false }
    return freeColumns.contains { other in
      words[other]?.text == "date" && other != column
        && records.prefix(20).allSatisfy { record in
          let (day, time) = (record[column], record[other])
          return !day.contains(":") && time.contains(":")
            && day.filter(\.isNumber).prefix(8) == time.filter(\.isNumber).prefix(8)
        }
    }
  }

  /// Whether a time of day belongs to another date column than the one that is read: files with a
  /// current price have a date and time for it in addition to the trade's.
  private func isOfOtherDate(_ time: String, _ date: String) -> Bool {
    freeColumns.contains { other in
      words[other]?.text.replacing("date", with: "time") == words[time]?.text && other != time
        && words[date]?.text.replacing("date", with: "time") != words[time]?.text
        && cells(other) != cells(date) && fits(other, .date) && !cells(other).isEmpty
    }
  }

  /// Whether dates whose order no row shows are written as in the United States: with slashes, and
  /// AM and PM in capitals.
  func writesMonthFirst(_ column: String) -> Bool {
    let cells = records.map { $0[column] }.filter { !$0.isEmpty }
    return !cells.isEmpty
      && cells.allSatisfy { DateOrder.isSlashed($0) && DateOrder(evidence: $0) == nil }
      && cells.allSatisfy { $0.hasSuffix("AM") || $0.hasSuffix("PM") }
  }

  /// Lets the heading of the fee name its unit: money where a column has other currencies, or a
  /// coin where nothing else says one.
  func setFeeCurrency(of map: inout ColumnMap) {
    guard let fee = found[.fee], let heading = words[fee], let unit = heading.unit else { return }
    let isTwoSided = map.has(.received) || map.has(.spent)
    if found[.feeCurrency] != nil
      ? heading.isFiatUnit : isTwoSided || unit != map.literal(.currency)
    {
      map.set(.feeCurrency, literal: unit)
    }
  }

  /// Whether the price shows, if both sides are given, that the total includes the fee: then the
  /// fee changes nothing.
  var hasFeeWithin: Bool {
    guard let received = found[.received], let spent = found[.spent], let fee = found[.fee],
      let price = found[.price]
    else { return false }
    return records.prefix(20).contains { record in
      guard let got = number(record, received), let given = number(record, spent),
        let fee = number(record, fee), let price = number(record, price), fee != 0
      else { return false }
      // The gross amount is the other side times the price; a purchase adds the fee to it, a sale
      // deducts it.
      let (paid, brought) = (abs(given) - abs(got * price), abs(given * price) - abs(got))
      return [paid, brought].contains { abs($0 - abs(fee)) * 10 < abs(fee) }
    }
  }

  private func only(_ holds: ([String]) -> Bool) -> String? {
    let columns = freeColumns.filter { column in
      let cells = cells(column)
      return !cells.isEmpty && holds(cells)
    }
    return columns.count == 1 ? columns[0] : nil
  }

  /// Two amounts, each with a column of the coin it counts.
  ///
  /// Such as `amount, currency` against `base_amount, base_currency`, or those of a base and a
  /// quote: the first was traded, the second paid.
  var amountsWithCoins: (traded: AmountColumns, paid: AmountColumns)? {
    let candidates = amountColumns.filter { !["fee", "commission"].contains($0.key) }
    guard candidates.count == 2 else { return nil }
    for (traded, paid) in [("base", "quote"), ("", "base"), ("", "quote")] {
      if let traded = candidates[traded], let paid = candidates[paid] { return (traded, paid) }
    }
    return nil
  }

  /// A column of numbers, and the one that says what they count.
  typealias AmountColumns = (amount: String, coin: String)

  /// The columns that have one stem, such as `base` of `base_amount` and `base_currency`.
  private var amountColumns: [String: AmountColumns] {
    var amounts: [String: String] = [:]
    var coins: [String: String] = [:]
    for column in allColumns {
      let words = column.lowercased().split { !$0.isLetter }.map(String.init)
      guard let last = words.last else { continue }
      let stem = words.dropLast().filter { $0 != "asset" && $0 != "currency" }.joined()
      // Of columns of one name the first is the one that is meant.
      if ["amount", "amt", "quantity", "qty"].contains(last), amounts[stem] == nil {
        amounts[stem] = column
      }
      if ["currency", "asset", "coin"].contains(last), coins[stem] == nil { coins[stem] = column }
    }
    var both: [String: AmountColumns] = [:]
    for (stem, amount) in amounts { if let coin = coins[stem] { both[stem] = (amount, coin) } }
    return both
  }
}

extension ColumnMap {
  /// Whether every one of the first rows is a deposit, a withdrawal or a reward, for which nothing
  /// was paid.
  func hasOnlyMoves(_ records: [CSVRecord]) -> Bool {
    guard missing.isEmpty, let side = column(.side), !records.isEmpty else { return false }
    return records.prefix(50).allSatisfy { record in
      switch KindTable.everyLanguage.kind(ofWord: record[side]) {
      case .deposit, .withdrawal, .move, .reward, .gift: true
      default: false
      }
    }
  }
}

extension String {
  /// Whether it is a time of day without a day, such as `9:57:14 PM`.
  var isTimeOfDay: Bool {
    let hour = prefix { $0 != ":" }
    return hour.count < count && (1...2).contains(hour.count) && hour.allSatisfy(\.isNumber)
      && utf8.count <= 15
  }

  /// The ticker after a number, such as `BTC` in `0.5 BTC`.
  var unitAfterNumber: String? {
    guard let first, first.isNumber || "+-".contains(first) else { return nil }
    let digits = prefix { $0.isNumber || ".,+-' ".contains($0) }
    let unit = dropFirst(digits.count)
    guard (2...10).contains(unit.count), unit.allSatisfy({ $0.isLetter || $0.isNumber }) else {
      return nil
    }
    return String(unit)
  }
}

/// Columns for both sides of a trade, and the other columns that count.
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
      if cells(pair).count == rowsSeen, !isReversedPair(pair) { found[.coin] = nil }
      found[.currency] = nil
    }
    // The traded amount is not the paid amount, even if its name suggests it.
    if let coin = found[.coin], let currency = found[.currency],
      records.prefix(20).allSatisfy({ $0[coin] == $0[currency] })
    {
      found[.currency] = nil
    }
  }

  /// Keeps the prices of coins where they are in money, or some row says nothing else of what was
  /// paid; any other price is the rate of one side in the other, and both are there.
  private mutating func settlePrices() {
    let prices = sidePrices
    let names = Set(prices.map { units[$0] })
    let isMoney =
      names.count == 1 && prices.allSatisfy { words[found[$0] ?? ""]?.isFiatUnit == true }
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
  func setCurrencyFromPrices(of map: inout ColumnMap) {
    guard map.has(.received) || map.has(.spent), !map.has(.currency) else { return }
    let prices = map.sidePrices
    if let unit = prices.lazy.compactMap({ units[$0] }).first ?? sign(of: prices) {
      map.set(.currency, literal: unit)
    }
  }

  private var sidePrices: [ColumnMap.Field] {
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
        && sidePrices.contains { field in
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
  private func figure(_ field: ColumnMap.Field, _ record: CSVRecord) -> ExactDecimal? {
    guard let column = found[field], let number = number(record, column), number != 0 else {
      return nil
    }
    return abs(number)
  }
}

/// Which columns hold what one coin cost, and which only seem to.
extension MapGuess {
  /// Whether a column has the price of another coin than the row's, or of one money in another.
  func isPriceOfOther(_ column: String) -> Bool {
    guard let heading = words[column] else { return false }
    // `USD rate` is what another money costs.
    if heading.isFiatUnit, heading.isUnitFirst, heading.text.hasSuffix("rate") { return true }
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

  /// Whether a volume has the day's highest and lowest prices with it: then it is the market's.
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

  /// Whether a price is an exchange rate of two currencies, by its name.
  var isPriceOfRate: Bool {
    let names = ["rate", "kurs", "cours", "taux", "koers", "курс", "レート"]
    return found[.price].map { column in names.contains { column.contains($0) } } ?? false
  }

  /// Drops a total of coins where nothing counts what was traded: it is the amount, or a sum.
  mutating func dropTotalOfCoins() {
    guard found[.amount] == nil, found[.pair] == nil, found[.received] == nil else { return }
    for field in [ColumnMap.Field.total, .net] {
      guard let heading = found[field].flatMap({ words[$0] }), heading.unit != nil,
        !heading.isFiatUnit, !heading.isStablecoinUnit
      else { continue }
      (found[field], units[field]) = (nil, nil)
    }
  }
}

/// Whether the figures of the first rows confirm a guess.
extension MapGuess {
  /// Whether the total has the fee in it, by the price where there is one.
  mutating func settleTotals() {
    guard let total = found[.total] ?? found[.net] else { return }
    if let fee = found[.fee], isSubtotalAndFee(total, fee) {
      (found[.total], found[.net]) = (nil, total)
      return
    }
    if let fee = found[.fee], let isNet = hasFeeWithin(total, fee) {
      (found[.total], found[.net]) = isNet ? (nil, total) : (total, nil)
      return
    }
    guard let amount = found[.amount], let price = found[.price], let fee = found[.fee] else {
      return
    }
    for record in records.prefix(20) {
      guard let amount = number(record, amount), let price = number(record, price),
        let fee = number(record, fee), let total = number(record, total), fee != 0
      else { continue }
      let gross = abs(amount * price)
      let distance = abs(gross - abs(total))
      let isNet = abs(distance - abs(fee)) < distance
      // A distance that is not a fee says that the columns are others than they seem.
      guard distance < abs(fee) * 2 else { continue }
      (found[.total], found[.net]) =
        isNet ? (nil, found[.net] ?? found[.total]) : (found[.total] ?? found[.net], nil)
      return
    }
    // Where nothing shows it, the name does; a total next to a net one is without the fee.
    if found[.total] != nil { found[.net] = nil }
  }

  /// Whether a column of subtotals shows that the total has the fee in it: their sums say so in
  /// every one of the first rows with a fee.
  private func isSubtotalAndFee(_ total: String, _ fee: String) -> Bool {
    let subtotal = words.keys.filter { words[$0]?.text == "subtotal" && $0 != total }
    guard subtotal.count == 1 else { return false }
    var seen = false
    for record in records.prefix(20) {
      guard let whole = number(record, total), let part = number(record, subtotal[0]),
        let fee = number(record, fee), fee != 0
      else { continue }
      guard abs(abs(whole) - abs(part)) == abs(fee) else { return false }
      seen = true
    }
    return seen
  }

  /// Whether the total has the fee in it, by another column that is the total without the fee, or
  /// with it, in every one of the first rows; `nil` where no column shows it, or some contradict.
  private func hasFeeWithin(_ total: String, _ fee: String) -> Bool? {
    let read = [total, fee, found[.amount], found[.price]]
    let shown = allColumns.filter { !read.contains($0) }.compactMap { column -> Bool? in
      var answers: Set<Bool> = []
      for record in records.prefix(20) {
        guard let whole = number(record, total), let part = number(record, column), whole != 0,
          let fee = number(record, fee)
        else { continue }
        let distance = abs(whole) - abs(part)
        let slip = abs(abs(distance) - abs(fee))
        let isRounded = slip * 4 <= abs(fee) && isRounding(slip, of: record[total])
        guard slip * 50 <= abs(fee) || isRounded else { return nil }
        guard fee != 0, let isPurchase = isPurchase(record) else { continue }
        answers.insert((distance > 0) == isPurchase)
      }
      return answers.count == 1 ? answers.first : nil
    }
    return Set(shown).count == 1 ? shown.first : nil
  }

  /// Whether coins came in a row of a trade, by its word or the sign of its amount; `nil` where
  /// neither says it.
  private func isPurchase(_ record: CSVRecord) -> Bool? {
    let kind = found[.side].flatMap { KindTable.everyLanguage.kind(ofWord: record[$0]) }
    if kind == .buy || kind == .sell { return kind == .buy }
    guard kind == nil || kind == .trade, let column = found[.amount],
      cells(column).contains(where: { $0.hasPrefix("-") }), let amount = number(record, column)
    else { return nil }
    return amount > 0
  }

  /// Whether amount times price is the total but for a fee, wherever the first rows have all three.
  private func productHolds(_ amount: String) -> Bool {
    guard let price = found[.price], let whole = found[.total] ?? found[.net] else { return true }
    return records.prefix(20).allSatisfy { record in
      guard let amount = number(record, amount), let price = number(record, price),
        let total = number(record, whole), amount != 0, price != 0, total != 0
      else { return true }
      let gross = abs(amount * price)
      let distance = abs(gross - abs(total))
      return distance * 20 <= gross || isRounding(distance, of: record[whole])
    }
  }

  /// Takes another column for the amount, or the price alone, where figures contradict the names.
  ///
  /// - Returns: Whether the figures agree in the end.
  mutating func settleAmount() -> Bool {
    guard let amount = found[.amount], !hasShownTotals, !productHolds(amount) else { return true }
    let others = otherAmounts
    if others.count == 1 {
      found[.amount] = others[0]
      return true
    }
    // A total recognized only by its name is weaker evidence than the price, and its heading does
    // not name the currency of other figures.
    (units[.total], units[.net]) = (nil, nil)
    guard let total = found[.total], words[total]?.text == "amount" else { return false }
    found[.total] = nil
    return true
  }

  /// The columns of figures that nothing reads and that, times the price, are the total.
  private var otherAmounts: [String] {
    words.keys.filter { column in
      !found.values.contains(column) && !cells(column).isEmpty
        && cells(column).allSatisfy { $0.contains(where: \.isNumber) } && productHolds(column)
        && records.prefix(20).contains { (number($0, column) ?? 0) != 0 }
    }
  }

  /// Drops a total that is how many coins an order was for: what was filled is as much where all of
  /// it was, and never more.
  mutating func dropOrderedAmount() {
    guard let amount = found[.amount], let total = found[.total], found[.price] != nil,
      ["fill", "exec"].contains(where: { amount.contains($0) }), otherAmounts.count != 1
    else { return }
    var isWhole = false
    for record in records {
      guard let filled = number(record, amount), let ordered = number(record, total), filled != 0
      else { continue }
      guard abs(filled) <= abs(ordered) else { return }
      let isOfOne = found[.price].flatMap { number(record, $0) } == 1
      isWhole = isWhole || filled == ordered && !isOfOne
    }
    if isWhole { (found[.total], units[.total]) = (nil, nil) }
  }

  /// Lets the figures say which column holds the coins where no heading does, or where the one that
  /// may mean coins or money means money.
  mutating func settleFactors() {
    guard let price = found[.price], found[.received] == nil else { return }
    guard let amount = found[.amount] else {
      guard let total = found[.total] ?? found[.net] else { return }
      let factors = factors(of: total, nextTo: price)
      if factors.count == 1 { found[.amount] = factors[0] }
      return
    }
    guard found[.total] == nil, found[.net] == nil else { return }
    // Fees may be in some of the totals, and only in them.
    var prices = factors(of: price, nextTo: amount)
    if prices.isEmpty { prices = namedPrices(of: price, nextTo: amount) }
    if prices.count == 1 {
      // The column named price is the total paid.
      (found[.price], found[.total]) = (prices[0], price)
      (units[.price], units[.total]) = (nil, units[.price])
      hasShownTotals = true
      return
    }
    let factors = factors(of: amount, nextTo: price)
    if factors.count == 1 {
      (found[.amount], found[.total]) = (factors[0], amount)
      (units[.amount], units[.total]) = (nil, units[.amount])
    } else if !factors.isEmpty || unclearAmount != nil {
      found[.amount] = nil
    }
  }

  /// A column called `amount` that may as well hold money as coins: it is next to the currency and
  /// not the coin, and no other figure shows what it is.
  var unclearAmount: String? {
    guard let amount = found[.amount], ["amount", "volume"].contains(words[amount]?.text),
      found[.price] != nil, found[.total] == nil, found[.net] == nil, found[.pair] == nil,
      let coin = found[.coin], let currency = found[.currency], coin != amount,
      isBeside(currency, amount), !isBeside(coin, amount)
    else { return nil }
    return amount
  }

  private func isBeside(_ one: String, _ other: String) -> Bool {
    let columns = allColumns
    guard let first = columns.firstIndex(of: one), let second = columns.firstIndex(of: other)
    else { return false }
    return abs(first - second) == 1
  }

  /// The columns that, times another one, are a total in every one of the first rows.
  private func factors(of total: String, nextTo other: String) -> [String] {
    freeColumns.filter { shareShown($0, of: total, nextTo: other) == 100 }
  }

  /// The columns named as prices that, times another one, are a total in most of the first rows.
  private func namedPrices(of total: String, nextTo other: String) -> [String] {
    freeColumns.filter { column in
      words[column]?.rank(among: HeaderNames.priceRanks) != nil
        && shareShown(column, of: total, nextTo: other) >= 75
    }
  }

  /// In how many of a hundred rows a column times another one is a total, of those that have all
  /// three; 0 where it is a factor of itself in all of them.
  private func shareShown(_ column: String, of total: String, nextTo other: String) -> Int {
    var (isShown, rows, shown) = (false, 0, 0)
    for record in records.prefix(20) {
      guard let whole = number(record, total), let one = number(record, other), whole != 0,
        one != 0
      else { continue }
      guard let part = number(record, column), part != 0 else { return 0 }
      rows += 1
      let distance = abs(abs(part * one) - abs(whole))
      guard distance * 1000 <= abs(whole) || isRounding(distance, of: record[total]) else {
        continue
      }
      shown += 1
      // Where one costs one, every column is a factor of itself.
      isShown = isShown || abs(abs(part) - abs(whole)) * 100 > abs(whole)
    }
    return isShown ? shown * 100 / rows : 0
  }

  /// Whether a figure with cents or finer digits may be rounded by so much, to the nearest or up.
  private func isRounding(_ distance: ExactDecimal, of cell: String) -> Bool {
    guard let mark = cell.lastIndex(where: { ".,".contains($0) }) else { return false }
    let places = cell[mark...].dropFirst().prefix(while: \.isNumber).count
    return places >= 2 && distance * ExactDecimal(1, exponent: places) < 1
  }

  /// Drops coins whose column has the name of others, too, unless it is right after the figure it
  /// is of: only the order distinguishes such columns.
  mutating func dropMisplaced() {
    let units: [(ColumnMap.Field, ColumnMap.Field)] = [
      (.received, .receivedCoin), (.spent, .spentCoin), (.fee, .feeCurrency), (.amount, .coin),
      (.total, .currency),
    ]
    let columns = allColumns
    for (figure, unit) in units {
      guard let coin = found[unit], let index = columns.firstIndex(of: coin) else { continue }
      let name = coin.prefix { $0 != "#" }
      guard columns.contains("\(name)#2"), let number = found[figure],
        columns.firstIndex(of: number) != index - 1
      else { continue }
      found[unit] = nil
    }
  }

  /// A figure of a row, of a bitcoin in whole ones.
  func number(_ record: CSVRecord, _ column: String) -> ExactDecimal? {
    let digits = record[column].filter { $0.isNumber || ".,-+".contains($0) }
    do throws(RefusalReason) {
      let number = try record.fileNumber(digits, column: column)
      return number.map { $0 * ExactDecimal(smallUnit: words[column]?.digits ?? 0) }
    } catch {
      return nil
    }
  }
}

/// Which columns hold fees, by their headings and figures.
extension MapGuess {
  /// Takes the only column of figures whose heading says fee for the fee, where no name is one that
  /// is known, and the only such column of coins for the fee's currency.
  mutating func chooseFee() {
    let fees = unreadFees
    if found[.fee] == nil {
      let named = fees.filter { column in
        words[column]?.saysFee ?? false ? !isNearAnother(column) : isPartOfWhole(column)
      }
      if named.count == 1 { (found[.fee], units[.fee]) = (named[0], words[named[0]]?.unit) }
    }
    let coins = freeColumns.filter { column in
      words[column]?.saysFee ?? false && !cells(column).isEmpty && fits(column, .feeCurrency)
    }
    if found[.fee] != nil, found[.feeCurrency] == nil, coins.count == 1 {
      found[.feeCurrency] = coins[0]
    }
  }

  /// The columns whose headings say fee, that hold figures and that nothing reads.
  var unreadFees: [String] {
    freeColumns.filter { column in
      guard let heading = words[column], heading.saysFee || heading.saysCosts,
        !isShare(column)
      else { return false }
      let cells = cells(column)
      return !cells.isEmpty && cells.allSatisfy { $0.filter(\.isLetter).count < 6 }
        && records.prefix(20).contains { (number($0, column) ?? 0) != 0 }
    }
  }

  /// The columns of figures whose headings have the word of a fee, and that hold percentages or
  /// what is before or after it.
  var otherFeeColumns: [String] {
    freeColumns.filter { column in
      guard let heading = words[column], heading.hasWordOfFee, !heading.saysFee || isShare(column)
      else { return false }
      return records.prefix(20).contains { (number($0, column) ?? 0) != 0 }
    }
  }

  /// Whether a figure is far less than what was paid wherever the first rows show both, so that it
  /// is not the whole of it.
  private func isPartOfWhole(_ column: String) -> Bool {
    var isShown = false
    for record in records.prefix(20) {
      guard let part = number(record, column), part != 0, let whole = whole(of: record) else {
        continue
      }
      guard abs(part) * 4 <= whole else { return false }
      isShown = true
    }
    return isShown
  }

  /// The amount paid in a row, by its total or its price.
  private func whole(of record: CSVRecord) -> ExactDecimal? {
    if let column = found[.total] ?? found[.net], let total = number(record, column), total != 0 {
      return abs(total)
    }
    guard let amount = found[.amount].flatMap({ number(record, $0) }),
      let price = found[.price].flatMap({ number(record, $0) }), amount != 0, price != 0
    else { return nil }
    return abs(amount * price)
  }

  /// Whether a figure is about as much as another one of its row wherever the first rows have both:
  /// such as what was left of it after the fee.
  private func isNearAnother(_ column: String) -> Bool {
    ([.amount, .price, .total, .net] as [ColumnMap.Field]).compactMap { found[$0] }.contains {
      other in
      let rows = records.prefix(20).compactMap { record -> (ExactDecimal, ExactDecimal)? in
        guard let one = number(record, column), let two = number(record, other), one != 0, two != 0
        else { return nil }
        return (abs(one), abs(two))
      }
      return !rows.isEmpty && rows.allSatisfy { abs($0 - $1) * 10 < $1 }
    }
  }

  /// Whether the figures of a column are shares of something, such as percents, by its heading or
  /// the signs after them.
  func isShare(_ column: String) -> Bool {
    HeadingWords.saysShare(column)
      || !cells(column).isEmpty && cells(column).allSatisfy { $0.hasSuffix("%") }
  }

  /// Whether the cells may name the coins or the money of fees, and are not the answers to whether
  /// the fee was paid.
  func mayBeCodes(_ column: String) -> Bool {
    let answers: Set<String> = [
      "yes", "no", "y", "n", "true", "false", "ja", "nein", "oui", "non", "si", "sí", "sim",
    ]
    return cells(column).allSatisfy { !answers.contains($0.lowercased()) }
  }
}
