import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// OKX's trading history: a trade has one row per side with a shared id; the negative fee is in
  /// the row's coin and not included in the amount.
  static let okxTrades = FormatReader(
    format: .okxTrades,
    signatures: [
      ["order id", "time", "trade type", "type", "amount", "unit", "fee", "balance"],
      ["order id", "time", "trade type", "action", "amount", "trading unit", "fee", "fee unit"],
    ],
    declares: FormDeclaration(report: .ledger, keysAreTrades: false)
  ) { table in
    let isNew = table.header.has(["action"])
    // The file starts with a byte order mark, which some versions leave in the first heading.
    let id = table.header.columns.keys.sorted().first { $0.hasSuffix("id") && $0 != "order id" }
    return table.readGroups(by: { $0["order id"] + " " + $0["time"] }) {
      record throws(RefusalReason) in
      let word = try record.filled("trade type")
      let kind = try record.kind("trade type", in: kinds)
      guard kind == .trade else { return .leftOut(kind == .inside ? .transfer : .derivative(word)) }
      let side = try record.side(isNew ? "action" : "type")
      let amount = try record.magnitude("amount")
      var leg = Leg(
        record: record,
        date: try record.date("time", .yearFirst, zone: try record.header.zoneOfPreamble()),
        asset: try record.asset(isNew ? "balance unit" : "unit"),
        change: side == .buy ? amount : -amount)
      leg.fee = -(try record.number("fee") ?? 0)
      leg.balance = try record.number("balance")
      leg.reference = id.map { record.reference("okx", $0) } ?? ""
      return .part(leg)
    }
  }

  private static let kinds = KindTable([
    .trade: ["spot", "convert"], .inside: ["transfer"],
    .derivative: [
      "margin", "futures", "perpetual", "perpetual swap", "swap", "option", "options",
      "funding fee",
    ],
  ])

  /// OKX's funding account.
  static let okxFunding = FormatReader(
    format: .okxFunding,
    signatures: [["time", "type", "amount", "before balance", "after balance", "symbol"]],
    declares: FormDeclaration(
      report: .ledger, isComplete: true, keysAreTrades: false, secondsLateOfMoves: 600)
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: fundingKinds)
      var facts = try record.facts(
        "time", .yearFirst, zone: try record.header.zoneOfPreamble())
      let amount = try record.someNumber("amount")
      let asset = try record.asset("symbol")
      let fee = abs(try record.number("fee") ?? 0)
      let fees = fee == 0 ? [] : [AssetAmount(amount: fee, asset: asset)]
      let after = try record.number("after balance")
      let before = try record.number("before balance")
      let change = try after.flatMap { after throws(RefusalReason) in
        try before.map { before throws(RefusalReason) in
          try exactSum(after, -before, column: "after balance")
        }
      }
      guard kind.isMove else {
        facts.addSide(amount, asset)
        facts.fees = fees
        return try facts.meaning(kind, word: word, balance: after)
      }
      // Some files write outgoing amounts without a sign: use the balances, then the sign, then the
      // word.
      let isOut =
        if let change, change != 0 { change < 0 } else { amount < 0 || kind == .withdrawal }
      facts.addSide(isOut ? -abs(amount) : abs(amount), asset)
      if isOut, let change, abs(change) == abs(amount) {
        facts.feesIncluded = fees
      } else {
        facts.fees = fees
      }
      return try facts.meaning(.move, word: word, balance: after)
    }
  }

  private static let fundingKinds = KindTable([
    .deposit: ["deposit", "received"], .withdrawal: ["withdrawal"],
    .reward: [
      "금리수취", "staking yield", "fee rebate", "earnings", "interest", "airdrop", "referral reward",
      "savings interest", "reward", "jumpstart reward", "simple earn interest",
    ],
    .inside: [
      "stake", "redeem staking", "savings subscription", "savings redemption",
      "from unified trading account", "to unified trading account", "transfer in", "transfer out",
      "from trading account", "to trading account", "subscribe", "redeem",
    ],
  ])

  /// OKX's trades before 2021: two rows each, with the zone after the time.
  static let okxOld = FormatReader(
    format: .okxTradesOld,
    signatures: [["time", "type", "size", "balance", "fee", "currency"]]
  ) { table in
    table.readGroups(by: { $0["time"] }) { record throws(RefusalReason) in
      let side = try record.side("type")
      // CST means China's time here, not Chicago's.
      let text = try record.filled("time").replacing("CST", with: "+08:00")
      guard let date = parsedDate(text, [.yearFirst, .weekday]) else {
        throw .notADate(column: "time", text)
      }
      let size = try record.magnitude("size")
      var leg = Leg(
        record: record, date: date, asset: try record.asset("currency"),
        change: side == .buy ? size : -size)
      leg.fee = try record.magnitude("fee")
      leg.balance = try record.number("balance")
      return .part(leg)
    }
  }

  /// OKX's histories of deposits and withdrawals; the file name contains the zone.
  static let okxTransfers = plain(
    .okxFunding,
    TableFormat(
      columns: ["time", "crypto", "deposit address", "network", "transaction id", "amount"],
      date: ["time"], forms: [.yearFirst, .monthFirst], isZoneInFileName: true,
      status: ("status", ["complete", "success", "credited"]), kind: .deposit,
      amount: .init("amount", .column("crypto")), hash: "transaction id"),
    TableFormat(
      columns: [
        "time", "crypto", "withdrawal address", "network", "transaction id", "amount", "fee",
      ], date: ["time"], forms: [.yearFirst, .monthFirst], isZoneInFileName: true,
      status: ("status", ["sent", "complete", "success"]), kind: .withdrawal,
      amount: .init("amount", .column("crypto")), fees: [.init("fee", .column("crypto"))],
      hash: "transaction id"))
}
