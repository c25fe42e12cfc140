import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Gate's account history: the rows of one order are one trade.
  static let gate = FormatReader(
    format: .gate,
    signatures: [["no", "time", "action_desc", "action_data", "type", "change_amount"]]
  ) { table in
    table.readGroups(by: { $0["action_data"] }) { record throws(RefusalReason) in
      let word = try record.filled("action_desc")
      let kind = try record.kind("action_desc", in: kinds)
      var movement = Movement(
        record: record, date: try record.date("time", .yearFirst),
        asset: try record.asset("type"), change: try record.someNumber("change_amount"))
      movement.balance = try record.number("amount")
      if word.lowercased().hasPrefix("trading fee") || word.lowercased() == "trade fee" {
        return .part(movement.asFee())
      }
      movement.mayStandAlone = word.lowercased().hasPrefix("dust swap")
      return try movement.meaning(kind, word: word)
    }
  }

  private static let kinds = KindTable([
    .trade: [
      "order placed", "order filled", "order fullfilled", "order cancelled", "trading fees",
      "trade fee", "dust swap-small balances deducted", "dust swap-gt added", "convert",
      "quick buy", "quick sell",
    ],
    .move: ["deposits", "deposit", "withdrawals", "withdrawal", "withdraw"],
    .reward: [
      "airdrop", "airdrop bonus", "hodl interest", "interest income", "referral superior rebate",
      "points purchase rebate", "lend & earn interest", "startup airdrop", "staking rewards",
    ],
    .inside: [
      "hodl & earn subscription", "hodl & earn redemption", "transfer in", "transfer out",
      "lend & earn subscription", "lend & earn redemption",
    ],
  ])

  /// Gate's spot trades.
  static let gateTrades = FormatReader(
    format: .gateTrades,
    signatures: [["no", "time", "trade type", "pair", "price", "amount", "total", "fee"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let pair = try record.pair("pair")
      var facts = try record.facts("time", .yearFirst)
      try facts.exchange(
        try record.amount("amount", of: pair.base), for: try record.amount("total", of: pair.quote),
        side: try record.filled("trade type"))
      facts.fees = try record.gluedFee("fee", known: [pair.base, pair.quote])
      facts.reference = record.reference("gate", "no")
      return .trade(facts)
    }
  }
}
