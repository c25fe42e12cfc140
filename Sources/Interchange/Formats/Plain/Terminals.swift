import FoundationEssentials
import Portfolio

/// Machines that sell coins, and brokers whose files tell of shares, too.
extension FormatReader {
  /// General Bytes' machines, whose owner's file it is: what a customer buys the owner sells.
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
      let status = record["status"]
      let isDone = ["COMPLETED", "PAYMENT ARRIVED", "ERROR (EXCHANGE PURCHASE)"]
        .contains { status.uppercased().hasPrefix($0) }
      guard isDone else { return .leftOut(.notCarriedOut(status)) }
      var facts = try record.facts("server time", .yearFirst)
      facts.reference = record.reference("general-bytes", "remote transaction id")
      let cash = try record.quantity("cash amount", "cash currency")
      let coins = try record.quantity("crypto amount", "crypto currency")
      guard let coins else { return .leftOut(.fiatOnly(cash?.asset.name ?? "money")) }
      switch word {
      case "BUY": (facts.received, facts.spent) = (cash, coins)
      case "SELL": (facts.received, facts.spent) = (coins, cash)
      default: throw .unknownKind(word)
      }
      facts.fees = try record.quantity("expense", "expense currency").map { [$0] } ?? []
      return try facts.meaning(.trade, word: word)
    }
  }

  /// Trade Republic's history, of which only coins are read: fees are on top.
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
      let kind = record["asset_class"].uppercased()
      guard kind == "CRYPTO" else {
        return .leftOut(kind.isEmpty ? .fiatOnly(record["currency"]) : .notACoin(record["name"]))
      }
      var facts = try record.facts("datetime", .yearFirst)
      facts.reference = record.reference("trade-republic", "transaction_id")
      guard let coins = try record.quantity("shares", "symbol") else {
        return .leftOut(.fiatOnly(record["currency"]))
      }
      let money = try record.quantity("amount", "currency")
      switch word.uppercased() {
      case "BUY", "SELL":
        guard let money else { throw .missingCell("amount") }
        try facts.exchange(coins, for: money, side: word)
        facts.fees = try record.quantity("fee", "currency").map { [$0] } ?? []
        return try facts.meaning(.trade, word: word)
      case "BONUS", "SAVEBACK", "KINDERGELD_BONUS":
        facts.received = coins
        if let money { facts.worth(money.amount, money.asset) }
        return try facts.meaning(.reward, word: word)
      case "TRANSFER_INBOUND", "TRANSFER_IN", "FREE_RECEIPT":
        facts.received = coins
        return try facts.meaning(.deposit, word: word)
      case "TRANSFER_OUTBOUND", "TRANSFER_OUT", "FREE_DELIVERY":
        facts.spent = coins
        return try facts.meaning(.withdrawal, word: word)
      default: throw .unknownKind(word)
      }
    }
  }

  /// eToro's account activity, of which only coins are read: the amount is in US dollars.
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
      guard let (isBuy, isTrade) = eToroKinds[word.lowercased()] else { throw .unknownKind(word) }
      guard isTrade else { return .leftOut(.fiatOnly("USD")) }
      var facts = TradeFacts(
        source: record.source, date: try record.dateByEvidence("date", .dayFirst, .yearFirst))
      let pair = try record.pair("details")
      let coins = Quantity(amount: try record.magnitude("units"), asset: pair.base)
      let money = Quantity(amount: try record.magnitude("amount"), asset: .dollar)
      (facts.received, facts.spent) = isBuy ? (coins, money) : (money, coins)
      facts.reference = "\(record.reference("etoro", "position id")):\(isBuy ? "open" : "closed")"
      return try facts.meaning(.trade, word: word)
    }
  }

  private static let eToroKinds: [String: (isBuy: Bool, isTrade: Bool)] = [
    "open position": (true, true), "position closed": (false, true),
    "rollover fee": (false, false), "edit stop loss": (false, false),
  ]
}
