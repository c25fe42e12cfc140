import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Wallets and explorers that few people use.
extension FormatReader {
  static let rareWallets =
    blockchair + exodusStaking + myMonero + jupiter + [
      adaLite, handCash, subscanTransfers, zerion,
    ]

  /// Blockchair's balance changes of an address, or of all addresses of a key.
  private static let blockchair = plain(
    .blockchair,
    TableFormat(
      columns: [
        "tx number", "affected address/xpub", "effect", "ticker", "amount fiat (usd)", "date",
        "transaction hash",
      ], kind: .move, amount: .init("effect", .column("ticker")), hash: "transaction hash"),
    TableFormat(
      columns: [
        "tx number", "effect", "ticker", "amount fiat (usd)", "type", "date", "wallet address",
        "transaction hash",
      ], side: ["type"],
      kinds: KindTable([
        .deposit: ["external receiving"], .withdrawal: ["external spending"], .inside: ["inner"],
      ]), amount: .init("effect", .column("ticker")), hash: "transaction hash"))

  /// Staking rewards that Exodus exports for CoinTracking.
  private static let exodusStaking = plain(
    .exodus,
    TableFormat(
      columns: ["type", "buy", "cur.", "exchange", "group", "comment", "date"], isWhole: true,
      side: ["type"], amount: .init("buy", .column("cur.")), notes: "comment"))

  private static let myMonero = plain(
    .myMonero,
    TableFormat(
      columns: ["date", "amount", "status", "tx id", "payment_id"], isWhole: true,
      status: ("status", ["confirmed"]), kind: .move, amount: .init("amount", .of("XMR")),
      hash: "tx id"))

  /// Jupiter's perpetuals, which hold no coins.
  private static let jupiter = plain(
    .jupiter,
    TableFormat(
      columns: [
        "owner", "symbol", "created at", "action", "order type", "size (usd)", "pnl (usd)",
        "liquidation fee (usd)",
      ], date: ["created at"], kind: .derivative))

  /// AdaLite's history: sent amounts exclude the fee, and tokens have their fingerprint.
  private static let adaLite = FormatReader(
    format: .adaLite,
    signatures: [
      [
        "date", "transaction id", "type", "received amount", "received currency", "sent amount",
        "sent currency", "fee amount", "fee currency",
      ]
    ]
  ) { table in
    table.readMany { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: adaLiteKinds)
      var facts = try record.facts("date", .monthFirst, .yearFirst)
      facts.received = try record.cardano("received")
      facts.spent = try record.cardano("sent")
      facts.fees = try record.fee("fee amount", "fee currency")
      facts.hash = record["transaction id"]
      guard facts.received == nil, facts.spent == nil else {
        return try facts.meanings(kind, word: word)
      }
      // Sent to oneself: only the fee left.
      guard let fee = facts.fees.first else { return [.leftOut(.transfer)] }
      (facts.spent, facts.fees) = (fee, [])
      return try facts.meanings(.fee, word: word)
    }
  }

  private static let adaLiteKinds = KindTable([
    .deposit: ["received"], .withdrawal: ["sent"], .reward: ["reward awarded"],
  ])

  /// HandCash's payments in satoshis of Bitcoin SV, with additional fees.
  private static let handCash = FormatReader(
    format: .handCash,
    signatures: [["type", "transactionid", "satoshifees", "satoshiamount", "createdat"]]
  ) { table in
    let coin = Asset(symbol: "BSV")
    let unit = ExactDecimal(smallUnit: 8)
    let dates = ["updatedat", "createdat"]
    return table.readMany { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: handCashKinds)
      let date = dates.first { !record[$0].isEmpty } ?? "createdat"
      var facts = try record.facts(date, .yearFirst, .unix)
      let amount = try record.magnitude("satoshiamount") * unit
      let isOut = [.withdrawal, .payment, .fee].contains(kind)
      facts.addSide(isOut ? -amount : amount, coin)
      let fee = try record.magnitude("satoshifees") * unit
      if isOut, fee != 0 { facts.fees = [AssetAmount(amount: fee, asset: coin)] }
      facts.hash = record["transactionid"]
      facts.notes = record["note"]
      return try facts.meanings(kind, word: word)
    }
  }

  private static let handCashKinds = KindTable([.deposit: ["receive"], .withdrawal: ["send"]])

  /// Subscan's transfers of one address, which is in every row.
  private static let subscanTransfers = FormatReader(
    format: .subscan,
    signatures: [
      ["extrinsic id", "block", "block timestamp", "from", "to", "value", "symbol", "result"],
      ["extrinsic id", "block", "date", "from", "to", "value", "symbol", "result"],
    ]
  ) { table in
    let date = table.header.first("block timestamp", "date")
    let owner = table.ownAddress { $0.utf8.count > 40 }
    return table.readMany { record throws(RefusalReason) in
      guard let owner else { throw .unclearOwner }
      guard record["result"].lowercased() == "true" else {
        guard record["result"].lowercased() == "false" else {
          throw .unknownState(record["result"])
        }
        return [.leftOut(.notCarriedOut("failed"))]
      }
      var facts = try record.facts(date, .yearFirst, .unix)
      let value = try record.someNumber("value")
      let isOut = record["from"].lowercased() == owner
      if isOut, record["to"].lowercased() == owner { return [.leftOut(.transfer)] }
      facts.addSide(isOut ? -value : value, try record.asset("symbol"))
      facts.hash = record["hash"]
      return try facts.meanings(.move, word: "transfer")
    }
  }
}

extension CSVRecord {
  /// An amount of ADA, or of a token such as `HOSKY (asset17q7r…)`.
  fileprivate func cardano(_ side: String) throws(RefusalReason) -> AssetAmount? {
    guard let quantity = try quantity("\(side) amount", "\(side) currency") else { return nil }
    let name = self["\(side) currency"]
    let ticker = name.prefix { $0 != "(" }.trimmed
    let fingerprint = name.dropFirst(ticker.count).trimmed.filter { $0 != "(" && $0 != ")" }
    guard !fingerprint.isEmpty else { return quantity }
    return AssetAmount(
      amount: quantity.amount, asset: Asset(token: ticker, name: "", contract: fingerprint))
  }
}
