import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Gate's account history: the rows of one order form one trade.
  static let gate = FormatReader(
    format: .gate,
    signatures: [["no", "time", "action_desc", "action_data", "type", "change_amount"]],
    declares: FormDeclaration(report: .ledger, isComplete: true, order: ["action_data"])
  ) { table in
    table.readGroups(by: { $0["action_data"] }) { record throws(RefusalReason) in
      let word = try record.filled("action_desc")
      let kind = try record.kind("action_desc", in: kinds)
      var leg = Leg(
        record: record, date: try record.date("time", .yearFirst),
        asset: try record.asset("type"), change: try record.someNumber("change_amount"))
      leg.balance = try record.number("amount")
      if word.lowercased().hasPrefix("trading fee") || word.lowercased() == "trade fee" {
        return .part(leg.asFee())
      }
      // Placing an order may move nothing yet.
      let isIdle = leg.change == 0 && word.lowercased() == "order placed"
      leg.mayStandAlone = isIdle || word.lowercased().hasPrefix("dust swap")
      return try leg.meaning(kind, word: word)
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

  /// Gate's deposits and withdrawals of 2021; a state may be surrounded by markup of the web page.
  static let gateMoves = FormatReader(
    format: .gate,
    signatures: [
      ["no", "order id", "time", "currency", "change amount", "txid", "status"],
      ["no", "order id", "time", "currency", "change amount", "addr", "status"],
    ],
    declares: FormDeclaration(report: .ledger, isComplete: true, rowNumber: "no")
  ) { table in
    let isWithdrawal = table.header.has(["addr"])
    return table.readEach { record throws(RefusalReason) in
      let state = record["status"].split(separator: "<").first.map(String.init) ?? ""
      let words = state.split(separator: ">").last.map(String.init) ?? ""
      if let reason = try unfilledReason(words, done: ["final", "done"]) {
        return .leftOut(reason)
      }
      var facts = try record.facts("time", .yearFirst)
      let amount = try record.magnitude("change amount")
      facts.addSide(isWithdrawal ? -amount : amount, try record.asset("currency"))
      facts.hash = record["txid"]
      facts.reference = record.reference("gate", "order id")
      return try facts.meaning(isWithdrawal ? .withdrawal : .deposit, word: "change amount")
    }
  }

  /// Gate's spot trades.
  static let gateTrades = gateTrades(
    absent: [], FormDeclaration(report: .trades, order: ["order id"]))

  /// Gate's spot trades of 2021, without fees and ids; their numbers count the rows of the file.
  static let oldGateTrades = gateTrades(
    absent: ["order id"],
    FormDeclaration(report: .trades, rowNumber: "no", idsAreRowNumbers: true))

  private static func gateTrades(
    absent: [String], _ declaration: FormDeclaration
  ) -> FormatReader {
    FormatReader(
      format: .gateTrades,
      signatures: [["no", "time", "trade type", "pair", "price", "amount", "total"]],
      absent: absent, declares: declaration
    ) { table in
      table.readEach { record throws(RefusalReason) in
        let pair = try record.pair("pair")
        var facts = try record.facts("time", .yearFirst)
        try facts.exchange(
          try record.amount("amount", of: pair.base),
          for: try record.amount("total", of: pair.quote),
          side: try record.side("trade type"), price: (record, "price"))
        facts.fees = try record.gluedFee("fee", known: [pair.base, pair.quote])
        facts.reference = record.reference("gate", "no")
        return .trade(facts)
      }
    }
  }
}
