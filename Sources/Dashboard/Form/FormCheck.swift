import CellGrid
import Exact
import FoundationEssentials
import Portfolio

/// Checks a form: yields the event's terms, or the errors that keep them incomplete.
///
/// Exchange rates and daily prices are not available here; errors that depend on them are found
/// when the terms become rows.
struct FormCheck: Equatable, Sendable {
  var errors: [TransactionForm.Field: String] = [:]
  /// Amount paid, received or stated, as far as typed.
  private(set) var total: ExactDecimal?
  /// Coins available, not counting the event being edited.
  private(set) var owned: Quantity = 0
  /// The complete event terms.
  private(set) var terms: EventTerms?

  /// Checks a form against the history of its coins.
  ///
  /// - Parameters:
  ///   - form: What was typed.
  ///   - state: The dashboard it was typed in.
  ///   - now: Latest allowed date.
  ///   - id: The id of a new event's first row.
  init(_ form: TransactionForm, in state: DashboardState, now: Date, id: UUID) {
    let entry = form.entry
    let kind = entry.kind
    for field in form.fields where field.isCoin && entry[coin: field] == nil {
      let typed = cleaned(entry[field])
      errors[field] =
        typed.isEmpty || field != form.focus || !form.suggestions.coins.isEmpty
        ? "Choose a coin from the list" : PortfolioError.coinNotFound(typed).sentence
    }
    let history = entry.coin.flatMap { state.history(of: $0.id) }
    owned =
      history?.held(without: Set(form.event.transactions.map(\.id)))
      ?? entry.coin.flatMap { state.held($0.id) } ?? 0
    let amount = readAmount(entry, owned: owned)
    let money = readMoney(form, amount: amount, owned: state.ownedCoins)
    total = money?.sum
    let received = kind.hasTwoCoins ? readReceived(entry) : 0
    let acquired = readAcquired(form, calendar: state.days.calendar, now: now)
    var date = readDate(form, calendar: state.days.calendar, now: now)
    if let said = date, let history, kind.takesCoins, kind != .migrate,
      form.editing == nil || form.isChanged(.date)
    {
      date = state.days.calendar.instant(
        ofSale: said, editedFrom: form.editing == nil ? nil : form.old.date,
        after: history.acquisitions)
    }
    guard let coin = entry.coin, let amount, let money, let received, let date,
      !kind.hasTwoCoins || entry.other != nil
    else { return }
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount, terms.date) = (kind, coin.id, amount, date)
    (terms.price, terms.total) = (money.price, money.total)
    (terms.currency, terms.fee) = (money.currency, money.fee)
    // Only an edit can remove texts.
    func text(_ field: TransactionForm.Field) -> String? {
      entry[field].isEmpty && form.editing == nil ? nil : entry[field]
    }
    (terms.notes, terms.account) = (text(.notes), text(.account))
    if kind.hasTwoCoins, let other = entry.other {
      terms.other = EventTerms.OtherSide(coinId: other.id, amount: received)
    }
    if kind == .reward { terms.label = entry.label }
    if kind == .gift { terms.acquired = acquired }
    if kind == .transfer { terms.toAccount = entry[.to] }
    if kind.fields.contains(.worth) { terms.worth = money.worth }
    terms.cash = money.cash
    // Only an edit states that a gain counts again.
    if kind == .give {
      terms.hasNoGain = entry.hasNoGain ? true : form.old.hasNoGain.map { _ in false }
    }
    if kind.fields.contains(.lots) { terms.lots = readLots(form, of: coin.id, in: state) }
    terms.keepUnseen(of: form.old)
    check(terms, form, in: state, now: now, id: id)
  }

  private mutating func check(
    _ terms: EventTerms, _ form: TransactionForm, in state: DashboardState, now: Date, id: UUID
  ) {
    if let error = terms.errorInTerms {
      let field = error.field(in: form.entry.kind)
      errors[field] = errors[field] ?? error.formSentence(isPrivate: state.isPrivate)
    }
    if let error = terms.errorInMoney(now: now) {
      let isPrice = terms.total == nil && form.entry.kind.fields.contains(.price)
      errors[isPrice ? .price : .total] = error.sentence
    }
    guard errors.isEmpty else { return }
    let ids = form.editing == nil ? .init(main: id) : form.event.ids
    guard let rows = terms.balanceRows(ids) else {
      self.terms = terms
      return
    }
    let before = form.event.transactions.filter { old in
      old.kind != .fee || rows.contains { $0.id == old.id }
    }
    let coins = rows.map(\.coinId) + before.map(\.coinId)
    for coin in Set(coins).sorted() {
      do {
        let ownRows = rows.filter { $0.coinId == coin }
        for row in ownRows { try validateFields(of: row, now: now) }
        try state.history(of: coin)?.validate(
          without: Set(before.map(\.id)), with: ownRows, now: now)
      } catch {
        let field = Self.field(of: error, on: coin, in: form)
        errors[field] = state.refusal(Self.named(error, entered: firstRow(rows, coin), in: state))
      }
    }
    if errors.isEmpty { self.terms = terms }
  }

  private func firstRow(_ rows: [Transaction], _ coin: String) -> Transaction? {
    rows.first { $0.coinId == coin }
  }

  /// The field of an error: the amount if the form's coin has a wrong amount, the coin if the event
  /// does not have it anymore.
  private static func field(
    of error: PortfolioError, on coin: String, in form: TransactionForm
  ) -> TransactionForm.Field {
    switch error {
    case .futureDateNotAllowed: .date
    case _ where coin == form.entry.coin?.id: .amount
    case _ where form.entry.kind.hasTwoCoins && coin == form.entry.other?.id: .received
    default:
      form.entry.kind.hasTwoCoins && form.old.other?.coinId == coin ? .other : .coin
    }
  }

  /// Leaves out the date of the sale being entered, unless later rows make it a past one.
  private static func named(
    _ error: PortfolioError, entered: Transaction?, in state: DashboardState
  ) -> PortfolioError {
    guard case .insufficientBalance(let coin, let owned, let attempted, let date, let kind) = error,
      let entered, entered.type == .sell, entered.amount == attempted, entered.date == date,
      state.history(of: coin)?.hasRows(after: entered.date, without: entered.id) == false
    else { return error }
    return .insufficientBalance(coinId: coin, owned: owned, attempted: attempted, kind: kind)
  }
}

extension RecordedEvent {
  /// Row ids; rows without one get a new id.
  fileprivate var ids: IDs {
    guard let main = moves.first else { return IDs(of: transactions) }
    return IDs(main: main.id, fee: transactions.first?.id ?? UUID())
  }
}

extension EventTerms {
  /// Keeps terms that the form has no field for.
  fileprivate mutating func keepUnseen(of old: EventTerms) {
    guard let kind, kind == old.kind else { return }
    let fields = kind.fields
    if !fields.contains(.total) {
      (price, total, currency) = (old.price, old.total, old.currency)
    } else if !fields.contains(.price), total == nil || total == old.total {
      price = old.price
    }
    if !fields.contains(.fee) { fee = old.fee }
    // A missing currency means US dollars.
    if currency == usDollarCode, old.currency == nil, old.hasMoney || !hasMoney { currency = nil }
    if currency == old.currency { rate = old.rate }
    if !fields.contains(.lots), coinId == old.coinId { lots = old.lots }
  }
}
