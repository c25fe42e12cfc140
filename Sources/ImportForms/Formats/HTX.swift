import Exact
import ImportText
import Portfolio

extension FormatReader {
  /// HTX, formerly Huobi: spot trades as exported by the website and by support.
  ///
  /// On the website the fee has a unit, or is in the received asset.
  static let htx = FormatReader(
    format: .htx,
    signatures: [
      ["time", "type", "pair", "side", "price", "amount", "total", "fee"],
      [
        "symbol", "deal_type", "price", "volume", "amount", "fee_amount", "fee_currency",
        "deal_time",
      ],
    ],
    declares: FormDeclaration(report: .trades)
  ) { table in
    let isLong = table.header.has(["deal_type"])
    return table.readEach { record throws(RefusalReason) in
      let account = record["account_type"]
      switch try record.kind(account, accounts[account.lowercased()]) {
      case .derivative: return .leftOut(.derivative(account))
      case .nothing: return .leftOut(.otherKind(account))
      default: break
      }
      let pair = try record.pair(isLong ? "symbol" : "pair")
      var facts = try record.facts(isLong ? "deal_time" : "time", .yearFirst)
      let coins = try record.magnitude(isLong ? "volume" : "amount")
      // Totals are truncated; the price and the amount have all digits.
      let money = try record.total(coins, "price", isLong ? "amount" : "total")
      let word = try record.filled(isLong ? "deal_type" : "side")
      try facts.exchange(
        AssetAmount(amount: coins, asset: pair.base),
        for: AssetAmount(amount: money, asset: pair.quote),
        side: try record.side(of: word.split(separator: "-").first.map(String.init) ?? word))
      if isLong {
        facts.fees = try record.fee("fee_amount", "fee_currency")
        // The part of the fee paid in HT or points.
        facts.fees += try record.fee("fee_point_volume", "fee_point_currency")
      } else if record["fee"].contains(where: \.isLetter) {
        facts.fees = try record.gluedFee("fee", known: [pair.base, pair.quote])
      } else if let fee = try record.number("fee"), fee != 0, let received = facts.received {
        facts.fees = [AssetAmount(amount: fee, asset: received.asset)]
      }
      return .trade(facts)
    }
  }

  /// Account types with trades; the website's file lacks the column.
  private static let accounts = KindTable([
    .trade: ["", "spot"],
    .derivative: ["margin", "super-margin", "super_margin", "cross-margin", "isolated-margin"],
  ])

  /// HTX's deposits and withdrawals from the support's export.
  static let htxMoves = FormatReader(
    format: .htxMoves,
    signatures: [
      ["currency", "tx_hash", "to_address", "amount", "deposit_time"],
      ["currency", "tx_hash", "to_address", "amount", "fee", "withdraw_time"],
    ],
    declares: FormDeclaration(report: .moves)
  ) { table in
    let isOut = table.header.has(["withdraw_time"])
    return table.readEach { record throws(RefusalReason) in
      var facts = try record.facts(isOut ? "withdraw_time" : "deposit_time", .yearFirst, .unix)
      facts.addSide(try record.magnitude("amount"), try record.asset("currency"))
      facts.fees = isOut ? try record.fee("fee", "currency") : []
      facts.hash = record["tx_hash"]
      return try facts.meaning(isOut ? .withdrawal : .deposit, word: "amount")
    }
  }
}
