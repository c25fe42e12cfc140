import FoundationEssentials
import ImportText
import Portfolio

/// Brokers and exchanges without fiat balances: Bull Bitcoin, River and Minswap.
extension FormatReader {
  static let bitcoinOrders = bullBitcoin + [river, minswap, openNode] + openNodeMoves

  /// Bull Bitcoin's orders: amounts paid in and paid out, including fees.
  private static let bullBitcoin = plain(
    .bullBitcoin,
    TableFormat(
      columns: [
        "order_number", "order_type", "payin_amount", "payin_currency", "payout_amount",
        "payout_currency", "order_status", "completed_at (utc)",
      ], date: ["completed_at (utc)"], status: ("order_status", ["completed"]),
      received: .init("payout_amount", .column("payout_currency")),
      spent: .init("payin_amount", .column("payin_currency")),
      id: ("bull-bitcoin", "order_id"), hash: "transaction_id"))

  /// River's account history.
  ///
  /// The total shows whether the fee was added to the amount sent or deducted from the amount
  /// received.
  private static let river = FormatReader(
    format: .river,
    signatures: [
      [
        "date", "reference code", "transaction type", "sent amount", "sent currency",
        "received amount", "received currency", "fee amount", "fee currency", "total amount",
      ]
    ]
  ) { table in
    table.readMany { record throws(RefusalReason) in
      let word = try record.filled("transaction type")
      let kind = try record.kind("transaction type", in: riverKinds)
      var facts = try record.facts("date", .yearFirst)
      facts.received = try record.quantity("received amount", "received currency")
      facts.spent = try record.quantity("sent amount", "sent currency")
      facts.hash = record["transaction id"]
      facts.reference = record.reference("river", "reference code")
      let fees = try record.fee("fee amount", "fee currency")
      let side = kind == .trade ? [facts.received, facts.spent].first { isMoney($0) } ?? nil : nil
      let total = try record.magnitude("total amount")
      if let side, side.amount == total { facts.feesIncluded = fees } else { facts.fees = fees }
      return try facts.meanings(kind, word: word)
    }
  }

  private static func isMoney(_ side: AssetAmount?) -> Bool { side?.asset.isFiat == true }

  private static let riverKinds = KindTable([
    .trade: ["buy", "sell"], .reward: ["interest", "income", "referral", "mining"],
    .deposit: ["deposit", "receive"],
    .withdrawal: ["withdrawal", "send", "automatic withdrawal"],
  ])

  /// Minswap's orders: units after the numbers, with an additional network fee in ADA.
  ///
  /// Pool deposits and withdrawals are on several lines of one cell; pool shares are not coins with
  /// a price.
  private static let minswap = FormatReader(
    format: .minswap,
    signatures: [
      [
        "created at", "created tx", "protocol", "order type", "status", "paid", "receive",
        "change amount", "execution fees", "executed at",
      ]
    ]
  ) { table in
    table.readMany { record throws(RefusalReason) in
      if let reason = try record.undone("status", done: ["completed"]) { return [.leftOut(reason)] }
      let word = try record.filled("order type")
      let kind = try record.kind("order type", in: minswapKinds)
      var facts = try record.facts("executed at", .yearFirst)
      facts.received = try record.glued("receive")
      facts.spent = try record.glued("paid")
      if let back = try record.glued("change amount"), let paid = facts.spent {
        guard back.asset == paid.asset else { throw .notATrade(record["change amount"]) }
        facts.spent?.amount = try exactSum(paid.amount, -back.amount, column: "change amount")
      }
      facts.fees = try record.gluedFee("execution fees")
      facts.hash = record["executed tx"]
      return try facts.meanings(kind, word: word)
    }
  }

  private static let minswapKinds = KindTable([
    .trade: ["market", "limit", "stop", "oco", "partial fill", "partial swap"]
  ])
}
