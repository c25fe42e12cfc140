import CellGrid
import Exact
import Portfolio
import WidgetTimeline
import Widgets

/// A coin's page: how its figures are computed, its closed cycles and its transactions.
///
/// A coin that is only followed shows its price, market data and chart.
struct CoinPage: Equatable, Sendable {
  enum Row: Equatable, Sendable {
    case fact(Int)
    case gap
    case heading(String)
    case lots
    case lot(Int)
    /// Number of further items, and the command that lists them.
    case more(Int, command: String)
    case cycle(Int)
    case transactions
    case transaction(Int)
    /// Number of older transactions, listed on the Transactions page.
    case older(Int)

    /// Whether the row can be selected; facts and the last row can, so that a low window can scroll
    /// to all of them.
    var isSelectable: Bool {
      switch self {
      case .fact, .lot, .cycle, .transaction, .older: true
      case .gap, .heading, .lots, .more, .transactions: false
      }
    }
  }

  let coinID: String
  private(set) var label: CoinBook.Label
  /// The coin with its last price, if held or followed.
  private(set) var coin: Coin?
  private(set) var facts: [CoinFact] = []
  private(set) var lots: [LotLine] = []
  /// The most recently closed cycles.
  private(set) var cycles: [ClosedPosition] = []
  /// Which figures are estimates.
  private(set) var estimates = Estimates()
  /// Sums over all closed cycles; `nil` if there are none.
  private var closedSums: ClosedSums?
  /// Newest first.
  private(set) var transactions: [Transaction] = []
  /// The transactions in the display currency.
  private(set) var counted = CountedRows()
  /// Number of older transactions that are not listed.
  private(set) var olderCount = 0
  private var isRead = false
  private(set) var widths = TransactionWidths()
  private(set) var rows: [Row] = []
  var list = RowList()

  init(coinID: String, data: DashboardData, detail: CoinDetail?) {
    self.coinID = coinID
    label = data.book[coinID]
    show(data, detail)
  }

  mutating func show(_ data: DashboardData, _ detail: CoinDetail?) {
    let id = selected?.id
    label = data.book[coinID]
    let holding = data.positions.holdings.first { $0.id == coinID }
    coin = holding?.coin ?? data.watchlist.first { $0.coin.id == coinID }?.coin
    cycles = detail?.closed ?? []
    estimates = data.estimates
    closedSums = data.positions.closedSums[coinID]
    if let detail {
      transactions = detail.rows.reversed()
      counted = detail.counted
      olderCount = detail.count - detail.rows.count
    }
    widths = TransactionWidths(transactions, counted: counted, label: label)
    let isAwaited = detail == nil && !isRead && data.ledger.coinIDs.contains(coinID)
    facts = isAwaited ? [] : facts(of: holding, data, detail)
    if let detail, let holding {
      let price = holding.coin.currentPrice
      lots = detail.lots.map { LotLine($0, price: price, format: data.format) }
      if lots.isEmpty { facts.append(CoinFact("Lots", [.sign(CoinDetail.noLots)])) }
    }
    rows = facts.indices.map { .fact($0) }
    if let detail, !lots.isEmpty {
      if !rows.isEmpty { rows.append(.gap) }
      rows += [.heading(detail.lotsTitle), .lots]
      rows += lots.indices.map { .lot($0) }
      if detail.lotCount > lots.count {
        rows.append(.more(detail.lotCount - lots.count, command: "lots"))
      }
    }
    if !cycles.isEmpty {
      if !rows.isEmpty { rows.append(.gap) }
      rows.append(.heading(cycles.count == 1 ? "Closed cycle" : "Closed cycles"))
      rows += cycles.indices.map { .cycle($0) }
      let more = (closedSums?.count ?? 0) - cycles.count
      if more > 0 { rows.append(.more(more, command: "closed")) }
    }
    if !transactions.isEmpty {
      if !rows.isEmpty { rows.append(.gap) }
      rows.append(.transactions)
      rows += transactions.indices.map { .transaction($0) }
      if olderCount > 0 { rows.append(.older(olderCount)) }
    }
    let index = id.flatMap { id in
      transactions.firstIndex { $0.id == id }.flatMap { rows.firstIndex(of: .transaction($0)) }
    }
    move(to: index ?? list.selection, isForward: true)
    // Start at the newest transaction.
    if !isRead, detail != nil {
      isRead = true
      list.selection = rows.firstIndex(of: .transaction(0)) ?? list.selection
    }
  }

  private func facts(
    of holding: Holding?, _ data: DashboardData, _ detail: CoinDetail?
  ) -> [CoinFact] {
    let facts =
      holding.map {
        CoinFact.facts(
          $0, openCycle: openCycle, closed: closedSums,
          estimates: data.estimates, unknown: CoinFact.unknown(detail, data.format),
          isRateMissing: data.entry.data?.isRateMissing ?? false, format: data.format)
      } ?? []
    let market = CoinFact.market(data.markets[coinID], format: data.format)
    return facts + [market].compactMap(\.self)
  }

  var selected: Transaction? {
    guard rows.indices.contains(list.selection),
      case .transaction(let index) = rows[list.selection]
    else { return nil }
    return transactions[index]
  }

  mutating func move(to row: Int, isForward: Bool) {
    let rows = rows
    list.go(to: row, count: rows.count, isForward: isForward) { rows[$0].isSelectable }
  }

  /// Transactions since the last cycle closed, newest first.
  private var openCycle: [Transaction] {
    let closings = Set(cycles.map(\.id))
    return Array(transactions.prefix { !closings.contains($0.id) })
  }
}

/// A line of the explanation: a label and how its figure is computed.
struct CoinFact: Equatable, Sendable {
  let word: String
  /// Figures and the operators between them.
  private(set) var parts: [FormattedFigure]

  init(_ word: String, _ parts: [FormattedFigure]) {
    self.word = word
    self.parts = parts
  }

  private init(_ word: String, _ parts: FormattedFigure...) { self.init(word, parts) }

  /// The computation from buys to average cost and result.
  static func facts(
    _ holding: Holding, openCycle: [Transaction], closed sums: ClosedSums?, estimates: Estimates,
    unknown reason: String, isRateMissing: Bool, format: NumberFormat
  ) -> [CoinFact] {
    let sold = openCycle.filter { !$0.type.isAcquisition }
      .reduce(Quantity.zero) { $0 + $1.amount }
    let held = FormattedFigure.quantity(holding.totalAmount)
    let isEstimated = estimates.isHeldEstimated(holding.id)
    let open = estimates.figures(ofOpen: holding.id)
    let cost = FormattedFigure.usd(holding.totalCost, in: format).estimated(isEstimated)
    let average = FormattedFigure.paid(holding.avgCost, in: format).estimated(isEstimated)
    let gain = [
      FormattedFigure.change(holding.profitLoss, in: format),
      .percent(holding.profitLossPercentage),
    ].map { $0.estimated(isEstimated) }
    let result =
      sold > 0
      ? result(of: holding, sold: sold, estimated: open, unknown: reason, format: format) : []
    guard holding.isCostKnown else {
      return result + [
        CoinFact("Held", held),
        CoinFact("Cost", .sign("unknown: \(reason)")),
        CoinFact("Value", .usd(holding.currentValue, in: format)),
      ]
    }
    if let costOf = holding.costOf {
      return result + [
        CoinFact(
          "Cost", cost, .sign("of"), .quantity(costOf), .sign("of"), held, .sign("held: \(reason)")),
        CoinFact(
          "Average", cost, .sign("÷"), .quantity(costOf), .sign("="), average),
        CoinFact("Value", .usd(holding.currentValue, in: format)),
        CoinFact("Unrealized", gain + [.sign("on"), .quantity(costOf)]),
      ]
    }
    let paid = holding.isSoldCostKnown ? holding.totalCost + holding.soldCost : nil
    var facts = [
      CoinFact(
        "Bought", .quantity(Quantity(holding.totalAmount) + sold), .sign("for"),
        .usd(paid, in: format).estimated(isEstimated || open.contains(.cost)))
    ]
    facts += result
    facts += [
      CoinFact("Held", held, .sign("for"), cost),
      CoinFact("Average", cost, .sign("÷"), held, .sign("="), average),
    ]
    guard let price = holding.coin.currentPrice, let value = holding.currentValue else {
      let reason = isRateMissing ? "no rate of \(format.code)" : "no price"
      return facts + [CoinFact("Value", .sign("unknown: \(reason)"))]
    }
    facts += [
      CoinFact(
        "Value", held, .sign("×"), .price(price, in: format), .sign("="), .usd(value, in: format)),
      CoinFact(
        "Unrealized", [.usd(value, in: format), .sign("−"), cost, .sign("=")] + gain),
    ]
    return facts
      + total(holding, hasSold: sold > 0, closed: sums, estimates: estimates, format: format)
  }

  /// Why a cost is unknown.
  static func unknown(_ detail: CoinDetail?, _ format: NumberFormat) -> String {
    let isUnexplained =
      format == .usDollar
      || detail?.lots.contains { !$0.isCostKnown && $0.acquired == nil } ?? false
    if detail?.rows.contains(where: \.isOfUnknownWorth) ?? false {
      return "nothing says what some of them were worth"
    }
    return isUnexplained
      ? "no row explains how some coins came in" : "a day of its trades has no exchange rate"
  }

  /// Proceeds of the open cycle's sales, and their gain.
  private static func result(
    of holding: Holding, sold: Quantity, estimated: EstimatedFigures, unknown reason: String,
    format: NumberFormat
  ) -> [CoinFact] {
    let realized = FormattedFigure.change(holding.realizedPnL, in: format)
      .estimated(estimated.isGainEstimated)
    guard holding.isRealizedKnown else {
      return [CoinFact("Realized", .sign("unknown: \(reason)"))]
    }
    let left = holding.exact.unvalued.sold
    guard left.isZero else {
      return [
        CoinFact(
          "Realized", realized, .sign("on"), .quantity(sold - left), .sign("of"), .quantity(sold),
          .sign("sold: \(reason)"))
      ]
    }
    let received = FormattedFigure.usd(holding.realizedPnL + holding.soldCost, in: format)
      .estimated(estimated.contains(.proceeds))
    let cost = FormattedFigure.usd(holding.soldCost, in: format)
      .estimated(estimated.contains(.cost))
    return [
      CoinFact("Sold", .quantity(sold), .sign("for"), received),
      CoinFact("Realized", received, .sign("− their cost"), cost, .sign("="), realized),
    ]
  }

  /// The coin's total result, if it differs from the line above.
  private static func total(
    _ holding: Holding, hasSold: Bool, closed sums: ClosedSums?, estimates: Estimates,
    format: NumberFormat
  ) -> [CoinFact] {
    let sums = sums.flatMap { $0.count > 0 ? $0 : nil }
    guard let unrealized = holding.profitLoss, hasSold || sums != nil,
      holding.isRealizedKnown, sums?.isResultKnown ?? true
    else { return [] }
    let closed = sums?.realizedPnL.figure ?? 0
    // Each term of the sum that applies, with whether it is an estimate.
    let terms = [
      ("closed", closed, sums != nil, estimates.isClosedEstimated(holding.id)),
      (
        "realized", holding.realizedPnL, hasSold,
        estimates.figures(ofOpen: holding.id).isGainEstimated
      ),
      ("unrealized", unrealized, true, estimates.isHeldEstimated(holding.id)),
    ].filter(\.2)
    let sum = FormattedFigure.change(closed + holding.realizedPnL + unrealized, in: format)
    return [
      CoinFact(
        "Total P&L",
        terms.flatMap { word, value, _, isEstimated in
          [.addend(value, in: format).estimated(isEstimated), .sign(word)]
        } + [.sign("="), sum.estimated(terms.contains(where: \.3))])
    ]
  }
}

extension FormattedFigure {
  /// A profit or loss as a term of a sum.
  static func addend(_ value: ExactDecimal, in format: NumberFormat) -> FormattedFigure {
    var figure = FormattedFigure.change(value, in: format)
    figure.arrow = ""
    return figure
  }

  /// A word or operator between figures.
  static func sign(_ text: String) -> FormattedFigure {
    FormattedFigure(text: text, masked: text, role: .secondary)
  }
}

extension [FormattedFigure] {
  /// Width of the figures with single blanks between them.
  func columns(isPrivate: Bool) -> Int {
    reduce(-1) { $0 + columnWidth(of: $1.marked(isPrivate: isPrivate)) + 1 }
  }

  /// All figures if they fit, otherwise only the result.
  func fitting(_ width: Int, isPrivate: Bool) -> [FormattedFigure] {
    guard columns(isPrivate: isPrivate) > width, let equals = lastIndex(of: .sign("=")) else {
      return self
    }
    return Array(self[(equals + 1)...])
  }
}
