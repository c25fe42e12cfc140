import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Bitstamp's transactions, with units after the numbers (2022) or in separate columns (from
  /// 2023); fees are additional.
  static let bitstamp = FormatReader(
    format: .bitstamp,
    signatures: [
      ["type", "datetime", "account", "amount", "value", "rate", "fee", "sub type"],
      ["type", "subtype", "datetime", "amount", "amount currency", "value", "value currency"],
    ],
    declares: FormDeclaration(isComplete: true)
  ) { table in
    let hasUnits = !table.header.has(["amount currency"])
    let side = table.header.first("sub type", "subtype")
    return table.readEach { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: kinds)
      func quantity(_ column: String) throws(RefusalReason) -> AssetAmount? {
        hasUnits
          ? try record.glued(column) : try record.quantity(column, "\(column) currency")
      }
      guard kind != .inside else { return .leftOut(.transfer) }
      guard let coins = try quantity("amount").map(bitstampCoin) else {
        throw .missingCell("amount")
      }
      var facts = try record.facts("datetime", .monthName, .yearFirst)
      facts.reference = record.reference("bitstamp", "id")
      facts.fees = try quantity("fee").map { [$0] } ?? []
      guard kind == .trade else {
        facts.addSide(kind == .withdrawal ? -coins.amount : coins.amount, coins.asset)
        return try facts.meaning(kind, word: word)
      }
      let money =
        hasUnits
        ? try record.signedGlued("value") : try record.roundedQuantity("value", "value currency")
      guard let money else { throw .missingCell("value") }
      try facts.exchange(coins, for: money, side: try record.side(side))
      return .trade(facts)
    }
  }

  private static let kinds = KindTable([
    .trade: ["market", "limit", "stop", "instant", "card purchase"],
    .deposit: ["deposit", "crypto currency deposit", "crypto deposit", "ripple deposit"],
    .withdrawal: [
      "withdrawal", "crypto currency withdrawal", "crypto withdrawal", "ripple payment",
    ],
    .reward: [
      "staking reward", "referral reward", "lending interest", "earn reward",
    ],
    .inside: [
      "sub account transfer", "transfer", "started generating interest",
      "stopped generating interest", "sent assets to staking", "converted assets",
      "credited with staked assets", "staked assets", "unstaked assets",
      "started generating rewards", "stopped generating rewards", "inter account transfer",
    ],
  ])

  /// Maps the separate name of ether that earns rewards.
  private static func bitstampCoin(_ quantity: AssetAmount) -> AssetAmount {
    guard ["ETH2", "ETH2R"].contains(quantity.asset.name) else { return quantity }
    return AssetAmount(amount: quantity.amount, asset: Asset(symbol: "ETH"))
  }
}
