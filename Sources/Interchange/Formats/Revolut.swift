import Exact
import FoundationEssentials
import Portfolio

extension FormatReader {
  /// Revolut's crypto statement: money with its sign or code, the fee on top; times without a zone
  /// are taken as UTC.
  static let revolut = FormatReader(
    format: .revolut,
    signatures: [["symbol", "type", "quantity", "price", "value", "fees", "date"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: kinds)
      guard kind != .inside else { return .leftOut(.transfer) }
      let coin = try record.asset("symbol")
      guard !coin.isFiat else { return .leftOut(.fiatOnly(coin.name)) }
      var facts = try record.facts("date", .monthName, .yearFirst, .dayMonthName)
      let coins = Quantity(
        amount: try grouped(record, "quantity"), asset: coin)
      let value = try revolutMoney(record, "value")
      let fee = try revolutMoney(record, "fees")
      facts.fees = fee.map { $0.amount == 0 ? [] : [$0] } ?? []
      if kind == .buy || kind == .sell {
        guard let value else { throw .missingCell("value") }
        try facts.exchange(coins, for: value, side: kind == .buy ? "buy" : "sell")
        return .trade(facts)
      }
      let isOut = kind == .withdrawal || kind == .payment
      facts.place(isOut ? -coins.amount : coins.amount, coins.asset)
      if let value { facts.worth(value.amount, value.asset) }
      return try facts.meaning(kind, word: word)
    }
  }

  private static let kinds = KindTable([
    .buy: ["buy", "buy - revolut x"], .sell: ["sell", "sell - revolut x"], .deposit: ["receive"],
    .withdrawal: ["send"],
    .reward: ["learn reward", "staking reward", "reward", "crypto reward", "airdrop"],
    .payment: ["payment"],
    .inside: ["stake", "unstake"],
  ])

  private static func grouped(
    _ record: CSVRecord, _ column: String
  ) throws(RefusalReason) -> Decimal {
    let text = try record.filled(column).replacing(",", with: "")
    guard let number = try foreignNumber(text, column: column) else { throw .missingCell(column) }
    return abs(number)
  }

  /// `£1,234.50`, `1,234.50 EUR`, `USD 12.30`; thousands are grouped with commas.
  private static func revolutMoney(
    _ record: CSVRecord, _ column: String
  ) throws(RefusalReason) -> Quantity? {
    let cell = record[column].replacing(",", with: "")
    guard !cell.isEmpty else { return nil }
    let signs: [Character: String] = ["$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"]
    let letters = String(cell.filter(\.isLetter))
    let code = letters.isEmpty ? cell.lazy.compactMap { signs[$0] }.first : letters.uppercased()
    let digits = cell.filter { $0.isNumber || $0 == "." || $0 == "-" }
    guard let code, let amount = try foreignNumber(digits, column: column) else {
      throw .notANumber(column: column, .notANumber(record[column]))
    }
    return Quantity(amount: abs(amount), asset: Asset(symbol: code))
  }

  /// Revolut's account statements of coins of before 2023: `Fiat amount (inc. fees)` is what was
  /// paid or received in all, or what the coins were worth.
  static let revolutStatements = FormatReader(
    format: .revolut,
    signatures: [
      [
        "type", "completed date", "description", "amount", "currency", "fiat amount (inc. fees)",
        "base currency", "state",
      ]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      if let reason = try record.undone("state", done: ["completed"]) { return .leftOut(reason) }
      let coin = try record.asset("currency")
      guard !coin.isFiat else { return .leftOut(.fiatOnly(coin.name)) }
      let word = try record.filled("type")
      if record["description"].hasPrefix("Balance migration") { return .leftOut(.transfer) }
      let kind = try record.kind("type", in: statementKinds)
      var facts = try record.facts("completed date", .yearFirst)
      facts.notes = record["description"]
      facts.words = record["description"]
      let amount = try record.someNumber("amount")
      let money = try record.quantity("fiat amount (inc. fees)", "base currency")
      facts.place(amount, coin)
      if word.lowercased().hasSuffix("refund") {
        // What was paid came back: coins at what they were worth then, and no income.
        if let money { facts.worth(money.amount, money.asset) }
        facts.category = .trade
        return .trade(facts)
      }
      guard kind == .trade else {
        if let money { facts.worth(money.amount, money.asset) }
        return try facts.meaning(kind, word: word)
      }
      if amount > 0 { facts.spent = money } else { facts.received = money }
      return try facts.meaning(.trade, word: word)
    }
  }

  private static let statementKinds = KindTable([
    .trade: ["exchange"], .move: ["transfer"],
    .payment: ["card_payment", "card payment", "card_refund", "card refund"],
    .reward: ["reward", "cashback"],
  ])
}
