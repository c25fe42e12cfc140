import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Wallets and block explorers.
extension FormatReader {
  static let moreWallets =
    subscan + heliumExplorer + bitcoinCoreOld + [
      sparrow, sparrowOld, bitBox, trezor, trezorSuiteOld,
    ] + sparrowUnits

  /// Payouts of Polkadot pools as written by Subscan; coins in a pool remain the owner's.
  private static let subscan = plain(
    .subscan,
    TableFormat(
      columns: ["event id", "extrinsic id", "pool", "value", "action", "time"], date: ["time"],
      side: ["action"],
      kinds: KindTable([
        .reward: ["paidout", "rewarded"], .inside: ["bonded", "unbonded", "withdrawn"],
        .fee: ["slashed"],
      ]), amount: .init("value", .glued), id: ("subscan", "event id")))

  /// Helium's rewards and payments.
  private static let heliumExplorer = plain(
    .helium,
    TableFormat(
      columns: ["block", "date", "type", "transaction_hash", "hnt_amount", "hnt_fee"],
      side: ["type"],
      kinds: KindTable([
        .reward: ["rewards_v1", "rewards_v2"], .deposit: ["payment_v2"],
        .withdrawal: ["payment_v1"], .payment: ["transfer_hotspot_v1"],
      ]), amount: .init("hnt_amount", .of("HNT")), fees: [.init("hnt_fee", .of("HNT"))],
      worth: [.init("usd_amount", .of("USD"))], hash: "transaction_hash"))

  /// Bitcoin Core's wallet as written by old forks, without a coin in the heading.
  private static let bitcoinCoreOld = plain(
    .bitcoinCore,
    TableFormat(
      columns: ["transaction", "block", "date/time", "type", "amount", "total"],
      date: ["date/time"], side: ["type"],
      kinds: KindTable([
        .move: ["received with", "sent to"], .reward: ["mined"],
        .inside: ["payment to yourself"],
      ]), amount: .init("amount", .glued), hash: "transaction"))

  /// Sparrow's transactions.
  ///
  /// Whole numbers are satoshis if no heading names the unit, and outgoing amounts include the fee.
  /// Before 1.7, times are local.
  private static let sparrow = sparrowForm([
    "date (utc)", "label", "value", "balance", "fee", "txid",
  ])
  private static let sparrowOld = sparrowForm(
    ["date", "label", "value", "balance", "fee", "txid"], isOld: true)
  private static let sparrowUnits = ["btc", "sats"].map { unit in
    sparrowForm(
      ["date (utc)", "label", "value (\(unit))", "balance (\(unit))", "fee (\(unit))", "txid"],
      unit: unit)
  }

  private static func sparrowForm(
    _ columns: [String], unit: String = "", isOld: Bool = false
  ) -> FormatReader {
    let (date, value, balance, fee) = (columns[0], columns[2], columns[3], columns[4])
    return FormatReader(
      format: .sparrow, signatures: [columns], isWhole: isOld, hasLocalTimes: isOld
    ) { table in
      table.readEach { record throws(RefusalReason) in
        guard !record[date].hasPrefix("#") else { return .leftOut(.otherKind("remark")) }
        guard record[date].lowercased() != "unconfirmed" else {
          return .leftOut(.notCarriedOut("unconfirmed"))
        }
        var facts = try record.facts(
          date, .yearFirst, zone: isOld ? record.header.zone ?? .utc : .utc)
        let coin = Asset(symbol: "BTC")
        let moved = try record.bitcoin(value, unit: unit)
        facts.addSide(moved, coin)
        facts.hash = record["txid"]
        facts.notes = record["label"]
        let cost = abs(try record.bitcoin(fee, unit: unit))
        guard moved != 0 else { return .leftOut(.transfer) }
        // Sent to oneself: only the fee left.
        if moved < 0, cost == -moved { return try facts.meaning(.fee, word: "value") }
        if moved < 0, cost != 0 { facts.feesIncluded = [AssetAmount(amount: cost, asset: coin)] }
        return try facts.meaning(
          .move, word: "value", balance: try record.bitcoin(balance, unit: unit))
      }
    }
  }

  /// The BitBox's transactions, with amounts in the coin's smallest unit.
  private static let bitBox = FormatReader(
    format: .bitBox,
    signatures: [["time", "type", "amount", "unit", "fee", "address", "transaction id", "note"]]
  ) { table in
    table.readMany { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: bitBoxKinds)
      var facts = try record.facts("time", .yearFirst)
      let unit = try record.filled("unit")
      let coin = Asset(symbol: smallestUnits[unit.lowercased()]?.coin ?? unit)
      let amount = abs(try record.bitcoin("amount", unit: unit))
      let fee = abs(try record.bitcoin("fee", unit: unit))
      facts.hash = record["transaction id"]
      facts.notes = record["note"]
      if kind == .fee {
        guard fee != 0 else { return [.leftOut(.transfer)] }
        facts.addSide(-fee, coin)
        return try facts.meanings(.fee, word: word)
      }
      facts.addSide(kind == .withdrawal ? -amount : amount, coin)
      if kind == .withdrawal { facts.fees = [AssetAmount(amount: fee, asset: coin)] }
      return try facts.meanings(kind, word: word)
    }
  }

  private static let bitBoxKinds = KindTable([
    .deposit: ["received"], .withdrawal: ["sent"], .fee: ["sent_to_yourself", "sent to yourself"],
  ])

  /// The oldest Trezor wallet, in Central European standard time; the file name contains the coin.
  private static let trezor = FormatReader(
    format: .trezor,
    signatures: [["date", "time", "tx id", "address", "tx type", "value", "tx total", "balance"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("tx type")
      let kind = try record.kind("tx type", in: trezorTypes)
      let coin = Asset(symbol: record.coinOfFile())
      let text = "\(try record.filled("date")) \(try record.filled("time"))"
      var facts = TradeFacts(
        source: record.source,
        date: try record.instant(text, "date", [.yearFirst], zone: .fixed(minutes: 60)))
      let total = try record.magnitude("tx total")
      facts.addSide(kind == .deposit ? total : -total, coin)
      facts.hash = record["tx id"]
      facts.notes = record["address label"]
      if kind == .withdrawal {
        let fee = try exactSum(total, -(try record.magnitude("value")), column: "tx total")
        facts.feesIncluded = [AssetAmount(amount: fee, asset: coin)]
      }
      return try facts.meaning(kind, word: word)
    }
  }

  private static let trezorTypes = KindTable([
    .deposit: ["in"], .withdrawal: ["out"], .fee: ["self"],
  ])

  /// Trezor Suite's first export: the file name contains the coin, and the fee is additional.
  private static let trezorSuiteOld = FormatReader(
    format: .trezorSuite,
    signatures: [["date & time", "type", "transaction id", "addresses", "fee", "total"]],
    slashedDates: "date & time"
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: trezorSuiteTypes)
      let coin = Asset(symbol: record.coinOfFile())
      var facts = TradeFacts(
        source: record.source,
        date: try record.dateByEvidence("date & time", .yearFirst, .monthFirst))
      let fee = AssetAmount(amount: try record.magnitude("fee"), asset: coin)
      facts.hash = record["transaction id"]
      let total = try record.magnitude("total")
      facts.addSide(kind == .deposit ? total : kind == .fee ? -fee.amount : -total, coin)
      if kind == .withdrawal { facts.fees = [fee] }
      return try facts.meaning(kind, word: word)
    }
  }

  private static let trezorSuiteTypes = KindTable([
    .deposit: ["recv", "received"], .withdrawal: ["sent"], .fee: ["self", "failed"],
  ])

  fileprivate static let smallestUnits: [String: (coin: String, digits: Int)] = [
    "satoshi": ("BTC", 8), "satoshis": ("BTC", 8), "sat": ("BTC", 8), "sats": ("BTC", 8),
    "litoshi": ("LTC", 8), "wei": ("ETH", 18),
  ]
}

extension CSVRecord {
  /// A number in bitcoin, or in a coin's smallest unit; without a unit, whole numbers are satoshis.
  fileprivate func bitcoin(_ column: String, unit: String) throws(RefusalReason) -> ExactDecimal {
    let text = self[column]
    let isWhole = !text.contains { $0 == "." || $0 == "," }
    // The wallet never groups thousands, so a comma is a decimal comma.
    guard let number = try localizedNumber(text.replacing(",", with: "."), column: column) else {
      return 0
    }
    let known =
      unit.isEmpty ? (isWhole ? 8 : 0) : FormatReader.smallestUnits[unit.lowercased()]?.digits
    return number * ExactDecimal(1, exponent: -(known ?? 0))
  }

  /// The coin whose ticker ends the file name, such as `account_btc.csv`; otherwise a name that the
  /// user can resolve with `--coin`.
  fileprivate func coinOfFile() -> String {
    let name = header.file.split { $0 == "/" || $0 == "\\" }.last ?? ""
    let stem = name.prefix { $0 != "." }.uppercased()
    let ticker = stem.split { !$0.isLetter }.last.map(String.init) ?? ""
    return walletTickers.contains(ticker) ? ticker : "FILE:\(stem)"
  }
}

/// Coins of wallets whose files do not name them.
private let walletTickers: Set<String> = [
  "ADA", "BCH", "BTC", "BTG", "DASH", "DGB", "DOGE", "ETC", "ETH", "LTC", "NMC", "VTC", "XRP",
  "ZEC",
]
