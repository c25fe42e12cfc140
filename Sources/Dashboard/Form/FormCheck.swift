import CellGrid
import Exact
import FoundationEssentials
import Portfolio

/// What a form amounts to: a transaction, or what keeps it from being one.
struct FormCheck: Equatable, Sendable {
  private(set) var errors: [TransactionForm.Field: String] = [:]
  /// Amount × price as far as both are known.
  private(set) var total: Decimal?
  /// Coins there are to sell, not counting the transaction that is being changed.
  private(set) var owned: Decimal = 0
  private(set) var transaction: Transaction?

  /// Checks a form against the history of its coin.
  ///
  /// - Parameters:
  ///   - form: What was typed.
  ///   - state: The dashboard it was typed in.
  ///   - now: No transaction may lie after it.
  ///   - id: The identity of a new transaction.
  init(_ form: TransactionForm, in state: DashboardState, now: Date, id: UUID) {
    let entry = form.entry
    if entry.coin == nil {
      let typed = cleaned(entry[.coin])
      errors[.coin] =
        typed.isEmpty || !form.suggestions.isEmpty
        ? "Choose a coin from the list" : PortfolioError.coinNotFound(typed).sentence
    }
    let history = entry.coin.flatMap { state.history(of: $0.id) }
    owned =
      history?.held(without: form.editing?.id)
      ?? entry.coin.flatMap { state.held($0.id) } ?? 0
    let amount = readAmount(entry, owned: owned)
    let money = readMoney(form, amount: amount)
    var date = readDate(form, calendar: state.days.calendar, now: now)
    if entry.kind == .sell, let said = date, let history, form.editing == nil || form.isDateChanged
    {
      date = state.days.calendar.instant(ofSale: said, after: history.acquisitions)
    }
    total = money?.sum
    guard let coin = entry.coin, let amount, let money, let date else { return }
    let notes = entry[.notes]
    var made =
      form.editing
      ?? Transaction(
        id: id, coinId: coin.id, type: entry.kind, amount: amount, pricePerCoin: 0, date: date)
    if made.coinId != coin.id { made = made.moved(to: coin.id) }
    made.type = entry.kind
    made.amount = amount
    made.date = date
    made.notes = notes.isEmpty ? nil : notes
    made.account = entry[.account].isEmpty ? nil : entry[.account]
    if form.editing == nil || !form.isMoneyUnchanged {
      made.pricePerCoin = money.price
      made.payment = money.payment
      made.fee = money.fee
      made.valuation = nil
    }
    do {
      try validateFields(of: made, now: now)
      try history?.validate(with: made, now: now)
      transaction = errors.isEmpty ? made : nil
    } catch {
      errors[Self.field(of: error)] = state.refusal(Self.named(error, entered: made, in: state))
    }
    checkOldCoin(form, state: state, now: now)
  }

  /// A transaction that moves to another coin must not leave a sale of the old one uncovered.
  private mutating func checkOldCoin(_ form: TransactionForm, state: DashboardState, now: Date) {
    guard let editing = form.editing, let coin = form.entry.coin, coin.id != editing.coinId
    else { return }
    do {
      try state.history(of: editing.coinId)?.validate(without: editing.id, now: now)
    } catch {
      errors[.coin] = state.refusal(error)
      transaction = nil
    }
  }

  private static func field(of error: PortfolioError) -> TransactionForm.Field {
    switch error {
    case .invalidPrice: .price
    case .futureDateNotAllowed: .date
    case .coinNotFound: .coin
    default: .amount
    }
  }

  /// A sale that is itself being entered needs no date in its refusal, unless later rows make it
  /// one of the past.
  private static func named(
    _ error: PortfolioError, entered: Transaction, in state: DashboardState
  ) -> PortfolioError {
    guard case .insufficientBalance(let coin, let owned, let attempted, let date) = error,
      entered.type == .sell, entered.amount == attempted, entered.date == date,
      state.history(of: coin)?.hasRows(after: entered.date, without: entered.id) == false
    else { return error }
    return .insufficientBalance(coinId: coin, owned: owned, attempted: attempted)
  }
}

extension FormCheck {
  /// A number, a sum of numbers, or `max` for all there is to sell.
  private mutating func readAmount(_ entry: TransactionForm.Entry, owned: Decimal) -> Decimal? {
    let text = entry[.amount].filter { $0 != " " }
    if text.lowercased() == "max" {
      guard entry.kind == .sell else {
        errors[.amount] = "max sells all you own; type a number to \(entry.kind.rawValue)"
        return nil
      }
      return positive(owned, .amount, else: .invalidAmount)
    }
    return positive(read(text, .amount), .amount, else: .invalidAmount)
  }

  /// What was paid, as far as it was typed.
  private struct Money {
    /// In US dollars, or in the payment's currency until the ledger has its rate.
    var price: Decimal
    var payment: MoneyAmount?
    var fee: TransactionFee?
    /// What is shown as the sum, without the fee.
    var sum: Decimal?
  }

  /// Price or total, currency and fee; what was recorded stays while nothing of it is typed.
  private mutating func readMoney(_ form: TransactionForm, amount: Decimal?) -> Money? {
    let entry = form.entry
    guard entry.kind != .gift else { return Money(price: 0, sum: nil) }
    if let editing = form.editing, form.isMoneyUnchanged {
      return Money(price: editing.pricePerCoin, sum: editing.total)
    }
    let currency = readCurrency(entry[.currency])
    let fee = readFee(entry)
    let hasTotal = !entry[.total].isEmpty
    let price =
      entry[.price].isEmpty && hasTotal ? nil : readPrice(entry[.price])
    let total = hasTotal ? readTotal(entry[.total]) : nil
    guard errors[.total] == nil, errors[.fee] == nil, errors[.currency] == nil,
      errors[.price] == nil
    else { return nil }
    guard let amount, amount > 0 else { return Money(price: price ?? 0, fee: fee, sum: total) }
    let product = price.map { amount * $0 }
    if let total, let product, product != total {
      // A suggested price gives way to a total that was typed.
      guard !form.touched.contains(.price) else {
        errors[.total] = "Amount × price is \(product.canonicalText); leave one of them out"
        return nil
      }
    }
    let sum = total ?? product
    guard let sum else { return nil }
    let isPlain = total == nil && fee == nil && currency == usDollarCode
    return Money(
      price: total == nil ? price ?? 0 : sum.divided(by: amount),
      payment: isPlain ? nil : MoneyAmount(amount: sum, currency: currency), fee: fee, sum: sum)
  }

  private mutating func readTotal(_ text: String) -> Decimal? {
    let text = text.filter { $0 != " " }
    let figure = text.hasPrefix("$") ? String(text.dropFirst()) : text
    return positive(read(figure, .total), .total, else: .invalidPrice)
  }

  private mutating func readCurrency(_ text: String) -> String {
    let code = text.filter { $0 != " " }.uppercased()
    guard !code.isEmpty else { return usDollarCode }
    let isCode = code.count == 3 && code.allSatisfy { $0.isASCII && $0.isLetter }
    if !isCode { errors[.currency] = "Write a currency's code, like EUR" }
    return code
  }

  /// `1.5`, `1.5 EUR`, or an amount of the coin traded: `0.0001 BTC`.
  private mutating func readFee(_ entry: TransactionForm.Entry) -> TransactionFee? {
    let text = entry[.fee].filter { $0 != " " }
    guard !text.isEmpty else { return nil }
    let digits = text.prefix { !$0.isLetter }
    let unit = text.dropFirst(digits.count).uppercased()
    guard let amount = read(String(digits), .fee), errors[.fee] == nil else { return nil }
    guard amount > 0 else { return nil }
    guard !unit.isEmpty else { return TransactionFee(amount: amount) }
    if let coin = entry.coin, unit == coin.symbol.uppercased() || unit == coin.id.uppercased() {
      return TransactionFee(amount: amount, currency: coin.id)
    }
    guard unit.count == 3, unit.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      errors[.fee] = "Write a fee like 1.5 or 1.5 EUR"
      return nil
    }
    return TransactionFee(amount: amount, currency: unit)
  }

  private mutating func readPrice(_ text: String) -> Decimal? {
    let text = text.filter { $0 != " " }
    let figure = text.hasPrefix("$") ? String(text.dropFirst()) : text
    return positive(read(figure, .price), .price, else: .invalidPrice)
  }

  private mutating func positive(
    _ value: Decimal?, _ field: TransactionForm.Field, else error: PortfolioError
  ) -> Decimal? {
    guard let value else { return nil }
    guard value > 0 else {
      errors[field] = error.sentence
      return nil
    }
    return value
  }

  private mutating func read(_ text: String, _ field: TransactionForm.Field) -> Decimal? {
    guard !text.isEmpty else { return 0 }
    do {
      return try text.split(separator: "+", omittingEmptySubsequences: false)
        .reduce(0) { try $0 + Decimal(exact: $1) }
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

  /// A day or an instant by the user's clock; today means now, so that what was bought this morning
  /// can be sold.
  private mutating func readDate(
    _ form: TransactionForm, calendar: LocalCalendar, now: Date
  ) -> Date? {
    // What was not touched keeps its seconds.
    if let stored = form.editing?.date, !form.isDateChanged { return stored }
    guard let date = calendar.transactionDate(form.entry[.date], now: now) else {
      errors[.date] = "Write the day like \(calendar.today(at: now).text), or yesterday"
      return nil
    }
    guard date <= now else {
      errors[.date] = PortfolioError.futureDateNotAllowed.sentence
      return nil
    }
    return date
  }
}

extension Transaction {
  /// The same trade of another coin.
  fileprivate func moved(to coinID: String) -> Transaction {
    Transaction(
      id: id, coinId: coinID, type: type, amount: amount, pricePerCoin: pricePerCoin, date: date,
      notes: notes, account: account, kind: kind, label: label, link: link, acquired: acquired,
      payment: payment,
      fee: fee, valuation: valuation, reference: reference)
  }
}
