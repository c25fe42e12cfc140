import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Portfolio Performance, in German and English: the export of a portfolio's transactions, and the
/// list of all transactions, which does not name its currency.
extension FormatReader {
  static let portfolioPerformance = [
    portfolio(["datum", "typ", "wert", "buchungswährung", "stück", "wertpapiername"]),
    portfolio(["date", "type", "value", "transaction currency", "shares", "security name"]),
    portfolio(["datum", "typ", "wertpapier", "stück", "kurs", "betrag", "gesamtpreis"]),
    portfolio([
      "date", "type", "security", "shares", "quote", "amount", "net transaction value",
    ]),
  ]

  private static func portfolio(_ columns: [String]) -> FormatReader {
    let namesMoney = columns.count == 6
    return FormatReader(
      format: .portfolioPerformance, signatures: [columns], slashedDates: columns[0],
      lacksCurrency: { _ in !namesMoney }
    ) { table in
      let header = table.header
      let form = PortfolioColumns(
        header, shares: columns[namesMoney ? 4 : 3],
        money: columns[namesMoney ? 2 : 5], currency: namesMoney ? columns[3] : nil,
        name: columns[namesMoney ? 5 : 2])
      return table.readEach { record throws(RefusalReason) in try form.meaning(of: record) }
    }
  }
}

private struct PortfolioColumns {
  let date: String
  let time: String
  let type: String
  let shares: String
  let money: String
  /// The currency column, which only the export of a portfolio has.
  let currency: String?
  let name: String
  let fees: String
  let taxes: String
  let ticker: String
  let note: String

  init(_ header: CSVHeader, shares: String, money: String, currency: String?, name: String) {
    (self.shares, self.money, self.currency, self.name) = (shares, money, currency, name)
    date = header.first("datum", "date")
    time = header.first("uhrzeit", "time")
    type = header.first("typ", "type")
    fees = header.first("gebühren", "fees")
    taxes = header.first("steuern", "taxes")
    ticker = header.first("ticker-symbol", "ticker symbol")
    note = header.first("notiz", "note")
  }

  func meaning(of record: CSVRecord) throws(RefusalReason) -> RowMeaning {
    let word = try record.filled(type)
    let kind = try record.kind(type, in: Self.kinds)
    guard kind != .nothing else { return .leftOut(.otherKind(word)) }
    guard let coin = try coin(of: record) else { return .leftOut(.notACoin(record[name])) }
    guard kind != .inside else { return .leftOut(.transfer) }
    let day = "\(try record.filled(date)) \(record[time])".trimmed
    var facts = TradeFacts(
      source: record.source,
      date: try record.instant(day, date, [.yearFirst, .dayFirst, .monthFirst], zone: .utc))
    facts.notes = record[note]
    let coins = AssetAmount(amount: try record.magnitude(shares), asset: coin)
    guard kind == .buy || kind == .sell else {
      facts.addSide(kind == .withdrawal ? -coins.amount : coins.amount, coin)
      return try facts.meaning(kind, word: word)
    }
    guard let unit = try unit(of: record) else { throw .missingCell("currency") }
    // Taxes are not part of cost or proceeds; only the export's value includes them.
    let tax = currency == nil ? 0 : try record.magnitude(taxes)
    let paid = try exactSum(
      try record.magnitude(money), kind == .buy ? -tax : tax, column: taxes)
    try facts.exchange(coins, for: AssetAmount(amount: paid, asset: unit), side: kind)
    let fee = AssetAmount(amount: try record.magnitude(fees), asset: unit)
    if currency == nil { facts.fees = [fee] } else { facts.feesIncluded = [fee] }
    return .trade(facts)
  }

  private func unit(of record: CSVRecord) throws(RefusalReason) -> Asset? {
    guard let currency else { return record.header.currency }
    return try record.asset(currency)
  }

  /// The coin of a row; `nil` for shares and funds, which have identification numbers.
  private func coin(of record: CSVRecord) throws(RefusalReason) -> Asset? {
    let number = record["isin"].uppercased()
    if number.hasPrefix("XF") {
      // Coins have such numbers in Germany: XF000BTC0017.
      let ticker = number.dropFirst(2).drop { $0 == "0" }.prefix { $0.isLetter }
      return Asset(symbol: String(ticker))
    }
    guard number.isEmpty else { return nil }
    let symbol = record[ticker].uppercased()
    if let mark = symbol.lastIndex(of: "-"), mark != symbol.startIndex,
      Asset(symbol: String(symbol[symbol.index(after: mark)...])).isFiat
    {
      return Asset(symbol: String(symbol[..<mark]))
    }
    let text = try record.filled(name)
    // The name of any other asset may match a minor coin's ticker.
    guard let coin = Asset(name: text) else {
      guard !text.contains(where: \.isLowercase) else { throw .unknownCoin(text) }
      return Asset(symbol: text)
    }
    return coin
  }

  private static let kinds = KindTable([
    .buy: ["kauf", "buy"], .sell: ["verkauf", "sell"],
    .deposit: ["einlieferung", "delivery (inbound)"],
    .withdrawal: ["auslieferung", "delivery (outbound)"],
    .inside: [
      "umbuchung (eingang)", "umbuchung (ausgang)", "transfer (inbound)", "transfer (outbound)",
      "umbuchung", "transfer",
    ],
    .nothing: [
      "einlage", "entnahme", "zinsen", "zinsbelastung", "dividende", "gebühren",
      "gebührenerstattung", "steuern", "steuerrückerstattung", "deposit", "removal", "interest",
      "interest charge",
      "dividend", "fees", "fees refund", "taxes", "tax refund",
    ],
  ])
}
