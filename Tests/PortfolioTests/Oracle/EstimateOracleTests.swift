import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// A figure is marked exactly if it depends on an estimated input: each estimated rate and price is
/// changed slightly, and the figures that change are compared with the marks.
struct EstimateOracleTests {
  @Test(arguments: CostBasis.allCases)
  func `a figure is marked if and only if an estimated input moves it`(method: CostBasis) throws {
    for seed in Repetition.seeds(UInt64(1)...40, few: 3) {
      let ledger = EstimatedLedger(seed: seed)
      let before = Figures(of: ledger.rows, method)
      var moved: Set<String> = []
      for input in ledger.inputs {
        let after = Figures(of: ledger.moving(input), method)
        #expect(after.values.count == before.values.count, "\(method) seed \(seed)")
        moved.formUnion(
          before.values.filter { after.values[$0.key] != $0.value }.map(\.key))
      }
      #expect(moved.subtracting(before.marked).sorted() == [], "\(method) seed \(seed)")
      #expect(before.marked.subtracting(moved).sorted() == [], "\(method) seed \(seed)")
      #expect(!moved.isEmpty && moved.count < before.values.count)
    }
  }
}

/// Every figure that can be marked, by name.
private struct Figures {
  private(set) var values: [String: ExactDecimal] = [:]
  private(set) var marked: Set<String> = []

  init(of rows: [Transaction], _ method: CostBasis) {
    let carried = CarriedLots(rows, methods: [method])
    let gains = computeGains(rows, costBasis: method)
    add(gains)
    for kind in GainGroup.Kind.allCases {
      for (index, group) in gains.grouped(by: kind).enumerated() {
        add("\(kind) \(index) proceeds", group.proceeds, group.estimated.contains(.proceeds))
        add("\(kind) \(index) cost", group.cost, group.estimated.contains(.cost))
        add("\(kind) \(index) gain", group.gain, group.isEstimated)
      }
      for (index, group) in gains.incomeGrouped(by: kind).enumerated() {
        add("\(kind) \(index) income", group.value, group.isEstimated)
      }
    }
    let positions = Positions(transactions: rows, currentPrices: [:], costBasis: method)
    for (id, history) in Dictionary(grouping: rows, by: \.coinId) {
      let coin = Coin(id: id, symbol: id, name: id)
      add(
        CoinExplanation(of: coin, history: history, costBasis: method, carrying: carried), positions
      )
    }
    add(history: rows, method)
  }

  private mutating func add(_ name: String, _ value: (some ExactValue)?, _ isMarked: Bool) {
    values[name] = value?.number
    if isMarked { marked.insert(name) }
  }

  private mutating func add(_ gains: Gains) {
    for (index, row) in gains.rows.enumerated() {
      add("row \(index) proceeds", row.exactProceeds, row.estimated.contains(.proceeds))
      add("row \(index) cost", row.exactCost, row.estimated.contains(.cost))
      add("row \(index) fee", row.exactFee, row.estimated.contains(.fee))
      add("row \(index) gain", row.exactGain, row.isEstimated)
    }
    for (index, row) in gains.income.enumerated() {
      add("reward \(index)", row.exactValue, row.isEstimated)
    }
  }

  private mutating func add(_ explained: CoinExplanation, _ positions: Positions) {
    let (id, estimates) = (explained.coin.id, explained.estimates)
    if let holding = positions.holdings.first(where: { $0.id == id }) {
      add("\(id) held", holding.exact.cost, estimates.isHeld)
      add("\(id) realized", holding.exact.realizedPnL, estimates.open.isGainEstimated)
      add("\(id) sold", holding.exact.soldCost, estimates.open.contains(.cost))
    }
    for closed in positions.closedPositions where closed.coinId == id {
      let figures = estimates.closed[closed.id] ?? []
      add("\(closed.id) cost", closed.exactTotalCost, figures.contains(.cost))
      add("\(closed.id) sale", Price(closed.avgSellPrice), figures.contains(.proceeds))
      add("\(closed.id) realized", closed.exactRealizedPnL, figures.isGainEstimated)
    }
    for (index, step) in explained.steps.enumerated() {
      add("\(id) step \(index)", step.exactCost, step.isCostEstimated)
    }
    for sale in explained.sales where sale.transaction.kind != .fee {
      add("\(sale.transaction.id) sold", sale.exactCost, sale.estimated.contains(.cost))
      add("\(sale.transaction.id) gained", sale.exactRealized, sale.isEstimated)
    }
    for (index, lot) in explained.lots.enumerated() {
      add("\(id) lot \(index)", lot.exactCost, lot.isEstimated)
    }
  }

  private mutating func add(history rows: [Transaction], _ method: CostBasis) {
    let days = UTCDay(number: 18_999)...UTCDay(number: 19_031)
    let history = computeHistory(
      transactions: rows, prices: TwoPrices(), days: days, interval: .day, costBasis: method)
    for point in history.points {
      let day = point.date.text
      add("\(day) invested", point.invested, point.estimated.contains(.invested))
      add("\(day) realized", point.realizedPnL, point.estimated.contains(.realized))
      guard point.unrealizedPnL != nil else { continue }
      add("\(day) unrealized", point.unrealizedPnL, point.estimated.contains(.unrealized))
    }
  }
}

/// Prices of all coins but one.
struct TwoPrices: DailyPrices {
  func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    coinId == "c" ? nil : DailyPrice(price: 500, day: day, source: "test")
  }
}

/// A ledger with every kind of event, in which some prices, rates and fees are estimates.
struct EstimatedLedger {
  /// An estimate: the price or rate of a row, or the rate of its fee.
  struct Input {
    let row: Int
    let isFee: Bool
  }

  private(set) var rows: [Transaction]
  private(set) var inputs: [Input] = []
  /// Much less than any two prices differ by, so that the order of lots by cost stays the same.
  private let little = ExactDecimal(1, exponent: -15)

  init(seed: UInt64) {
    rows = KindsLedger(seed: seed).rows
    var dice = SeededGenerator(seed: seed &+ 1_000)
    for index in rows.indices where rows[index].pricePerCoin > 0 {
      rows[index].pricePerCoin += Price(index) / 1_000
      switch Int.random(in: 0..<9, using: &dice) {
      case 0: value(index, Valuation(kind: .dailyPrice, rate: rows[index].pricePerCoin.number))
      case 1: pay(index, fee: nil)
      case 2: pay(index, fee: MoneyAmount(amount: 1, currency: "USDT"))
      case 3: charge(index)
      case 4: rows[index].fee = TransactionFee(amount: 2)
      default: break
      }
    }
    for index in rows.indices where rows[index].kind == .give && index % 2 == 0 {
      rows[index].pricePerCoin = 7
      value(index, Valuation(kind: .dailyPrice, rate: 7))
    }
  }

  private mutating func value(_ index: Int, _ valuation: Valuation) {
    rows[index].valuation = valuation
    inputs.append(Input(row: index, isFee: false))
  }

  /// Pays for a row with a stablecoin.
  private mutating func pay(_ index: Int, fee: MoneyAmount?) {
    let row = rows[index]
    rows[index].payment = MoneyAmount(
      amount: (row.amount * row.pricePerCoin).number, currency: "USDT")
    rows[index].fee = fee.map { TransactionFee(amount: $0.amount, currency: $0.currency) }
    value(index, Valuation(kind: .stablecoin, rate: 1))
  }

  /// Charges a fee in a third coin.
  private mutating func charge(_ index: Int) {
    rows[index].fee = TransactionFee(amount: 1, currency: "binancecoin", rate: 3)
    inputs.append(Input(row: index, isFee: true))
  }

  /// The ledger with one estimate changed.
  func moving(_ input: Input) -> [Transaction] {
    var rows = rows
    if input.isFee {
      rows[input.row].fee?.rate? += little
    } else if rows[input.row].payment != nil {
      rows[input.row].valuation?.rate? += little
    } else {
      rows[input.row].pricePerCoin += Price(little)
    }
    return rows
  }
}
