import FoundationEssentials
import Portfolio

/// A mouse press on a row, used to detect double clicks.
struct Press: Equatable, Sendable {
  let row: Int
  let date: Date

  /// Maximum seconds between the presses of a double click.
  private static let limit: TimeInterval = 0.5

  func isDoubled(by other: Press) -> Bool {
    let seconds = other.date.timeIntervalSince(date)
    return row == other.row && seconds >= 0 && seconds <= Self.limit
  }
}

extension DashboardState {
  private static let wheelRows = 3

  mutating func handle(
    _ mouse: DashboardMouse, now: Date, makeID: () -> UUID
  ) -> [DashboardEffect] {
    guard hasMouse else { return [] }
    switch mouse.action {
    case .wheelUp: wheel(.up)
    case .wheelDown: wheel(.down)
    case .press:
      clearMessage()
      opening = nil
      let frame = view(self, now: now)
      let last = lastPress
      lastPress = nil
      guard let hit = frame.hit(column: mouse.column, row: mouse.row) else { return [] }
      let target = hit.target
      if target == .chart, isAnswering(target) {
        chartCursor = mouse.column - hit.area.column
        return []
      }
      if case .row(let row) = target, isAnswering(target) {
        let press = Press(row: row, date: now)
        if last?.isDoubled(by: press) == true {
          return perform(context == .coin ? .edit : .open, now: now, makeID: makeID)
        }
        lastPress = press
      }
      return handle(target, now: now, makeID: makeID)
    }
    return []
  }

  private mutating func wheel(_ action: ActionID) {
    switch context {
    case .palette: moveInCommands(action)
    case let context
    where DashboardContext.lists.contains(context) || context == .filter || context == .help
      || context == .messages:
      for _ in 0..<Self.wheelRows { _ = move(action) }
    default: break
    }
  }

  private mutating func handle(
    _ target: HitTarget, now: Date, makeID: () -> UUID
  ) -> [DashboardEffect] {
    guard isAnswering(target) else { return [] }
    switch target {
    case .action(let action):
      return isAvailable(action) ? perform(action, now: now, makeID: makeID) : []
    case .command(let action):
      palette = nil
      help = nil
      return isAvailable(action) ? perform(action, now: now, makeID: makeID) : []
    case .coin(let id):
      palette = nil
      openCoin(id)
    case .range(let range): choose(range)
    case .year(let year): pages[GainsPage.self].choose(year: year)
    case .choice(let index): return runCommand(index, now: now, makeID: makeID)
    case .chart: break
    case .tab(let tab): go(to: tab)
    case .row(let row): select(row)
    case .sort(let number): page.sort(byColumn: number)
    case .tile(let index):
      guard let arrangement, arrangement.tileAreas.indices.contains(index) else { return [] }
      pages[HomePage.self].focus = arrangement.tileAreas[index].tile.panel
      return perform(.open, now: now, makeID: makeID)
    case .field(let number):
      guard let field = TransactionForm.Field(rawValue: number) else { return [] }
      return editForm { $0.go(to: field) }
    case .suggestion(let index):
      return editForm { form in
        form.accept(suggestion: index)
        form.goField(by: 1)
      }
    case .word(let number, let index):
      guard let field = TransactionForm.Field(rawValue: number) else { return [] }
      return editForm { form in
        form.go(to: field)
        form.choose(word: index, of: field)
      }
    }
    return []
  }

  /// A form or question blocks the targets below it.
  private func isAnswering(_ target: HitTarget) -> Bool {
    switch target {
    case .tab, .row, .sort, .tile, .range, .chart, .year:
      DashboardContext.pages.contains(context) || context == .filter && help == nil
    case .field, .suggestion, .word: context == .form
    case .command, .coin, .choice: palette != nil || help != nil
    case .action(let action): keyMap.action(action, in: context) != nil
    }
  }

  private mutating func select(_ row: Int) {
    if coin != nil {
      coin?.move(to: row, isForward: true)
      return
    }
    page.select(row)
  }
}
