import FoundationEssentials
import ImportText
import Portfolio

/// What the figures of the first rows say of a guess.
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
    // A total that only its name makes one says less than the price; nor does its heading name the
    // money of other figures.
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
      let factors = factors(of: total, beside: price)
      if factors.count == 1 { found[.amount] = factors[0] }
      return
    }
    guard found[.total] == nil, found[.net] == nil else { return }
    // Fees may be in some of the totals, and only in them.
    var prices = factors(of: price, beside: amount)
    if prices.isEmpty { prices = namedPrices(of: price, beside: amount) }
    if prices.count == 1 {
      // What is called the price was paid in all.
      (found[.price], found[.total]) = (prices[0], price)
      (units[.price], units[.total]) = (nil, units[.price])
      hasShownTotals = true
      return
    }
    let factors = factors(of: amount, beside: price)
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
  private func factors(of total: String, beside other: String) -> [String] {
    freeColumns.filter { shareShown($0, of: total, beside: other) == 100 }
  }

  /// The columns named as prices that, times another one, are a total in most of the first rows.
  private func namedPrices(of total: String, beside other: String) -> [String] {
    freeColumns.filter { column in
      words[column]?.rank(among: HeaderNames.priceRanks) != nil
        && shareShown(column, of: total, beside: other) >= 75
    }
  }

  /// In how many of a hundred rows a column times another one is a total, of those that have all
  /// three; 0 where it is a factor of itself in all of them.
  private func shareShown(_ column: String, of total: String, beside other: String) -> Int {
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
  private func isRounding(_ distance: Decimal, of cell: String) -> Bool {
    guard let mark = cell.lastIndex(where: { ".,".contains($0) }) else { return false }
    let indices = cell[mark...].dropFirst().prefix(while: \.isNumber).count
    return indices >= 2 && distance * Decimal(sign: .plus, exponent: indices, significand: 1) < 1
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
  func number(_ record: CSVRecord, _ column: String) -> Decimal? {
    let digits = record[column].filter { $0.isNumber || ".,-+".contains($0) }
    do throws(RefusalReason) {
      let number = try record.localizedNumber(digits, column: column)
      return number.map { $0 * Decimal(smallUnit: words[column]?.digits ?? 0) }
    } catch {
      return nil
    }
  }
}
