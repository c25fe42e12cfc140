import CellGrid
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
    let price = entry.kind == .gift ? 0 : readPrice(entry[.price])
    let date = readDate(entry[.date], editing: form.editing, now: now)
    if let amount, let price { total = amount * price }
    guard let coin = entry.coin, let amount, let price, let date else { return }
    let notes = entry[.notes]
    let made = Transaction(
      id: form.editing?.id ?? id, coinId: coin.id, type: entry.kind, amount: amount,
      pricePerCoin: price, date: date, notes: notes.isEmpty ? nil : notes)
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

  /// A day, or an instant; today means now, so that what was bought this morning can be sold.
  private mutating func readDate(_ text: String, editing: Transaction?, now: Date) -> Date? {
    guard let date = Date(utcText: text) else {
      errors[.date] = "Write the day like \(now.utcDayText)"
      return nil
    }
    guard date <= now else {
      // East of Greenwich today begins while UTC, by which days are kept, has yesterday.
      let isTomorrow = text == now.addingTimeInterval(86_400).utcDayText
      errors[.date] =
        isTomorrow
        ? "In UTC it is still \(now.utcDayText)" : PortfolioError.futureDateNotAllowed.sentence
      return nil
    }
    return editing == nil && text == now.utcDayText ? now : date
  }
}
