import CellGrid
import Dashboard
import NcursesScreen

extension DashboardEvent {
  /// Converts a terminal event; `nil` if the dashboard doesn't handle it.
  init?(_ event: ScreenEvent) {
    switch event {
    case .text(let character): self = .key(.character(character))
    case .resize(let columns, let rows): self = .resize(columns: columns, rows: rows)
    case .key(let key): self = .key(key)
    case .mouse(let mouse):
      guard let action = DashboardMouse.Action(mouse.action) else { return nil }
      self = .mouse(DashboardMouse(action, column: mouse.column, row: mouse.row))
    case .paste(let text): self = .pasted(text)
    case .focus, .appearance, .pictures, .closed: return nil
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
