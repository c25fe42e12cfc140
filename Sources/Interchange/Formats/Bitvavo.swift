import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Bitvavo's transactions: date and time in two columns, their zone in a third; what was paid or
  /// received has the fee in it.
  static let bitvavo = FormatReader(
    format: .bitvavo,
    signatures: [["timezone", "date", "time", "type", "currency", "amount", "transaction id"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in try meaning(of: record) }
  }

  private static func meaning(of record: CSVRecord) throws(RefusalReason) -> RowMeaning {
    let kind = try record.filled("type")
    let status = record["status"].lowercased()
    guard ["", "completed", "distributed"].contains(status) else {
      return .leftOut(.notCarriedOut(status))
    }
    let asset = try record.asset("currency")
    switch kind.lowercased() {
    case "deposit": return .leftOut(asset.isFiat ? .fiatOnly(asset.name) : .deposit)
    case "withdrawal": return .leftOut(asset.isFiat ? .fiatOnly(asset.name) : .withdrawal)
    case "buy": return .trade(try trade(record, asset, isBuy: true))
    case "sell": return .trade(try trade(record, asset, isBuy: false))
    case "staking", "fixed_staking", "rebate", "affiliate", "campaign", "airdrop":
      var facts = try facts(record)
      facts.received = Quantity(amount: try record.magnitude("amount"), asset: asset)
      facts.words = "reward: \(kind)"
      return .trade(facts)
    default: throw .unknownKind(kind)
    }
  }

  private static func trade(
    _ record: CSVRecord, _ asset: Asset, isBuy: Bool
  ) throws(RefusalReason) -> TradeFacts {
    var facts = try facts(record)
    let coins = Quantity(amount: try record.magnitude("amount"), asset: asset)
    guard
      let money = try record.quantity("received / paid amount", "received / paid currency")
    else { throw .missingCell("received / paid amount") }
    (facts.received, facts.spent) = isBuy ? (coins, money) : (money, coins)
    for fee in try record.fee("fee amount", "fee currency") {
      if fee.asset == money.asset { facts.feesIncluded.append(fee) } else { facts.fees.append(fee) }
    }
    return facts
  }

  private static func facts(_ record: CSVRecord) throws(RefusalReason) -> TradeFacts {
    let name = try record.filled("timezone")
    guard let zone = Zone(named: name) else { throw .unknownZone(name) }
    let text = "\(try record.filled("date")) \(try record.filled("time"))"
    guard let date = foreignDate(text, [.yearFirst], zone: zone) else {
      throw .notADate(column: "date", text)
    }
    let id = record["transaction id"]
    return TradeFacts(
      source: record.source, date: date, reference: id.isEmpty ? "" : "bitvavo \(id)")
  }
}
