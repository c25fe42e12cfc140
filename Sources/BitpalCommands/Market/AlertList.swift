import AppGroup
import ArgumentParser
import Exact
import FoundationEssentials
import Portfolio
import Reports
import WidgetTimeline
import Widgets

/// `bitpal alert list`, which is also `bitpal alert`.
struct AlertList: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "list", abstract: "List alerts, waiting and fired.",
    discussion: """
      Prices are shown in each alert's own currency, or in that of --currency; the condition \
      stays as it was made. Exits with 2 if an alert in the file cannot be read.


      """
        + examples("bitpal alert", "bitpal alert list --currency CHF", "bitpal alert list --json"))

  @Option(
    name: .shortAndLong,
    help: .init("Show prices in this currency, such as EUR.", valueName: "code"))
  var currency: String?

  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let list = try context.store.readAlerts()
    let code = try currency.map(AppContext.currencyCode)
    try Report.alerts(
      list.alerts, at: context.store.prices()?.coins ?? [:], in: code, rate: context.newestRate,
      notes: context.rateNotes(of: list.alerts.map { code ?? $0.currency }),
      context.style(privacy)
    ).write(report, context)
    // Unreadable alerts, with advice, were reported when the file was read.
    if !list.unreadable.isEmpty { throw CommandFailure("", .refused) }
  }
}

extension Report {
  /// Alerts in order of creation.
  ///
  /// - Parameters:
  ///   - currency: The currency of the prices; `nil` for each alert's own.
  ///   - notes: The days of the exchange rates.
  static func alerts(
    _ alerts: [PriceAlert], at coins: [String: Coin], in currency: String? = nil,
    rate: (String) -> ExchangeRate?, notes: [String] = [], _ style: ReportStyle
  ) -> Report {
    Report(
      columns: [
        Column("id", "Id"),
        Column("coinId", "Coin", minimumWidth: 12),
        Column("condition", "Condition"),
        Column("currency", nil),
        Column("priceCurrency", nil),
        Column("currentPrice", "Price", isNumber: true, collapseOrder: 3),
        Column("priceLastUpdated", "Priced", collapseOrder: 2),
        Column("isStale", nil),
        Column("created", "Made", collapseOrder: 1),
        Column("fired", "Fired", collapseOrder: 4),
        Column("repeatHours", nil),
        Column("isSeen", nil),
      ],
      rows: alerts.map { alert in
        let code = currency ?? alert.currency
        return [
          FormattedValue(data: .string(alert.id.uuidString.lowercased()), text: alert.shortID),
          .text(alert.coinId),
          FormattedValue(data: .string(alert.dataWords), text: alert.words + alert.repeatWords),
          FormattedValue(data: .string(alert.currency), text: alert.currency),
          FormattedValue(data: .string(code), text: code),
          .marketPrice(
            coins[alert.coinId]?.currentPrice.flatMap {
              PriceAlert(
                coinId: alert.coinId, condition: alert.condition, currency: code,
                created: alert.created
              ).price(of: $0, rate: rate)
            }, NumberFormat(code: code)),
        ] + FormattedValue.priceAge(of: coins[alert.coinId], style) + [
          .day(alert.created, style),
          alert.fired.map { .day($0, style) }
            ?? FormattedValue(data: .null, text: "waiting", role: .secondary),
          .number(alert.repeatHours), .flag(alert.isSeen),
        ]
      },
      emptyNote: "No alerts. Make one: bitpal alert add bitcoin above 100000", notes: notes)
  }
}

extension FiredAlert {
  /// A one-sentence description of what happened.
  var sentence: String {
    let format = NumberFormat(code: alert.currency)
    let price = format.unitPrice(price)
    switch alert.condition {
    case .above(let limit):
      return "Alert: \(alert.coinId) is at \(price), at or above \(format.unitPrice(limit))."
    case .below(let limit):
      return "Alert: \(alert.coinId) is at \(price), at or below \(format.unitPrice(limit))."
    case .change(_, let hours):
      let moved = change.map(Figures.percent) ?? ""
      return "Alert: \(alert.coinId) is at \(price), \(moved) in \(hours) h."
    }
  }
}
