import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Wallets of the Lightning network.
extension FormatReader {
  static let lightning = [phoenix, phoenixOld, walletOfSatoshi, blink]

  private static let bitcoin = Asset(symbol: "BTC")

  /// Phoenix's payments: the amounts, in thousandths of a satoshi, are changes of the wallet's
  /// balance, so outgoing ones include fees.
  private static let phoenix = FormatReader(
    format: .phoenix,
    signatures: [
      ["date", "type", "amount_msat", "fee_credit_msat", "mining_fee_sat", "service_fee_msat"]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: phoenixKinds)
      let amount = try record.bitcoin("amount_msat", digits: 11)
      // Payments from prepaid fees change nothing.
      guard amount != 0 else { return .leftOut(.notCarriedOut("\(word), no amount")) }
      var facts = try record.facts("date", .yearFirst)
      facts.addSide(amount, bitcoin)
      facts.hash = record["tx_id"]
      facts.notes = record["description"]
      facts.reference = record["id"].isEmpty ? "" : "phoenix \(record["id"]):\(word)"
      guard kind.isMove else {
        if let worth = try record.glued("amount_fiat") { facts.worth(worth.amount, worth.asset) }
        return try facts.meaning(kind, word: word)
      }
      let fee = try exactSum(
        try record.bitcoin("mining_fee_sat", digits: 8),
        try record.bitcoin("service_fee_msat", digits: 11), column: "mining_fee_sat")
      if amount < 0 { facts.feesIncluded = [AssetAmount(amount: fee, asset: bitcoin)] }
      return try facts.meaning(kind, word: word)
    }
  }

  private static let phoenixKinds = KindTable([
    .move: [
      "lightning_received", "lightning_sent", "swap_in", "swap_out", "channel_close",
      "legacy_swap_in", "legacy_swap_out", "legacy_pay_to_open", "legacy_pay_to_splice",
    ], .fee: ["fee_bumping", "liquidity_purchase"], .nothing: ["fee_credit"],
  ])

  /// Phoenix's payments before 2025: fees are negative and included in the amount.
  private static let phoenixOld = FormatReader(
    format: .phoenix, signatures: [["date", "amount millisatoshi", "fees millisatoshi"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      var facts = try record.facts("date", .yearFirst)
      let amount = try record.bitcoin("amount millisatoshi", digits: 11)
      let fee = abs(try record.bitcoin("fees millisatoshi", digits: 11))
      facts.addSide(amount, bitcoin)
      facts.notes = record[record.firstColumn("notes", "description")]
      guard amount != 0 else { return .leftOut(.notCarriedOut("no amount")) }
      // Rows that only cost fees have no recipient: opening channels or accelerating transactions.
      guard amount > 0 || fee != -amount else { return try facts.meaning(.fee, word: "fees") }
      if amount < 0 { facts.feesIncluded = [AssetAmount(amount: fee, asset: bitcoin)] }
      return try facts.meaning(.move, word: "payment")
    }
  }

  /// Wallet of Satoshi's payments: fees are added to outgoing amounts and deducted from incoming
  /// ones.
  private static let walletOfSatoshi = FormatReader(
    format: .walletOfSatoshi,
    signatures: [["utcdate", "type", "currency", "amount", "fees", "address", "description"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      if let reason = try record.undone("status", done: ["", "paid", "complete", "success"]) {
        return .leftOut(reason)
      }
      let word = try record.filled("type")
      let kind = try record.kind("type", in: satoshiKinds)
      guard ["LIGHTNING", "BTC"].contains(record["currency"].uppercased()) else {
        throw .unknownCoin(record["currency"])
      }
      var facts = try record.facts("utcdate", .yearFirst)
      let amount = try record.magnitude("amount")
      facts.addSide(kind == .deposit ? amount : -amount, bitcoin)
      if kind == .withdrawal {
        facts.fees = [AssetAmount(amount: try record.magnitude("fees"), asset: bitcoin)]
      }
      facts.hash = record["transactionid"]
      facts.notes = record["description"]
      return try facts.meaning(kind, word: word)
    }
  }

  private static let satoshiKinds = KindTable([.deposit: ["credit"], .withdrawal: ["debit"]])

  /// Blink's payments of a wallet of satoshis and one of cents: outgoing amounts include the fee.
  ///
  /// A transfer between the two wallets is listed in both, seconds apart.
  private static let blink = FormatReader(
    format: .blink,
    signatures: [["walletid", "type", "credit", "debit", "fee", "currency", "timestamp"]]
  ) { table in
    table.readGroups(by: { $0["id"] }) { record throws(RefusalReason) in
      guard record["pendingconfirmation"].lowercased() != "true" else {
        return .leftOut(.notCarriedOut("pending"))
      }
      let word = try record.filled("type")
      let kind = try record.kind("type", in: blinkKinds)
      let coin = try record.asset("currency")
      guard coin == bitcoin || coin == .dollar else { throw .unknownCoin(coin.name) }
      let digits = coin == bitcoin ? 8 : 2
      let fee = try record.bitcoin("fee", digits: digits)
      let (credit, debit) = (
        try record.bitcoin("credit", digits: digits), try record.bitcoin("debit", digits: digits)
      )
      var leg = Leg(
        record: record, date: try record.date("timestamp", .weekday, .yearFirst), asset: coin,
        change: try exactSum(credit, -debit, column: "debit"))
      if debit > fee, kind == .move || kind == .trade {
        leg.change = try exactSum(leg.change, fee, column: "fee")
        leg.fee = fee
      }
      leg.hash = record["txhash"]
      leg.notes = record["lnmemo"].isEmpty ? record["memofrompayer"] : record["lnmemo"]
      leg.reference = record.reference("blink", "id")
      if kind == .trade { leg.half = DistantHalf(name: "blink", seconds: 60) }
      return try leg.meaning(kind, word: word)
    }
  }

  private static let blinkKinds = KindTable([
    .move: [
      "invoice", "payment", "onchain_receipt", "onchain_payment", "on_us", "ln_on_us",
      "onchain_on_us", "spark_transfer",
    ], .trade: ["self_trade", "ln_self_trade", "onchain_self_trade", "conversion"],
    .gift: ["fee_reimbursement"], .fee: ["fee"],
  ])
}

extension CSVRecord {
  /// A whole number of small bitcoin units; zero if the cell is empty.
  fileprivate func bitcoin(_ column: String, digits: Int) throws(RefusalReason) -> ExactDecimal {
    let number = try number(column) ?? 0
    return number * ExactDecimal(1, exponent: -digits)
  }
}
