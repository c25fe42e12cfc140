import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Blockpit's transactions, export and template: day.month.year, with additional fees.
  static let blockpit = FormatReader(
    format: .blockpit,
    signatures: [
      ["transaction type", "outgoing asset", "outgoing amount", "incoming asset"],
      ["label", "outgoing asset", "outgoing amount", "incoming asset", "incoming amount"],
    ]
  ) { table in
    let header = table.header
    let date = header.first("timestamp", "date (utc)")
    let type = header.first("transaction type", "label")
    return table.readMany { record throws(RefusalReason) in
      let word = try record.filled(type)
      let received = try record.quantity("incoming amount", "incoming asset")
      let spent = try record.quantity("outgoing amount", "outgoing asset")
      // Binance's tax report uses this form for rows without a label.
      let unlabeled: RowKind = received == nil || spent == nil ? .move : .trade
      let kind =
        word.uppercased() == "N/A" ? unlabeled : try record.kind(type, in: kinds)
      var facts = TradeFacts(
        source: record.source, date: try record.dateByEvidence(date, .yearFirst),
        received: received, spent: spent,
        fees: try record.fee(
          header.first("fee amount", "fee amount (optional)"),
          header.first("fee asset", "fee asset (optional)")))
      facts.notes = record[header.first("note", "comment (optional)", "comment", "comments")]
      facts.words = facts.notes
      facts.account = record[header.first("source name", "integration name")]
      facts.hash = record[header.first("transaction id", "trx. id (optional)", "trx. id")]
      return try facts.meanings(kind, word: word)
    }
  }

  private static let kinds = KindTable([
    .trade: ["trade", "swap"],
    .reward: [
      "airdrop", "bounties", "bounty", "income", "interest", "lending", "masternode", "mining",
      "staking", "cashback", "reward", "rewards", "liquidity rewards",
    ],
    .gift: ["gift", "gift received", "giftreceived", "hardfork", "hardforks", "hard fork"],
    .move: [
      "deposit", "withdrawal", "unlabeled deposit", "unlabeled withdrawal",
      "nontaxablein", "nontaxableout", "non-taxable in",
      "non-taxable out", "non-taxable (in)", "non-taxable (out)",
    ],
    .payment: ["payment", "donation", "gift sent"], .fee: ["fee", "lost"],
    .derivative: [
      "margin_trading_profit", "margin_trading_loss", "margin_trading_fee",
      "margin trading profit", "margin trading loss", "margin trading fee", "derivative profit",
      "derivative loss", "derivative fee",
    ],
  ])
}
