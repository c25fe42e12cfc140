import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Kraken's ledgers, all versions of their columns: rows with one refid form one trade.
  ///
  /// A row without a txid and a balance announces a later row; it has the time at which a
  /// withdrawal was sent.
  static let krakenLedgers = FormatReader(
    format: .krakenLedgers,
    signatures: [["txid", "refid", "time", "type", "asset", "amount", "fee"]],
    declares: FormDeclaration(
      report: .ledger, isComplete: true,
      settlements: ["margin", "margin trade", "rollover", "settled"], currencyDecimals: 4)
  ) { table in
    table.readGroups(by: key, id: "txid") {
      record throws(RefusalReason) in
      let word = try record.filled("type").lowercased()
      // Booked rows have a balance; in some exports they have no ids.
      guard !record["txid"].isEmpty || !record["balance"].isEmpty else {
        guard isMove(word) else { return .leftOut(.notCarriedOut("pending")) }
        var leg = try krakenMovement(record)
        (leg.lone, leg.isPending) = (.sent, true)
        return .part(leg)
      }
      let subword = record["subtype"].lowercased()
      if word == "transfer", subword.isEmpty { return .part(try krakenTransfer(record)) }
      if futuresKey(of: record) != nil {
        var leg = try krakenMovement(record)
        leg.lone = .back
        return .part(leg)
      }
      let kind = try record.kind(
        subword.isEmpty ? word : "\(word) \(subword)", try krakenKind(word, subword, of: record))
      var leg = try krakenMovement(record)
      leg.mayStandAlone = ["delistingconversion", "dustsweeping"].contains(subword)
      if kind == .reward { leg.dollars = try worthAfterFee(of: leg) }
      // Only rows of a trade need a shared id.
      if kind == .trade { _ = try record.filled("refid") }
      let meaning = try leg.meaning(
        kind, word: subword.isEmpty ? word : "\(word) \(subword)")
      guard isMove(word), case .move(var sent) = meaning else { return meaning }
      sent.lone = .sent
      // A refund has the id of the withdrawal, which may be in another file.
      sent.isReturned = word == "withdrawal" && sent.change > 0
      if sent.isReturned, !sent.reference.isEmpty { sent.reference += RowContext.ofReturn }
      return .part(sent)
    }
  }

  /// Kinds given by a type without its subtype.
  private static let types = KindTable([
    .trade: ["trade", "spend", "receive", "sale", "conversion"],
    .reward: ["staking", "dividend", "reward", "airdrop", "invite bonus", "creator", "nft rebate"],
    .move: ["deposit", "withdrawal"], .inside: ["hybridearndeposit", "hybridearnwithdrawal"],
    .derivative: [
      "margin", "margin trade", "rollover", "settled", "credit", "equity trade",
    ],
  ])

  /// Kinds that only the subtype gives.
  private static let subtypes: [String: KindTable] = [
    "transfer": KindTable([
      .inside: [
        "spottostaking", "stakingtospot", "spotfromstaking", "stakingfromspot", "spottoearn",
        "earntospot",
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
    _ word: String, _ subword: String, of record: CSVRecord
  ) throws(RefusalReason) -> RowKind? {
    if let kind = types[word] { return kind }
    if let kind = subtypes[word]?[subword] { return kind }
    guard subword.isEmpty else { return nil }
    let amount = try record.number("amount") ?? 0
    let fee = try record.number("fee") ?? 0
    switch word {
    // Kraken gives no reason for removed amounts.
    case "adjustment": return amount > 0 ? .reward : nil
    // An allocation has no fee; of a reward Kraken keeps a commission.
    case "earn": return amount > 0 && fee > 0 ? .reward : .inside
    default: return nil
    }
  }

  private static func isMove(_ word: String) -> Bool { word == "withdrawal" || word == "deposit" }

  /// The key of the rows of a trade, a deposit or a withdrawal.
  private static func key(of record: CSVRecord) -> String {
    let word = record["type"].lowercased()
    if isMove(word) { return "\(word) \(record["refid"])" }
    return futuresKey(of: record) ?? record["refid"]
  }

  /// The key of transfers of one coin to and from the futures wallet.
  ///
  /// Kraken also makes payouts through that wallet: an amount that was never transferred there is a
  /// deposit.
  private static func futuresKey(of record: CSVRecord) -> String? {
    let subword = record["subtype"].lowercased()
    guard record["type"].lowercased() == "transfer", subword.contains("futures"),
      subword.contains("spot")
    else { return nil }
    return "futures \(krakenAsset(record["asset"]).name)"
  }

  /// A transfer without a subtype.
  ///
  /// Alone it is a fork, an airdrop or a withdrawal; with a counterpart under the same refid it is
  /// an internal move.
  ///
  /// - Throws: ``RefusalReason/unknownKind(_:)`` if ambiguous: the coin is a staked one, or a file
  ///   from the years of staking lacks the subtype column.
  private static func krakenTransfer(_ record: CSVRecord) throws(RefusalReason) -> Leg {
    var leg = try krakenMovement(record)
    let hasSubtypes = record.header.has(["subtype"])
    let isPlain = !record["asset"].contains(".")
    if isPlain, hasSubtypes || leg.date.utcDayText < firstDayOfStaking {
      leg.lone = .airdropOrWithdrawal
    } else {
      leg.lone = .refused("transfer")
    }
    return leg
  }

  /// The day on which Kraken's first staking product started.
  private static let firstDayOfStaking = "2019-12-06"

  /// The value of a reward's coins after the fee.
  ///
  /// The file states the value before the fee, and since 2026 also the fee's value.
  private static func worthAfterFee(of leg: Leg) throws(RefusalReason) -> ExactDecimal? {
    guard let dollars = leg.dollars, leg.fee > 0, leg.fee < leg.change else {
      return leg.dollars
    }
    let fee = try leg.record.magnitude("feeusd")
    if fee > 0, fee < dollars { return try exactSum(dollars, -fee, column: "feeusd") }
    let net = try exactSum(leg.change, -leg.fee, column: "fee")
    let share = try exactProduct(dollars, net, column: "amountusd")
    return try exactQuotient(share, by: leg.change, column: "amountusd")
  }

  private static func krakenMovement(_ record: CSVRecord) throws(RefusalReason) -> Leg {
    var leg = Leg(
      record: record, date: try record.date("time", .yearFirst),
      asset: krakenAsset(try record.filled("asset")), change: try record.someNumber("amount"))
    leg.fee = try record.number("fee") ?? 0
    let feeAsset = record["feecurrency"].isEmpty ? nil : krakenAsset(record["feecurrency"])
    if let feeAsset, feeAsset != leg.asset, leg.fee != 0 {
      (leg.otherFee, leg.fee) = (AssetAmount(amount: leg.fee, asset: feeAsset), 0)
    }
    // Some exports of 2024 have that word instead of all ids.
    if record["refid"] != "Unknown" { leg.reference = record.reference("kraken", "refid") }
    // Staked coins and other wallets have separate balances.
    let wallet = record["wallet"].lowercased()
    leg.isAside =
      record["asset"].contains(".") || !(wallet.isEmpty || wallet.hasPrefix("spot"))
    leg.balance = leg.isAside ? nil : try record.number("balance")
    let dollars = try record.magnitude("amountusd")
    leg.dollars = dollars == 0 ? nil : dollars
    return leg
  }
}
