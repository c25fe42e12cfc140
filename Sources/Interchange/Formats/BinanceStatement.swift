import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Binance's transaction history of all accounts: the rows of one second are one trade.
  static let binanceStatement = FormatReader(
    format: .binanceStatement,
    signatures: [
      ["utc_time", "account", "operation", "coin", "change"],
      ["time", "account", "operation", "coin", "change"],
    ]
  ) { table in
    let time = table.header.has(["utc_time"]) ? "utc_time" : "time"
    return table.readGroups(by: { $0[time] }) { record throws(RefusalReason) in
      try movement(of: record, time: time)
    }
  }

  private static let tradeOperations: Set<String> = [
    "buy", "sell", "fee", "transaction related", "transaction buy", "transaction spend",
    "transaction fee", "transaction revenue", "transaction sold", "binance convert",
    "small assets exchange bnb", "large otc trading",
  ]

  private static func movement(
    of record: CSVRecord, time: String
  ) throws(RefusalReason) -> MovementMeaning {
    let kind = try record.filled("operation")
    let word = kind.lowercased()
    if tradeOperations.contains(word) {
      var movement = try movement(record, time: time)
      if word == "fee" || word == "transaction fee" {
        movement.fee = -movement.change
        movement.change = 0
      }
      return .part(movement)
    }
    if let reason = leftOut(word) { return .leftOut(reason) }
    let rewards = [
      "interest", "reward", "distribution", "airdrop", "cashback", "rebate", "commission", "mining",
      "voucher",
    ]
    guard rewards.contains(where: { word.contains($0) }) else { throw .unknownKind(kind) }
    return .reward(try movement(record, time: time), kind: kind)
  }

  private static func leftOut(_ word: String) -> LeftOutReason? {
    switch word {
    case "deposit", "fiat deposit", "buy crypto": .deposit
    case "withdraw", "fiat withdraw", "fiat withdrawal": .withdrawal
    case "funding fee", "realized profit and loss", "insurance fund compensation": .derivative(word)
    case "eth 2.0 staking": .transfer
    case _
    where ["transfer", "subscription", "redemption", "purchase"].contains(where: { place in
      word.contains(place)
    }): .transfer
    default: nil
    }
  }

  private static func movement(
    _ record: CSVRecord, time: String
  ) throws(RefusalReason) -> Movement {
    var movement = Movement(
      record: record, date: try record.date(time, .yearFirst), asset: try record.asset("coin"),
      change: try record.someNumber("change"))
    movement.words = record["remark"]
    return movement
  }
}
