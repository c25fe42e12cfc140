import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Kraken's ledgers, with and without the wallet column: rows of one refid are one trade.
  static let krakenLedgers = FormatReader(
    format: .krakenLedgers,
    signatures: [["txid", "refid", "time", "type", "asset", "amount", "fee", "balance"]]
  ) { table in
    table.readGroups(by: { $0["refid"] }) { record throws(RefusalReason) in
      try movement(of: record)
    }
  }

  private static func movement(of record: CSVRecord) throws(RefusalReason) -> MovementMeaning {
    let kind = try record.filled("type").lowercased()
    let subkind = record["subtype"].lowercased()
    switch (kind, subkind) {
    case ("deposit", _): return .leftOut(.deposit)
    case ("withdrawal", _): return .leftOut(.withdrawal)
    case ("margin", _), ("rollover", _), ("settled", _): return .leftOut(.derivative(kind))
    case ("earn", "reward"), ("staking", _), ("dividend", _), ("reward", _), ("airdrop", _):
      return .reward(try movement(record), kind: subkind.isEmpty ? kind : "\(kind) \(subkind)")
    case ("transfer", _), ("earn", _): return .leftOut(.transfer)
    case ("trade", _), ("spend", _), ("receive", _), ("sale", _), ("conversion", _):
      return .part(try movement(record))
    default: throw .unknownKind(kind)
    }
  }

  private static func movement(_ record: CSVRecord) throws(RefusalReason) -> Movement {
    var movement = Movement(
      record: record, date: try record.date("time", .yearFirst),
      asset: krakenAsset(try record.filled("asset")), change: try record.someNumber("amount"))
    movement.fee = try record.number("fee") ?? 0
    movement.reference = "kraken \(try record.filled("refid"))"
    return movement
  }
}
