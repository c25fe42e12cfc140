import FoundationEssentials
import ImportText
import Portfolio

/// What headings and words say that no column holds.
extension MapGuess {
  /// Lets the heading of what was paid name its money where a column has pairs: a table that counts
  /// in one money has pairs of other coins, too.
  func setMoneyOfHeading(of map: inout ColumnMap) {
    guard !map.has(.received), !map.has(.currency), let pair = found[.pair],
      let column = found[.total] ?? found[.net] ?? found[.price],
      let heading = words[column], heading.isOfMoney, let unit = heading.unit
    else { return }
    // Who writes dollars for what was paid in Tether does not say more than the pair.
    let isLoose = records.contains { record in
      sides(record[pair]).map { unit == "USD" && Stablecoin.known[$0.quote.name] != nil } ?? false
    }
    if !isLoose { map.set(.currency, literal: unit) }
  }

  /// Lets the money in the heading of what was paid win over a column of other currencies, which
  /// are then those of something else.
  mutating func settleMoneyOfHeading() {
    guard found[.received] == nil, found[.spent] == nil, let currency = found[.currency],
      let column = found[.total] ?? found[.net] ?? found[.price], column != currency,
      let heading = words[column], heading.isOfMoney, let unit = heading.unit
    else { return }
    let isOther = records.contains { record in
      let asset = Asset(symbol: record[currency])
      // Who writes dollars for what was paid in Tether does not say more than the column.
      return !record[currency].saysNone && asset != Asset(symbol: unit)
        && !(unit == "USD" && Stablecoin.known[asset.name] != nil)
    }
    guard isOther else { return }
    let others = records.map { $0[currency] }.filter { !$0.saysNone }.map { Asset(symbol: $0) }
    found[.currency] = nil
    guard others.allSatisfy(\.isMoney) else {
      // What was traded for other coins brought those: the money says what it was worth, and how
      // many of them there were is unknown.
      for field in [ColumnMap.Field.total, .net, .price] {
        (found[field], units[field]) = (nil, nil)
      }
      return
    }
    units[found[.total] != nil ? .total : found[.net] != nil ? .net : .price] = unit
  }

  /// Lets columns of codes of money name it where all of them have the same, such as those of debit
  /// and credit.
  func setOnlyMoney(of map: inout ColumnMap) {
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

  /// Whether words of a column say that contracts were opened and closed, which hold no coins.
  func hasContracts(_ column: String) -> Bool {
    let words = Set(records.map { $0[column].lowercased() })
    return words.contains("long") && (words.contains("short") || words.contains("cover"))
  }

  /// Says that pairs name first what was paid, where some pair can only be so, such as `USDT-BTC`,
  /// and none is reversed.
  func setOrderOfPairs(of map: inout ColumnMap) {
    guard let pair = map.column(.pair), !map.has(.coin) else { return }
    let all = records.compactMap { sides($0[pair]) }.filter { $0.base.isMoney != $0.quote.isMoney }
    guard !all.isEmpty, all.allSatisfy({ $0.base.isMoney }), !countsMoneyInCoins(pair) else {
      return
    }
    map.set(.pairs, literal: "quote/base")
  }

  /// Whether a row shows that its pair has the money first because that is what is counted: no one
  /// sold a bitcoin or an ether for less than one of any money.
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

  /// Whether the coin that has a column of its own is the second one of some row's pair.
  func isWrittenTheOtherWay(_ pair: String) -> Bool {
    guard let coin = found[.coin] else { return false }
    return records.contains { record in
      let coin = record[coin]
      return !coin.isEmpty && sides(record[pair])?.quote == Asset(symbol: coin)
    }
  }

  func sides(_ pair: String) -> (base: Asset, quote: Asset)? {
    do throws(RefusalReason) { return try Asset.pair(pair) } catch { return nil }
  }

  /// Lets the sign of the amount decide the side of rows whose word does not, where some are below
  /// zero; words that say how an order was placed, such as `LIMIT`, say no side at all.
  func setWordsBySign(of map: inout ColumnMap) {
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

  /// Sets the zone of the times: that of their heading, else that of the land whose letters and
  /// money the file has.
  func setZone(of map: inout ColumnMap) {
    guard let column = map.column(.time) ?? map.column(.date) else { return }
    if let zone = map.zoneInHeading {
      map.set(.zone, literal: zone)
    } else if !map.has(.time), let date = map.column(.date), namesItsZone(date) {
      // What the heading says of a zone is not needed.
      if map.ambiguousZone != nil { map.set(.zone, literal: "UTC") }
    } else if let land = HeadingLocale(column) ?? HeadingLocale(allColumns.joined()),
      !column.contains("utc"), !column.contains("gmt"), counts(in: land.money)
    {
      map.set(.zone, literal: land.zone)
    }
  }

  /// Whether the times of a column are instants whatever the zone.
  private func namesItsZone(_ column: String) -> Bool {
    let cells = cells(column)
    let forms: [DateFormat] = [.yearFirst, .monthName, .weekday, .unix]
    return !cells.isEmpty
      && cells.allSatisfy { cell in
        guard let date = parsedDate(cell, forms) else { return false }
        return date == parsedDate(cell, forms, zone: .fixed(minutes: 540))
      }
  }

  /// Whether a heading or a cell names the money.
  private func counts(in money: String) -> Bool {
    words.values.contains { $0.unit == money }
      || records.prefix(20).contains { record in
        record.row.cells.contains { $0.trimmed.uppercased().hasSuffix(money) }
      }
  }

  /// Whether a cell may be the name of an exchange or wallet, and not an address or a pair.
  func mayBeAccount(_ cell: String) -> Bool {
    cell.count <= 30 && cell.contains(where: \.isLetter) && !cell.contains("/")
  }
}
