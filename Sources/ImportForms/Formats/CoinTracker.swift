import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// CoinTracker's export: cost bases in the user's currency, which the headings name.
  static let coinTracker = FormatReader(
    format: .coinTracker,
    signatures: [
      [
        "date", "type", "received quantity", "received currency", "received wallet",
        "sent quantity", "sent currency", "sent wallet", "fee amount", "fee currency",
      ]
    ], declares: .ofWholeTransfers
  ) { table in
    let received = table.header.first(prefix: "received cost basis (")
    return table.readMany { record throws(RefusalReason) in
      guard record["date"] != "..." else { return [.leftOut(.otherKind("..."))] }
      let word = try record.filled("type")
      let kind = try record.kind("type", in: kinds)
      var facts = try coinTrackerFacts(record, received: "received", sent: "sent")
      facts.hash = record["transaction hash"]
      facts.notes = facts.received == nil ? record["sent comment"] : record["received comment"]
      facts.account = facts.received == nil ? record["sent wallet"] : record["received wallet"]
      // The basis is a current value only for received coins; spent coins were acquired earlier.
      if facts.received != nil, kind != .move, let received,
        let unit = table.header.unit(of: received)
      {
        facts.worth(try record.magnitude(received), Asset(symbol: unit))
      }
      try facts.coinTrackerFee(record)
      if kind == .inside { return try transfer(facts, record) }
      return try facts.meanings(kind, word: word)
    }
  }

  private static let kinds = KindTable([
    .trade: ["buy", "sell", "trade", "multi_token_trade", "swap"],
    .reward: [
      "staking_reward", "interest_payment", "income", "airdrop", "mint", "mining", "reward",
      "staked", "mined", "payment_received", "other_income",
    ],
    .gift: ["fork", "gift", "gift_received"], .move: ["receive", "send", "deposit", "withdrawal"],
    .payment: ["payment", "spend", "donation", "gift_sent", "services"],
    .fee: ["lost", "fee", "stolen"], .inside: ["transfer"], .nothing: ["spam"],
  ])

  /// CoinTracker's template, which Swan and others also write: the tag gives the meaning of a
  /// single side.
  static let coinTrackerTemplate = FormatReader(
    format: .coinTrackerTemplate,
    signatures: [
      [
        "date", "received quantity", "received currency", "sent quantity", "sent currency",
        "fee amount", "fee currency", "tag",
      ]
    ], absent: ["type"]
  ) { table in
    table.readMany { record throws(RefusalReason) in
      let facts = try coinTrackerFacts(record, received: "received", sent: "sent")
      let word = record["tag"].lowercased()
      if facts.received != nil, facts.spent != nil { return try facts.meanings(.trade, word: "") }
      let kind = try record.kind(record["tag"], word.isEmpty ? .move : tags[word])
      return try facts.meanings(kind, word: word)
    }
  }

  private static let tags = KindTable([
    .reward: ["staked", "mined", "airdrop", "income", "interest", "payment", "staking", "mining"],
    .gift: ["fork", "gift"], .payment: ["donation", "services", "spend"],
    .fee: ["lost", "stolen", "fee"], .move: ["transfer", "deposit", "withdrawal"],
  ])

  private static func coinTrackerFacts(
    _ record: CSVRecord, received: String, sent: String
  ) throws(RefusalReason) -> TradeFacts {
    TradeFacts(
      source: record.source,
      // Americans write the month first, and CoinTracker's own files always do.
      date: try record.date("date", .yearFirst, .monthFirst),
      received: try record.quantity("\(received) quantity", "\(received) currency"),
      spent: try record.quantity("\(sent) quantity", "\(sent) currency"),
      fees: try record.fee("fee amount", "fee currency"))
  }

  private static func transfer(
    _ facts: TradeFacts, _ record: CSVRecord
  ) throws(RefusalReason) -> [RowMeaning] {
    guard let sent = facts.spent, let got = facts.received, sent.asset == got.asset else {
      return try facts.meanings(.move, word: "transfer")
    }
    guard !sent.asset.isFiat else { return [.leftOut(.fiatOnly(sent.asset.name))] }
    // The difference between sent and received is the fee; a different stated fee is added to it.
    var fee = max(try exactSum(sent.amount, -got.amount, column: "fee"), 0)
    for stated in facts.fees where stated.asset == sent.asset && stated.amount != fee {
      fee = try exactSum(fee, stated.amount, column: "fee amount")
    }
    var sender = facts
    sender.account = record["sent wallet"]
    let move = MoveFacts(
      source: facts.source, date: facts.date,
      quantity: AssetAmount(amount: -got.amount, asset: got.asset), fee: fee,
      account: sender.account, otherAccount: record["received wallet"], hash: facts.hash)
    return [.move(move)] + (try sender.fees(besides: sent.asset))
  }
}

extension TradeFacts {
  /// Sets the proceeds of coins paid as a fee: their cost plus the gain.
  fileprivate mutating func coinTrackerFee(_ record: CSVRecord) throws(RefusalReason) {
    guard let basis = record.header.first(prefix: "fee cost basis ("),
      let gain = record.header.first(prefix: "fee realized return ("),
      let unit = record.header.unit(of: basis), unit == record.header.unit(of: gain),
      let cost = try record.number(basis), let gained = try record.number(gain)
    else { return }
    feeWorth(
      max(try exactSum(cost, gained, column: "fee cost basis"), 0), Asset(symbol: unit))
  }
}
