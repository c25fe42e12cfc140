import FoundationEssentials

extension DashboardState {
  private static let wheelRows = 3

  mutating func take(
    _ mouse: DashboardMouse, now: Date, makeID: () -> UUID
  ) -> [DashboardEffect] {
    switch mouse.action {
    case .wheelUp: wheel(.up)
    case .wheelDown: wheel(.down)
    case .press:
      message = nil
      let frame = view(self, now: now)
      guard let target = frame.target(column: mouse.column, row: mouse.row) else { return [] }
      return press(target, now: now, makeID: makeID)
    }
    return []
  }

  private mutating func wheel(_ action: ActionID) {
    guard DashboardContext.lists.union([.help]).contains(context) else { return }
    for _ in 0..<Self.wheelRows { move(action) }
  }

  private mutating func press(
    _ target: HitTarget, now: Date, makeID: () -> UUID
  ) -> [DashboardEffect] {
    switch target {
    case .tab, .row, .sort, .tile:
      // What lies under a form or a question waits until that is answered.
      guard DashboardContext.pages.contains(context) || context == .filter else { return [] }
    case .field, .suggestion: guard context == .form else { return [] }
    case .action: break
    }
    switch target {
    case .action(let action):
      return isAvailable(action) ? perform(action, now: now, makeID: makeID) : []
    case .tab(let tab): go(to: tab)
    case .row(let row):
      if row == selectedRow { return perform(.open, now: now, makeID: makeID) }
      select(row)
    case .sort(let number):
      if let column = HoldingColumn(rawValue: number) { portfolio.sort(by: column) }
    case .tile(let index):
      guard let arrangement, arrangement.places.indices.contains(index) else { return [] }
      homeFocus = arrangement.places[index].tile
      return perform(.open, now: now, makeID: makeID)
    case .field(let number):
      guard let field = TransactionForm.Field(rawValue: number) else { return [] }
      return editForm { $0.go(to: field) }
    case .suggestion(let index):
      return editForm { form in
        form.take(suggestion: index)
        form.goField(by: 1)
      }
    }
    return []
  }

  private var selectedRow: Int? {
    if let coin { return coin.list.selection }
    return switch tab {
    case .home: nil
    case .portfolio: portfolio.list.selection
    case .transactions: transactions.list.selection
    }
  }

  private mutating func select(_ row: Int) {
    if coin != nil {
      coin?.move(to: row, isForward: true)
      return
    }
    switch tab {
    case .home: break
    case .portfolio: portfolio.move(to: row, isForward: true)
    case .transactions: transactions.list.selection = row
    }
  }
}
