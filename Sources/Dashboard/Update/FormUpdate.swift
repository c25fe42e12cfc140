import Exact
import FoundationEssentials
import Portfolio

extension DashboardState {
  /// Coins held, highest value first.
  var ownedCoins: [Coin] { data?.positions.holdings.map { inDollars($0.coin) } ?? [] }

  /// A coin for the form, whose prices are in US dollars; a price in another currency is dropped.
  private func inDollars(_ coin: Coin) -> Coin {
    data?.currency == usDollarCode ? coin : Coin(id: coin.id, symbol: coin.symbol, name: coin.name)
  }

  /// Amount held of a coin; `nil` if there is none.
  func held(_ id: String) -> Quantity? {
    data?.positions.holdings.first { $0.id == id }.map { Quantity($0.totalAmount) }
  }

  private func coin(_ id: String) -> Coin {
    let label = transactions.book[id]
    return data?.positions.holdings.first { $0.id == id }.map { inDollars($0.coin) }
      ?? Coin(id: id, symbol: label.symbol, name: label.name)
  }

  /// The transaction that `e` and `d` act on.
  var selectedTransaction: Transaction? {
    if let coin { return coin.selected }
    return page.selectedTransaction
  }

  mutating func openForm(now: Date) -> [DashboardEffect] {
    let id: String? = coin?.coinID ?? (page.selectedTransaction == nil ? page.selectedCoin : nil)
    form = TransactionForm(
      adding: id.map(coin), kind: pageContext == .moves ? .transfer : .buy, owned: ownedCoins,
      today: days.today(at: now))
    return id == nil ? [.searchCoins("")] : []
  }

  /// Edits the selected row or asks whether to delete it.
  mutating func openSelected(for purpose: EventOpening.Purpose) {
    if let transaction = selectedTransaction { return open(transaction, for: purpose) }
    guard let event = selectedMove, let move = event.moves.first else { return }
    switch purpose {
    case .edit: form = TransactionForm(editing: move.id, of: event, coin: coin, days: days)
    case .delete: ask(.deleteMove(event))
    }
  }

  /// Edits a transaction or asks whether to delete it, once its whole event is known.
  mutating func open(_ transaction: Transaction, for purpose: EventOpening.Purpose) {
    guard transaction.link == nil else {
      opening = EventOpening(transaction: transaction, purpose: purpose)
      return
    }
    open(transaction, of: [transaction], for: purpose)
  }

  mutating func open(
    _ transaction: Transaction, of event: [Transaction], for purpose: EventOpening.Purpose
  ) {
    // The rows just read may be newer than the list, so use those.
    guard let transaction = event.first(where: { $0.id == transaction.id }) else {
      return showMessage("That transaction was deleted elsewhere", isError: true)
    }
    if transaction.kind == .fee, let main = event.first(where: { $0.kind != .fee }) {
      let day = days.day(main.date)
      let verb = purpose == .edit ? "Edit" : "Delete"
      return showMessage(
        "That is the fee of \(name(of: event)) on \(day). \(verb) it there", isError: true)
    }
    switch purpose {
    case .edit:
      form = TransactionForm(
        editing: transaction.id, of: RecordedEvent(transactions: event), coin: coin, days: days)
    case .delete: askToDelete(transaction, of: event)
    }
  }

  /// Edits the form; a changed coin name starts a coin search.
  mutating func editForm(_ change: (inout TransactionForm) -> Void) -> [DashboardEffect] {
    guard var form, !form.isSaving else { return [] }
    let (field, query) = (form.focus, form.entry[form.focus])
    change(&form)
    let text = form.entry[form.focus]
    let isNew =
      form.focus.isCoin && form.entry[coin: form.focus] == nil
      && (form.focus != field || text != query)
    if isNew { form.suggest([], owned: ownedCoins) }
    self.form = form
    return isNew ? [.searchCoins(text)] : []
  }

  mutating func found(_ query: String, _ coins: [Coin], _ ranks: [String: Int]) {
    storeFoundCoins(query, coins, ranks)
    guard var form, form.focus.isCoin, form.entry[form.focus] == query,
      form.entry[coin: form.focus] == nil
    else { return }
    form.suggest(coins, ranks: ranks, owned: ownedCoins)
    if !query.isEmpty { form.touchUnknownCoin() }
    self.form = form
  }

  /// Handles Enter: accepts the suggestion and moves on; on the last field, saves.
  mutating func choose(now: Date, makeID: () -> UUID) -> [DashboardEffect] {
    guard let form else { return [] }
    if form.focus == .notes { return save(now: now, makeID: makeID) }
    return editForm { $0.acceptAndGo(by: 1) }
  }

  /// Moves to another field; leaving a coin field accepts the suggestion.
  mutating func goField(by step: Int) -> [DashboardEffect] {
    editForm { form in
      let isTyped = !form.entry[form.focus].isEmpty || form.suggestions.chosen != 0
      if isTyped { form.acceptAndGo(by: step) } else { form.goField(by: step) }
    }
  }

  /// Handles arrows: vertical for suggestions and fields, horizontal for choices and the caret.
  mutating func moveInForm(_ action: ActionID) -> [DashboardEffect] {
    guard let form else { return [] }
    switch action {
    case .up, .down:
      let step = action == .up ? -1 : 1
      return form.isSearching
        ? editForm { $0.chooseSuggestion(by: step) } : goField(by: step)
    case .left, .right:
      let step = action == .left ? -1 : 1
      return editForm { form in
        if form.focus.isChoice {
          form.chooseWord(by: step)
        } else {
          form.moveCaret(to: form.caret + step)
        }
      }
    case .first: return editForm { $0.moveCaret(to: 0) }
    case .last: return editForm { $0.moveCaret(to: .max) }
    default: return []
    }
  }

  mutating func save(now: Date, makeID: () -> UUID) -> [DashboardEffect] {
    guard let form, !form.isSaving else { return [] }
    self.form?.touchAll()
    let id = makeID()
    let check = FormCheck(form, in: self, now: now, id: id)
    guard let terms = check.terms else {
      if let field = form.fields.first(where: { check.errors[$0] != nil }) {
        self.form?.go(to: field)
      }
      return []
    }
    var change = DashboardChange.record(terms, id: id)
    if let editing = form.editing {
      let said = terms.changes(from: form.old)
      guard !said.isEmpty else {
        self.form = nil
        return []
      }
      change = .edit(editing, shown: form.event, said)
    }
    self.form?.saving = change
    return [.apply(change)]
  }

  /// Reports why a change was not written, at the field concerned if known.
  mutating func refuse(_ change: DashboardChange, _ sentence: String, _ reason: EventError?) {
    guard form?.saving == change, let kind = form?.entry.kind else {
      return showMessage(sentence, isError: true)
    }
    form?.saving = nil
    guard let reason else { return showMessage(sentence, isError: true) }
    form?.refuse(reason.field(in: kind), reason.formSentence(isPrivate: isPrivate))
  }

  mutating func leaveForm() {
    // A change being written cannot be lost by leaving.
    let isAtRisk = form?.isChanged == true && form?.isSaving == false
    if isAtRisk { ask(.leaveForm) } else { form = nil }
  }

  mutating func answer(_ isYes: Bool) -> [DashboardEffect] {
    let asked = question
    question = nil
    guard isYes, let asked else { return [] }
    switch asked {
    case .leaveForm:
      form = nil
      return []
    case .step(let direction, let step): return [.step(direction, confirmed: step.mark)]
    case .beginLedger: return [.beginLedger]
    case .replace(let job): return run(job, replaces: true)
    case .delete(let transaction, let event):
      deletedName = name(of: event)
      return [.apply(.delete(transaction))]
    case .deleteMove(let event):
      deletedName = name(event.terms)
      return [.apply(.deleteMove(event))]
    case .answer(let answer, _):
      inbox.goBack()
      return [.apply(.answer(answer))]
    case .revoke(let answer, let seen): return [.apply(.revoke(answer, seen: seen))]
    }
  }
}
