import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Robinhood's crypto orders: the notional is the amount paid or received.
  static let robinhood = FormatReader(
    format: .robinhood,
    signatures: [
      ["uuid", "time entered", "symbol", "side", "quantity", "state", "average price", "notional"]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      if let reason = try record.undone("state", done: ["filled"]) { return .leftOut(reason) }
      // Negative amounts are in brackets: ($1,234.50).
      let digits = try record.filled("notional").filter { $0.isNumber || $0 == "." }
      guard let money = try localizedNumber(digits, column: "notional") else {
        throw .missingCell("notional")
      }
      var facts = try record.facts("time entered", .yearFirst, .monthFirst)
      // BTC, BTCUSD and BTC-USD are equivalent here.
      var symbol = try record.filled("symbol")
      if symbol.hasSuffix("USD"), symbol.utf8.count > 3 { symbol.removeLast(3) }
      if symbol.hasSuffix("-") { symbol.removeLast() }
      try facts.exchange(
        AssetAmount(amount: try record.magnitude("quantity"), asset: Asset(symbol: symbol)),
        for: AssetAmount(amount: money, asset: .dollar), side: try record.side("side"),
        price: (record, "average price"))
      facts.reference = record.reference("robinhood", "uuid")
      return .trade(facts)
    }
  }

  /// PayPal's crypto statement.
  static let payPal = FormatReader(
    format: .payPal,
    signatures: [
      [
        "datetime", "transaction type", "asset in (quantity)", "asset in (currency)",
        "asset out (quantity)", "asset out (currency)",
      ]
    ]
  ) { table in
    let value = table.header.first(prefix: "market value (")
    return table.readMany { record throws(RefusalReason) in
      let word = try record.filled("transaction type")
      let kind = try record.kind("transaction type", in: payPalKinds)
      var facts = try record.facts("datetime", .yearFirst, .monthFirst)
      facts.received = try record.quantity("asset in (quantity)", "asset in (currency)")
      facts.spent = try record.quantity("asset out (quantity)", "asset out (currency)")
      facts.fees = try record.fee("transaction fee (quantity)", "transaction fee (currency)")
      if let value, let unit = table.header.unit(of: value) {
        facts.worth(try record.magnitude(value), Asset(symbol: unit))
      }
      return try facts.meanings(kind, word: word)
    }
  }

  private static let payPalKinds = KindTable([
    .trade: ["buy", "sell", "conversion", "swap"],
    .move: ["send", "receive", "transfer in", "transfer out", "transfer"],
    .payment: ["checkout", "payment"], .reward: ["reward", "rewards"],
  ])

  /// Poloniex trades: the columns `… Less Fee` are the changes of the account's balance.
  static let poloniex = FormatReader(
    format: .poloniex,
    signatures: [
      ["date", "market", "type", "amount", "total", "base total less fee", "quote total less fee"],
      ["create_time", "trade_id", "market", "side", "price", "amount", "fee", "fee_currency"],
    ],
    declares: FormDeclaration(report: .trades)
  ) { table in
    let isOld = table.header.has(["quote total less fee"])
    return table.readEach { record throws(RefusalReason) in
      let account = record[isOld ? "category" : "buyer_wallet"]
      switch try record.kind(account, poloniexAccounts[account.lowercased()]) {
      case .derivative: return .leftOut(.derivative(account))
      case .nothing: return .leftOut(.otherKind(account))
      default: break
      }
      let pair = try isOld ? record.pair("market") : poloniexPair(record)
      var facts = try record.facts(isOld ? "date" : "create_time", .yearFirst, .unix)
      let amount = try record.magnitude("amount")
      guard isOld else {
        let total = try exactProduct(amount, try record.someNumber("price"), column: "price")
        try facts.exchange(
          AssetAmount(amount: amount, asset: pair.base),
          for: AssetAmount(amount: total, asset: pair.quote),
          side: try record.side("side"))
        facts.fees = try record.fee("fee_total", "fee_currency")
        facts.reference = record.reference("poloniex", "trade_id")
        return .trade(facts)
      }
      // In the old form the quote is the first coin of the market.
      try facts.exchange(
        AssetAmount(amount: try record.magnitude("quote total less fee"), asset: pair.base),
        for: AssetAmount(amount: try record.magnitude("base total less fee"), asset: pair.quote),
        side: try record.side("type"), price: (record, "price"))
      return .trade(facts)
    }
  }

  /// The account type of a trade; the first files lack it.
  private static let poloniexAccounts = KindTable([
    .trade: ["", "exchange", "spot"],
    .derivative: ["margin", "margintrade", "margin trade", "settlement", "futures"],
  ])

  /// The sides of a market: `ETH_BTC` has the coin first, the older `BTCETH` the payment.
  ///
  /// The fee verifies this: its rate applies to the amount, or to the total.
  private static func poloniexPair(
    _ record: CSVRecord
  ) throws(RefusalReason) -> (base: Asset, quote: Asset) {
    let market = try record.filled("market").uppercased()
    var pair: (base: Asset, quote: Asset)
    if market.contains(where: { "_-/".contains($0) }) {
      pair = try Asset.pair(market)
    } else {
      let quotes = ["BTC", "BUSD", "DAI", "ETH", "TRX", "USDC", "USDJ", "USDT", "XMR"]
      guard let quote = quotes.first(where: { market.hasPrefix($0) && market != $0 }) else {
        throw .unknownCoin(market)
      }
      pair = (Asset(symbol: String(market.dropFirst(quote.count))), Asset(symbol: quote))
    }
    let rate = try record.magnitude("fee")
    let fee = try record.magnitude("fee_total")
    let amount = try exactProduct(try record.magnitude("amount"), rate, column: "fee")
    let total = try exactProduct(amount, try record.magnitude("price"), column: "fee")
    guard fee > 0, abs(fee - amount) != abs(fee - total) else { return pair }
    let isOfAmount = abs(fee - amount) < abs(fee - total)
    let coin = try record.asset("fee_currency")
    if coin == (isOfAmount ? pair.quote : pair.base) { pair = (pair.quote, pair.base) }
    guard coin == (isOfAmount ? pair.base : pair.quote) else { throw .unknownCoin(market) }
    return pair
  }

  /// Poloniex deposits and withdrawals.
  static let poloniexMoves = FormatReader(
    format: .poloniexMoves,
    signatures: [
      ["date", "currency", "amount", "fee deducted", "amount - fee", "status"],
      ["date", "currency", "amount", "address", "status"],
    ], absent: ["quote currency", "quote price", "received / paid amount", "price", "total"],
    declares: FormDeclaration(report: .moves)
  ) { table in
    let isWithdrawal = table.header.has(["amount - fee"])
    return table.readEach { record throws(RefusalReason) in
      // A withdrawal that the owner did not confirm by email.
      if record["status"] == "EMAIL SENT" { return .leftOut(.notCarriedOut("EMAIL SENT")) }
      if let reason = try record.undone("status", done: ["complete"]) { return .leftOut(reason) }
      var facts = try record.facts("date", .yearFirst)
      guard isWithdrawal else {
        // Only withdrawals have a transaction hash after the state.
        let parts = record["status"].split(separator: ":", maxSplits: 1)
        facts.hash = parts.count == 2 ? parts[1].trimmed : ""
        facts.addSide(try record.magnitude("amount"), try record.asset("currency"))
        return try facts.meaning(parts.count == 2 ? .withdrawal : .deposit, word: "amount")
      }
      facts.addSide(-(try record.magnitude("amount - fee")), try record.asset("currency"))
      facts.fees = try record.fee("fee deducted", "currency")
      return try facts.meaning(.withdrawal, word: "withdrawal")
    }
  }

  /// BitMEX's wallet, in satoshis; results of positions are left out.
  static let bitMEX = FormatReader(
    format: .bitMEX,
    signatures: [["transacttime", "transacttype", "amount", "fee", "address", "walletbalance"]],
    declares: FormDeclaration(isComplete: true, settlements: ["realisedpnl", "funding"])
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("transacttype")
      let kind = try record.kind("transacttype", in: bitMEXKinds)
      if let reason = try record.undone("transactstatus", done: ["completed"]) {
        return .leftOut(reason)
      }
      let satoshi = ExactDecimal(1, exponent: -8)
      var facts = try record.facts("transacttime", .monthFirst, .yearFirst)
      let coin = Asset(symbol: "BTC")
      facts.addSide(try record.someNumber("amount") * satoshi, coin)
      facts.feesIncluded = [
        AssetAmount(amount: try record.magnitude("fee") * satoshi, asset: coin)
      ]
      return try facts.meaning(kind, word: word)
    }
  }

  private static let bitMEXKinds = KindTable([
    .move: ["deposit", "withdrawal"], .reward: ["affiliatepayout", "airdrop"],
    .derivative: ["realisedpnl", "unrealisedpnl", "funding"], .inside: ["transfer", "total"],
  ])

  /// HitBTC's trades: the rebate is paid to the maker.
  static let hitBTC = FormatReader(
    format: .hitBTC,
    signatures: [
      ["instrument", "trade id", "order id", "side", "quantity", "volume", "rebate"]
    ],
    declares: FormDeclaration(report: .trades)
  ) { table in
    let date = table.header.first(prefix: "date") ?? "date (utc)"
    return table.readEach { record throws(RefusalReason) in
      guard let zone = Zone(heading: date) else { throw .unknownZone(date) }
      let pair = try record.pair("instrument")
      var facts = try record.facts(date, .yearFirst, zone: zone)
      try facts.exchange(
        AssetAmount(amount: try record.someNumber("quantity"), asset: pair.base),
        for: AssetAmount(amount: try record.someNumber("volume"), asset: pair.quote),
        side: try record.side("side"))
      let fee = try exactSum(
        try record.number("fee") ?? 0, -(try record.number("rebate") ?? 0), column: "fee")
      facts.fees = fee == 0 ? [] : [AssetAmount(amount: fee, asset: pair.quote)]
      facts.reference = record.reference("hitbtc", "trade id")
      return .trade(facts)
    }
  }

  /// SwissBorg's account statement: a trade has one row per side at the same moment; the net
  /// amounts count.
  static let swissBorg = FormatReader(
    format: .swissBorg,
    signatures: [
      [
        "local time", "time in utc", "type", "currency", "gross amount", "fee", "net amount",
        "note",
      ]
    ]
  ) { table in
    table.readGroups(by: { $0["time in utc"] }) { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: swissBorgKinds)
      // Amounts are unsigned.
      let isOut =
        ["Sell", "Withdrawal"].contains(word) || [.withdrawal, .payment, .fee].contains(kind)
      let side = isOut ? "gross amount" : "net amount"
      let amount = try record.magnitude(side)
      var leg = Leg(
        record: record, date: try record.date("time in utc", .yearFirst),
        asset: try record.asset("currency"), change: isOut ? -amount : amount)
      // The amount spent is the cost of the coins; their net value excludes the fee.
      if isOut || kind == .reward { leg.native = try swissBorgWorth(of: side, record) }
      return try leg.meaning(kind, word: word)
    }
  }

  /// The value of a side, from the column whose heading names the currency; `nil` if missing.
  private static func swissBorgWorth(
    of side: String, _ record: CSVRecord
  ) throws(RefusalReason) -> AssetAmount? {
    guard let column = record.header.first(prefix: "\(side) ("),
      let unit = record.header.unit(of: column)
    else { return nil }
    let worth = try record.magnitude(column)
    return worth == 0 ? nil : AssetAmount(amount: worth, asset: Asset(symbol: unit))
  }

  private static let swissBorgKinds = KindTable([
    .trade: ["buy", "sell"], .move: ["deposit", "withdrawal"],
    .reward: ["payouts", "earnings", "fee adjustment", "cashback", "reward"],
  ])

  /// ShapeShift's exchanges: the rate includes the miner fee.
  static let shapeShift = FormatReader(
    format: .shapeShift,
    signatures: [["id", "status", "timestamp", "inputamount", "inputcurrency", "outputamount"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      if let reason = try record.undone("status", done: ["complete"]) { return .leftOut(reason) }
      var facts = try record.facts("timestamp", .yearFirst)
      facts.received = try record.quantity("outputamount", "outputcurrency")
      facts.spent = try record.quantity("inputamount", "inputcurrency")
      facts.hash = record["outputtxid"]
      facts.reference = record.reference("shapeshift", "id")
      return try facts.meaning(.trade, word: "exchange")
    }
  }

  /// rotki's generic trades; contracts given by address are not resolved.
  static let rotki = FormatReader(
    format: .rotki,
    signatures: [
      ["location", "spend currency", "receive currency", "receive amount", "spend amount"]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      var facts = try record.facts("timestamp", .unix)
      facts.received = try record.quantity("receive amount", "receive currency")
      facts.spent = try record.quantity("spend amount", "spend currency")
      facts.fees = try record.fee("fee", "fee currency")
      facts.account = record["location"]
      facts.notes = record["description"]
      return try facts.meaning(.trade, word: "trade")
    }
  }
}
