import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Celsius transactions: every row states its value in dollars.
  static let celsius = FormatReader(
    format: .celsius,
    signatures: [
      ["date and time", "transaction type", "coin type", "coin amount", "usd value", "confirmed"]
    ]
  ) { table in
    table.readGroups(by: { $0["date and time"] }) { record throws(RefusalReason) in
      switch try record.filled("confirmed").lowercased() {
      case "yes": break
      case "no": return .leftOut(.notCarriedOut("unconfirmed"))
      case let state:
        if let reason = try unfilledReason(state, done: []) { return .leftOut(reason) }
      }
      let word = try record.filled("transaction type")
      let plain = word.lowercased().replacing("_", with: " ")
      let kind = try record.kind(word, celsiusKinds[plain])
      var leg = Leg(
        record: record,
        date: try record.date("date and time", .monthName, .yearFirst),
        asset: try record.asset("coin type"), change: try record.someNumber("coin amount"))
      let dollars = try record.magnitude("usd value")
      leg.dollars = dollars == 0 ? nil : dollars
      leg.reference = record.reference("celsius", "internal id")
      if kind == .sell {
        // Coins that repaid a loan: their value is their proceeds.
        guard leg.change < 0 else { return .leftOut(.derivative(word)) }
        var facts = leg.facts
        facts.category = .trade
        return .trade(facts)
      }
      return try leg.meaning(kind, word: word)
    }
  }

  private static let celsiusKinds = KindTable([
    .move: [
      "deposit", "withdrawal", "inbound transfer", "outbound transfer", "transfer", "return",
    ],
    .returned: ["canceled withdrawal"],
    .reward: [
      "interest", "reward", "referred award", "referrer award", "promo code reward",
      "bonus token", "operation cost",
    ],
    .trade: ["swap out", "swap in"],
    .inside: ["collateral"],
    .sell: ["loan principal liquidation", "loan interest liquidation"],
    .derivative: ["loan principal payment", "loan interest payment"],
  ])

  /// BlockFi's transactions: a trade has one row per side at the same moment.
  static let blockFi = FormatReader(
    format: .blockFi,
    signatures: [["cryptocurrency", "amount", "transaction type", "confirmed at"]]
  ) { table in
    table.readGroups(by: { $0["confirmed at"] }) { record throws(RefusalReason) in
      guard !record["confirmed at"].isEmpty else {
        return .leftOut(.notCarriedOut("unconfirmed"))
      }
      let word = try record.filled("transaction type")
      let kind = try record.kind("transaction type", in: blockFiKinds)
      var leg = Leg(
        record: record, date: try record.date("confirmed at", .yearFirst),
        asset: try record.asset("cryptocurrency"), change: try record.someNumber("amount"))
      // Truncated files may have only one side of a trade.
      leg.mayStandAlone = kind == .trade
      return try leg.meaning(kind, word: word)
    }
  }

  private static let blockFiKinds = KindTable([
    .move: [
      "deposit", "withdrawal", "wire deposit", "wire withdrawal", "ach deposit", "ach withdrawal",
      "crypto transfer",
    ],
    .reward: [
      "interest payment", "referral bonus", "bonus payment", "cc rewards redemption",
      "cc trading rebate",
    ],
    .trade: ["trade", "ach trade"], .fee: ["withdrawal fee"],
    .inside: ["bia deposit", "bia withdraw"],
  ])

  /// BlockFi's trades.
  static let blockFiTrades = FormatReader(
    format: .blockFiTrades,
    signatures: [["trade id", "date", "buy quantity", "buy currency", "sold quantity"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      var facts = try record.facts("date", .yearFirst)
      facts.received = try record.quantity("buy quantity", "buy currency")
      facts.spent = try record.quantity("sold quantity", "sold currency")
      facts.reference = record.reference("blockfi", "trade id")
      return try facts.meaning(.trade, word: "trade")
    }
  }
}
