import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Nexo's transactions, in four versions: every row states its value in dollars; the oldest use
  /// Zurich time.
  static let nexo = FormatReader(
    format: .nexo,
    signatures: [
      ["transaction", "type", "currency", "amount", "details", "date / time"],
      ["transaction", "type", "currency", "amount", "details", "date / time (utc)"],
      ["transaction", "type", "input currency", "input amount", "output currency", "details"],
    ],
    declares: FormDeclaration(isComplete: true)
  ) { table in
    rows(table).joining(
      JointRows(reader: {
        let orders = NexoOrders(rows(table))
        return RecordReader(read: orders.read, finish: orders.finish)
      })
    ) { result, record in
      guard case .trade(let facts) = result, let sold = facts.spent, facts.secondsApart > 0 else {
        return nil
      }
      let key = "for a loan \(sold.amount.description) \(sold.asset.name)"
      return Leg(result, of: record, key: key)
    }
  }

  /// Reads each row separately.
  private static func rows(_ table: CSVTable) -> RecordReader {
    let isOld = table.header.has(["amount"])
    let date = table.header.first("date / time (utc)", "date / time")
    let zone = date.hasSuffix("(utc)") ? Zone.utc : Zone(named: "Europe/Zurich")
    return table.readEach { record throws(RefusalReason) in
      let details = record["details"].lowercased()
      if details.contains("rejected") { return .leftOut(.notCarriedOut("rejected")) }
      if details.contains("pending") { return .leftOut(.notCarriedOut("pending")) }
      let word = try record.filled("type")
      let plain = word.lowercased().filter { $0 != " " }
      var kind = try record.kind(word, kinds[plain])
      if kind == .deposit, details.contains("airdrop") || details.contains("interest") {
        kind = .reward
      }
      var facts = try record.facts(date, .yearFirst, zone: zone ?? .utc)
      facts.notes = record["details"]
      facts.reference = record.reference("nexo", "transaction")
      facts.worth(try record.magnitude("usd equivalent"), .dollar)
      if kind == .reward, facts.dollars == nil { try readWorth(&facts, record) }
      if kind == .inside { return .leftOut(.transfer) }
      guard kind == .trade else {
        try setSide(&facts, record, isOld: isOld, kind: kind)
        if kind.isMove, facts.received == nil, facts.spent == nil {
          return .leftOut(.notCarriedOut("\(word), no amount"))
        }
        return try facts.meaning(kind, word: word)
      }
      if isOld, plain == "exchangesell" {
        try readExchange(&facts, record)
        guard facts.received != nil else { throw .oneSided(word, record["details"]) }
        facts.category = .trade
        return .trade(facts)
      }
      if plain.hasSuffix("sellorder") || plain == "liquidation" {
        // The coins repaid a loan: their value is their proceeds.
        try setSide(&facts, record, isOld: isOld, kind: .payment)
        guard facts.spent?.asset.isFiat == false else { return .leftOut(.derivative(word)) }
        facts.received = facts.dollars.map { AssetAmount(amount: $0, asset: .dollar) }
        facts.category = .trade
        facts.secondsApart = isSaleForLoan(plain) ? 60 : 0
        return .trade(facts)
      }
      // Fiat converted to Nexo's own unit of it: `EUR Top Up`.
      if isOld, nexoAsset(record["currency"]).isFiat {
        return .leftOut(.fiatOnly(nexoAsset(record["currency"]).name))
      }
      try exchange(&facts, record, isOld: isOld)
      if let got = facts.received, got.asset.isFiat, facts.spent?.asset.isFiat == true {
        return .leftOut(.fiatOnly(got.asset.name))
      }
      facts.secondsApart = isSaleForLoan(plain) ? 60 : 0
      return try facts.meaning(.trade, word: word)
    }
  }

  /// Whether a type is an order to sell coins for a loan repayment, or the exchange that executed
  /// it.
  private static func isSaleForLoan(_ type: String) -> Bool {
    type.hasSuffix("sellorder") || type == "exchangeliquidation"
  }

  private static let kinds = KindTable([
    .trade: [
      "exchange", "creditcardstatus", "exchangecollateral", "deposittoexchange",
      "exchangetowithdraw", "creditcardfiatxexchangetowithdraw", "dualinvestmentexchange",
      "exchangesell", "manualsellorder", "automaticsellorder", "exchangeliquidation",
      "exchangecredit", "liquidation",
    ],
    .reward: [
      "interest", "fixedterminterest", "interestadditional", "dividend", "referralbonus",
      "cashback", "exchangecashback", "bonus", "assimilation", "nexocardcashback",
      "dualinvestmentinterest",
    ],
    .deposit: ["deposit", "exchangedepositedon", "topupcrypto"],
    .withdrawal: ["withdrawal", "withdrawexchanged"],
    .payment: [
      "administrator", "administrativededuction", "nexocardpurchase", "nexocardcashbackreversal",
    ],
    .fee: ["exchangesellfee"],
    .derivative: [
      "withdrawalcredit", "loanwithdrawal", "repayment", "manualrepayment", "forcedrepayment",
      "creditcardwithdrawalcredit",
    ],
    .inside: [
      "lockingtermdeposit", "unlockingtermdeposit", "transferin", "transferout",
      "transfertoprowallet", "transferfromprowallet", "nexocardtransactionfee",
      "transfertoadvancedtradingbonus", "transferfromadvancedtradingbonus",
      "dualinvestmentlock", "dualinvestmentunlock", "transfertoadvanced", "transferfromadvanced",
    ],
  ])

  /// Sets the row's only side; negative interest is the cost of a loan.
  private static func setSide(
    _ facts: inout TradeFacts, _ record: CSVRecord, isOld: Bool, kind: RowKind
  ) throws(RefusalReason) {
    let asset = nexoAsset(try record.filled(isOld ? "currency" : "input currency"))
    let amount = try record.someNumber(isOld ? "amount" : "input amount")
    let isOut = kind == .withdrawal || kind == .payment || kind == .fee
    facts.addSide(isOut ? -abs(amount) : kind == .deposit ? abs(amount) : amount, asset)
    try moveFee(&facts, record)
  }

  /// Sets both sides: `-0.1 / +3000` and `BTC/USDT` in the oldest form.
  private static func exchange(
    _ facts: inout TradeFacts, _ record: CSVRecord, isOld: Bool
  ) throws(RefusalReason) {
    guard isOld else {
      facts.spent = AssetAmount(
        amount: try record.magnitude("input amount"),
        asset: nexoAsset(try record.filled("input currency")))
      facts.received = AssetAmount(
        amount: try record.magnitude("output amount"),
        asset: nexoAsset(try record.filled("output currency")))
      try moveFee(&facts, record)
      return
    }
    let coins = try record.filled("currency").split(separator: "/")
    let amounts = try record.filled("amount").split(separator: "/")
    guard coins.count == 2, amounts.count == 2,
      let given = try localizedNumber(amounts[0].trimmed, column: "amount"),
      let got = try localizedNumber(amounts[1].trimmed, column: "amount")
    else { throw .notATrade(record["amount"]) }
    facts.spent = AssetAmount(amount: abs(given), asset: nexoAsset(String(coins[0])))
    facts.received = AssetAmount(amount: abs(got), asset: nexoAsset(String(coins[1])))
  }

  /// Reads the value of interest in the coin it was earned on, in 2021: `approved / 0.0000263 ETH`.
  private static func readWorth(
    _ facts: inout TradeFacts, _ record: CSVRecord
  ) throws(RefusalReason) {
    guard let text = record["details"].split(separator: "/").last else { return }
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].allSatisfy({ $0.isNumber || $0 == "." }),
      let worth = try localizedNumber(String(words[0]), column: "details")
    else { return }
    facts.worth(worth, nexoAsset(String(words[1])))
  }

  /// Reads what fiat bought, in 2021.
  ///
  /// The amount is in the coin after `to` in the details. The amount paid is not in the file, so
  /// the coin's price counts. A negative amount is the first side of a pair (`BTCEURX`), and only
  /// its value in dollars is known.
  private static func readExchange(
    _ facts: inout TradeFacts, _ record: CSVRecord
  ) throws(RefusalReason) {
    let name = try record.filled("currency")
    if let pair = pair(name) {
      facts.spent = AssetAmount(amount: try record.magnitude("amount"), asset: pair.base)
      if pair.quote.isFiat, !pair.base.isFiat {
        facts.received = facts.dollars.map { AssetAmount(amount: $0, asset: .dollar) }
      }
      return
    }
    let words = record["details"].ranges(of: " to ")
    guard let mark = words.last, nexoAsset(name).isFiat else { return }
    guard let coin = coinNames[record["details"][mark.upperBound...].lowercased()] else { return }
    facts.received = AssetAmount(
      amount: try record.magnitude("amount"), asset: Asset(symbol: coin))
  }

  /// Coin names used in Nexo's details.
  private static let coinNames = [
    "bitcoin": "BTC", "ether": "ETH", "usd coin": "USDC", "tether": "USDT", "nexo token": "NEXO",
    "ripple": "XRP", "litecoin": "LTC", "bitcoin cash": "BCH", "stellar": "XLM",
  ]

  /// The fee, included in the amount in its coin: the difference between what was sent and what
  /// arrived.
  private static func moveFee(
    _ facts: inout TradeFacts, _ record: CSVRecord
  ) throws(RefusalReason) {
    for fee in try record.fee("fee", "fee currency") {
      if fee.asset == facts.spent?.asset || fee.asset == facts.received?.asset {
        facts.feesIncluded.append(fee)
      } else {
        facts.fees.append(fee)
      }
    }
  }

  /// Maps Nexo's own names; Nexo books its `USDX`, `EURX` and `GBPX` as fiat.
  private static let names = [
    "BNBN": "BNB", "NEXONEXO": "NEXO", "NEXOBNB": "BNB", "NEXOBEP2": "NEXO", "NEXOUSD": "USD",
    "USDTERC": "USDT", "USDX": "USD", "EURX": "EUR", "GBPX": "GBP", "XUSD": "USD",
  ]

  private static func nexoAsset(_ name: String) -> Asset {
    Asset(symbol: names[name.uppercased()] ?? name)
  }

  /// The sides of `NEXONEXOUSDTERC`; `nil` for a single asset.
  private static func pair(_ name: String) -> (base: Asset, quote: Asset)? {
    let code = name.uppercased()
    let endings = quotes.filter { code.hasSuffix($0) }
    guard names[code] == nil, !endings.contains(code),
      let quote = endings.max(by: { $0.utf8.count < $1.utf8.count })
    else { return nil }
    return (nexoAsset(String(code.dropLast(quote.utf8.count))), nexoAsset(quote))
  }

  private static let quotes: Set<String> = [
    "ADA", "BCH", "BNB", "BTC", "DAI", "DOT", "EOS", "ETH", "EURX", "GBPX", "HUSD", "LINK", "LTC",
    "NEXONEXO", "PAX", "PAXG", "TRX", "TUSD", "USDC", "USDTERC", "USDX", "XLM", "XRP",
  ]
}

/// Counts each sale for a loan repayment once: its order and the exchange that executed it are two
/// rows, a second apart.
private final class NexoOrders {
  private let rows: RecordReader
  private var orders: [TradeFacts] = []
  private var exchanges: [TradeFacts] = []

  init(_ rows: RecordReader) { self.rows = rows }

  func read(_ record: CSVRecord, _ emit: (RowResult) -> Void) {
    let type = record["type"].lowercased().filter { $0 != " " }
    rows.read(record) { result in
      guard case .trade(let facts) = result else { return emit(result) }
      if type.hasSuffix("sellorder") {
        orders.append(facts)
      } else if type == "exchangeliquidation" {
        exchanges.append(facts)
      } else {
        emit(result)
      }
    }
  }

  func finish(_ emit: (RowResult) -> Void) {
    var open = orders
    orders.forEach { emit(.trade($0)) }
    for exchange in exchanges {
      let index = open.firstIndex {
        $0.spent == exchange.spent
          && abs($0.date.millisecondsSince1970 - exchange.date.millisecondsSince1970) <= 60_000
      }
      guard let index else {
        emit(.trade(exchange))
        continue
      }
      let line = open.remove(at: index).source.line
      emit(.leftOut(LeftOutRow(source: exchange.source, reason: .partOfTrade(line: line))))
    }
  }
}
