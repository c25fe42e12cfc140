import FoundationEssentials
import ImportText
import Portfolio

/// Guesses which columns hold what, from the headings and the first rows.
struct MapGuess {
  private let header: CSVHeader
  let records: [CSVRecord]
  let words: [String: HeadingWords]
  var found: [ColumnMap.Field: String] = [:]
  var units: [ColumnMap.Field: String] = [:]
  /// Whether the figures show which column has totals, though fees are in some of them.
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
    if found[.pair] == nil, found[.coin] == nil { found[.pair] = columnOfPairs }
    if found[.side].map({ shareOfKinds(in: $0) == 0 }) ?? true, let kinds = columnOfKinds {
      found[.side] = kinds
    }
    if found[.side] == nil, let notes = found[.notes], holdsKinds(cells(notes)) {
      (found[.side], found[.notes]) = (notes, nil)
    }
    if found[.currency] == nil { found[.currency] = columnOfMoney }
    chooseCreditAndDebit()
    if found[.total] == nil, found[.net] == nil {
      let money = words.filter { $1.isOfMoney && !found.values.contains($0) }
      for (column, heading) in money.sorted(by: { $0.key < $1.key })
      where heading.rank(among: HeaderNames.amountRanks) != nil && !isOfMarket(column) {
        (found[.total], units[.total]) = (column, heading.unit)
        break
      }
      if found[.total] == nil, found[.received] == nil, let money = columnNamedAsMoney {
        (found[.total], units[.total]) = (money, money.uppercased())
      }
    }
  }

  /// The columns of the file, as they stand.
  var allColumns: [String] {
    header.columns.keys.sorted { header.position($0) < header.position($1) }
  }

  private mutating func chooseSides() {
    guard let (traded, paid) = amountsWithCoins, fits(traded.coin, .coin) else { return }
    (found[.amount], found[.coin]) = (traded.amount, traded.coin)
    (found[.total], found[.currency]) = (paid.amount, paid.coin)
  }

  /// What is found; something without which no row can be read may be missing.
  func map() -> ColumnMap {
    var guess = self
    guess.dropMisplaced()
    guess.settleUnits()
    guess.settleCoins()
    guess.dropOrderedAmount()
    guess.settleFactors()
    // Figures that contradict each other leave it to a person what was traded.
    if !guess.settleAmount() {
      (guess.found[.amount], guess.found[.total], guess.found[.net]) = (nil, nil, nil)
      guess.units[.amount] = nil
      // What is called a rate may be that of two currencies.
      if guess.isPriceOfRate { (guess.found[.price], guess.units[.price]) = (nil, nil) }
    }
    guess.settleTotals()
    guess.dropTotalOfCoins()
    guess.settleMoneyBySigns()
    guess.settleMoneyOfHeading()
    guess.settleLabel()
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
      // A fee in a coin says nothing of what was paid.
      let hasMoney = guess.units[.fee].map { Asset(symbol: $0).isFiat } ?? true
      let money = ([.total, .net, .price, .fee] as [ColumnMap.Field]).dropLast(hasMoney ? 0 : 1)
      let unit = money.lazy.compactMap { guess.units[$0] }.first ?? guess.sign(of: Array(money))
      if !map.has(.currency), let unit { map.set(.currency, literal: unit) }
    }
    guess.setOnlyMoney(of: &map)
    guess.setMoneyOfPrices(of: &map)
    guess.setOrderOfPairs(of: &map)
    guess.setMoneyOfHeading(of: &map)
    guess.setFeeCurrency(of: &map)
    guess.setWordsBySign(of: &map)
    guess.setZone(of: &map)
    return map
  }

  /// The money whose sign is next to the first numbers of some columns.
  func sign(of fields: [ColumnMap.Field]) -> String? {
    fields.lazy.compactMap { found[$0] }.compactMap { column in
      cells(column).first.flatMap { currency(beside: $0) }
    }.first
  }

  private mutating func choose(_ field: ColumnMap.Field, among names: [String: Int]) {
    let free = words.filter { column, _ in !found.values.contains(column) }
    var best: (column: String, rank: Int)?
    for (column, heading) in free.sorted(by: { header.position($0.key) < header.position($1.key) })
    {
      guard var rank = heading.rank(among: names) else { continue }
      guard fits(column, field), unitFits(column, field) else { continue }
      // So many dollars are what was paid, however the heading calls them.
      if field == .amount, heading.isOfMoney { continue }
      // Another date of the same days says more where it has times.
      if field == .date, hasFinerDate(column) { rank += names.count }
      // The column whose words are purchases and sales is the one that says so.
      if field == .side { rank -= 1000 * shareOfKinds(in: column) }
      // Of two amounts that in dollar coins is what was paid.
      if field == .amount, heading.isOfDollarCoins { rank += names.count * 2 }
      // A fee in money of its own is not the one that another column names the coin of.
      if field == .fee, heading.isOfMoney { rank += names.count * 2 }
      if rank < best?.rank ?? .max { best = (column, rank) }
    }
    guard let best else { return }
    found[field] = best.column
    units[field] = words[best.column]?.unit
  }

  /// Whether the first rows may hold what the name says.
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

  /// Whether numbers with a unit after them count what the pair has on that side.
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
    // Letters such as `zł` are money, and no ticker.
    return !cells.isEmpty
      && cells.allSatisfy { $0.unitAfterNumber != nil && currenciesByLetters(of: $0).isEmpty }
  }

  /// Lets the units after numbers name coins that no column of their own names.
  private mutating func settleUnits() {
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

  /// 0 to 10, by how many of the first rows a word names a kind that is known.
  private func shareOfKinds(in column: String) -> Int {
    let cells = cells(column)
    guard !cells.isEmpty else { return 0 }
    return cells.count { KindTable.everyLanguage.kind(ofWord: $0) != nil } * 10 / cells.count
  }

  /// How many of the first rows are looked at.
  var rowsSeen: Int { records.prefix(20).count }

  func cells(_ column: String) -> [String] {
    records.prefix(20).map { $0[column] }.filter { !$0.saysNone }
  }
}

extension CSVHeader {
  /// Where a column stands.
  fileprivate func position(_ column: String) -> Int { columns[column] ?? .max }
}
