import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// CoinTracking's trade table in English and other languages: three columns named `Cur.`, amounts
  /// that include fees.
  ///
  /// Its help says that buying 1 BTC for 500 and a fee of 5 is `Buy 1, Sell 505, Fee 5`.
  static let coinTracking = FormatReader(
    format: .coinTracking,
    signatures: [
      ["type", "buy", "cur.", "sell", "cur.#2", "fee", "cur.#3"],
      ["type", "buy", "cur.", "sell", "cur.#2", "exchange", "date"],
      ["tipo", "compra", "cur.", "venta", "cur.#2", "comisión", "cur.#3"],
      ["tipo", "acquisto", "cur.", "vendita", "cur.#2", "exchange", "data"],
      ["typ", "kauf", "cur.", "verkauf", "cur.#2", "gebühr", "cur.#3"],
      ["type", "buy", "curbuy", "sell", "cursell", "exchange", "trade date"],
      ["type", "buy", "cur.", "value in btc", "sell", "cur.#2", "spread", "exchange", "date"],
      [
        "type", "buy amount", "buy currency", "sell amount", "sell currency", "fee", "fee currency",
      ], ["type", "buy amount", "buy cur.", "sell amount", "sell cur.", "date"],
      ["type (trade, in or out)", "buy amount", "buy cur.", "sell amount", "sell cur.", "date"],
    ], keepsUnits: keepsUnits, hasLocalTimes: true
  ) { table in readBothSides(table, [.yearFirst]) }

  /// Whether `Cur.` follows every amount, and each of two value columns follows its side.
  private static func keepsUnits(_ header: CSVHeader) -> Bool {
    guard header.has(["cur."]) else { return true }
    let columns = CoinTrackingColumns(header)
    let amounts = [columns.buy.0, columns.sell.0, columns.fee.0]
    guard amounts.allSatisfy({ !header.has([$0]) || header.unit(after: $0) != nil }) else {
      return false
    }
    return header.columns.keys.filter { $0.hasPrefix("value in ") && $0.hasSuffix("#2") }
      .allSatisfy { second in
        let order = [columns.buy.0, String(second.dropLast(2)), columns.sell.0, second]
        let indices = order.compactMap { header.index(of: $0) }
        return indices == indices.sorted()
      }
  }

  /// TokenTax's template: the same layout, with the month before the day.
  static let tokenTax = FormatReader(
    format: .tokenTax,
    signatures: [["type", "buyamount", "buycurrency", "sellamount", "sellcurrency", "date"]]
  ) { table in readBothSides(table, [.yearFirst, .monthFirst]) }

  private static func readBothSides(_ table: CSVTable, _ dates: [DateFormat]) -> RecordReader {
    let columns = CoinTrackingColumns(table.header)
    // Cardano wallets write this form with additional fees.
    let isWallet = columns.type.hasSuffix(")")
    // CoinTracking's list of fees repeats trades with other columns.
    let isFeeList = table.header.has(["fee in %"]) || table.header.has(["gebühr in %"])
    return table.readMany { record throws(RefusalReason) in
      if isFeeList {
        return [.leftOut(.otherKind("a list of fees; the trade table has these trades"))]
      }
      let word = try record.filled(columns.type)
      var kind = try record.kind(columns.type, in: kinds)
      if isWallet, kind == .deposit,
        record[columns.comment].lowercased().hasPrefix("staking reward")
      {
        kind = .reward
      }
      var facts = TradeFacts(
        source: record.source,
        date: try record.instant(
          try record.filled(columns.date), columns.date, dates, zone: .utc),
        received: try record.quantity(columns.buy.0, columns.buy.1),
        spent: try record.quantity(columns.sell.0, columns.sell.1))
      for fee in try record.fee(columns.fee.0, columns.fee.1) {
        let isIncluded = fee.asset == facts.received?.asset || fee.asset == facts.spent?.asset
        if isIncluded, !isWallet { facts.feesIncluded.append(fee) } else { facts.fees.append(fee) }
      }
      facts.notes = record[columns.comment]
      facts.words = record[columns.comment]
      facts.account = record[columns.exchange]
      facts.hash = record[columns.hash]
      // Money next to income is its value; a stablecoin adds nothing to the value column.
      if kind == .reward || kind == .gift, let spent = facts.spent?.asset, spent.isMoney,
        !spent.isFiat
      {
        facts.spent = nil
      }
      try facts.value(by: columns, of: record)
      if facts.received == nil, facts.spent == nil, kind.isMove || kind == .payment {
        // Only the network fee moved.
        let fees = try facts.fees(besides: nil)
        guard fees.isEmpty else { return fees }
      }
      // In German the same word means gifts given and gifts received.
      if kind == .payment, facts.spent == nil, presents.contains(word.lowercased()) {
        return try facts.meanings(.gift, word: word)
      }
      return try facts.meanings(kind, word: word)
    }
  }

  private static let presents: Set<String> = ["gift", "geschenk", "schenkung", "regalo"]

  private static let kinds = KindTable([
    .trade: [
      "trade", "handel", "swap (non taxable)", "swap (nicht steuerpflichtig)",
      "swap (steuerfrei)", "operación", "operazione",
    ],
    .reward: [
      "income", "reward / bonus", "reward/bonus", "mining", "mining (commercial)", "airdrop",
      "airdrop (non taxable)", "staking", "masternode", "minting", "dividends income",
      "lending income", "interest income", "other income", "income (non taxable)", "lp rewards",
      "einnahme", "belohnung / bonus", "mining (gewerblich)", "airdrop (nicht steuerpflichtig)",
      "dividenden einnahme", "dividenden", "lending einnahme", "zinseinnahme", "zinsen",
      "airdrop (steuerfrei)", "mining (kommerziell)", "einnahme (steuerfrei)",
      "ingresos", "minería", "otros ingresos", "ingresos por intereses", "ingresos por dividendos",
      "sonstige einnahme", "einnahme (nicht steuerpflichtig)", "lp belohnung",
    ],
    .gift: ["gift/tip", "gift / tip", "geschenk/trinkgeld", "gift/tip (in)", "geschenk/tipp"],
    .deposit: ["deposit", "einzahlung", "depósito", "deposito"],
    .withdrawal: ["withdrawal", "auszahlung", "retirada", "prelievo"],
    .payment: [
      "gasto", "donación", "regalo", "otros gastos",
      "spend", "donation", "gift", "other expense", "expense (non taxable)", "ausgabe", "spende",
      "geschenk", "schenkung", "sonstige ausgabe", "spending", "ausgabe (nicht steuerpflichtig)",
      "ausgabe (steuerfrei)",
    ],
    .fee: [
      "stolen", "lost", "borrowing fee", "settlement fee", "other fee", "gestohlen", "verloren",
      "sonstige gebühr", "leihgebühr", "abwicklungsgebühr", "verlust", "borrowing gebühr",
      "settlement gebühr", "robado", "perdido", "otras comisiones",
    ],
    .inside: [
      "remove liquidity", "receive lp token", "provide liquidity", "return lp token",
      "liquidität entfernen", "lp token erhalten", "liquidität bereitstellen",
      "lp token zurückgeben",
    ],
    .derivative: [
      "margin trade", "margin profit", "margin loss", "margin fee", "derivatives / futures trade",
      "derivatives / futures profit", "derivatives / futures loss", "receive loan",
      "borrow", "repay",
      "receive collateral", "send collateral", "repay loan", "liquidation", "margin handel",
      "margin gewinn", "margin verlust", "margin gebühr", "derivate / futures gewinn",
      "derivate / futures verlust", "derivate / futures trade", "kredit erhalten",
      "kredit zurückzahlen", "darlehen erhalten", "collateral erhalten", "collateral gesendet",
      "darlehen zurückgezahlt",
    ],
  ])
}

extension TradeFacts {
  /// Adds the stated value in a fiat currency, if the trade has no fiat side.
  fileprivate mutating func value(
    by columns: CoinTrackingColumns, of record: CSVRecord
  ) throws(RefusalReason) {
    guard ![received, spent].contains(where: { $0?.asset.isFiat == true }) else { return }
    let sides = received == nil ? columns.values.suffix(1) : columns.values.prefix(1)
    for column in sides {
      guard let unit = record.header.unit(of: String(column.prefix { $0 != "#" })) else {
        continue
      }
      worth(try record.magnitude(column), Asset(symbol: unit))
    }
  }
}

private struct CoinTrackingColumns {
  let type: String
  let buy: (String, String)
  let sell: (String, String)
  let fee: (String, String)
  let date: String
  let comment: String
  let exchange: String
  let hash: String
  /// The value columns of the received and spent sides, in fiat.
  let values: [String]

  init(_ header: CSVHeader) {
    type = header.first("type", "typ", "tipo", "type (trade, in or out)")
    func side(_ amount: String, _ position: String, _ units: String...) -> (String, String) {
      (amount, header.unit(after: amount) ?? units.first { header.has([$0]) } ?? position)
    }
    buy = side(
      header.first("buy", "kauf", "compra", "acquisto", "buy amount", "buyamount"),
      "cur.", "buy currency", "buy cur.", "buycurrency", "curbuy")
    sell = side(
      header.first("sell", "verkauf", "venta", "vendita", "sell amount", "sellamount"),
      "cur.#2", "sell currency", "sell cur.", "sellcurrency", "cursell")
    fee = side(
      header.first("fee", "gebühr", "comisión", "fee amount (optional)", "fee amount", "feeamount"),
      "cur.#3", "fee currency", "fee cur. (optional)", "fee cur.", "feecurrency")
    date = header.first("trade date", "handelsdatum", "date", "datum", "fecha", "data")
    comment = header.first("comment", "kommentar", "comentario", "comment (optional)")
    exchange = header.first("exchange", "börse", "intercambio", "exchange (optional)")
    hash = header.first("tx-id", "tx-id (optional)", "tx hash")
    let money = header.columns.filter { name, _ in
      name.hasPrefix("value in ")
        && Asset(symbol: name.dropFirst(9).prefix(3).uppercased()).isFiat
    }
    values = money.sorted { $0.value < $1.value }.map(\.key)
  }
}

extension CSVHeader {
  /// The `Cur.` column right after an amount; the name repeats for every amount.
  fileprivate func unit(after amount: String) -> String? {
    guard let position = columns[amount] else { return nil }
    return columns.first { $0.value == position + 1 && $0.key.hasPrefix("cur.") }?.key
  }
}
