import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Peer-to-peer platforms, and brokers whose rows need special handling.
extension FormatReader {
  static let peerToPeer = [bisq, bitcoinDe, localBitcoins, coinmama, coinbaseOld]

  /// Bisq's trades, in English and German: `Sell BTC` in the market BTC/EUR sells bitcoin, `Sell
  /// DASH` in DASH/BTC buys it.
  private static let bisq = FormatReader(
    format: .bisq,
    signatures: [
      ["trade id", "date/time", "market", "amount in btc", "amount", "offer type", "status"],
      [
        "handels-id", "datum/zeit", "markt", "betrag in btc", "betrag", "angebotstyp", "status",
      ],
    ], slashedDates: "date/time"
  ) { table in
    let columns = BisqColumns(table.header)
    return table.readEach { record throws(RefusalReason) in
      if let reason = try record.undone("status", done: ["completed", "abgeschlossen"]) {
        return .leftOut(reason)
      }
      let bitcoin = AssetAmount(
        amount: try record.magnitude(columns.bitcoin), asset: Asset(symbol: "BTC"))
      let other = AssetAmount(
        amount: try record.magnitude(columns.amount), asset: try record.asset(columns.currency))
      var facts = TradeFacts(
        source: record.source,
        date: try record.dateByEvidence(columns.date, .dayMonthName, .monthName, .yearFirst))
      let buysBitcoin = try record.buysBitcoin(columns.offer)
      facts.received = buysBitcoin ? bitcoin : other
      facts.spent = buysBitcoin ? other : bitcoin
      facts.fees =
        try record.sumOfFees(columns.fees.0, columns.fees.1, of: "BTC")
        + record.sumOfFees(columns.fees.2, of: "BSQ")
      facts.reference = record.reference("bisq", columns.id)
      return try facts.meaning(.trade, word: "trade")
    }
  }

  /// Bitcoin.de's account statement in English and German: incoming and outgoing amounts, against
  /// the euros after the fee.
  private static let bitcoinDe = FormatReader(
    format: .bitcoinDe,
    signatures: [
      ["date", "type", "reference", "incoming / outgoing", "account balance"],
      ["datum", "typ", "referenz", "zu- / abgang", "kontostand"],
    ]
  ) { table in
    let header = table.header
    let (date, type) = (header.first("date", "datum"), header.first("type", "typ"))
    let change = header.first("incoming / outgoing", "zu- / abgang")
    let pair = header.first("währungen", "währung", "currencies", "currency")
    let money =
      header.first(prefix: "eur excl")
      ?? header.first(
        "eur nach bitcoin.de-gebühr", "menge nach bitcoin.de-gebühr", "eur nach gebühr")
    let coins = header.columns.keys.compactMap { name -> String? in
      let words = name.split(separator: " ")
      guard words.count > 1, ["vor", "incl."].contains(words[1]), words[0] != "eur" else {
        return nil
      }
      return words[0] == "menge" ? nil : String(words[0])
    }.sorted()
    return table.readEach { record throws(RefusalReason) in
      let word = try record.filled(type)
      let kind = try record.kind(type, in: bitcoinDeKinds)
      guard let zone = Zone(named: "Europe/Berlin") else { throw .unknownZone("Europe/Berlin") }
      var facts = try record.facts(date, .yearFirst, zone: zone)
      let paid = try record.magnitude(money)
      let sides = record[pair].split(separator: "/").map { $0.trimmed }
      guard let coin = sides.first ?? coins.first else { throw .missingCell(pair) }
      let amount = try record.someNumber(change)
      // Every account starts with a zero balance.
      if amount == 0, kind == .reward { return .leftOut(.notCarriedOut("\(word), no amount")) }
      facts.addSide(amount, Asset(symbol: coin))
      if kind == .trade {
        guard paid != 0 else { throw .missingCell(money) }
        let quantity = AssetAmount(
          amount: paid,
          asset: Asset(symbol: sides.count > 1 ? sides[1] : "EUR"))
        if facts.received == nil { facts.received = quantity } else { facts.spent = quantity }
      }
      facts.reference = record.reference("bitcoin-de", header.first("reference", "referenz"))
      let balance = try record.number(header.first("account balance", "kontostand"))
      if let balance { facts.balances = [AssetAmount(amount: balance, asset: Asset(symbol: coin))] }
      return try facts.meaning(kind, word: word, balance: balance)
    }
  }

  private static let bitcoinDeKinds = KindTable([
    .trade: ["purchase", "sale", "kauf", "verkauf"],
    .deposit: ["deposit", "einzahlung"], .withdrawal: ["disbursement", "auszahlung"],
    .fee: ["network fee", "netzwerk-gebühr"],
    .reward: ["welcome btc", "partnerprogramm", "affiliate program", "registrierung"],
    .nothing: ["initial"],
  ])

  /// LocalBitcoins' completed trades.
  ///
  /// The type is from the view of the advertiser, who pays the fee. Without a fee the user
  /// responded to the advertisement, and the type means the opposite.
  private static let localBitcoins = FormatReader(
    format: .localBitcoins,
    signatures: [
      [
        "id", "created_at", "buyer", "seller", "trade_type", "btc_amount", "fee_btc", "btc_final",
        "fiat_amount", "currency", "transaction_released_at",
      ]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("trade_type").uppercased()
      let side = word.split(separator: "_").last.map(String.init) ?? word
      let isSale = try record.side(of: side) == .sell
      guard !record["transaction_released_at"].isEmpty else {
        return .leftOut(.notCarriedOut("not released"))
      }
      let isOwn = try record.magnitude("fee_btc") != 0
      var facts = try record.facts("transaction_released_at", .yearFirst)
      try facts.exchange(
        AssetAmount(amount: try record.magnitude("btc_final"), asset: Asset(symbol: "BTC")),
        for: AssetAmount(
          amount: try record.magnitude("fiat_amount"), asset: try record.asset("currency")),
        side: isSale == isOwn ? .sell : .buy)
      facts.reference = record.reference("localbitcoins", "id")
      return try facts.meaning(.trade, word: word)
    }
  }

  /// Coinmama's orders, whose rows have a cell without a heading: the coins, the money, the day
  /// (month first) and the time.
  private static let coinmama = FormatReader(
    format: .coinmama,
    signatures: [["transaction", "type", "amount", "date created", "status"]], isOrdered: true
  ) { table in
    RecordReader(
      read: { record, emit in
        do throws(RefusalReason) {
          switch try coinmamaMeaning(record) {
          case .trade(let facts): emit(.trade(facts))
          case .leftOut(let reason):
            emit(.leftOut(LeftOutRow(source: record.source, reason: reason)))
          default: break
          }
        } catch {
          emit(record.unread(error))
        }
      }, finish: { _ in })
  }

  private static func coinmamaMeaning(_ record: CSVRecord) throws(RefusalReason) -> RowMeaning {
    let cells = record.row.cells.map(\.trimmed)
    guard cells.count == 6 else { throw .notATrade("\(cells.count) cells in place of six") }
    if let reason = try unfilledReason(cells[5], done: ["completed"]) { return .leftOut(reason) }
    if !cells[0].lowercased().hasPrefix("buy"), try record.side(of: cells[0]) != .buy {
      throw .notATrade(cells[0])
    }
    var facts = TradeFacts(
      source: record.source,
      date: try record.instant(
        "\(cells[3]) \(cells[4])", "date created", [.yearFirst, .monthFirst], zone: .utc))
    facts.received = try record.glued("type")
    facts.spent = try record.glued("amount")
    return try facts.meaning(.trade, word: cells[0])
  }

  /// Coinbase's transactions before 2018: a row with a transfer total is a purchase or sale,
  /// excluding the fee.
  private static let coinbaseOld = FormatReader(
    format: .coinbaseOld,
    signatures: [
      [
        "timestamp", "balance", "amount", "currency", "notes", "instantly exchanged",
        "transfer total", "transfer total currency", "transfer fee", "transfer id",
      ]
    ]
  ) { table in
    let hash = table.header.first(prefix: "bitcoin hash") ?? ""
    return table.readEach { record throws(RefusalReason) in
      guard let amount = try record.number("amount"), amount != 0 else {
        return .leftOut(.otherKind(record["notes"]))
      }
      var facts = try record.facts("timestamp", .yearFirst)
      let asset = try record.asset("currency")
      facts.addSide(amount, asset)
      facts.hash = record[hash]
      let money = try record.quantity("transfer total", "transfer total currency")
      let balance = try record.number("balance")
      guard let money, money.asset != asset else {
        return try facts.meaning(.move, word: "transfer", balance: balance)
      }
      if amount > 0 { facts.spent = money } else { facts.received = money }
      let fees = try record.fee("transfer fee", "transfer fee currency")
      let isOnTop = record.namesFeeOnTop(of: money, fees, isBuy: amount > 0)
      if isOnTop { facts.fees = fees } else { facts.feesIncluded = fees }
      facts.reference = record.reference("coinbase", "transfer id")
      if let balance { facts.balances = [AssetAmount(amount: balance, asset: asset)] }
      return try facts.meaning(.trade, word: "transfer")
    }
  }
}

extension CSVRecord {
  /// Fees in one coin from several columns, as a list with one or no element.
  fileprivate func sumOfFees(
    _ columns: String..., of symbol: String
  ) throws(RefusalReason) -> [AssetAmount] {
    var sum: ExactDecimal = 0
    for column in columns { sum = try exactSum(sum, try magnitude(column), column: column) }
    return sum == 0 ? [] : [AssetAmount(amount: sum, asset: Asset(symbol: symbol))]
  }

  /// Whether the notes have the amount paid including the fee, or received excluding it, while the
  /// total is the amount before fees: `Bought 0.01 BTC for £10.99 GBP` with a total of 10.00 and a
  /// fee of 0.99.
  fileprivate func namesFeeOnTop(of total: AssetAmount, _ fees: [AssetAmount], isBuy: Bool) -> Bool
  {
    guard let fee = fees.first, fee.asset == total.asset else { return false }
    let whole = abs(total.amount) + (isBuy ? fee.amount : -fee.amount)
    return self["notes"].split(separator: " ").contains { word in
      let digits = word.filter { $0.isNumber || $0 == "." }
      let number = digits.hasSuffix(".") ? digits.dropLast() : digits[...]
      guard number.contains(where: \.isNumber) else { return false }
      do { return try ExactDecimal(exact: String(number)) == whole } catch { return false }
    }
  }

  /// Whether bitcoin was bought, by words such as `Buy BTC`, `DASH verkaufen`.
  fileprivate func buysBitcoin(_ column: String) throws(RefusalReason) -> Bool {
    let words = try filled(column).uppercased().split(separator: " ")
    let verbs = ["BUY": true, "KAUFEN": true, "SELL": false, "VERKAUFEN": false]
    guard words.count == 2, let index = words.firstIndex(where: { verbs[String($0)] != nil }),
      let isPurchase = verbs[String(words[index])]
    else {
      // The user defined the word in terms of bitcoin.
      return try side(column) == .buy
    }
    return isPurchase == (words[1 - index] == "BTC")
  }
}

private struct BisqColumns {
  let id, date, bitcoin, amount, currency, offer: String
  let fees: (String, String, String)

  init(_ header: CSVHeader) {
    id = header.first("trade id", "handels-id")
    date = header.first("date/time", "datum/zeit")
    bitcoin = header.first("amount in btc", "betrag in btc")
    amount = header.first("amount", "betrag")
    currency = header.first("currency", "währung")
    offer = header.first("offer type", "angebotstyp")
    fees = (
      header.first("transaction fee", "transaktionsgebühr"),
      header.first("trade fee btc", "handelsgebühr btc"),
      header.first("trade fee bsq", "handelsgebühr bsq")
    )
  }
}
