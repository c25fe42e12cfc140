import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Binance Earn: daily, real-time and bonus rewards, and distributions.
  static let binanceEarn =
    [binanceEarnHistory, binanceStakingHistory]
    + plain(
      .binanceEarn,
      TableFormat(
        columns: ["date(utc)", "product name", "coin", "amount"], isWhole: true,
        date: ["date(utc)"], forms: [.yearFirst, .shortYearFirst], kind: .reward,
        amount: .init("amount", .column("coin"))),
      TableFormat(
        columns: ["time", "coin", "amount", "account", "type", "note"], isWhole: true,
        date: ["time"], side: ["type"], kinds: KindTable([.reward: ["distribution"]]),
        amount: .init("amount", .column("coin")), notes: "note"),
      TableFormat(
        columns: ["subscription date", "coin", "total amount", "lock period", "type", "from"],
        date: ["subscription date"], kind: .nothing))

  /// The history of flexible products, in English and Portuguese.
  ///
  /// Bonuses are paid to the spot account, so the transaction history also lists them, up to two
  /// hours later. Rewards that accrue every minute are listed only here, as one sum per day.
  private static let binanceEarnHistory = FormatReader(
    format: .binanceEarn,
    signatures: [
      ["time", "coin", "amount", "type"], ["tempo", "moeda", "quantidade", "tipo"],
    ], isWhole: true, mayBeOthers: true,
    declares: FormDeclaration(report: .earnings)
  ) { table in
    let english = table.header.inEnglish(
      [["tempo", "moeda", "quantidade", "tipo"]], ["time", "coin", "amount", "type"])
    return table.readEach { record throws(RefusalReason) in
      let record = record.under(english)
      let word = try record.filled("type")
      let kind = try record.kind("type", in: earnKinds)
      guard kind == .reward else {
        return .leftOut(.otherKind("\(word), which is in the transaction history"))
      }
      let amount = try record.someNumber("amount")
      guard amount != 0 else { return .leftOut(.notCarriedOut("\(word), no amount")) }
      // A day is a UTC day, regardless of the zone of the times.
      let hasTime = record["time"].contains(":")
      var facts = try record.facts(
        "time", .yearFirst, .shortYearFirst,
        zone: hasTime ? try record.header.zoneOfFile("time") : .utc)
      facts.addSide(amount, try record.asset("coin"))
      return try facts.meaning(kind, word: word)
    }
  }

  /// Daily rewards for staked ether: coins, or a higher price of the token held instead.
  private static let binanceStakingHistory = FormatReader(
    format: .binanceEarn, signatures: [["time", "asset", "ratio", "amount", "position amount"]],
    isWhole: true,
    declares: FormDeclaration(report: .earnings)
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let day = try record.filled("time").replacing("(UTC0)", with: "")
      var facts = TradeFacts(
        source: record.source,
        date: try record.instant(
          day, "time", [.yearFirst, .shortYearFirst], zone: try record.header.zoneOfFile("utc")))
      facts.addSide(try record.someNumber("amount"), try record.asset("asset"))
      // The same amount of WBETH is now worth more ether; nothing was added.
      if let held = try record.glued("position amount"), held.asset != facts.received?.asset {
        return .leftOut(.otherKind("a higher price of \(held.asset.name)"))
      }
      return try facts.meaning(.reward, word: "staking")
    }
  }

  private static let earnKinds = KindTable([
    .reward: ["real-time apr rewards", "rewards"], .nothing: ["bonus tiered apr rewards"],
  ])
}
