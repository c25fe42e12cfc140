import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Coinbase's transaction report, from the form of 2019 (`USD Total (inclusive of fees)`) to
  /// today's.
  static let coinbase = FormatReader(
    format: .coinbase,
    signatures: [["timestamp", "transaction type", "asset", "quantity transacted"]]
  ) { table in
    let columns = CoinbaseColumns(table.header)
    return table.readEach { record throws(RefusalReason) in
      try CoinbaseRow(record: record, columns: columns).meaning()
    }
  }
}

/// Where the figures stand; their columns were renamed three times.
private struct CoinbaseColumns {
  let currency: String
  let total: String
  let subtotal: String
  let fees: String

  init(_ header: CSVHeader) {
    func name(_ prefixes: String...) -> String {
      let names = header.columns.keys.sorted()
      return prefixes.lazy.compactMap { prefix in names.first { $0.hasPrefix(prefix) } }.first
        ?? prefixes[0]
    }
    currency = name("price currency", "spot price currency")
    total = name("total", "usd total", "usd amount transacted")
    subtotal = name("subtotal", "usd subtotal")
    fees = name("fees", "usd fees")
  }
}

private struct CoinbaseRow {
  let record: CSVRecord
  let columns: CoinbaseColumns

  func meaning() throws(RefusalReason) -> RowMeaning {
    let kind = try record.filled("transaction type")
    let word = kind.lowercased()
    let asset = try record.asset("asset")
    if asset.isFiat { return .leftOut(.fiatOnly(asset.name)) }
    switch word {
    case "buy", "advanced trade buy", "advance trade buy":
      return .trade(try trade(asset, isBuy: true))
    case "sell", "advanced trade sell", "advance trade sell":
      return .trade(try trade(asset, isBuy: false))
    case "convert": return .trade(try conversion(asset))
    case "receive", "deposit", "exchange deposit", "pro deposit", "prime deposit":
      return .leftOut(.deposit)
    case "send", "withdrawal", "exchange withdrawal", "pro withdrawal", "prime withdrawal":
      return .leftOut(.withdrawal)
    case _
    where word.contains("transfer") || word.contains("vault") || word.contains("deprecation"):
      return .leftOut(.transfer)
    case _ where ["income", "reward", "earn", "rebate"].contains(where: { word.contains($0) }):
      return .trade(try reward(asset, kind: kind))
    default: throw .unknownKind(kind)
    }
  }

  private func facts() throws(RefusalReason) -> TradeFacts {
    let id = record["id"]
    return TradeFacts(
      source: record.source, date: try record.date("timestamp", .yearFirst), words: record["notes"],
      reference: id.isEmpty ? "" : "coinbase \(id)")
  }

  /// A purchase or sale; its total is what the bank saw, fee included.
  private func trade(_ asset: Asset, isBuy: Bool) throws(RefusalReason) -> TradeFacts {
    var facts = try facts()
    let coins = Quantity(amount: try record.magnitude("quantity transacted"), asset: asset)
    let money = try money()
    let fee = try record.magnitude(columns.fees)
    let fees = fee == 0 ? [] : [Quantity(amount: fee, asset: money.asset)]
    let other: Quantity
    if let counter = try counterpart(), !counter.asset.isFiat {
      // A trade against a coin names it in the notes, its fee included, and gives its worth in
      // dollars.
      facts.dollars = try dollars(of: money)
      facts.feesIncluded = fees
      other = counter
    } else {
      let bare = try exactSum(money.amount, isBuy ? -fee : fee, column: columns.total)
      facts.fees = fees
      other = Quantity(amount: bare, asset: money.asset)
    }
    facts.received = isBuy ? coins : other
    facts.spent = isBuy ? other : coins
    return facts
  }

  private func conversion(_ asset: Asset) throws(RefusalReason) -> TradeFacts {
    guard let received = try counterpart() else { throw .notATrade(record["notes"]) }
    var facts = try facts()
    facts.spent = Quantity(amount: try record.magnitude("quantity transacted"), asset: asset)
    facts.received = received
    facts.dollars = try dollars(of: try valueBeforeFees())
    return facts
  }

  private func reward(_ asset: Asset, kind: String) throws(RefusalReason) -> TradeFacts {
    var facts = try facts()
    facts.received = Quantity(amount: try record.magnitude("quantity transacted"), asset: asset)
    let value = try valueBeforeFees()
    facts.dollars = value.amount == 0 ? nil : try dollars(of: value)
    facts.words = words("reward: \(kind)", facts.words)
    return facts
  }

  private func money() throws(RefusalReason) -> Quantity {
    let total = try record.magnitude(columns.total)
    guard total == 0 else { return Quantity(amount: total, asset: try currency()) }
    return try valueBeforeFees()
  }

  private func valueBeforeFees() throws(RefusalReason) -> Quantity {
    let subtotal = try record.magnitude(columns.subtotal)
    let amount = subtotal == 0 ? try record.magnitude(columns.total) : subtotal
    return Quantity(amount: amount, asset: try currency())
  }

  private func currency() throws(RefusalReason) -> Asset {
    // The reports of 2019 name dollars in the headings and have no column for it.
    columns.total.hasPrefix("usd") ? .dollar : try record.asset(columns.currency)
  }

  private func dollars(of value: Quantity) throws(RefusalReason) -> Decimal {
    guard value.asset == .dollar else { throw .noDollarValue(against: value.asset.name) }
    return value.amount
  }

  /// What stands behind `for` or `to` in notes such as `Converted 0.1 BTC to 4 ETH`.
  private func counterpart() throws(RefusalReason) -> Quantity? {
    let words = record["notes"].split(separator: " ")
    guard words.count >= 6, ["Bought", "Sold", "Converted"].contains(words[0]),
      words[3] == "for" || words[3] == "to",
      let amount = try foreignNumber(String(words[4]), column: "notes")
    else { return nil }
    return Quantity(amount: amount, asset: Asset(symbol: String(words[5])))
  }
}
