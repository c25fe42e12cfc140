import CellGrid
public import FoundationEssentials
import WidgetTimeline
import Widgets

/// Draws the dashboard; a pure function of its state and the time.
///
/// - Parameters:
///   - state: The dashboard's state.
///   - now: The time that ages are relative to.
/// - Returns: A frame of exactly the state's size with its mouse targets.
public func view(_ state: DashboardState, now: Date) -> DashboardFrame {
  var painter = Painter(columns: state.columns, rows: state.rows, days: state.days)
  if let prompt = state.hiddenPrompt {
    for (row, line) in wrapped(prompt, to: state.columns).prefix(state.rows).enumerated() {
      painter.centered(line, .title, in: painter.area, row: row)
    }
    return painter.frame
  }
  if state.isTiny {
    let entry = state.data?.entry ?? .placeholder(at: now)
    painter.drawLine(entry, state: state, in: painter.area, now: now)
    return painter.frame
  }
  switch state.tab {
  case _ where state.coin != nil:
    if let page = state.coin { painter.draw(page, state: state, now: now) }
  case _ where state.isNew && state.pageKind.emptyTitle != nil: painter.drawWelcome(state)
  default: state.page.draw(in: &painter, state: state, now: now)
  }
  if state.isCovered { painter.focus() }
  if let form = state.form { painter.draw(form, state: state, now: now) }
  if let question = state.question { painter.draw(question, state: state) }
  if let help = state.help { painter.drawHelp(help, state: state) }
  if let palette = state.palette { painter.draw(palette, state: state) }
  if let log = state.log { painter.draw(log, state: state) }
  painter.drawMessage(state, now: now)
  painter.drawStatus(state, now: now)
  return painter.frame
}
