import FoundationEssentials
public import Portfolio
import Exact

/// A lot that is held, at the price of its coin.
public struct PricedLot: Sendable {
  /// The coin, with its price in the currency of the lots where one is known.
  public let coin: Coin
  /// The lot.
  public let lot: Lot

  /// Puts a lot and its coin together.
  public init(coin: Coin, lot: Lot) {
    self.coin = coin
    self.lot = lot
  }

  /// Value less cost; `nil` where one of them is unknown.
  var profit: Cost? { lot.profit(at: coin.currentPrice) }

  /// Lots of the greatest loss first, those without a known result last.
  static func precedesByLoss(_ left: PricedLot, _ right: PricedLot) -> Bool {
    switch (left.profit, right.profit) {
    case (let mine?, let theirs?): mine < theirs
    case (.some, nil): true
    default: false
    }
  }
}

/// The lots that are held, with their age, what a sale would realize and when each turns long.
public struct LotsReport: Sendable {
  private let lots: [PricedLot]
  private let costBasis: CostBasis
  private let holdingPeriod: HoldingPeriod
  private let isPerAccount: Bool
  private let notes: [String]
  private let today: UTCDay
  private let calendar: LocalCalendar
  private let style: ReportStyle

  /// Makes the report.
  ///
  /// - Parameters:
  ///   - lots: The lots in their order.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - holdingPeriod: What a holding must exceed to be long.
  ///   - isPerAccount: Whether each account has lots of its own.
  ///   - byLoss: Whether the greatest loss comes first.
  ///   - notes: Lines below the table.
  ///   - today: The day that ages end on.
  ///   - calendar: The zone whose days count.
  ///   - style: The reader.
  public init(
    _ lots: [PricedLot], costBasis: CostBasis, holdingPeriod: HoldingPeriod, isPerAccount: Bool,
    byLoss: Bool, notes: [String], on today: UTCDay, _ calendar: LocalCalendar,
    _ style: ReportStyle
  ) {
    self.lots = byLoss ? lots.sorted(by: PricedLot.precedesByLoss) : lots
    self.costBasis = costBasis
    self.holdingPeriod = holdingPeriod
    self.isPerAccount = isPerAccount
    self.notes = notes
    self.today = today
    self.calendar = calendar
    self.style = style
  }

  /// The table, and the same as data.
  public var report: Report {
    Report(
      columns: [
        .init("id", lots.contains { $0.lot.id != nil } ? "Id" : nil, collapseOrder: 9),
        .init("coinId", "Coin", minimumWidth: 8),
        .init("account", isPerAccount ? "Account" : nil, collapseOrder: 6, minimumWidth: 8),
        .init("acquired", "Acquired"), .init("daysHeld", "Days", isNumber: true, collapseOrder: 2),
        .init("amount", "Quantity", isNumber: true, collapseOrder: 7),
        .init("avgCost", "Avg cost", isNumber: true, collapseOrder: 1),
        .init("cost", "Cost", isNumber: true, collapseOrder: 3),
        .init("currentPrice", nil),
        .init("currentValue", "Value", isNumber: true, collapseOrder: 4),
        .init("profitLoss", "P&L", isNumber: true),
        .init("profitLossPercentage", "P&L %", isNumber: true, collapseOrder: 5),
        .init("term", nil), .init("longFrom", "Long from", collapseOrder: 8),
        .init("isOnTheWay", nil), .init("estimated", nil),
      ] + style.currencyColumn,
      of: lots, emptyNote: (["No lots."] + notes).joined(separator: "\n"), notes: footer
    ) { row($0) + style.currencyValue }
  }

  private func row(_ priced: PricedLot) -> [FormattedValue] {
    let (lot, format) = (priced.lot, style.format)
    let age = age(of: lot)
    let location = lot.location ?? .account(nil)
    return [
      .text(lot.id?.shortText, data: lot.id?.uuidString.lowercased()),
      .text(priced.coin.id), .text(isPerAccount ? location.title : nil, data: location.account),
      FormattedValue(data: .instant(lot.acquired), text: age?.acquired.text ?? ""),
      .number(age?.days), .quantity(lot.amount),
      .paidPrice(lot.isCostKnown ? lot.pricePerCoin : nil, format).estimated(lot.isEstimated),
      .money(lot.isCostKnown ? lot.cost : nil, format).estimated(lot.isEstimated),
      .marketPrice(priced.coin.currentPrice, format),
      .money(lot.value(at: priced.coin.currentPrice)?.decimal, format),
      .change(priced.profit?.decimal, format).estimated(lot.isEstimated),
      .percentage(percent(priced)).estimated(lot.isEstimated),
      .text(age.map { $0.isLong ? "long" : "short" }),
      FormattedValue(
        data: age.map { .string($0.longFrom.text) } ?? .null,
        text: age.map { $0.isLong ? "long" : $0.longFrom.text } ?? ""),
      .flag(lot.location == .onTheWay), .flag(lot.isEstimated),
    ]
  }

  private func age(of lot: Lot) -> LotAge? { lot.age(on: today, calendar, holdingPeriod) }

  private func percent(_ priced: PricedLot) -> Decimal? {
    priced.profit.map { percentage(gain: $0.decimal, cost: priced.lot.cost) }
  }

  /// What is lost and gained in sum, by term where lots have one.
  private var footer: [String] {
    var lines: [String] = []
    for (isLong, title) in [(false, "Short-term"), (true, "Long-term")] {
      let results = lots.filter { age(of: $0.lot)?.isLong == isLong }.compactMap(\.profit)
      guard !results.isEmpty else { continue }
      func text(_ values: [Cost]) -> String {
        FormattedValue.change(values.reduce(Cost.zero) { $0 + $1 }.decimal, style.format)
          .text(isPrivate: style.isPrivate)
      }
      lines.append(
        "\(title): gains \(text(results.filter { $0 > .zero })) · "
          + "losses \(text(results.filter { $0 < .zero }))")
    }
    return lines + ["Cost basis \(costBasis.rawValue), days by \(calendar.name)."] + notes
  }
}
