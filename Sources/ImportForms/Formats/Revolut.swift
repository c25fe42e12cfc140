import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Revolut's crypto statement: money has a sign or code, the fee is additional, and times are the
  /// customer's local times.
  static let revolut = FormatReader(
    format: .revolut,
    signatures: [["symbol", "type", "quantity", "price", "value", "fees", "date"]],
    hasLocalTimes: true
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("type")
      let coin = try record.asset("symbol")
      guard !coin.isFiat else { return .leftOut(.fiatOnly(coin.name)) }
      let kind = try record.kind(word, kind(ofWord: word))
      guard kind != .inside else { return .leftOut(.transfer) }
      var facts = try record.facts(
        "date", .monthName, .yearFirst, .dayMonthName, zone: record.header.zone ?? .utc)
      let numbers = RevolutNumbers(record)
      let coins = AssetAmount(amount: try numbers.coins("quantity"), asset: coin)
      let value = try numbers.money("value")
      let fee = try numbers.money("fees")
      facts.fees = fee.map { $0.amount == 0 ? [] : [$0] } ?? []
      if kind == .buy || kind == .sell {
        guard let value else { throw .missingCell("value") }
        try facts.exchange(coins, for: value, side: kind)
        return .trade(facts)
      }
      let isOut = kind == .withdrawal || kind == .payment
      facts.addSide(isOut ? -coins.amount : coins.amount, coins.asset)
      if let value { facts.worth(value.amount, value.asset) }
      return try facts.meaning(kind, word: word)
    }
  }

  private static let kinds = KindTable([
    .deposit: ["receive", "recepción", "réception"], .withdrawal: ["send"],
    .reward: [
      "learn reward", "staking reward", "reward", "crypto reward", "airdrop",
      "recompensa de aprende",
    ], .payment: ["payment"], .inside: ["stake", "unstake", "mise en staking"],
  ])

  /// The kind of a word.
  ///
  /// The app writes purchases and sales in the customer's language, followed by the name of the
  /// exchange for those made there.
  private static func kind(ofWord word: String) -> RowKind? {
    let bare = word.lowercased().replacing(" - revolut x", with: "")
    if let kind = kinds[bare] { return kind }
    switch KindTable.everyLanguage[bare] {
    case .buy: return .buy
    case .sell: return .sell
    default: return nil
    }
  }

  /// Revolut's account statements of coins before 2023: `Fiat amount (inc. fees)` is the total paid
  /// or received, or the value of the coins.
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
      if record["description"].hasPrefix("Balance migration") || isBetweenProducts(record) {
        return .leftOut(.transfer)
      }
      let kind = try record.kind("type", in: statementKinds)
      var facts = try record.facts("completed date", .yearFirst)
      facts.notes = record["description"]
      facts.words = record["description"]
      let amount = try record.someNumber("amount")
      let money = try record.quantity("fiat amount (inc. fees)", "base currency")
      facts.addSide(amount, coin)
      if word.lowercased().hasSuffix("refund") {
        // A refund of a payment: coins at their value then, not income.
        if let money { facts.worth(money.amount, money.asset) }
        facts.category = .trade
        return .trade(facts)
      }
      guard kind == .trade else {
        if let money { facts.worth(money.amount, money.asset) }
        return try facts.meaning(kind, word: word)
      }
      if amount > 0 { facts.spent = money } else { facts.received = money }
      facts.feesIncluded = try record.fee("fee", "base currency")
      return try facts.meaning(.trade, word: word)
    }
  }

  private static let products: Set<String> = ["current", "savings"]

  /// Whether coins moved between Revolut products of the same customer: `Transferred to Savings`,
  /// and its other row, `Transferred from Current`.
  private static func isBetweenProducts(_ record: CSVRecord) -> Bool {
    let words = record["description"].lowercased().split(separator: " ").map(String.init)
    return record["type"].lowercased() == "transfer" && words.count >= 3
      && words[0] == "transferred" && ["to", "from"].contains(words[1])
      && products.contains(words[2...].joined(separator: " "))
  }

  private static let statementKinds = KindTable([
    .trade: ["exchange"], .move: ["transfer"],
    // A shop's refund is a purchase at its value.
    .payment: ["card_payment", "card payment", "card_refund", "card refund"],
    .reward: ["reward", "cashback"],
  ])
}

/// The numbers of one row, whose separators depend on the customer.
///
/// Some use decimal points and grouping commas, others decimal commas and grouping points; some mix
/// the two between coins and money.
private struct RevolutNumbers {
  private let record: CSVRecord
  /// The decimal separator of money, if a sum in the row shows it.
  private let mark: Character?

  init(_ record: CSVRecord) {
    self.record = record
    mark =
      ["price", "value", "fees"].lazy.compactMap { NumberBesideLetters(record[$0])?.decimalMark }
      .first
  }

  /// The amount of coins; if its separator is ambiguous, that of money applies.
  func coins(_ column: String) throws(RefusalReason) -> ExactDecimal {
    let cell = try record.filled(column)
    guard let number = NumberBesideLetters(cell),
      number.letters.isEmpty || number.letters.lowercased() == record["symbol"].lowercased()
    else {
      throw .notANumber(column: column, .notANumber(cell))
    }
    guard let coins = try value(of: number, column) else { throw .missingCell(column) }
    return abs(coins)
  }

  /// `£1,234.50`, `1,234.50 EUR`, `USD 12.30`, `71.000,00 CZK`.
  func money(_ column: String) throws(RefusalReason) -> AssetAmount? {
    let cell = record[column]
    guard !cell.isEmpty else { return nil }
    let signs: [Character: String] = ["$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"]
    let number = NumberBesideLetters(cell)
    let letters = number?.letters ?? ""
    let byLetters = currenciesByLetters(of: cell)
    // Nothing else in the file shows which country's krona it is.
    let code =
      byLetters.first ?? (letters.isEmpty ? nil : letters.uppercased())
      ?? cell.lazy.compactMap { signs[$0] }.first
    guard let code, byLetters.count < 2, let number, let amount = try value(of: number, column)
    else {
      throw .notANumber(column: column, .notANumber(cell))
    }
    return AssetAmount(amount: abs(amount), asset: Asset(symbol: code))
  }

  private func value(
    of number: NumberBesideLetters, _ column: String
  ) throws(RefusalReason) -> ExactDecimal? {
    let digits = number.digits
    let plain =
      switch number.decimalMark ?? mark {
      case ",": digits.filter { $0 != "." }.replacing(",", with: ".")
      case ".": digits.filter { $0 != "," }
      default: digits
      }
    return try localizedNumber(plain + number.exponent, column: column)
  }
}

/// An unsigned number and the currency letters next to it.
private struct NumberBesideLetters {
  /// The digits with their separators.
  let digits: String
  /// An exponent such as `E-4`, as spreadsheets write it, or empty.
  let exponent: String
  let letters: String

  /// - Returns: `nil` if letters occur among the digits, or if there is no number.
  init?(_ cell: String) {
    func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
    func isOfNumber(_ character: Character) -> Bool {
      isDigit(character) || ".,".contains(character)
    }
    guard let digit = cell.firstIndex(where: isDigit), let last = cell.lastIndex(where: isDigit)
    else { return nil }
    // A point after letters belongs to them, as in `Fr.12`; any other belongs to the number, as in
    // `.5`.
    var first = digit
    while first > cell.startIndex, isOfNumber(cell[cell.index(before: first)]) {
      first = cell.index(before: first)
    }
    if first > cell.startIndex, cell[cell.index(before: first)].isLetter { first = digit }
    let groups: Set<Character> = [" ", "\u{A0}", "\u{202F}", "'", "’"]
    let number = cell[first...last].filter { !groups.contains($0) }
    let mantissa = number.prefix(while: isOfNumber)
    let rest = number[mantissa.endIndex...]
    let power = rest.dropFirst().drop { "+-".contains($0) }
    let isPower = "eE".contains(rest.first ?? " ") && !power.isEmpty && power.allSatisfy(isDigit)
    guard rest.isEmpty || isPower else { return nil }
    (digits, exponent) = (String(mantissa), String(rest))
    letters = String((cell[..<first] + cell[last...].dropFirst()).filter(\.isLetter))
  }

  /// The decimal separator; `nil` if there is none, or if it may group thousands.
  var decimalMark: Character? {
    let marks = digits.filter { $0 == "." || $0 == "," }
    guard let last = marks.last, let position = digits.lastIndex(of: last) else { return nil }
    guard marks.allSatisfy({ $0 == last }) else { return last }
    if marks.count > 1 { return last == "," ? "." : "," }
    let isDecimal =
      !exponent.isEmpty || digits[digits.index(after: position)...].count != 3
      || digits[..<position].allSatisfy { $0 == "0" }
    return isDecimal ? last : nil
  }
}
