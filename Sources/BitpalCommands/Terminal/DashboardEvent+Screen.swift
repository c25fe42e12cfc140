import Dashboard
import NcursesScreen

extension DashboardEvent {
  /// What happened at the terminal, as the dashboard knows it; `nil` for what means nothing to it.
  init?(_ event: ScreenEvent) {
    switch event {
    case .text(let character): self = .key(.character(character))
    case .resize(let columns, let rows): self = .resize(columns: columns, rows: rows)
    case .key(let key): self = .key(DashboardKey(key))
    case .mouse(let mouse):
      guard let action = DashboardMouse.Action(mouse.action) else { return nil }
      self = .mouse(DashboardMouse(action, column: mouse.column, row: mouse.row))
    case .paste(let text): self = .pasted(text)
    case .focus, .appearance, .closed: return nil
    }
  }
}

extension DashboardKey {
  fileprivate init(_ key: Key) {
    switch key {
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .home: self = .home
    case .end: self = .end
    case .pageUp: self = .pageUp
    case .pageDown: self = .pageDown
    case .enter: self = .enter
    case .escape: self = .escape
    case .tab: self = .tab
    case .backtab: self = .backTab
    case .backspace: self = .backspace
    case .delete: self = .delete
    case .ctrl(let letter): self = .ctrl(letter)
    case .insert: self = .insert
    case .function(let number): self = .function(number)
    }
  }
}

extension DashboardMouse.Action {
  fileprivate init?(_ action: MouseEvent.Action) {
    switch action {
    case .left: self = .press
    case .wheelUp: self = .wheelUp
    case .wheelDown: self = .wheelDown
    case .middle, .right: return nil
    }
  }
}
