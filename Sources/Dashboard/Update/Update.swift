import CellGrid
public import FoundationEssentials
import Portfolio

/// Takes the dashboard one event further.
///
/// - Parameters:
///   - state: What the dashboard knows; changed in place.
///   - event: What happened.
///   - now: The present instant.
///   - makeID: Gives a new transaction its identity.
/// - Returns: What the world is asked to do, in order.
public func update(
  _ state: inout DashboardState, _ event: DashboardEvent, now: Date,
  makeID: () -> UUID = { UUID() }
) -> [DashboardEffect] {
  var effects: [DashboardEffect] = []
  state.lastInstant = now
  state.endMarks(at: now)
  switch event {
  case .key(let key): effects = state.handle(key, now: now, makeID: makeID)
  case .pasted(let text): effects = state.paste(text)
  case .mouse(let mouse): effects = state.handle(mouse, now: now, makeID: makeID)
  case .resize(let columns, let rows):
    state.columns = max(0, columns)
    state.rows = max(0, rows)
  case .portfolioChanged(let data): state.show(data)
  case .refreshStarted: state.isRefreshing = true
  case .refreshEnded(let message):
    state.isRefreshing = false
    if let message { state.showMessage(message, isError: false) }
  case .pastPricesFilled(let done, let all, let hasNew):
    state.filling = done < all ? PastPriceProgress(done: done, all: all) : nil
    if hasNew { state.renewCourses() }
  case .previewed(let direction, let step):
    state.endWrite()
    state.confirm(step, direction)
  case .stepped(let direction, let step):
    state.endWrite()
    for row in step?.rows ?? [] {
      if row.after == nil, let id = row.before?.id { state.removedHere.insert(id) }
    }
    state.showMessage(step, direction)
  case .notStepped(let sentence):
    state.endWrite()
    state.showMessage(sentence, isError: true)
  case .applied(let change):
    state.endWrite()
    if case .delete(let transaction) = change { state.removedHere.insert(transaction.id) }
    if state.form?.saving == change { state.form = nil }
    state.transactions.seek(change)
    state.showMessage(change)
  case .notApplied(let change, let sentence, let reason):
    state.endWrite()
    state.refuse(change, sentence, reason)
  case .jobEnded(let result): state.end(result)
  case .fileExists(let job): state.askToReplace(job)
  case .ledgerGone(let path): state.loseLedger(path)
  case .ledgerFound:
    if state.goneLedger != nil { state.showMessage("The ledger is back", isError: false) }
    state.goneLedger = nil
  case .failed(let sentence):
    state.showMessage(sentence, isError: true)
  case .coinsFound(let query, let coins, let ranks): state.found(query, coins, ranks)
  case .requested(let reading): state.requested.insert(reading)
  case .rowsRead, .coinRead, .eventRead, .gainsRead: state.show(event)
  case .skipped(let reading): state.requested.remove(reading)
  case .notRead(let reading, let sentence):
    state.requested.remove(reading)
    if case .event = reading { state.opening = nil }
    state.showMessage(sentence, isError: true)
  case .courseRead(let subject, let course): state.courses[subject] = course
  case .followed(let coin, let isOn): state.sayFollowed(coin, isOn)
  case .copied(let outcome): state.sayCopied(outcome)
  case .tick: break
  }
  effects += state.seeAlerts()
  state.beginWrites(effects, now: now)
  state.clampScroll()
  return effects
}

extension DashboardState {
  fileprivate mutating func handle(
    _ key: Key, now: Date, makeID: () -> UUID
  ) -> [DashboardEffect] {
    clearMessage()
    opening = nil
    let context = context
    if let action = keyMap.action(for: key, in: context) {
      return isAvailable(action.id) ? perform(action.id, now: now, makeID: makeID) : []
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

  /// Keeps every list's selection in sight, and reads what a ledger in memory can answer.
  mutating func clampScroll() {
    keepSelectionsInSight()
    readFromMemory()
  }

  mutating func keepSelectionsInSight() {
    for tab in DashboardTab.allCases {
      var page = pages[tab]
      page.scrollToSelection(in: self)
      pages[tab] = page
    }
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
