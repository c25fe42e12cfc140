import Exact
public import Portfolio

/// Current lots with their coins, stored compactly.
public struct PricedLots: Sendable {
  /// The coins that have lots.
  public private(set) var coins: [Coin] = []
  private var lots = PackedLots()
  /// The index into `coins` of each lot.
  private var numbers: [UInt32] = []
  /// Whether every lot's cost is known.
  public private(set) var areCostsKnown = true
  fileprivate private(set) var haveIDs = false
  /// Whether any lot has a date; averages and pools don't.
  fileprivate private(set) var haveDates = false

  /// Makes an empty list.
  public init() {}

  /// Adds lots of a coin.
  ///
  /// - Parameters:
  ///   - lots: The lots, in order.
  ///   - coin: The coin, with its price in the currency of the lots if known.
  public mutating func append(_ lots: some Sequence<Lot>, of coin: Coin) {
    let number = UInt32(coins.count)
    coins.append(coin)
    for lot in lots {
      self.lots.append(lot)
      numbers.append(number)
      areCostsKnown = areCostsKnown && (lot.isCostKnown || lot.isUnvalued)
      haveIDs = haveIDs || lot.id != nil
      haveDates = haveDates || lot.acquired != nil
    }
    if numbers.last != number { coins.removeLast() }
  }

  fileprivate var indices: Range<Int> { lots.indices }

  fileprivate subscript(position: Int) -> PricedLot {
    PricedLot(coin: coins[Int(numbers[position])], lot: lots[position])
  }
}

/// A lot at the current price of its coin.
private struct PricedLot {
  let coin: Coin
  let lot: Lot

  /// Value minus cost; `nil` if either is unknown.
  var profit: Cost? { lot.profit(at: coin.currentPrice) }
}

extension PricedLots {
  /// Lot indexes by greatest loss, unknown results last.
  fileprivate var placesByLoss: [Int] {
    let profits = indices.map { self[$0].profit }
    return indices.sorted { left, right in
      switch (profits[left], profits[right]) {
      case (let mine?, let theirs?): mine < theirs
      case (.some, nil): true
      default: false
      }
    }
  }
}

/// Current lots with their age, unrealized gain and the day they become long-term.
public struct LotsReport: Sendable {
  private let lots: PricedLots
  /// The lot indexes in display order.
  private let order: [Int]
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
  ///   - lots: The lots, in order.
  ///   - costBasis: The cost basis method of sales.
  ///   - holdingPeriod: The period a holding must exceed to be long-term.
  ///   - isPerAccount: Whether each account has its own lots.
  ///   - byLoss: Whether to sort by greatest loss.
  ///   - notes: Lines below the table.
  ///   - today: The day at which ages are measured.
  ///   - calendar: The calendar that days are counted in.
  ///   - style: The reader.
  public init(
    _ lots: PricedLots, costBasis: CostBasis, holdingPeriod: HoldingPeriod, isPerAccount: Bool,
    byLoss: Bool, notes: [String], on today: UTCDay, _ calendar: LocalCalendar,
    _ style: ReportStyle
  ) {
    self.lots = lots
    order = byLoss ? lots.placesByLoss : Array(lots.indices)
    self.costBasis = costBasis
    self.holdingPeriod = holdingPeriod
    self.isPerAccount = isPerAccount
    self.notes = notes
    self.today = today
    self.calendar = calendar
    self.style = style
  }

  /// The lots as a table or as data.
  public var report: Report {
    Report(
      columns: [
        .init("id", lots.haveIDs ? "Id" : nil, collapseOrder: 7), .coin(),
        .init("account", isPerAccount ? "Account" : nil, collapseOrder: 6, minimumWidth: 8),
        .init("acquired", lots.haveDates ? "Acquired" : nil),
        .init("daysHeld", lots.haveDates ? "Days" : nil, isNumber: true, collapseOrder: 2),
        .init("amount", "Quantity", isNumber: true, collapseOrder: 8),
        .init("avgCost", "Avg cost", isNumber: true, collapseOrder: 1),
        .init("cost", "Cost", isNumber: true, collapseOrder: 9),
        .init("currentPrice", nil),
        .init("currentValue", "Value", isNumber: true, collapseOrder: 4),
        .init("profitLoss", "P&L", isNumber: true),
        .init("profitLossPercentage", "P&L %", isNumber: true, collapseOrder: 3),
        .init("term", nil), .init("longFrom", lots.haveDates ? "Long from" : nil, collapseOrder: 5),
        .init("isOnTheWay", nil), .init("estimated", nil),
      ] + style.currencyColumn,
      of: order, emptyNote: (["No lots."] + notes).joined(separator: "\n"), notes: footer
    ) { row(lots[$0]) }
  }

  private func row(_ priced: PricedLot) -> [FormattedValue] {
    let (lot, format) = (priced.lot, style.format)
    let age = age(of: lot)
    let location = lot.location ?? .account(nil)
    var values: [FormattedValue] = [
      .id(lot.id),
      .text(priced.coin.id), .text(isPerAccount ? location.title : nil, data: location.account),
      .day(lot.acquired, calendar),
      .number(age?.days), .quantity(lot.amount),
      .paidPrice(lot.isCostKnown ? lot.pricePerCoin : nil, format).estimated(lot.isEstimated),
      .money(lot.isCostKnown ? lot.cost : nil, format).estimated(lot.isEstimated),
      .marketPrice(priced.coin.currentPrice, format),
      .money(lot.value(at: priced.coin.currentPrice)?.figure, format),
      .change(priced.profit?.figure, format).estimated(lot.isEstimated),
      .percentage(percent(priced)).estimated(lot.isEstimated),
      .text(age.map { $0.isLong ? "long" : "short" }),
      FormattedValue(
        data: age.map { .string($0.longFrom.text) } ?? .null,
        text: age.map { $0.isLong ? "long" : $0.longFrom.text } ?? ""),
      .flag(lot.location == .onTheWay), .flag(lot.isEstimated),
    ]
    values += style.currencyValue
    return values
  }

  private func age(of lot: Lot) -> LotAge? { lot.age(on: today, calendar, holdingPeriod) }

  private func percent(_ priced: PricedLot) -> ExactDecimal? {
    priced.profit.map { percentage(gain: $0.figure, cost: priced.lot.cost) }
  }

  /// The sum of some results.
  private struct Sum {
    private(set) var amount = Cost.zero
    /// Whether a part is estimated.
    private(set) var isEstimated = false

    mutating func add(_ profit: Cost, _ isEstimated: Bool) {
      amount += profit
      self.isEstimated = self.isEstimated || isEstimated
    }
  }

  /// Total gains and losses, by term if lots have one.
  private var footer: [String] {
    var sums: [Bool: (gains: Sum, losses: Sum)] = [:]
    var unknownCount = 0
    for index in lots.indices {
      let priced = lots[index]
      guard let isLong = age(of: priced.lot)?.isLong else { continue }
      guard let profit = priced.profit else {
        unknownCount += 1
        continue
      }
      var sum = sums[isLong] ?? (Sum(), Sum())
      let isEstimated = priced.lot.isEstimated
      if profit > .zero {
        sum.gains.add(profit, isEstimated)
      } else {
        sum.losses.add(profit, isEstimated)
      }
      sums[isLong] = sum
    }
    func text(_ sum: Sum) -> String {
      FormattedValue.change(sum.amount.figure, style.format).estimated(sum.isEstimated)
        .text(isPrivate: style.isPrivate)
    }
    let lines = [(false, "Short-term"), (true, "Long-term")].compactMap { isLong, title in
      sums[isLong].map { "\(title): gains \(text($0.gains)) · losses \(text($0.losses))" }
    }
    let leftOut =
      lines.isEmpty || unknownCount == 0
      ? [] : ["The sums leave out \(countOf(unknownCount, "lot")) of unknown result."]
    return lines + leftOut + ["Cost basis \(costBasis.rawValue), days by \(calendar.name)."] + notes
  }
}
