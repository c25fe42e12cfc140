import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Bitstamp's transactions, units behind the numbers (2022) or in columns of their own (2023
  /// on); fees come on top.
  static let bitstamp = FormatReader(
    format: .bitstamp,
    signatures: [
      ["type", "datetime", "account", "amount", "value", "rate", "fee", "sub type"],
      ["type", "subtype", "datetime", "amount", "amount currency", "value", "value currency"],
    ]
  ) { table in
    let hasUnits = !table.header.has(["amount currency"])
    let side = table.header.has(["sub type"]) ? "sub type" : "subtype"
    return table.readEach { record throws(RefusalReason) in
      let kind = try record.filled("type")
      switch kind.lowercased() {
      case "deposit", "crypto currency deposit": return .leftOut(.deposit)
      case "withdrawal", "crypto currency withdrawal": return .leftOut(.withdrawal)
      case "sub account transfer", "transfer": return .leftOut(.transfer)
      case "market", "limit", "stop", "instant", "staking reward": break
      default: throw .unknownKind(kind)
      }
      func quantity(_ column: String) throws(RefusalReason) -> Quantity? {
        hasUnits
          ? try spaced(record, column) : try record.quantity(column, "\(column) currency")
      }
      guard let coins = try quantity("amount") else { throw .missingCell("amount") }
      var facts = TradeFacts(
        source: record.source, date: try record.date("datetime", .monthName, .yearFirst))
      let id = record["id"]
      facts.reference = id.isEmpty ? "" : "bitstamp \(id)"
      if kind.lowercased() == "staking reward" {
        facts.received = coins
        facts.words = "reward: staking"
        return .trade(facts)
      }
      guard let money = try quantity("value") else { throw .missingCell("value") }
      if let fee = try quantity("fee") { facts.fees = [fee] }
      switch record[side].lowercased() {
      case "buy": (facts.received, facts.spent) = (coins, money)
      case "sell": (facts.received, facts.spent) = (money, coins)
      default: throw .unknownKind(record[side])
      }
      return .trade(facts)
    }
  }

  /// A number and its unit, such as `2214.01 EUR`; `nil` when the cell is empty.
  private static func spaced(
    _ record: CSVRecord, _ column: String
  ) throws(RefusalReason) -> Quantity? {
    let cell = record[column]
    guard !cell.isEmpty else { return nil }
    guard let space = cell.lastIndex(of: " ") else {
      throw .notANumber(column: column, .notANumber(cell))
    }
    guard let amount = try foreignNumber(cell[..<space].trimmed, column: column), amount != 0 else {
      return nil
    }
    return Quantity(amount: abs(amount), asset: Asset(symbol: cell[space...].trimmed))
  }
}
