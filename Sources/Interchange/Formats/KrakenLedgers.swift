import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Kraken's ledgers, all generations of their columns: rows of one refid are one trade.
  ///
  /// A row without a txid repeats one that is still pending.
  static let krakenLedgers = FormatReader(
    format: .krakenLedgers,
    signatures: [["txid", "refid", "time", "type", "asset", "amount", "fee"]]
  ) { table in
    table.readGroups(by: { $0["refid"] }) { record throws(RefusalReason) in
      guard !record["txid"].isEmpty else { return .leftOut(.notCarriedOut("pending")) }
      let word = try record.filled("type").lowercased()
      let subword = record["subtype"].lowercased()
      guard let kind = krakenKind(word, subword, amount: try record.number("amount") ?? 0) else {
        throw .unknownKind(subword.isEmpty ? word : "\(word) \(subword)")
      }
      var movement = try krakenMovement(record)
      movement.mayStandAlone = subword == "delistingconversion"
      return try movement.meaning(kind, word: subword.isEmpty ? word : "\(word) \(subword)")
    }
  }

  /// Kinds that a type names without its subtype.
  private static let types = KindTable([
    .trade: ["trade", "spend", "receive", "sale", "conversion"],
    .reward: ["staking", "dividend", "reward", "airdrop", "invite bonus", "creator", "nft rebate"],
    .move: ["deposit", "withdrawal"],
    .derivative: ["margin", "rollover", "settled", "credit", "equity trade"],
  ])

  /// Kinds that only the subtype tells.
  private static let subtypes: [String: KindTable] = [
    "transfer": KindTable([
      .inside: [
        "spottostaking", "stakingtospot", "spotfromstaking", "stakingfromspot", "spottofutures",
        "spotfromfutures", "futurestospot", "futuresfromspot", "spottoearn", "earntospot",
      ],
      .reward: ["airdrop"], .trade: ["delistingconversion"],
    ]),
    "earn": KindTable([
      .reward: ["reward", "airdrop", "bonus"],
      .inside: [
        "migration", "allocation", "deallocation", "autoallocate", "autoallocation",
        "autodeallocation",
      ],
      .trade: ["delistingconversion"],
    ]),
  ]

  private static func krakenKind(
    _ word: String, _ subword: String, amount: Decimal
  ) -> RowKind? {
    if let kind = types[word] { return kind }
    if let kind = subtypes[word]?[subword] { return kind }
    guard subword.isEmpty else { return nil }
    switch word {
    // Forks and airdrops of before 2020; what was taken away has no reason given.
    case "transfer", "adjustment": return amount > 0 ? .reward : nil
    case "earn": return .inside
    default: return nil
    }
  }

  private static func krakenMovement(_ record: CSVRecord) throws(RefusalReason) -> Movement {
    var movement = Movement(
      record: record, date: try record.date("time", .yearFirst),
      asset: krakenAsset(try record.filled("asset")), change: try record.someNumber("amount"))
    movement.fee = try record.number("fee") ?? 0
    movement.reference = "kraken \(try record.filled("refid"))"
    movement.balance = try record.number("balance")
    let dollars = try record.magnitude("amountusd")
    movement.dollars = dollars == 0 ? nil : dollars
    return movement
  }
}
