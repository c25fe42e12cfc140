import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Koinly's universal template: fees are additional, `Net Worth` is the trade's value.
  static let koinly = FormatReader(
    format: .koinly,
    signatures: [["sent amount", "sent currency", "received amount", "received currency"]],
    slashedDates: "date"
  ) { table in
    let date = table.header.first("koinly date", "date (utc)", "date")
    return table.readMany { record throws(RefusalReason) in
      let label = record["label"].isEmpty ? record["tag"] : record["label"]
      var facts = TradeFacts(
        source: record.source, date: try record.dateByEvidence(date, .yearFirst),
        received: try record.koinlyQuantity("received amount", "received currency"),
        spent: try record.koinlyQuantity("sent amount", "sent currency"),
        fees: try record.koinlyFee())
      try record.refuseHalf(of: facts)
      facts.notes = record["description"]
      facts.words = words(record["description"], record["txhash"])
      facts.hash = record["txhash"]
      let (worth, _) = try record.long("net worth amount")
      if worth != 0 { facts.worth(worth, try record.asset("net worth currency")) }
      let (fee, _) = try record.long("fee worth amount")
      if fee != 0 { facts.feeWorth(fee, try record.asset("fee worth currency")) }
      return try facts.labeled(label, record.named(label))
    }
  }

  /// Koinly's simple template: the sign shows the direction.
  static let koinlySimple = FormatReader(
    format: .koinly, signatures: [["koinly date", "amount", "currency"]],
    absent: ["sent amount", "received amount"]
  ) { table in
    table.readMany { record throws(RefusalReason) in
      let label = record["label"].isEmpty ? record["tag"] : record["label"]
      var facts = TradeFacts(
        source: record.source, date: try record.dateByEvidence("koinly date", .yearFirst))
      let quantity = try record.koinlyQuantity("amount", "currency")
      if try record.someNumber("amount") < 0 {
        facts.spent = quantity
      } else {
        facts.received = quantity
      }
      facts.notes = record["description"]
      facts.words = words(record["description"], record["txhash"])
      facts.hash = record["txhash"]
      return try facts.labeled(label, record.named(label))
    }
  }

  /// Koinly's own transaction report: the headings of its value columns name the currency.
  static let koinlyReport = FormatReader(
    format: .koinlyReport,
    signatures: [
      ["date", "type", "sending wallet", "sent amount", "receiving wallet", "received amount"],
      ["date (utc)", "type", "tag", "from amount", "from currency", "to amount", "to currency"],
    ], declares: .ofWholeTransfers
  ) { table in
    let columns = KoinlyReportColumns(table.header)
    return table.readMany { record throws(RefusalReason) in
      try KoinlyReportRow(record: record, columns: columns).meanings()
    }
  }
}

extension TradeFacts {
  /// The meaning of a row by the label that the tracker's user gave it, if any.
  ///
  /// - Parameter named: The user's meaning of the label, if Koinly does not define it.
  fileprivate func labeled(
    _ label: String, _ named: RowKind?
  ) throws(RefusalReason) -> [RowMeaning] {
    let word = label.lowercased().replacing("_", with: " ")
    if let received, let spent {
      // The same coin on both sides is a transfer; the difference is the fee.
      guard received.asset != spent.asset else { return try lost(spent, received) }
      return try meanings(.trade, word: label)
    }
    let table = received == nil ? koinlyOut : koinlyIn
    if received == nil, spent == nil, let fee = fees.first {
      var facts = self
      (facts.spent, facts.fees) = (fee, [])
      return try facts.meanings(.fee, word: label)
    }
    guard let kind = word.isEmpty ? .move : table[word] ?? named, fits(kind) else {
      throw .unknownLabel(label, isOut: received == nil)
    }
    return try meanings(kind, word: label)
  }
}

extension TradeFacts {
  /// Whether the direction of a kind matches that of the row's single side.
  private func fits(_ kind: RowKind) -> Bool {
    switch kind {
    case .reward, .gift, .deposit, .buy: received != nil
    case .payment, .fee, .withdrawal, .sell: spent != nil
    default: true
    }
  }

  /// The same coin on both sides: the difference plus the fee is the transfer's cost.
  private func lost(
    _ spent: AssetAmount, _ received: AssetAmount
  ) throws(RefusalReason) -> [RowMeaning] {
    var loss = try exactSum(spent.amount, -received.amount, column: "amount")
    for fee in fees where fee.asset == spent.asset {
      loss = try exactSum(loss, fee.amount, column: "fee")
    }
    let others = fees.filter { $0.asset != spent.asset }
    let lost = (loss > 0 ? [AssetAmount(amount: loss, asset: spent.asset)] : []) + others
    guard !lost.isEmpty else { return [.leftOut(.transfer)] }
    var meanings: [RowMeaning] = []
    for quantity in lost {
      var facts = self
      (facts.received, facts.spent, facts.fees) = (nil, quantity, [])
      meanings += try facts.meanings(.fee, word: "transfer")
    }
    return meanings
  }
}

private let koinlyIn = KindTable([
  .reward: [
    "reward", "airdrop", "staking", "staking reward", "mining", "interest", "lending interest",
    "cashback", "income", "other income", "salary", "fee refund", "royalties", "loan interest",
    "interest earned", "bonus", "referral",
  ],
  .gift: ["fork", "gift", "gift received"],
  .move: ["transfer", "deposit", "from pool", "bridge", "ignored", "buy"],
  .derivative: ["loan", "margin loan", "realized gain", "borrow"],
])

private let koinlyOut = KindTable([
  .payment: ["cost", "gift", "donation", "payment", "spend", "tax", "sell"],
  .fee: ["lost", "stolen", "fee", "loan fee", "margin fee", "interest payment"],
  .move: ["transfer", "withdrawal", "withdraw", "to pool", "bridge", "ignored"],
  .derivative: ["loan repayment", "margin repayment", "realized gain", "repay"],
])

private struct KoinlyReportColumns {
  let date: String
  let isBulkEdit: Bool
  let netValue: String?
  let feeValue: String?

  init(_ header: CSVHeader) {
    isBulkEdit = header.has(["from amount"])
    date = isBulkEdit ? "date (utc)" : "date"
    netValue = header.first(prefix: isBulkEdit ? "net value (read" : "net value (")
    feeValue = header.first(prefix: isBulkEdit ? "fee value (read" : "fee value (")
  }
}

private struct KoinlyReportRow {
  let record: CSVRecord
  let columns: KoinlyReportColumns

  func meanings() throws(RefusalReason) -> [RowMeaning] {
    var facts = TradeFacts(
      source: record.source, date: try record.date(columns.date, .yearFirst))
    facts.received = try quantity(columns.isBulkEdit ? "to" : "received")
    facts.spent = try quantity(columns.isBulkEdit ? "from" : "sent")
    facts.fees = try quantity("fee").map { [$0] } ?? []
    facts.notes = record["description"]
    facts.hash = record["txhash"]
    if let value = columns.netValue, let unit = unit(of: value) {
      facts.worth(try record.magnitude(value), unit)
    }
    if let value = columns.feeValue, let unit = unit(of: value) {
      facts.feeWorth(try record.magnitude(value), unit)
    }
    let wallets = (from: wallet("sending", "from"), to: wallet("receiving", "to"))
    facts.account = facts.received == nil ? wallets.from : wallets.to
    let type = record["type"].lowercased()
    if type == "transfer" { return try transfer(facts, wallets) }
    let label = record["label"].isEmpty ? record["tag"] : record["label"]
    let isHalf = type == "buy" ? facts.spent == nil : type == "sell" && facts.received == nil
    if isHalf, label.isEmpty, let side = facts.received ?? facts.spent, !side.asset.isFiat {
      // Only the value column has the amount paid.
      facts.category = .trade
      return [.trade(facts)]
    }
    return try facts.labeled(label, record.named(label))
  }

  /// A transfer between two of the owner's wallets, on one row.
  private func transfer(
    _ facts: TradeFacts, _ wallets: (from: String, to: String)
  ) throws(RefusalReason) -> [RowMeaning] {
    guard let sent = facts.spent, let received = facts.received, sent.asset == received.asset else {
      return try facts.labeled("", nil)
    }
    guard !sent.asset.isFiat else { return [.leftOut(.fiatOnly(sent.asset.name))] }
    var fee = try exactSum(sent.amount, -received.amount, column: "fee")
    for part in facts.fees where part.asset == sent.asset {
      fee = try exactSum(fee, part.amount, column: "fee")
    }
    let move = MoveFacts(
      source: facts.source, date: facts.date,
      quantity: AssetAmount(amount: -received.amount, asset: sent.asset), fee: max(fee, 0),
      account: wallets.from, otherAccount: wallets.to, hash: facts.hash)
    return [.move(move)]
  }

  private func quantity(_ side: String) throws(RefusalReason) -> AssetAmount? {
    try record.koinlyQuantity("\(side) amount", "\(side) currency")
  }

  private func wallet(_ report: String, _ bulk: String) -> String {
    bare(record[columns.isBulkEdit ? "\(bulk) wallet (read-only)" : "\(report) wallet"])
  }

  /// The currency of a value: from the heading, or from a separate column.
  private func unit(of value: String) -> Asset? {
    guard columns.isBulkEdit else {
      return record.header.unit(of: value).map { Asset(symbol: $0) }
    }
    let unit = bare(record["value currency (read-only)"])
    return unit.isEmpty ? .dollar : Asset(symbol: unit)
  }
}

/// The symbol without the Koinly id after a semicolon: `BTC;9546698`.
private func bare(_ cell: String) -> String {
  String(cell.prefix { $0 != ";" }).trimmed
}

extension CSVRecord {
  /// An amount of an asset given by symbol, or only by Koinly's id: `ID:5607298`.
  fileprivate func koinlyQuantity(
    _ amount: String, _ currency: String
  ) throws(RefusalReason) -> AssetAmount? {
    let number = try number(amount) ?? 0
    guard number != 0 else { return nil }
    // A sent amount may be negative; a received one is positive.
    guard number > 0 || !["received amount", "to amount"].contains(amount) else {
      throw .breaksRule(.invalidAmount)
    }
    let symbol = bare(try filled(currency))
    return AssetAmount(amount: abs(number), asset: Asset(symbol: symbol))
  }

  /// Refuses half a trade: a row with a second asset but no amount of it is not a deposit or
  /// withdrawal of the first.
  fileprivate func refuseHalf(of facts: TradeFacts) throws(RefusalReason) {
    for (side, other) in [("sent", facts.received), ("received", facts.spent)] {
      let symbol = bare(self["\(side) currency"])
      guard let other, self["\(side) amount"].isEmpty, !symbol.isEmpty else { continue }
      if Asset(symbol: symbol) != other.asset { throw .missingCell("\(side) amount") }
    }
  }

  /// The template's fee; a negative one is a rebate.
  fileprivate func koinlyFee() throws(RefusalReason) -> [AssetAmount] {
    guard var fee = try koinlyQuantity("fee amount", "fee currency") else { return [] }
    if try number("fee amount") ?? 0 < 0 { fee.amount = -fee.amount }
    return [fee]
  }
}
