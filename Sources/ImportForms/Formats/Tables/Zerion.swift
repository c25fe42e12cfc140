import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Zerion's history of an account: amounts in, amounts out and the fee, each with its value.
  ///
  /// Several coins of one transaction share a cell, one per line; such a row is refused.
  static let zerion = FormatReader(
    format: .zerion,
    signatures: [
      [
        "date", "time", "transaction type", "status", "accounting type", "buy amount",
        "buy currency", "sell amount", "sell currency", "fee amount", "fee currency", "tx hash",
      ]
    ], hasLocalTimes: true
  ) { table in
    table.readMany { record throws(RefusalReason) in
      let word = try record.filled("transaction type")
      var facts = TradeFacts(source: record.source, date: try record.zerionDate())
      facts.hash = record["tx hash"]
      facts.fees = try record.quantity("fee amount", "fee currency").map { [$0] } ?? []
      if let worth = try record.quantity("fee fiat amount", "fee fiat currency") {
        facts.feeWorth(worth.amount, worth.asset)
      }
      if try record.undone("status", done: ["confirmed"]) == nil {
        facts.received = try record.zerionCoins("buy")
        facts.spent = try record.zerionCoins("sell")
      }
      guard facts.received != nil || facts.spent != nil else {
        // A transaction that moved nothing, or failed, only cost the fee.
        guard let fee = facts.fees.first else { return [.leftOut(.notCarriedOut(word))] }
        (facts.spent, facts.fees) = (fee, [])
        return try facts.meanings(.fee, word: word)
      }
      let side = facts.received == nil ? "sell" : "buy"
      if let worth = try record.quantity("\(side) fiat amount", "\(side) fiat currency") {
        facts.worth(worth.amount, worth.asset)
      }
      let isTrade = facts.received != nil && facts.spent != nil
      let kind = try record.kind(word, zerionKinds[word.lowercased()])
      // The user's meaning of a word applies to any movement.
      let isNamed = zerionKinds[word.lowercased()] == nil
      guard isNamed || isTrade == kind.isTrade else { throw .unknownKind(word) }
      return try facts.meanings(kind, word: word)
    }
  }

  private static let zerionKinds = KindTable([
    .deposit: ["receive"], .withdrawal: ["send"], .trade: ["trade"],
  ])
}

extension CSVRecord {
  /// The instant, which newer files have in a single column.
  fileprivate func zerionDate() throws(RefusalReason) -> Date {
    guard self["timestamp"].isEmpty else { return try date("timestamp", .unix, .yearFirst) }
    return try instant(
      "\(try filled("date")) \(try filled("time"))", "date", [.yearFirst, .monthName],
      zone: header.zone ?? .utc)
  }

  /// An amount of a token given by contract; the chain's native coin has none.
  fileprivate func zerionCoins(_ side: String) throws(RefusalReason) -> AssetAmount? {
    guard let quantity = try quantity("\(side) amount", "\(side) currency") else { return nil }
    let contract = self["\(side) currency address"]
    guard contract.hasPrefix("0x"), contract.contains(where: { !"0xX".contains($0) }) else {
      return quantity
    }
    let symbol = self["\(side) currency"]
    return AssetAmount(
      amount: quantity.amount, asset: Asset(token: symbol, name: "", contract: contract))
  }
}
