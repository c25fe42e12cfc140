import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// The wallets of Bitcoin Core and its forks, in English and German: the amount, in the unit that
  /// its heading names, is the change of the wallet's balance.
  static let bitcoinCore = FormatReader(
    format: .bitcoinCore,
    signatures: [
      ["confirmed", "date", "type", "label", "address", "id"],
      ["bestätigt", "datum", "typ", "etikett", "adresse", "id"],
      ["bestätigt", "datum", "typ", "bezeichnung", "adresse", "id"],
    ],
    slashedDates: "date"
  ) { table in
    let columns = CoreColumns(table)
    return table.readEach { record throws(RefusalReason) in
      if let reason = try record.undone(columns.confirmed, done: ["true"]) {
        return .leftOut(reason)
      }
      let word = try record.filled(columns.type)
      let kind = try record.kind(columns.type, in: coreKinds)
      guard let amountColumn = columns.amount else { throw .missingCell("amount") }
      let written = try record.someNumber(amountColumn)
      let amount = written * ExactDecimal(1, exponent: -columns.digits)
      var facts = TradeFacts(
        source: record.source, date: try record.dateByEvidence(columns.date, .yearFirst))
      facts.addSide(amount, columns.coin(of: record))
      facts.hash = record["id"]
      facts.notes = record[columns.label]
      guard amount != 0 else { return .leftOut(.transfer) }
      return try facts.meaning(kind, word: word)
    }
  }

  private static let coreKinds = KindTable([
    .deposit: ["received with", "received from", "empfangen über", "empfangen von"],
    .withdrawal: [
      "sent to", "überwiesen an", "gesendet an", "privatesend", "coinjoin send",
    ],
    // The wallet's balance changes only by the network fee.
    .fee: [
      "payment to yourself", "eigenüberweisung", "zahlung an dich selbst", "privatesend denominate",
      "privatesend make collateral inputs", "privatesend create denominations",
      "privatesend collateral payment", "coinjoin mixing", "coinjoin make collateral inputs",
      "coinjoin create denominations", "coinjoin collateral payment",
    ],
    .reward: [
      "mined", "generiert", "erarbeitet", "masternode reward", "minted", "mint by stake", "staked",
      "stake",
    ],
  ])
}

/// The columns of such a file.
private struct CoreColumns {
  let confirmed: String
  let date: String
  let type: String
  let label: String
  let amount: String?
  /// The coin in the heading, and its unit's decimal places: 8 for a hundred-millionth.
  let unit: Asset
  let digits: Int

  init(_ table: CSVTable) {
    let header = table.header
    confirmed = header.first("confirmed", "bestätigt")
    date = header.first("date", "datum")
    type = header.first("type", "typ")
    label = header.first("label", "etikett", "bezeichnung")
    amount = header.first(prefix: "amount (") ?? header.first(prefix: "betrag (")
    // Column names are lowercase; only the original line distinguishes mBTC from MBTC.
    let text = table.line.text
    let opening = text.firstRange(of: "Amount (") ?? text.firstRange(of: "Betrag (")
    let written = opening.map { text[$0.upperBound...].prefix { $0 != ")" }.trimmed }
    let small = amount.map { $0.dropFirst("amount (".count).prefix { $0 != ")" }.trimmed }
    (unit, digits) = Self.unit(named: written ?? small ?? "")
  }

  /// The asset of a row's amount.
  ///
  /// Ravencoin's wallet also holds tokens, whose names anyone can choose and which are not coins of
  /// other chains.
  func coin(of record: CSVRecord) -> Asset {
    let name = record["asset"]
    guard !name.isEmpty, Asset(symbol: name) != unit else { return unit }
    return Asset(symbol: "\(unit.name):\(name)")
  }

  /// `BTC`, `mBTC`, `µBTC`, `bits`, `sat`.
  private static func unit(named text: String) -> (coin: Asset, digits: Int) {
    if let (ticker, digits) = small[text.lowercased()] { return (Asset(symbol: ticker), digits) }
    let rest = text.dropFirst()
    guard let first = text.first, rest.count >= 3, rest.allSatisfy(\.isLetter) else {
      return (Asset(symbol: text), 0)
    }
    // No ticker starts with a micro sign, but some start with M or U.
    if "\u{B5}\u{3BC}".contains(first.lowercased()) { return (Asset(symbol: String(rest)), 6) }
    guard let digits = ["m": 3, "u": 6][first], rest.allSatisfy(\.isUppercase) else {
      return (Asset(symbol: text), 0)
    }
    return (Asset(symbol: String(rest)), digits)
  }

  /// Units with their own names, and units of bitcoin as spreadsheets misspell them.
  private static let small: [String: (String, Int)] = [
    "sat": ("BTC", 8), "sats": ("BTC", 8), "satoshi": ("BTC", 8), "satoshis": ("BTC", 8),
    "bits": ("BTC", 6), "mbtc": ("BTC", 3), "ubtc": ("BTC", 6), "duff": ("DASH", 8),
    "duffs": ("DASH", 8), "lites": ("LTC", 3),
    "photons": ("LTC", 6), "litoshi": ("LTC", 8), "litoshis": ("LTC", 8),
  ]
}
