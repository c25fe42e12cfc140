import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Bitvavo's transactions: date and time in two columns, the zone in a third if present; amounts
  /// paid or received include the fee.
  static let bitvavo = FormatReader(
    format: .bitvavo,
    signatures: [
      ["timezone", "date", "time", "type", "currency", "amount", "transaction id"],
      [
        "date", "time", "type", "currency", "amount", "quote currency", "quote price",
        "received / paid currency", "received / paid amount", "transaction id",
      ],
    ],
    declares: FormDeclaration(isComplete: true)
  ) { table in
    // In 2023 one column had the currency in its name: `EUR received / paid`.
    let paid = table.header.columns.keys.first { $0.hasSuffix(" received / paid") }
    return table.readEach { record throws(RefusalReason) in try meaning(of: record, paid: paid) }
  }

  private static let kinds = KindTable([
    .buy: ["buy"], .sell: ["sell"], .move: ["deposit", "withdrawal"],
    .reward: [
      "staking", "fixed_staking", "flexible_staking", "rebate", "affiliate", "campaign", "airdrop",
      "campaign_new_user_incentive", "lending", "reward",
    ],
    .gift: ["fork"], .inside: ["internal_transfer", "external_transferred_funds"],
  ])

  private static func meaning(
    of record: CSVRecord, paid: String?
  ) throws(RefusalReason) -> RowMeaning {
    let word = try record.filled("type")
    if let reason = try record.undone("status", done: ["", "completed", "distributed"]) {
      return .leftOut(reason)
    }
    let kind = try record.kind("type", in: kinds)
    let asset = try record.asset("currency")
    var facts = try facts(record)
    if kind == .buy || kind == .sell {
      let money: AssetAmount
      if let paid {
        guard let amount = try record.number(paid) else { throw .missingCell(paid) }
        let currency = paid.prefix { $0 != " " }.uppercased()
        money = AssetAmount(amount: abs(amount), asset: Asset(symbol: currency))
      } else {
        let amount = "received / paid amount"
        guard let both = try record.roundedQuantity(amount, "received / paid currency") else {
          throw .missingCell(amount)
        }
        money = both
      }
      try facts.exchange(
        AssetAmount(amount: try record.magnitude("amount"), asset: asset), for: money, side: kind)
      for fee in try record.fee("fee amount", "fee currency") {
        if fee.asset == money.asset {
          facts.feesIncluded.append(fee)
        } else {
          facts.fees.append(fee)
        }
      }
      return .trade(facts)
    }
    let amount = try record.someNumber("amount")
    facts.addSide(word.lowercased() == "withdrawal" ? -abs(amount) : amount, asset)
    if kind == .move { facts.feesIncluded = try record.fee("fee amount", "fee currency") }
    facts.hash = record["transaction hash"]
    return try facts.meaning(kind, word: word)
  }

  private static func facts(_ record: CSVRecord) throws(RefusalReason) -> TradeFacts {
    let name = record.header.has(["timezone"]) ? try record.filled("timezone") : "UTC"
    guard let zone = Zone(named: name) else { throw .unknownZone(name) }
    let text = "\(try record.filled("date")) \(try record.filled("time"))"
    guard let date = parsedDate(text, [.yearFirst], zone: zone) else {
      throw .notADate(column: "date", text)
    }
    var facts = TradeFacts(source: record.source, date: date)
    facts.reference = record.reference("bitvavo", "transaction id")
    return facts
  }
}
