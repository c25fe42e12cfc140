import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Guesses the meaning of columns from the headings and the first rows.
struct MapGuess {
  private let header: CSVHeader
  let records: [CSVRecord]
  let words: [String: HeadingWords]
  var found: [ColumnMap.Field: String] = [:]
  var units: [ColumnMap.Field: String] = [:]
  /// Whether the figures show which column has totals, even if some include fees.
  var hasShownTotals = false

  init(header: CSVHeader, records: [CSVRecord]) {
    self.header = header
    self.records = records
    words = header.columns.keys.reduce(into: [:]) { $0[$1] = HeadingWords($1) }
    chooseSides()
    for (field, names) in HeaderNames.all where found[field] == nil { choose(field, among: names) }
    chooseExecutedPrice()
    chooseFeesOfMakersAndTakers()
    chooseFee()
    if found[.date] == nil { found[.date] = columnOfDates }
    if found[.pair] == nil, found[.coin] == nil { found[.pair] = pairColumn }
    if found[.side].map({ shareOfKinds(in: $0) == 0 }) ?? true, let kinds = kindColumn {
      found[.side] = kinds
    }
    if found[.side] == nil, let notes = found[.notes], holdsKinds(cells(notes)) {
      (found[.side], found[.notes]) = (notes, nil)
    }
    if found[.currency] == nil { found[.currency] = currencyColumn }
    chooseCreditAndDebit()
    if found[.total] == nil, found[.net] == nil {
      let money = words.filter { $1.isFiatUnit && !found.values.contains($0) }
      for (column, heading) in money.sorted(by: { $0.key < $1.key })
      where heading.rank(among: HeaderNames.amountRanks) != nil && !isOfMarket(column) {
        (found[.total], units[.total]) = (column, heading.unit)
        break
      }
      if found[.total] == nil, found[.received] == nil, let money = currencyNamedColumn {
        (found[.total], units[.total]) = (money, money.uppercased())
      }
    }
  }

  /// The columns of the file, in order.
  var allColumns: [String] {
    header.columns.keys.sorted { header.position($0) < header.position($1) }
  }

  private mutating func chooseSides() {
    guard let (traded, paid) = amountsWithCoins, fits(traded.coin, .coin) else { return }
    (found[.amount], found[.coin]) = (traded.amount, traded.coin)
    (found[.total], found[.currency]) = (paid.amount, paid.coin)
  }

  /// The map found so far; required fields may be missing.
  func map() -> ColumnMap {
    var guess = self
    guess.dropMisplaced()
    guess.resolveUnits()
    guess.resolveCoins()
    guess.dropOrderedAmount()
    guess.resolveFactors()
    // If figures contradict each other, the user must map the traded amount.
    if !guess.resolveAmount() {
      (guess.found[.amount], guess.found[.total], guess.found[.net]) = (nil, nil, nil)
      guess.units[.amount] = nil
      // A column named rate may be an exchange rate of two currencies.
      if guess.isPriceOfRate { (guess.found[.price], guess.units[.price]) = (nil, nil) }
    }
    guess.resolveTotals()
    guess.dropTotalOfCoins()
    guess.resolveMoneyBySigns()
    guess.resolveMoneyOfHeading()
    guess.resolveLabel()
    var map = ColumnMap()
    for (field, column) in guess.found { map.set(field, column: column) }
    if let time = guess.timeColumn { map.set(.time, column: time) }
    if let date = guess.found[.date], writesMonthFirst(date) {
      map.set(.dates, literal: "month/day")
    }
    if guess.isGivenBySigns {
      let money: [ColumnMap.Field] = [.total, .net, .price, .currency, .pair]
      let isPaid = money.contains { map.has($0) || guess.units[$0] != nil }
      if let kind = guess.kindBySigns(isPaid: isPaid) {
        map.set(.side, literal: kind.rawValue)
        if kind == .move { map.set(.move, literal: kind.rawValue) }
      }
    }
    if !map.has(.received), !map.has(.pair) {
      if !map.has(.coin), let coin = guess.units[.amount] { map.set(.coin, literal: coin) }
      // A fee in a coin does not show the payment currency.
      let hasMoney = guess.units[.fee].map { Asset(symbol: $0).isFiat } ?? true
      let money = ([.total, .net, .price, .fee] as [ColumnMap.Field]).dropLast(hasMoney ? 0 : 1)
      let unit = money.lazy.compactMap { guess.units[$0] }.first ?? guess.sign(of: Array(money))
      if !map.has(.currency), let unit { map.set(.currency, literal: unit) }
    }
    guess.setOnlyCurrency(of: &map)
    guess.setCurrencyFromPrices(of: &map)
    guess.setPairOrder(of: &map)
    guess.setCurrencyFromHeading(of: &map)
    guess.setFeeCurrency(of: &map)
    guess.setSideBySign(of: &map)
    guess.setZone(of: &map)
    return map
  }

  /// The currency whose sign is next to the first numbers of some columns.
  func sign(of fields: [ColumnMap.Field]) -> String? {
    fields.lazy.compactMap { found[$0] }.compactMap { column in
      cells(column).first.flatMap { currency(nextTo: $0) }
    }.first
  }

  private mutating func choose(_ field: ColumnMap.Field, among names: [String: Int]) {
    let free = words.filter { column, _ in !found.values.contains(column) }
    var best: (column: String, rank: Int)?
    for (column, heading) in free.sorted(by: { header.position($0.key) < header.position($1.key) })
    {
      guard var rank = heading.rank(among: names) else { continue }
      guard fits(column, field), unitFits(column, field) else { continue }
      // An amount in dollars is the amount paid, regardless of its heading.
      if field == .amount, heading.isFiatUnit { continue }
      // Another column with the same days is better if it has times.
      if field == .date, hasFinerDate(column) { rank += names.count }
      // Prefer the column whose words are purchases and sales.
      if field == .side { rank -= 1000 * shareOfKinds(in: column) }
      // Of two amounts, the one in dollar coins is the amount paid.
      if field == .amount, heading.isStablecoinUnit { rank += names.count * 2 }
      // A fee with its own currency is not the one whose coin another column names.
      if field == .fee, heading.isFiatUnit { rank += names.count * 2 }
      if rank < best?.rank ?? .max { best = (column, rank) }
    }
    guard let best else { return }
    found[field] = best.column
    units[field] = words[best.column]?.unit
  }

  /// Whether the first rows fit the meaning of the name.
  func fits(_ column: String, _ field: ColumnMap.Field) -> Bool {
    let cells = self.cells(column)
    guard !cells.isEmpty else {
      return field != .amount && field != .side && field != .label
        && (field != .date || records.isEmpty)
    }
    switch field {
    case .pair: return cells.allSatisfy(isPair)
    case .coin, .currency, .feeCurrency, .receivedCoin, .spentCoin:
      if field == .coin, cells.allSatisfy({ Asset(symbol: $0).isFiat }) { return false }
      if cells.allSatisfy({ $0.contains("/") && isPair($0) }) { return false }
      if field == .feeCurrency, !mayBeCodes(column) { return false }
      return cells.allSatisfy { cell in
        cell.contains(where: \.isLetter) && !cell.contains(".") && cell.count <= 24
      }
    case .amount, .price, .total, .net, .fee, .coinFee, .received, .spent, .receivedPrice,
      .spentPrice:
      if field == .price, isPriceOfOther(column) { return false }
      if field == .fee || field == .coinFee, isShare(column) { return false }
      return cells.contains { $0.contains(where: \.isNumber) } && !isOfMarket(column)
    case .account: return cells.allSatisfy(mayBeAccount) && Set(cells).count < max(4, rowsSeen)
    case .side, .label:
      return cells.allSatisfy { !$0.contains(where: \.isNumber) }
        && (field == .label || !hasContracts(column))
    case .date: return cells.contains { $0.contains(where: \.isNumber) && !$0.isTimeOfDay }
    default: return true
    }
  }

  /// Whether the units after numbers match the pair's side.
  private func unitFits(_ column: String, _ field: ColumnMap.Field) -> Bool {
    guard let pair = found[.pair], field == .amount || field == .total || field == .net else {
      return true
    }
    return records.prefix(20).allSatisfy { record in
      guard let unit = record[column].unitAfterNumber else { return true }
      do throws(RefusalReason) {
        let sides = try Asset.pair(record[pair])
        return Asset(symbol: unit) == (field == .amount ? sides.base : sides.quote)
      } catch {
        return false
      }
    }
  }

  /// Whether every cell is a number with its unit after it.
  private func isGlued(_ column: String) -> Bool {
    let cells = cells(column)
    // Letters such as `zł` mean money, not a ticker.
    return !cells.isEmpty
      && cells.allSatisfy { $0.unitAfterNumber != nil && currenciesByLetters(of: $0).isEmpty }
  }

  /// Uses the units after numbers as coins if no other column names them.
  private mutating func resolveUnits() {
    let numbers: [(ColumnMap.Field, ColumnMap.Field)] = [
      (.amount, .coin), (.total, .currency), (.net, .currency), (.fee, .feeCurrency),
      (.received, .receivedCoin), (.spent, .spentCoin),
    ]
    for (number, unit) in numbers {
      guard found[unit] == nil, let column = found[number], isGlued(column) else { continue }
      if found[.pair] != nil, unit == .coin || unit == .currency { continue }
      found[unit] = column
    }
  }

  func isPair(_ cell: String) -> Bool {
    do throws(RefusalReason) {
      _ = try Asset.pair(cell)
      // A ticker such as `USDT` ends like a pair.
      return cell.utf8.count > 5 || cell.contains { "-/_".contains($0) }
    } catch {
      return false
    }
  }

  /// A score from 0 to 10 for how many of the first rows name a known kind.
  private func shareOfKinds(in column: String) -> Int {
    let cells = cells(column)
    guard !cells.isEmpty else { return 0 }
    return cells.count { KindTable.everyLanguage.kind(ofWord: $0) != nil } * 10 / cells.count
  }

  /// The number of first rows examined.
  var rowsSeen: Int { records.prefix(20).count }

  func cells(_ column: String) -> [String] {
    records.prefix(20).map { $0[column] }.filter { !$0.saysNone }
  }
}

extension CSVHeader {
  /// The index of a column.
  fileprivate func position(_ column: String) -> Int { columns[column] ?? .max }
}

/// Fields derived from headings and words, if no column has them.
extension MapGuess {
  /// Uses the currency in the heading of the amount paid if a column has pairs, because a table in
  /// one currency also has pairs of other coins.
  func setCurrencyFromHeading(of map: inout ColumnMap) {
    guard !map.has(.received), !map.has(.currency), let pair = found[.pair],
      let column = found[.total] ?? found[.net] ?? found[.price],
      let heading = words[column], heading.isFiatUnit, let unit = heading.unit
    else { return }
    // A heading of dollars for an amount paid in Tether is less precise than the pair.
    let isLoose = records.contains { record in
      sides(record[pair]).map { unit == "USD" && Stablecoin.known[$0.quote.name] != nil } ?? false
    }
    if !isLoose { map.set(.currency, literal: unit) }
  }

  /// Lets the currency in the heading of the amount paid override a column of other currencies,
  /// which then belong to another figure.
  mutating func resolveMoneyOfHeading() {
    guard found[.received] == nil, found[.spent] == nil, let currency = found[.currency],
      let column = found[.total] ?? found[.net] ?? found[.price], column != currency,
      let heading = words[column], heading.isFiatUnit, let unit = heading.unit
    else { return }
    let isOther = records.contains { record in
      let asset = Asset(symbol: record[currency])
      // A heading of dollars for an amount paid in Tether is less precise than the column.
      return !record[currency].saysNone && asset != Asset(symbol: unit)
        && !(unit == "USD" && Stablecoin.known[asset.name] != nil)
    }
    guard isOther else { return }
    let others = records.map { $0[currency] }.filter { !$0.saysNone }.map { Asset(symbol: $0) }
    found[.currency] = nil
    guard others.allSatisfy(\.isMoney) else {
      // Coins were traded for other coins: the money is only their value, and the amount of the
      // other coins is unknown.
      for field in [ColumnMap.Field.total, .net, .price] {
        (found[field], units[field]) = (nil, nil)
      }
      return
    }
    units[found[.total] != nil ? .total : found[.net] != nil ? .net : .price] = unit
  }

  /// Sets the currency from code columns, such as those of debit and credit, if all have the same.
  func setOnlyCurrency(of map: inout ColumnMap) {
    guard !map.has(.currency), !map.has(.pair), !map.has(.received), !map.has(.spent) else {
      return
    }
    let columns = freeColumns.filter { column in
      !cells(column).isEmpty
        && cells(column).allSatisfy { FiatCurrency.traded.contains($0) }
    }
    let codes = Set(
      columns.flatMap { column in records.map { $0[column] } }.filter { !$0.saysNone })
    if codes.count == 1, let code = codes.first { map.set(.currency, literal: code) }
  }

  /// Whether words in a column mean that contracts, which hold no coins, were opened and closed.
  func hasContracts(_ column: String) -> Bool {
    let words = Set(records.map { $0[column].lowercased() })
    return words.contains("long") && (words.contains("short") || words.contains("cover"))
  }

  /// Declares that pairs name the payment first if some pair must be read that way, such as
  /// `USDT-BTC`, and none the other way.
  func setPairOrder(of map: inout ColumnMap) {
    guard let pair = map.column(.pair), !map.has(.coin) else { return }
    let all = records.compactMap { sides($0[pair]) }.filter { $0.base.isMoney != $0.quote.isMoney }
    guard !all.isEmpty, all.allSatisfy({ $0.base.isMoney }), !countsMoneyInCoins(pair) else {
      return
    }
    map.set(.pairs, literal: "quote/base")
  }

  /// Whether a row shows that its pair has the money first because it is the traded asset: a
  /// bitcoin or ether never cost less than one unit of any currency.
  private func countsMoneyInCoins(_ pair: String) -> Bool {
    records.contains { record in
      guard let sides = sides(record[pair]), sides.base.isMoney,
        [Asset(symbol: "BTC"), Asset(symbol: "ETH")].contains(sides.quote)
      else { return false }
      if let price = found[.price].flatMap({ number(record, $0) }), price != 0 {
        return abs(price) < 1
      }
      guard let amount = found[.amount].flatMap({ number(record, $0) }), amount != 0,
        let whole = (found[.total] ?? found[.net]).flatMap({ number(record, $0) }), whole != 0
      else { return false }
      return abs(whole) < abs(amount)
    }
  }

  /// Whether the coin in a separate column is the second one in some row's pair.
  func isReversedPair(_ pair: String) -> Bool {
    guard let coin = found[.coin] else { return false }
    return records.contains { record in
      let coin = record[coin]
      return !coin.isEmpty && sides(record[pair])?.quote == Asset(symbol: coin)
    }
  }

  func sides(_ pair: String) -> (base: Asset, quote: Asset)? {
    do throws(RefusalReason) { return try Asset.pair(pair) } catch { return nil }
  }

  /// Lets the sign of the amount decide the side of rows whose word does not, if some amounts are
  /// negative.
  ///
  /// Order types, such as `LIMIT`, do not show a side.
  func setSideBySign(of map: inout ColumnMap) {
    guard let side = map.column(.side), let amount = map.column(.amount) else { return }
    for (field, kind) in [(ColumnMap.Field.trade, RowKind.trade), (.move, .move)] {
      let rows = records.filter { record in
        let known = KindTable.everyLanguage.kind(ofWord: record[side])
        let isPlaced = known == nil && KindTable.isTypeOfOrder(record[side])
        return known == kind || kind == .trade && isPlaced
      }
      let signed = rows.filter { (number($0, amount) ?? 0) < 0 }
      var found: [String] = []
      for record in rows where !signed.isEmpty {
        let word = record[side].lowercased()
        let isSigned = signed.contains { $0[side].lowercased() == word }
        guard isSigned || KindTable.isTypeOfOrder(word), !found.contains(word) else { continue }
        found.append(word)
      }
      if !found.isEmpty { map.set(field, literal: found.joined(separator: "|")) }
    }
  }

  /// Sets the zone of the times: from their heading, else from the country implied by the file's
  /// script and currency.
  func setZone(of map: inout ColumnMap) {
    guard let column = map.column(.time) ?? map.column(.date) else { return }
    if let zone = map.zoneInHeading {
      map.set(.zone, literal: zone)
    } else if !map.has(.time), let date = map.column(.date), namesItsZone(date) {
      // The zone in the heading is not needed.
      if map.ambiguousZone != nil { map.set(.zone, literal: "UTC") }
    } else if let land = HeadingLocale(column) ?? HeadingLocale(allColumns.joined()),
      !column.contains("utc"), !column.contains("gmt"), counts(in: land.money)
    {
      map.set(.zone, literal: land.zone)
    }
  }

  /// Whether the times of a column already have a zone.
  private func namesItsZone(_ column: String) -> Bool {
    let cells = cells(column)
    let forms: [DateFormat] = [.yearFirst, .monthName, .weekday, .unix]
    return !cells.isEmpty
      && cells.allSatisfy { cell in
        guard let date = parsedDate(cell, forms) else { return false }
        return date == parsedDate(cell, forms, zone: .fixed(minutes: 540))
      }
  }

  /// Whether a heading or a cell names the currency.
  private func counts(in money: String) -> Bool {
    words.values.contains { $0.unit == money }
      || records.prefix(20).contains { record in
        record.row.cells.contains { $0.trimmed.uppercased().hasSuffix(money) }
      }
  }

  /// Whether a cell may be the name of an exchange or wallet, not an address or a pair.
  func mayBeAccount(_ cell: String) -> Bool {
    cell.count <= 30 && cell.contains(where: \.isLetter) && !cell.contains("/")
  }
}

/// What the signs of amounts mean if no column names the kind.
extension MapGuess {
  /// How the signs of a money column relate to those of the amounts.
  enum Signs {
    /// Money left when coins arrived: it is the payment.
    case opposite
    /// Both arrived and left together: the money is the value of the coins.
    case same
    /// No figure is negative.
    case none
    /// The signs are inconsistent.
    case mixed
  }

  /// Whether only the signs of the amounts show the direction of coins.
  var isGivenBySigns: Bool {
    found[.side] == nil && found[.received] == nil && hasSignedAmounts
  }

  /// Whether some amounts are negative.
  var hasSignedAmounts: Bool {
    found[.amount].map { amount in
      cells(amount).contains { $0.hasPrefix("-") || $0.hasPrefix("\u{2212}") }
    } ?? false
  }

  /// Uses money with opposite signs to the coins as the amount paid, and drops a total with equal
  /// signs, which is their value.
  mutating func resolveMoneyBySigns() {
    guard isGivenBySigns else { return }
    guard let whole = found[.total] ?? found[.net] else {
      let paid = freeMoney.filter { signs(of: $0) == .opposite && hasBothSigns($0) }
      guard paid.count == 1 else { return }
      found[.total] = paid[0]
      units[.total] = words[paid[0]]?.unit ?? paid[0].uppercased()
      return
    }
    switch signs(of: whole) {
    case .opposite, .none: return
    case .same, .mixed:
      for field in [ColumnMap.Field.total, .net] { (found[field], units[field]) = (nil, nil) }
    }
  }

  /// The kind that signs of amounts imply for all rows: trades, or deposits and withdrawals; `nil`
  /// if ambiguous.
  ///
  /// - Parameter isPaid: Whether the map has the amount paid.
  func kindBySigns(isPaid: Bool) -> ColumnMap.Field? {
    if saysMoves { return isPaid ? nil : .move }
    // A file with coins and fiat has trades and moves, whose rows look alike.
    let coins = found[.coin].map { column in records.map { Asset(symbol: $0[column]) } } ?? []
    guard Set(coins.filter { !$0.name.isEmpty }.map(\.isFiat)).count < 2 else { return nil }
    if isPaid { return isWorth ? nil : .trade }
    return freeMoney.isEmpty ? .move : nil
  }

  /// Whether the total is called a value, which unpaid coins also have.
  private var isWorth: Bool {
    guard let whole = found[.total] ?? found[.net], signs(of: whole) == Signs.none else {
      return false
    }
    return ["value", "worth", "wert", "valeur", "waarde"].contains { whole.contains($0) }
  }

  /// Unread columns of money other than fees.
  private var freeMoney: [String] {
    freeColumns.filter { column in
      guard let heading = words[column], !heading.saysFee,
        heading.isFiatUnit || FiatCurrency.traded.contains(column.uppercased())
      else { return false }
      return records.contains { (number($0, column) ?? 0) != 0 }
    }
  }

  private func signs(of column: String) -> Signs {
    guard let amount = found[.amount] else { return .none }
    let figures = records.compactMap { record -> (ExactDecimal, ExactDecimal)? in
      guard let coins = number(record, amount), let money = number(record, column), coins != 0,
        money != 0
      else { return nil }
      return (coins, money)
    }
    if figures.allSatisfy({ $1 > 0 }) { return .none }
    if figures.allSatisfy({ ($0 > 0) != ($1 > 0) }) { return .opposite }
    return figures.allSatisfy { ($0 > 0) == ($1 > 0) } ? .same : .mixed
  }

  private func hasBothSigns(_ column: String) -> Bool {
    let figures = records.compactMap { number($0, column) }
    return figures.contains { $0 > 0 } && figures.contains { $0 < 0 }
  }

  /// Whether every cell of some column in the first rows starts with a word for a move, as in `Sent
  /// to Bob`.
  private var saysMoves: Bool {
    (freeColumns + [found[.notes]].compactMap(\.self)).contains { column in
      let cells = cells(column)
      return !cells.isEmpty && cells.count == rowsSeen
        && cells.allSatisfy { cell in
          let word = cell.prefix { $0.isLetter }
          return KindTable.everyLanguage.kind(ofWord: String(word))?.isMove ?? false
        }
    }
  }
}

extension MapGuess {
  /// Keeps a label column only if all labels of deposits and withdrawals in the first rows are
  /// known.
  mutating func resolveLabel() {
    guard let label = found[.label] else { return }
    let labels = records.prefix(50).filter(isOfMove).map { $0[label] }.filter { !$0.saysNone }
    let areKnown = labels.allSatisfy { word in
      switch KindTable.everyLanguage.kind(ofWord: word) {
      case .reward, .gift, .payment, .fee, .deposit, .withdrawal, .move: true
      default: false
      }
    }
    if labels.isEmpty || !areKnown { found[.label] = nil }
  }

  private func isOfMove(_ record: CSVRecord) -> Bool {
    guard let side = found[.side] else { return true }
    return KindTable.everyLanguage.kind(ofWord: record[side])?.isMove ?? false
  }

  /// Uses credited and debited coins as received and spent if the rows name their kind.
  mutating func chooseCreditAndDebit() {
    guard found[.side] != nil, found[.amount] == nil, found[.pair] == nil,
      found[.received] == nil, found[.spent] == nil, let coin = found[.coin] ?? found[.currency],
      !cells(coin).allSatisfy({ Asset(symbol: $0).isFiat }),
      let credit = column(named: "credit"), let debit = column(named: "debit"),
      records.allSatisfy({ [number($0, credit) ?? 0, number($0, debit) ?? 0].contains(0) })
    else { return }
    (found[.received], found[.spent]) = (credit, debit)
    (found[.receivedCoin], found[.spentCoin]) = (coin, coin)
    (found[.coin], found[.currency]) = (nil, nil)
  }

  private func column(named text: String) -> String? {
    freeColumns.first { words[$0]?.text == text }
  }

  /// Uses separate maker and taker fees if each row has at most one of them.
  mutating func chooseFeesOfMakersAndTakers() {
    guard found[.fee] == nil else { return }
    func column(of side: String) -> String? {
      let columns = freeColumns.filter { column in
        let isFee = words[column]?.saysFee ?? false
        return isFee && column.contains(side) && !column.contains("rate") && !column.contains("%")
      }
      return columns.count == 1 ? columns[0] : nil
    }
    guard let maker = column(of: "maker"), let taker = column(of: "taker"), maker != taker,
      words[maker]?.unit == words[taker]?.unit,
      records.allSatisfy({ record in
        let fees = [maker, taker].map { number(record, $0) ?? 0 }
        return fees.contains(0) && fees.allSatisfy { $0 >= 0 }
      })
    else { return }
    (found[.fee], found[.secondFee]) = (taker, maker)
    units[.fee] = words[taker]?.unit
  }
}
