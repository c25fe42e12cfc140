import CellGrid
public import FoundationEssentials
import Portfolio

/// Applies one event and returns the effects to perform.
///
/// - Parameters:
///   - state: The dashboard's state, changed in place.
///   - event: The event.
///   - now: The current time.
///   - makeID: Creates the id of a new transaction.
/// - Returns: The effects, in order.
public func update(
  _ state: inout DashboardState, _ event: DashboardEvent, now: Date,
  makeID: () -> UUID = { UUID() }
) -> [DashboardEffect] {
  state.lastInstant = now
  state.endMarks(at: now)
  var effects = state.apply(event, now: now, makeID: makeID)
  effects += state.seeAlerts() + state.showNotices()
  state.beginWrites(effects, now: now)
  state.clampScroll()
  return effects
}

extension DashboardState {
  fileprivate mutating func apply(
    _ event: DashboardEvent, now: Date, makeID: () -> UUID
  ) -> [DashboardEffect] {
    switch event {
    case .key(let key): return handle(key, now: now, makeID: makeID)
    case .pasted(let text): return paste(text)
    case .mouse(let mouse): return handle(mouse, now: now, makeID: makeID)
    case .resize(let columns, let rows):
      (self.columns, self.rows) = (max(0, columns), max(0, rows))
    case .portfolioChanged(let data): show(data)
    case .refreshStarted: isRefreshing = true
    case .refreshEnded(let message):
      isRefreshing = false
      if let message { showMessage(message, isError: false) }
    case .pastPricesFilled(let done, let all, let hasNew):
      filling = done < all ? PastPriceProgress(done: done, all: all) : nil
      if hasNew { refreshSeries() }
    case .previewed, .stepped, .labeledStep, .notStepped, .applied, .notApplied:
      endWrite()
      showOutcome(event)
    case .jobEnded(let result): end(result)
    case .fileExists(let job): askToReplace(job)
    case .ledgerGone(let path): reportMissingLedger(path)
    case .ledgerFound:
      if goneLedger != nil { showMessage("The ledger is back", isError: false) }
      goneLedger = nil
    case .failed(let sentence): showMessage(sentence, isError: true)
    case .coinsFound(let query, let coins, let ranks): found(query, coins, ranks)
    case .requested(let reading): requested.insert(reading)
    case .rowsRead, .movesRead, .coinRead, .eventRead, .gainsRead, .inboxRead, .effectsRead:
      show(event)
    case .skipped(let reading): requested.remove(reading)
    case .notRead(let reading, let sentence):
      requested.remove(reading)
      if case .event = reading { opening = nil }
      if case .series(let subject) = reading { leaveOut(subject) }
      showMessage(sentence, isError: true)
    case .seriesRead(let subject, let series):
      priceSeries[subject] = series
      if subject == chartStyle.benchmark { chartStyle.replaced = nil }
      if subject == .portfolio { renewRangeFigures() }
    case .candlesRequested(let coin): requestedCandles.insert(coin)
    case .candlesRead(let coin, let candles): show(candles, of: coin, at: now)
    case .followed(let coin, let isOn): reportFollowing(coin, isOn)
    case .copied(let outcome): reportCopied(outcome)
    case .tick: break
    }
    return []
  }

  /// Reports the outcome of a requested change.
  private mutating func showOutcome(_ event: DashboardEvent) {
    switch event {
    case .previewed(let direction, let step): confirm(step, direction)
    case .stepped(let direction, let step):
      noteRemoved(step)
      showMessage(step, direction)
    case .labeledStep(let direction, let step, let label):
      noteRemoved(step)
      showMessage(label: label, direction)
    case .notStepped(let sentence): showMessage(sentence, isError: true)
    case .applied(let change):
      if case .delete(let transaction) = change { removedHere.insert(transaction.id) }
      if form?.saving == change { form = nil }
      transactions.seek(change)
      moves.seek(change)
      showMessage(change)
    case .notApplied(let change, let sentence, let reason): refuse(change, sentence, reason)
    default: break
    }
  }

  private mutating func noteRemoved(_ step: LedgerStep?) {
    guard let step else { return }
    let listed = step.rows.filter { $0.after == nil }.compactMap(\.before?.id)
    removedHere.formUnion(listed)
    // A step over many rows lists only the first; the selected row may be among the others.
    if listed.count < step.counts.removed, let id = transactions.selected?.id {
      removedHere.insert(id)
    }
  }
}

extension DashboardState {
  fileprivate mutating func handle(
    _ key: Key, now: Date, makeID: () -> UUID
  ) -> [DashboardEffect] {
    clearMessage()
    opening = nil
    let context = context
    if let action = keyMap.action(for: key, in: context) {
      guard mayConfirm(by: key) else { return [] }
      guard isAvailable(action.id) else {
        explainRefusal(of: action.id)
        return []
      }
      return perform(action.id, now: now, makeID: makeID)
    }
    guard case .character(let character) = key, hiddenPrompt == nil, !isTiny else { return [] }
    switch context {
    case .filter: changeFilter { $0.append(String(character)) }
    case .form: return editForm { $0.type(character) }
    case .palette: return type(command: character)
    default: break
    }
    return []
  }

  /// Whether a key may confirm the question.
  ///
  /// Enter is often pressed by habit, so it confirms a deletion only if the user removed the other
  /// keys.
  private func mayConfirm(by key: Key) -> Bool {
    guard key == .enter, let question, question.losesSomething, context == .question else {
      return true
    }
    return keyMap.action(.confirm, in: .question)?.keys == [.enter]
  }

  /// Keeps every list's selection visible and answers readings from a ledger in memory.
  mutating func clampScroll() {
    keepSelectionsInSight()
    readFromMemory()
  }

  mutating func keepSelectionsInSight() {
    let state = self
    pages.forEach { $0.scrollToSelection(in: state) }
    if var page = coin {
      page.list.clampScroll(
        count: page.rows.count, height: coinRowsArea.rows,
        lead: page.rows.firstIndex(where: \.isSelectable) ?? 0)
      coin = page
    }
    if let open = log {
      log = MessageLog(top: max(0, min(open.top, messageLines.count - messageRows)))
    }
    if var page = help {
      page.top = max(0, min(page.top, helpLines.count - helpRows))
      help = page
    }
  }
}
