import FoundationEssentials
import ImportText
import Portfolio

/// Wallets of Monero and Bitcoin, and the lender Cake.
extension FormatReader {
  static let moneroAndOthers = mycelium + [monero, cakeDeFi]

  /// The transactions of the Monero GUI and Feather: the sender paid the fee.
  private static let monero = FormatReader(
    format: .monero,
    signatures: [
      ["blockheight", "epoch", "date", "direction", "amount", "fee", "txid"],
      ["blockheight", "timestamp", "date", "accountindex", "direction", "amount", "fee", "txid"],
    ]
  ) { table in
    let time = table.header.first("epoch", "timestamp")
    return table.readEach { record throws(RefusalReason) in
      let word = try record.filled("direction")
      let kind = try record.kind("direction", in: moneroKinds)
      var facts = try record.facts(time, .unix, .yearFirst)
      let coin = Asset(symbol: "XMR")
      let amount = try record.magnitude("amount")
      facts.addSide(kind == .withdrawal ? -amount : amount, coin)
      if kind == .withdrawal {
        facts.fees = [AssetAmount(amount: try record.magnitude("fee"), asset: coin)]
      }
      facts.hash = record["txid"]
      facts.notes = record["description"]
      return try facts.meaning(kind, word: word)
    }
  }

  private static let moneroKinds = KindTable([.deposit: ["in"], .withdrawal: ["out"]])

  /// Mycelium's transactions, by the sign of their value.
  private static let mycelium = plain(
    .mycelium,
    TableFormat(
      columns: [
        "account", "transaction id", "destination address", "timestamp", "value", "currency",
        "transaction label",
      ], date: ["timestamp"], kind: .move, amount: .init("value", .column("currency")),
      hash: "transaction id", notes: "transaction label"))

  /// Cake DeFi's (Bake's) history: both sides of a swap share a related reference.
  private static let cakeDeFi = FormatReader(
    format: .cakeDeFi,
    signatures: [
      [
        "date", "operation", "amount", "coin/asset", "fiat value", "fiat currency", "reference",
        "related reference id",
      ],
      [
        "date", "operation", "cryptocurrency", "amount", "transaction id", "withdrawal address",
        "reference",
      ],
    ]
  ) { table in
    let coin = table.header.first("coin/asset", "cryptocurrency")
    let order = table.header.first("related reference id", "reference")
    return table.readGroups(by: { $0[order] }) { record throws(RefusalReason) in
      let word = try record.filled("operation")
      let kind = try record.kind(word, cakeKind(word.lowercased()))
      var leg = Leg(
        record: record, date: try record.date("date", .yearFirst),
        asset: try record.asset(coin), change: try record.someNumber("amount"))
      leg.hash = record["transaction id"]
      leg.reference = record.reference("cake", "reference")
      if record["fiat currency"].uppercased() == "USD" {
        leg.dollars = try record.magnitude("fiat value")
      }
      return try leg.meaning(kind, word: word)
    }
  }

  private static func cakeKind(_ word: String) -> RowKind? {
    if let kind = cakeKinds[word] { return kind }
    // In 2020 the pool followed the word: `Add liquidity BTC-DFI`.
    if word.hasPrefix("add liquidity ") || word.hasPrefix("remove liquidity ") { return .inside }
    for ending in [" reward", " bonus", "bonus/airdrop"] where word.hasSuffix(ending) {
      return .reward
    }
    return word.hasPrefix("liquidity mining reward") ? .reward : nil
  }

  private static let cakeKinds = KindTable([
    .deposit: ["deposit"], .withdrawal: ["withdrawal"],
    .trade: [
      "swapped in", "swapped out", "claimed for 50% discount", "used for 50% discount",
    ], .fee: ["withdrawal fee", "unstake fee", "exit staking wallet fee"],
    .inside: [
      "entry staking wallet", "exit staking wallet", "added liquidity", "removed liquidity",
      "add liquidity", "remove liquidity",
    ],
  ])
}
