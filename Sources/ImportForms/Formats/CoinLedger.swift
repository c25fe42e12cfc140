import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// CoinLedger's export: a trade has one row per side and one for the fee, all with one internal
  /// id.
  static let coinLedger = FormatReader(
    format: .coinLedger,
    signatures: [
      ["timestamp (utc)", "type", "internal id", "platform", "record type", "asset", "amount"]
    ]
  ) { table in
    table.readGroups(by: { "\($0["internal id"]) \($0["timestamp (utc)"])" }) {
      record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: kinds)
      var leg = Leg(
        record: record, date: try record.date("timestamp (utc)", .yearFirst),
        asset: try record.asset("asset"), change: try record.someNumber("amount"))
      leg.account =
        record["account name"].isEmpty ? record["platform"] : record["account name"]
      leg.notes = record["description"]
      leg.hash = record["blockchain id"]
      let isFee = record["record type"].lowercased().contains("fee")
      if isFee, kind == .move { return try leg.feeOfWithdrawal(word: word) }
      guard kind == .trade else { return try leg.meaning(kind, word: word) }
      return .part(isFee ? leg.asFee() : leg)
    }
  }

  private static let kinds = KindTable([
    .trade: ["buy", "sell", "trade"], .move: ["deposit", "withdrawal", "transfer"],
    .reward: ["airdrop", "interest", "mining", "staking", "income", "rebate", "reward"],
    .gift: ["gift received", "hard fork"],
    .payment: ["merchant payment", "gift sent", "donation", "interest payment"],
    .fee: ["theft loss", "casualty loss", "investment loss", "fee", "platform fee", "network fee"],
    .derivative: ["margin gain", "margin loss", "margin fee", "loan", "loan repayment"],
    .nothing: ["manual position"],
  ])

  /// CoinLedger's template: fees are additional, dates are month first.
  static let coinLedgerTemplate = FormatReader(
    format: .coinLedgerTemplate,
    signatures: [
      ["date (utc)", "asset sent", "amount sent", "asset received", "amount received", "type"]
    ]
  ) { table in
    let header = table.header
    let fee = (
      amount: header.first("fee amount (optional)", "fee amount"),
      asset: header.first("fee currency (optional)", "fee currency")
    )
    return table.readMany { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: kinds)
      var facts = TradeFacts(
        source: record.source, date: try record.date("date (utc)", .monthFirst, .yearFirst),
        received: try record.quantity("amount received", "asset received"),
        spent: try record.quantity("amount sent", "asset sent"),
        fees: try record.fee(fee.amount, fee.asset))
      facts.account = record[header.first("platform (optional)", "platform")]
      facts.notes = record[header.first("description (optional)", "description")]
      facts.hash = record[header.first("txhash (optional)", "txhash")]
      return try facts.meanings(kind, word: word)
    }
  }
}
