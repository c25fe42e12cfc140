import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

extension DashboardState {
  /// Rows of the alerts below the list, including their title.
  var alertRows: Int {
    guard let count = data?.alerts.count, count > 0, pageArea.rows >= 16 else { return 0 }
    return min(count, max(2, pageArea.rows / 6)) + 2
  }

  /// Area of the alerts.
  var alertsArea: CellArea? {
    guard alertRows > 0 else { return nil }
    let list = watchedRowsArea
    return CellArea(
      column: list.column, row: list.endRow + 1, columns: list.columns, rows: alertRows - 1)
  }
}

extension DashboardState {
  /// Reports alerts that fired and were not seen, even if another process refreshed the prices or
  /// no dashboard was open.
  mutating func announceAlerts(since old: DashboardData?) {
    let known = Set((old?.alerts ?? []).filter(\.isUnseen).map { FiredOnce(alert: $0) })
    for alert in data?.alerts ?? [] where alert.isUnseen && !known.contains(FiredOnce(alert: alert))
    {
      let time = alert.fired.map { " (\(days.minute($0)))" } ?? ""
      let sentence = "\(label(of: alert.coinId).name) \(alert.sentence)"
      showMessage("Alert: \(sentence)\(time)", isError: false)
      // Alerts that fired before the dashboard opened are already on screen.
      if old != nil { notices.append(sentence) }
    }
  }

  /// Sends pending terminal notifications.
  mutating func showNotices() -> [DashboardEffect] {
    defer { notices = [] }
    return notices.map { .notice($0) }
  }

  /// Reports unconfirmed prices, which figures and alerts ignore until they are confirmed.
  mutating func announceSuspects(since old: DashboardData?) {
    for (id, suspect) in (data?.suspects ?? [:]).sorted(by: { $0.key < $1.key })
    where old?.suspects[id] == nil {
      let price = NumberFormat(code: usDollarCode).unitPrice(suspect.price)
      showMessage(
        "\(label(of: id).name) at \(price) is far from the last price and does not count yet",
        isError: false)
    }
  }

  /// Ids of alerts that fired and were not seen.
  var unseenAlerts: Set<UUID> { Set((data?.alerts ?? []).filter(\.isUnseen).map(\.id)) }

  /// Marks visible alerts as seen, on their page or in the open log.
  mutating func seeAlerts() -> [DashboardEffect] {
    guard log != nil || tab == .watchlist && alertsArea != nil && isPlain else { return [] }
    let new = unseenAlerts.subtracting(seenAlerts)
    guard !new.isEmpty else { return [] }
    seenAlerts.formUnion(new)
    return [.seeAlerts(new)]
  }

  /// Whether nothing covers the page.
  private var isPlain: Bool { form == nil && coin == nil && palette == nil }

  /// A tab's name, with the number of items needing attention.
  func title(of tab: DashboardTab, isShort: Bool = false) -> String {
    let title = isShort ? tab.shortTitle : tab.title
    let count =
      switch tab {
      case .watchlist: unseenAlerts.count
      case .inbox: data?.ledger.waitingRowCount ?? 0
      default: 0
      }
    return count > 0 ? "\(title) \(FormattedFigure.count(count))" : title
  }
}

/// One firing of an alert; a repeating alert has several.
private struct FiredOnce: Hashable {
  let id: UUID
  let fired: Date?

  init(alert: PriceAlert) { (id, fired) = (alert.id, alert.fired) }
}

extension Painter {
  /// Draws the alerts that wait or have fired.
  mutating func drawAlerts(_ state: DashboardState) {
    guard let area = state.alertsArea, let alerts = state.data?.alerts else { return }
    left("Alerts", .title, in: area, row: 0)
    let rows = area.dropFirstRows(1)
    // Fired alerts are the most relevant, so they are first.
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
  /// The condition in words.
  var sentence: String {
    let format = NumberFormat(code: currency)
    return switch condition {
    case .above(let price): "at or above \(format.unitPrice(price))"
    case .below(let price): "at or below \(format.unitPrice(price))"
    case .change(let percent, let hours): "changes by \(percent.description)% in \(hours) h"
    }
  }

  /// The condition in words, for a narrow panel.
  var shortSentence: String {
    let format = NumberFormat(code: currency)
    return switch condition {
    case .above(let price): ">= \(format.tick(price))"
    case .below(let price): "<= \(format.tick(price))"
    case .change(let percent, let hours): "\(percent.description)% in \(hours) h"
    }
  }
}
