import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

extension DashboardState {
  /// Rows of the alerts below the list, with their title.
  var alertRows: Int {
    guard let count = data?.alerts.count, count > 0, pageArea.rows >= 16 else { return 0 }
    return min(count, max(2, pageArea.rows / 6)) + 2
  }

  /// The room of the alerts.
  var alertsArea: CellArea? {
    guard alertRows > 0 else { return nil }
    let end = watchedChartArea.map { $0.row - 1 } ?? pageArea.endRow
    return CellArea(
      column: pageArea.column, row: end - alertRows + 1, columns: pageArea.columns,
      rows: alertRows - 1)
  }
}

extension DashboardState {
  /// Says which alerts have fired since, whichever process refreshed the prices.
  mutating func announceAlerts(since old: DashboardData?) {
    guard let old, let data else { return }
    let waited = Set(old.alerts.filter { $0.fired == nil }.map(\.id))
    for alert in data.alerts where alert.fired != nil && waited.contains(alert.id) {
      showMessage("Alert: \(label(of: alert.coinId).name) \(alert.sentence)", isError: false)
    }
  }
}

extension Painter {
  /// The alerts that wait, and those that fired.
  mutating func drawAlerts(_ state: DashboardState) {
    guard let area = state.alertsArea, let alerts = state.data?.alerts else { return }
    left("Alerts", .title, in: area, row: 0)
    let rows = area.dropFirstRows(1)
    // What fired stands first: it is what one looks for.
    let sorted = alerts.filter { $0.fired != nil } + alerts.filter { $0.fired == nil }
    for (row, alert) in sorted.prefix(rows.rows).enumerated() {
      left(state.label(of: alert.coinId).symbol, .title, in: rows, row: row, from: 2, columns: 8)
      left(alert.sentence, .plain, in: rows, row: row, from: 11)
      right(
        alert.fired.map { "fired \(days.minute($0))" } ?? "waiting",
        alert.fired == nil ? .secondary : .badge, in: rows, row: row)
    }
    if alerts.count > rows.rows {
      right("+\(alerts.count - rows.rows) more", .secondary, in: area, row: 0)
    }
  }
}

extension PriceAlert {
  /// What has to happen, in words.
  var sentence: String {
    let format = NumberFormat(code: currency)
    return switch condition {
    case .above(let price): "at or above \(format.unitPrice(price))"
    case .below(let price): "at or below \(format.unitPrice(price))"
    case .change(let percent, let hours): "changes by \(percent.canonicalText)% in \(hours) h"
    }
  }
}
