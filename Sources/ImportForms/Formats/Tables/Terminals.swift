import FoundationEssentials
import ImportText
import Portfolio

/// Bitcoin ATMs, and brokers whose files also list shares.
extension FormatReader {
  /// General Bytes machines, as exported for their owner: a customer's purchase is the owner's
  /// sale.
  static let generalBytes = FormatReader(
    format: .generalBytes,
    signatures: [
      [
        "terminal sn", "server time", "local transaction id", "remote transaction id", "type",
        "cash amount", "cash currency", "crypto amount", "crypto currency", "status",
      ]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("type").uppercased()
      let done = ["completed", "payment arrived", "error (exchange purchase)"]
      if let reason = try record.undone("status", done: done) { return .leftOut(reason) }
      var facts = try record.facts("server time", .yearFirst)
      facts.reference = record.reference("general-bytes", "remote transaction id")
      let cash = try record.quantity("cash amount", "cash currency")
      let coins = try record.quantity("crypto amount", "crypto currency")
      guard let coins else { return .leftOut(.fiatOnly(cash?.asset.name ?? "money")) }
      let isCustomersPurchase = try record.side("type") == .buy
      (facts.received, facts.spent) = isCustomersPurchase ? (cash, coins) : (coins, cash)
      facts.fees = try record.quantity("expense", "expense currency").map { [$0] } ?? []
      return try facts.meaning(.trade, word: word)
    }
  }

  /// Trade Republic's history: only coins are read; fees are additional.
  static let tradeRepublic = FormatReader(
    format: .tradeRepublic,
    signatures: [
      [
        "datetime", "account_type", "category", "type", "asset_class", "symbol", "shares", "price",
        "amount", "fee", "tax", "currency", "transaction_id",
      ]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("type")
      let thing = record["asset_class"].uppercased()
      guard thing == "CRYPTO" else {
        return .leftOut(thing.isEmpty ? .fiatOnly(record["currency"]) : .notACoin(record["name"]))
      }
      var facts = try record.facts("datetime", .yearFirst)
      facts.reference = record.reference("trade-republic", "transaction_id")
      guard let coins = try record.quantity("shares", "symbol") else {
        return .leftOut(.fiatOnly(record["currency"]))
      }
      let money = try record.quantity("amount", "currency")
      let kind = try record.kind("type", in: tradeRepublicKinds)
      switch kind {
      case .buy, .sell:
        guard let money else { throw .missingCell("amount") }
        try facts.exchange(coins, for: money, side: kind)
        facts.fees = try record.quantity("fee", "currency").map { [$0] } ?? []
      case .withdrawal, .payment, .fee: facts.spent = coins
      default:
        facts.received = coins
        if let money, !kind.isMove { facts.worth(money.amount, money.asset) }
      }
      return try facts.meaning(kind, word: word)
    }
  }

  private static let tradeRepublicKinds = KindTable([
    .buy: ["buy"], .sell: ["sell"], .reward: ["bonus", "saveback", "kindergeld_bonus"],
    .deposit: ["transfer_inbound", "transfer_in", "free_receipt"],
    .withdrawal: ["transfer_outbound", "transfer_out", "free_delivery"],
  ])

  /// eToro's account activity: only coins are read; the amount is in US dollars.
  static let eToro = FormatReader(
    format: .eToro,
    signatures: [
      [
        "date", "type", "details", "amount", "units", "realized equity change", "position id",
        "asset type",
      ]
    ], slashedDates: "date"
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = record["asset type"].lowercased()
      guard kind == "crypto" || kind == "cryptocurrency" else {
        if kind == "cfd" { return .leftOut(.derivative(word)) }
        return .leftOut(
          kind.isEmpty || kind == "-" ? .fiatOnly("USD") : .notACoin(record["details"]))
      }
      let known = eToroKinds[word.lowercased()]
      guard known != .inside else { return .leftOut(.fiatOnly("USD")) }
      var side = known
      if side == nil { side = try record.side("type") }
      let isBuy = side == .buy
      var facts = TradeFacts(
        source: record.source, date: try record.dateByEvidence("date", .dayFirst, .yearFirst))
      let pair = try record.pair("details")
      let coins = AssetAmount(amount: try record.magnitude("units"), asset: pair.base)
      let money = AssetAmount(amount: try record.magnitude("amount"), asset: .dollar)
      (facts.received, facts.spent) = isBuy ? (coins, money) : (money, coins)
      facts.reference = "\(record.reference("etoro", "position id")):\(isBuy ? "open" : "closed")"
      return try facts.meaning(.trade, word: word)
    }
  }

  private static let eToroKinds = KindTable([
    .buy: ["open position"], .sell: ["position closed"],
    // Only dollars move.
    .inside: ["rollover fee", "edit stop loss"],
  ])
}
