import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Bitfinex trades: negative amounts are sales, the total follows from the price, and negative
  /// fees are charged in addition.
  ///
  /// Rebates do not exist, so an unsigned fee is also charged.
  static let bitfinexTrades = FormatReader(
    format: .bitfinexTrades,
    signatures: [
      ["pair", "amount", "price", "fee", "fee currency", "date", "order id"],
      ["pair", "amount", "price", "fee", "feecurrency", "date"],
    ],
    slashedDates: "date",
    declares: FormDeclaration(report: .trades)
  ) { table in
    let feeCurrency = table.header.first("fee currency", "feecurrency")
    return table.readEach { record throws(RefusalReason) in
      if record["margin"].lowercased() == "true" { return .leftOut(.derivative("margin")) }
      let pair = try record.pair("pair")
      let amount = try record.someNumber("amount")
      let total = try exactProduct(abs(amount), try record.someNumber("price"), column: "price")
      var facts = try bitfinexFacts(record, "date")
      try facts.exchange(
        AssetAmount(amount: abs(amount), asset: bitfinexAsset(pair.base)),
        for: AssetAmount(amount: total, asset: bitfinexAsset(pair.quote)),
        side: amount < 0 ? .sell : .buy)
      if let fee = try record.number("fee"), fee != 0 {
        facts.fees = [
          AssetAmount(amount: abs(fee), asset: bitfinexAsset(try record.asset(feeCurrency)))
        ]
      }
      facts.reference = record.reference("bitfinex", "#")
      return .trade(facts)
    }
  }

  /// Bitfinex deposits and withdrawals; the negative fee is charged in addition.
  static let bitfinexMoves = FormatReader(
    format: .bitfinexMoves,
    signatures: [["currency", "status", "amount", "fees", "description", "transaction id"]],
    slashedDates: "date",
    declares: FormDeclaration(report: .moves)
  ) { table in
    let date = table.header.first("updated", "date")
    return table.readEach { record throws(RefusalReason) in
      if let reason = try record.undone("status", done: ["completed"]) { return .leftOut(reason) }
      var facts = try bitfinexFacts(record, date)
      let asset = bitfinexAsset(try record.asset("currency"))
      facts.addSide(try record.someNumber("amount"), asset)
      facts.fees = [AssetAmount(amount: try record.magnitude("fees"), asset: asset)]
      facts.hash = record["transaction id"]
      facts.reference = record.reference("bitfinex", "#")
      return try facts.meaning(.move, word: "amount")
    }
  }

  /// Bitfinex's ledger, where only the description shows the kind.
  static let bitfinexLedger = FormatReader(
    format: .bitfinexLedger,
    signatures: [
      ["description", "currency", "amount", "balance", "date", "wallet"],
      ["currency", "description", "amount", "balance", "date"],
    ],
    slashedDates: "date",
    declares: FormDeclaration(report: .ledger, isComplete: true, keysAreTrades: false)
  ) { table in
    table.readGroups(by: { $0["date"] }) {
      record throws(RefusalReason) in
      let word = try record.filled("description")
      let lower = word.lowercased()
      let kind = try record.kind(word, ledgerKinds.first { lower.hasPrefix($0.0) }?.1)
      let isMargin =
        record["wallet"].lowercased() == "margin" || lower.hasSuffix("on margin wallet")
      if isMargin, kind == .trade || lower.hasPrefix("trading fee") {
        return .leftOut(.derivative(word))
      }
      let facts = try bitfinexFacts(record, "date")
      var leg = Leg(
        record: record, date: facts.date, asset: bitfinexAsset(try record.asset("currency")),
        change: try record.someNumber("amount"))
      leg.balance = try record.number("balance")
      if lower.hasPrefix("trading fee") { return .part(leg.asFee()) }
      guard kind == .fee, lower.contains("withdrawal fee") else {
        return try leg.meaning(kind, word: word)
      }
      return try leg.feeOfWithdrawal(word: word)
    }
  }

  /// Prefixes of descriptions.
  private static let ledgerKinds: [(String, RowKind)] = [
    ("exchange ", .trade), ("trading fee", .fee), ("deposit fee", .fee),
    ("deposit", .move), ("canceled withdrawal fee", .reward), ("canceled withdrawal", .returned),
    ("withdrawal fee", .fee), ("crypto withdrawal fee", .fee), ("withdrawal", .move),
    ("bitcoin withdrawal", .move), ("ethereum withdrawal", .move), ("transfer of", .inside),
    ("margin funding payment", .reward), ("earned fees from user", .reward),
    ("affiliate rebate", .reward), ("affilliate rebate", .reward), ("staking reward", .reward),
    ("staking payments", .reward), ("unused fee refund", .reward), ("lending interest", .reward),
    ("position ", .derivative), ("used margin funding charge", .derivative),
    ("margin funding charge", .derivative), ("settlement", .derivative), ("adjustment", .move),
  ]

  private static func bitfinexFacts(
    _ record: CSVRecord, _ column: String
  ) throws(RefusalReason) -> TradeFacts {
    let text = try record.filled(column)
    // Years have two digits and are last: 21-11-18 is in 2018. Some files have the month or the
    // year first, as 24-03-05 shows, because 2005 predates Bitcoin.
    let order: DateFormat =
      switch record.header.dateOrder {
      case .monthFirst: .monthFirst
      case .yearFirst: .shortYearFirst
      case .dayFirst, nil: .dayFirst
      }
    // Slashes mean that a spreadsheet rewrote the date in its own order.
    let date =
      if !text.contains("/"), let date = parsedDate(text, [.yearFirst, order]) {
        date
      } else {
        try record.dateByEvidence(column, .yearFirst)
      }
    return TradeFacts(source: record.source, date: date)
  }

  /// Maps Bitfinex's own names.
  private static func bitfinexAsset(_ asset: Asset) -> Asset {
    let names = [
      "UST": "USDT", "UDC": "USDC", "DSH": "DASH", "IOT": "IOTA", "QTM": "QTUM",
      "DAT": "DATA", "YYW": "YOYOW", "EUT": "EURT", "MNA": "MANA", "ALG": "ALGO", "ATO": "ATOM",
      "QSH": "QASH", "SNG": "SNGLS", "EDO": "PNT", "STJ": "STORJ", "AMP": "AMPL", "BCHABC": "BCH",
      "TSD": "TUSD",
    ]
    return names[asset.name].map { Asset(symbol: $0) } ?? asset
  }
}
