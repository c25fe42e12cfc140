import CellGrid
import Exact
import FoundationEssentials
import MarketData
import Portfolio

/// Parses the form's texts; unreadable text becomes an error of its field.
extension FormCheck {
  /// Parses a number, a sum of numbers, or `max` for everything owned.
  mutating func readAmount(_ entry: TransactionForm.Entry, owned: Quantity) -> Quantity? {
    let text = withoutBlanks(entry[.amount])
    if text.lowercased() == "max" {
      guard entry.kind.takesCoins else {
        errors[.amount] =
          "max is all you own; type a number for a \(entry.kind.noun)"
        return nil
      }
      return positive(owned, .amount)
    }
    return positive(read(text, .amount).map { Quantity($0) }, .amount)
  }

  /// Parses the amount of coins received.
  mutating func readReceived(_ entry: TransactionForm.Entry) -> Quantity? {
    let number = read(withoutBlanks(entry[.received]), .received)
    return positive(number.map { Quantity($0) }, .received)
  }

  /// Amounts of money, as far as typed.
  struct Money {
    var price: ExactDecimal?
    var total: ExactDecimal?
    var currency: String?
    var fee: TransactionFee?
    /// Value of the coins received.
    var worth: ExactDecimal?
    /// Cash paid or received along with a swap.
    var cash: SwapCash?
    /// The sum shown, without the fee.
    var sum: ExactDecimal?
  }

  /// Parses price or total, currency and fee, as far as the kind has them.
  mutating func readMoney(
    _ form: TransactionForm, amount: Quantity?, owned: [Coin]
  ) -> Money? {
    let (entry, fields) = (form.entry, form.fields)
    var money = Money()
    if fields.contains(.fee) { money.fee = readFee(form, owned: owned) }
    if fields.contains(.total), !entry[.total].isEmpty {
      money.total = readMoney(entry, .total)
    }
    if fields.contains(.worth), !entry[.worth].isEmpty {
      money.worth = readMoney(entry, .worth)
    }
    // A typed total overrides a prefilled price.
    let gives = !form.hasOwnPrice && !entry[.total].isEmpty
    let mustHavePrice = entry.kind.needsMoney && entry[.total].isEmpty
    if fields.contains(.price), !gives, !entry[.price].isEmpty || mustHavePrice {
      money.price = readMoney(entry, .price)
    }
    if fields.contains(.currency) {
      let currency = readCurrency(entry[.currency])
      if money.price != nil || money.total != nil || !entry[.currency].isEmpty {
        money.currency = currency
      }
    }
    if fields.contains(.cash) { money.cash = readCash(form, in: money.currency) }
    guard [.total, .worth, .cash, .fee, .currency, .price].allSatisfy({ errors[$0] == nil }) else {
      return nil
    }
    let product = amount.flatMap { amount in money.price.map { (amount * Price($0)).number } }
    money.sum = money.total ?? product
    return money
  }

  /// Parses the lots to use first, given as id prefixes.
  mutating func readLots(
    _ form: TransactionForm, of coinId: String, in state: DashboardState
  ) -> [UUID]? {
    guard form.isChanged(.lots) else { return form.old.coinId == coinId ? form.old.lots : nil }
    let known = state.details[coinId]?.rows.filter { $0.type.isAcquisition }.map(\.id) ?? []
    var lots: [UUID] = []
    for part in form.entry[.lots].split(whereSeparator: { $0 == "," || $0 == " " }) {
      let found = known.filter { $0.uuidString.lowercased().hasPrefix(part.lowercased()) }
      guard let lot = found.first, found.count == 1 else {
        errors[.lots] =
          found.isEmpty
          ? "No purchase of it has an id that begins with \(cleaned(String(part)))"
          : "Several purchases begin with \(cleaned(String(part))): type more of the id"
        return nil
      }
      lots.append(lot)
    }
    return lots
  }

  private mutating func readMoney(
    _ entry: TransactionForm.Entry, _ field: TransactionForm.Field
  ) -> ExactDecimal? {
    let text = withoutBlanks(entry[field])
    let figure = text.hasPrefix("$") ? String(text.dropFirst()) : text
    let title = entry.kind.title(of: field)
    guard !figure.isEmpty else {
      errors[field] = "\(title) is missing"
      return nil
    }
    return positive(read(figure, field), field, else: "\(title) must be greater than zero")
  }

  private mutating func readCurrency(_ text: String) -> String {
    let code = text.filter { $0 != " " }.uppercased()
    guard !code.isEmpty else { return usDollarCode }
    if !Currency.isKnown(code) {
      errors[.currency] = "bitpal does not know that currency; write a code like EUR"
    }
    return code
  }

  /// Parses `1.5`, `1.5 EUR`, or a coin amount such as `0.0001 BTC`.
  private mutating func readFee(_ form: TransactionForm, owned: [Coin]) -> TransactionFee? {
    let entry = form.entry
    let text = withoutBlanks(entry[.fee])
    let digits = text.prefix { !$0.isLetter }
    let unit = text.dropFirst(digits.count).uppercased()
    guard !text.isEmpty else { return nil }
    guard !digits.isEmpty else {
      errors[.fee] = "Write the number first, like 1.5 EUR"
      return nil
    }
    guard let amount = read(String(digits), .fee) else { return nil }
    guard amount >= 0 else {
      errors[.fee] = "A fee is what was paid: write it like 1.5"
      return nil
    }
    guard amount > 0 else { return nil }
    guard !unit.isEmpty else { return TransactionFee(amount: amount) }
    let known = form.old.fee?.currency.flatMap { $0.uppercased() == unit ? $0 : nil }
    let coins = [entry.coin, entry.kind.hasTwoCoins ? entry.other : nil].compactMap(\.self) + owned
    let coin = coins.first { $0.symbol.uppercased() == unit || $0.id.uppercased() == unit }?.id
    guard let currency = known ?? coin ?? (Currency.isKnown(unit) ? unit : nil) else {
      errors[.fee] = "Write a fee like 1.5, 1.5 EUR, or 0.001 of a coin you own"
      return nil
    }
    if entry.kind.isMove, Currency.isKnown(currency) {
      errors[.fee] = "A \(entry.kind.noun) has no fee in money: write coins"
      return nil
    }
    return TransactionFee(amount: amount, currency: currency)
  }

  /// Parses `150` or `150 EUR`, negative if paid; an empty text removes the cash.
  private mutating func readCash(_ form: TransactionForm, in currency: String?) -> SwapCash? {
    let text = withoutBlanks(form.entry[.cash])
    let digits = text.prefix { !$0.isLetter }
    let code = text.dropFirst(digits.count).uppercased()
    guard text.isEmpty || !digits.isEmpty else {
      errors[.cash] = "Write the number first, like 150 EUR"
      return nil
    }
    guard let amount = read(String(digits), .cash) else { return nil }
    guard amount != 0 || form.old.cash != nil else { return nil }
    guard code.isEmpty || Currency.isKnown(code) else {
      errors[.cash] = "Write money like 150 EUR, or -150 EUR for what you paid"
      return nil
    }
    let unit = code.isEmpty ? currency ?? form.old.cash?.currency ?? usDollarCode : code
    return SwapCash(amount: amount, currency: unit)
  }

  private mutating func positive<Value: ExactValue>(
    _ value: Value?, _ field: TransactionForm.Field,
    else error: String = PortfolioError.invalidAmount.sentence
  ) -> Value? {
    guard let value else { return nil }
    guard value > .zero else {
      errors[field] = error
      return nil
    }
    return value
  }

  /// The text without blanks, except between digits: `5 5` is not 55.
  private func withoutBlanks(_ text: String) -> String {
    func isOfNumber(_ character: Character?) -> Bool {
      character.map { $0.isNumber || $0 == "." } ?? false
    }
    return text.split(separator: " ").reduce(into: "") { joined, word in
      joined += (isOfNumber(joined.last) && isOfNumber(word.first) ? " " : "") + word
    }
  }

  private mutating func read(_ text: String, _ field: TransactionForm.Field) -> ExactDecimal? {
    guard !text.isEmpty else { return 0 }
    do {
      return try text.split(separator: "+", omittingEmptySubsequences: false)
        .reduce(0) { try $0 + ExactDecimal(exact: $1) }
    } catch {
      errors[field] =
        switch error as? DecimalTextError {
        case .comma: "Write it without a comma, like 1234.5"
        case .tooManyDigits, .outOfRange: "More digits than can be kept exactly"
        default: "That is not a number; write it like 0.25"
        }
      return nil
    }
  }

  /// Parses a day or an instant in local time.
  ///
  /// Today means now, so coins bought this morning can be sold.
  mutating func readDate(
    _ form: TransactionForm, calendar: LocalCalendar, now: Date
  ) -> Date? {
    // An unchanged date keeps its seconds.
    if let stored = form.old.date, !form.isChanged(.date) { return stored }
    return readDate(form.entry[.date], .date, calendar: calendar, now: now)
  }

  /// Parses the date on which the giver of a gift acquired it, if typed.
  mutating func readAcquired(
    _ form: TransactionForm, calendar: LocalCalendar, now: Date
  ) -> Date? {
    guard form.fields.contains(.acquired), !form.entry[.acquired].isEmpty else { return nil }
    if let stored = form.old.acquired, !form.isChanged(.acquired) { return stored }
    return readDate(form.entry[.acquired], .acquired, calendar: calendar, now: now)
  }

  private mutating func readDate(
    _ text: String, _ field: TransactionForm.Field, calendar: LocalCalendar, now: Date
  ) -> Date? {
    guard let date = calendar.transactionDate(text, now: now) else {
      errors[field] = "Write the day like \(calendar.today(at: now).text), or yesterday"
      return nil
    }
    guard date <= now else {
      errors[field] = PortfolioError.futureDateNotAllowed.sentence
      return nil
    }
    guard date >= genesisDate else {
      errors[field] = "There were no coins before \(genesisDate.utcDayText)"
      return nil
    }
    return date
  }
}
