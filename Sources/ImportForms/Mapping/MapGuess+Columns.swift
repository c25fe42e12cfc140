import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Columns recognized by their cells, if their names do not suffice.
extension MapGuess {
  /// Columns without a known field.
  var freeColumns: [String] { allColumns.filter { !found.values.contains($0) } }

  /// Whether an unread column has figures, which may be the amount paid.
  var hasFreeFigures: Bool {
    freeColumns.contains { column in
      let cells = cells(column)
      return !cells.isEmpty
        && cells.allSatisfy { $0.contains(where: \.isNumber) && $0.filter(\.isLetter).count < 6 }
    }
  }

  /// The only column in which every cell is a day or an instant, or `nil`.
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
    // `Bob` is a person here, not Bolivia's currency.
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

  /// The only column in which every cell is a pair such as `BTC/JPY`, or `nil`.
  var pairColumn: String? { only { $0.allSatisfy { $0.contains("/") && isPair($0) } } }

  /// Whether some of the first rows have a pair there, even if others have a single coin.
  func hasPairs(_ column: String) -> Bool {
    cells(column).contains { $0.contains("/") && isPair($0) }
  }

  /// The only column whose cells are all words for kinds of rows, or `nil`.
  var kindColumn: String? { only(holdsKinds) }

  /// Whether the cells of a column name the kind of every examined row.
  func holdsKinds(_ cells: [String]) -> Bool {
    !cells.isEmpty && cells.count == rowsSeen
      && cells.allSatisfy { KindTable.everyLanguage.kind(ofWord: $0) != nil }
  }

  /// A column of times of day, if the date has none.
  ///
  /// It is the one named like the date, else one with a name for times, else the only one.
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

  /// Whether a column called date has the times for a date column whose days have none.
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
  /// current price also have its date and time.
  private func isOfOtherDate(_ time: String, _ date: String) -> Bool {
    freeColumns.contains { other in
      words[other]?.text.replacing("date", with: "time") == words[time]?.text && other != time
        && words[date]?.text.replacing("date", with: "time") != words[time]?.text
        && cells(other) != cells(date) && fits(other, .date) && !cells(other).isEmpty
    }
  }

  /// Whether ambiguous dates use the United States order: they have slashes, and AM and PM in
  /// capitals.
  func writesMonthFirst(_ column: String) -> Bool {
    let cells = records.map { $0[column] }.filter { !$0.isEmpty }
    return !cells.isEmpty
      && cells.allSatisfy { DateOrder.isSlashed($0) && DateOrder(evidence: $0) == nil }
      && cells.allSatisfy { $0.hasSuffix("AM") || $0.hasSuffix("PM") }
  }

  /// Sets the unit of the fee from its heading: fiat if a column has other currencies, or a coin if
  /// nothing else names one.
  func setFeeCurrency(of map: inout ColumnMap) {
    guard let fee = found[.fee], let heading = words[fee], let unit = heading.unit else { return }
    let isTwoSided = map.has(.received) || map.has(.spent)
    if found[.feeCurrency] != nil
      ? heading.isFiatUnit : isTwoSided || unit != map.literal(.currency)
    {
      map.set(.feeCurrency, literal: unit)
    }
  }

  /// Whether the price shows, if both sides are given, that the total includes the fee, so the fee
  /// is ignored.
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

  /// Two amount columns, each with a column for its coin.
  ///
  /// Examples are `amount, currency` with `base_amount, base_currency`, or those of base and quote:
  /// the first was traded, the second paid.
  var amountsWithCoins: (traded: AmountColumns, paid: AmountColumns)? {
    let candidates = amountColumns.filter { !["fee", "commission"].contains($0.key) }
    guard candidates.count == 2 else { return nil }
    for (traded, paid) in [("base", "quote"), ("", "base"), ("", "quote")] {
      if let traded = candidates[traded], let paid = candidates[paid] { return (traded, paid) }
    }
    return nil
  }

  /// A column of numbers, and the column of their unit.
  typealias AmountColumns = (amount: String, coin: String)

  /// Columns that share a stem, such as `base` of `base_amount` and `base_currency`.
  private var amountColumns: [String: AmountColumns] {
    var amounts: [String: String] = [:]
    var coins: [String: String] = [:]
    for column in allColumns {
      let words = column.lowercased().split { !$0.isLetter }.map(String.init)
      guard let last = words.last else { continue }
      let stem = words.dropLast().filter { $0 != "asset" && $0 != "currency" }.joined()
      // Of columns with the same name, the first counts.
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
  /// Whether all of the first rows are deposits, withdrawals or rewards, which need no price.
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

/// Columns for both sides of a trade, and the other figures that matter.
extension MapGuess {
  /// Whether only the received or only the spent side has columns, and no other column counts
  /// coins.
  private var isOfOneSide: Bool {
    guard found[.amount] == nil, found[.pair] == nil, !hasFreeFigures,
      found[.price] == nil || found[.side] != nil
    else { return false }
    let hasReceived = found[.received] != nil && found[.receivedCoin] != nil
    let hasSpent = found[.spent] != nil && found[.spentCoin] != nil
    return hasReceived && found[.spent] == nil || hasSpent && found[.received] == nil
  }

  /// Drops redundant coin columns.
  ///
  /// If a pair names both sides, other coin columns repeat it; if both sides have separate columns,
  /// nothing else counts.
  mutating func resolveCoins() {
    let isTwoSided =
      found[.received] != nil && found[.receivedCoin] != nil && found[.spent] != nil
      && found[.spentCoin] != nil
    guard !isTwoSided, !isOfOneSide else {
      if isTwoSided, hasFeeWithin { (found[.fee], found[.feeCurrency]) = (nil, nil) }
      resolvePrices()
      for field in [.pair, .coin, .amount, .total, .net] as [ColumnMap.Field] { found[field] = nil }
      return
    }
    let ofSides: [ColumnMap.Field] = [
      .received, .receivedCoin, .spent, .spentCoin, .receivedPrice, .spentPrice,
    ]
    for field in ofSides { found[field] = nil }
    if let pair = found[.pair] {
      // Rows without a pair, such as deposits, name their coin in its own column.
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

  /// Keeps prices only if they are in money, or if some row has no other source for the amount
  /// paid.
  ///
  /// Any other price is the exchange rate of the two sides, which the file has anyway.
  private mutating func resolvePrices() {
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

  /// Sets the currency from the headings of the prices.
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

  /// Whether a trade row has only one side and a price.
  private var hasRowOfPrice: Bool {
    records.prefix(20).contains { record in
      let (got, given) = (figure(.received, record), figure(.spent, record))
      guard (got == nil) != (given == nil),
        let kind = found[.side].flatMap({ KindTable.everyLanguage.kind(ofWord: record[$0]) })
      else { return false }
      // An exchange rate needs two sides; with a single side, only a purchase or sale has one.
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
      // A different currency than the price's is not evidence.
      guard
        units[.price] == nil || Asset(symbol: units[.price] ?? "") == (isPurchase ? sold : bought)
      else { return false }
      let (coins, money) = isPurchase ? (got, given) : (given, got)
      return abs(coins * price - money) * 10 > money
    }
  }

  /// An unsigned figure, or `nil` if missing or zero.
  private func figure(_ field: ColumnMap.Field, _ record: CSVRecord) -> ExactDecimal? {
    guard let column = found[field], let number = number(record, column), number != 0 else {
      return nil
    }
    return abs(number)
  }
}

/// Which columns have the price of a coin, and which only seem to.
extension MapGuess {
  /// Whether a column has the price of a coin other than the row's, or an exchange rate of two
  /// currencies.
  func isPriceOfOther(_ column: String) -> Bool {
    guard let heading = words[column] else { return false }
    // `USD rate` is the price of another currency.
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

  /// Whether a volume accompanies the day's highest and lowest prices, so it is the market's.
  func isOfMarket(_ column: String) -> Bool {
    guard ["volume", "vol"].contains(words[column]?.text) else { return false }
    let ofDay = ["open", "high", "low", "close"]
    return words.values.count { ofDay.contains($0.text) } >= 2
  }

  /// Uses an order's execution price instead of its limit price.
  ///
  /// Figures decide, else names; if neither does, no column is the price.
  mutating func chooseExecutedPrice() {
    guard let plain = found[.price], words[plain]?.rank(among: Self.executedRanks) == nil else {
      return
    }
    let columns = freeColumns.filter { column in
      words[column]?.rank(among: Self.executedRanks) != nil && fits(column, .price)
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

  /// The number of first rows in which amount times price is the total.
  private func rowsShown(by price: String) -> Int {
    guard let amount = found[.amount], let whole = found[.total] ?? found[.net] else { return 0 }
    return records.prefix(20).count { record in
      guard let amount = number(record, amount), let price = number(record, price),
        let total = number(record, whole), total != 0
      else { return false }
      return abs(abs(amount * price) - abs(total)) * 1000 <= abs(total)
    }
  }

  /// Names of execution prices and of their averages.
  private static let executedRanks: [String: Int] = Dictionary(
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

  /// Drops a total in coins if no column has the traded amount: it is the amount, or a sum.
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
  /// Determines whether the total includes the fee, by the price if there is one.
  mutating func resolveTotals() {
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
      // A difference that is not the fee means that the columns have other meanings.
      guard distance < abs(fee) * 2 else { continue }
      (found[.total], found[.net]) =
        isNet ? (nil, found[.net] ?? found[.total]) : (found[.total] ?? found[.net], nil)
      return
    }
    // Without evidence the name decides; a total next to a net total excludes the fee.
    if found[.total] != nil { found[.net] = nil }
  }

  /// Whether a column of subtotals shows that the total includes the fee: their sums match in all
  /// of the first rows with a fee.
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

  /// Whether the total includes the fee, by another column that is the total with or without the
  /// fee in all of the first rows; `nil` if no column shows it, or if rows contradict.
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

  /// Whether a trade row received coins, by its word or the sign of its amount; `nil` if neither
  /// shows it.
  private func isPurchase(_ record: CSVRecord) -> Bool? {
    let kind = found[.side].flatMap { KindTable.everyLanguage.kind(ofWord: record[$0]) }
    if kind == .buy || kind == .sell { return kind == .buy }
    guard kind == nil || kind == .trade, let column = found[.amount],
      cells(column).contains(where: { $0.hasPrefix("-") }), let amount = number(record, column)
    else { return nil }
    return amount > 0
  }

  /// Whether amount times price equals the total, apart from a fee, in all first rows with all
  /// three.
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

  /// Chooses another column for the amount, or only the price, if figures contradict the names.
  ///
  /// - Returns: Whether the figures agree in the end.
  mutating func resolveAmount() -> Bool {
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

  /// Unread figure columns that, times the price, give the total.
  private var otherAmounts: [String] {
    words.keys.filter { column in
      !found.values.contains(column) && !cells(column).isEmpty
        && cells(column).allSatisfy { $0.contains(where: \.isNumber) } && productHolds(column)
        && records.prefix(20).contains { (number($0, column) ?? 0) != 0 }
    }
  }

  /// Drops a total that is the ordered number of coins.
  ///
  /// The filled amount equals it if an order was completely filled, and never exceeds it.
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

  /// Determines the coin column from figures if no heading names one, or if the ambiguous column is
  /// money.
  mutating func resolveFactors() {
    guard let price = found[.price], found[.received] == nil else { return }
    guard let amount = found[.amount] else {
      guard let total = found[.total] ?? found[.net] else { return }
      let factors = factors(of: total, nextTo: price)
      if factors.count == 1 { found[.amount] = factors[0] }
      return
    }
    guard found[.total] == nil, found[.net] == nil else { return }
    // Some totals may include fees, other figures never do.
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

  /// An `amount` column that may be money or coins: it is next to the currency but not the coin,
  /// and no other figure decides.
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

  /// Columns that, times another, give a total in all of the first rows.
  private func factors(of total: String, nextTo other: String) -> [String] {
    freeColumns.filter { shareShown($0, of: total, nextTo: other) == 100 }
  }

  /// Columns named as prices that, times another, give a total in most of the first rows.
  private func namedPrices(of total: String, nextTo other: String) -> [String] {
    freeColumns.filter { column in
      words[column]?.rank(among: HeaderNames.priceRanks) != nil
        && shareShown(column, of: total, nextTo: other) >= 75
    }
  }

  /// The percentage of rows, among those with all three, in which one column times another is a
  /// total; 0 if the column equals the total in all of them.
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
      // At a price of 1 every column equals its total.
      isShown = isShown || abs(abs(part) - abs(whole)) * 100 > abs(whole)
    }
    return isShown ? shown * 100 / rows : 0
  }

  /// Whether a difference may be the rounding of a figure with cents or finer digits, to nearest or
  /// up.
  private func isRounding(_ distance: ExactDecimal, of cell: String) -> Bool {
    guard let mark = cell.lastIndex(where: { ".,".contains($0) }) else { return false }
    let places = cell[mark...].dropFirst().prefix(while: \.isNumber).count
    return places >= 2 && distance * ExactDecimal(1, exponent: places) < 1
  }

  /// Drops a coin column with a repeated name unless it directly follows its figure: only the order
  /// distinguishes such columns.
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

  /// A figure of a row; bitcoin units are converted to whole bitcoin.
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

/// Which columns have fees, by headings and figures.
extension MapGuess {
  /// Uses the only figure column whose heading mentions a fee if no name is a known one, and the
  /// only such coin column as the fee's currency.
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

  /// Unread figure columns whose headings mean a fee.
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

  /// Figure columns whose headings mention a fee but have percentages or amounts before or after
  /// it.
  var otherFeeColumns: [String] {
    freeColumns.filter { column in
      guard let heading = words[column], heading.hasWordOfFee, !heading.saysFee || isShare(column)
      else { return false }
      return records.prefix(20).contains { (number($0, column) ?? 0) != 0 }
    }
  }

  /// Whether a figure is far less than the amount paid in all first rows with both, so it is only a
  /// part of it.
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

  /// Whether a figure is close to another in all first rows with both, such as the amount after the
  /// fee.
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

  /// Whether a column's figures are ratios, such as percentages, by its heading or the signs after
  /// them.
  func isShare(_ column: String) -> Bool {
    HeadingWords.saysShare(column)
      || !cells(column).isEmpty && cells(column).allSatisfy { $0.hasSuffix("%") }
  }

  /// Whether cells may name the coins or currencies of fees, not whether the fee was paid.
  func mayBeCodes(_ column: String) -> Bool {
    let answers: Set<String> = [
      "yes", "no", "y", "n", "true", "false", "ja", "nein", "oui", "non", "si", "sí", "sim",
    ]
    return cells(column).allSatisfy { !answers.contains($0.lowercased()) }
  }
}
