import BitpalTesting
import Exact
import FoundationEssentials
import Testing

@testable import Portfolio

/// Each kind calculated by hand (docs/accounting.md, "Every kind").
struct KindsTests {
  private func record(
    _ kind: TransactionKind, _ coin: String, _ amount: Quantity, _ day: Int,
    _ set: (inout EventTerms) -> Void = { _ in }
  ) throws -> [Transaction] {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount) = (kind, coin, amount)
    terms.date = UTCDay(number: 20_000 + day).start
    set(&terms)
    return try terms.record(.invented).transactions
  }

  private func holding(_ rows: [Transaction], _ coin: String, _ method: CostBasis) -> Holding? {
    Positions(transactions: rows, currentPrices: [:], costBasis: method).holdings
      .first { $0.id == coin }
  }

  private func start() throws -> [Transaction] {
    try record(.buy, "bitcoin", 1, 0) { $0.price = 10_000 }
      + record(.buy, "bitcoin", 1, 1) { $0.price = 30_000 }
  }

  @Test(arguments: CostBasis.allCases) func `coins given away leave at their cost`(
    method: CostBasis
  ) throws {
    let rows = try start() + record(.give, "bitcoin", 1, 2)
    let costs: [CostBasis: ExactDecimal] = [.fifo: 30_000, .lifo: 10_000, .hifo: 10_000]
    #expect(holding(rows, "bitcoin", method)?.totalCost == costs[method] ?? 20_000)
    let all = Positions(transactions: rows, currentPrices: [:], costBasis: method)
    #expect(all.summary.realizedPnL == 0 && all.closedPositions.isEmpty)
    #expect(computeGains(rows, costBasis: method).rows.isEmpty)
  }

  @Test func `lost coins are a loss of their cost`() throws {
    let rows = try start() + record(.lost, "bitcoin", 1, 2)
    #expect(computeGains(rows, costBasis: .fifo).totals.gain == -10_000)
    #expect(throws: EventError.hasNo("price", .lost)) {
      try record(.lost, "bitcoin", 1, 2) { $0.price = 1 }
    }
  }

  @Test func `a reward is income at the day's price and that is its cost`() throws {
    let rows = try record(.reward, "solana", 2, 3) { $0.label = .staking }
    let price = try #require(Evidence.invented.price(of: "solana", on: UTCDay(rows[0].date))?.rate)
    #expect(
      rows[0].isEstimated && rows[0].pricePerCoin == Price(price) && rows[0].label == .staking)
    let gains = computeGains(rows)
    #expect(gains.incomeTotal == price * 2)
    #expect(holding(rows, "solana", .average)?.totalCost == price * 2)
    #expect(throws: EventError.noPrice("unpriced", UTCDay(number: 20_003), .reward)) {
      try record(.reward, "unpriced", 1, 3)
    }
  }

  @Test func `a gift has the giver's cost and date where they are known`() throws {
    let given = UTCDay(number: 18_000).start
    let rows =
      try record(.gift, "bitcoin", 2, 5) { ($0.total, $0.acquired) = (500, given) }
      + record(.sell, "bitcoin", 1, 6) { $0.price = 1_000 }
    let row = try #require(computeGains(rows, costBasis: .fifo).rows.first)
    #expect(row.cost == 250 && row.acquired == given && row.gain == 750)
  }

  @Test func `a swap is a sale and a purchase of one value`() throws {
    let rows =
      try start()
      + record(.swap, "bitcoin", 1, 4) {
        $0.other = .init(coinId: "ethereum", amount: 16)
      }
    let (sale, purchase) = (rows[2], rows[3])
    #expect(sale.link == sale.id && purchase.link == sale.id)
    #expect(sale.exactTotal == purchase.exactTotal && sale.isEstimated && purchase.isEstimated)
    #expect(purchase.payment == MoneyAmount(amount: 1, currency: "bitcoin"))
    #expect(holding(rows, "ethereum", .fifo)?.totalCost == sale.total)
    #expect(throws: EventError.sameCoin("bitcoin", .swap)) {
      try record(.swap, "bitcoin", 1, 4) { $0.other = .init(coinId: "bitcoin", amount: 1) }
    }
  }

  @Test func `the worth of both sides of a swap: proceeds are what came, cost is what went`() throws
  {
    var rows = try record(.swap, "unpriced", 2, 4) {
      ($0.other, $0.total, $0.worth) = (.init(coinId: "ethereum", amount: 1), 700, 720)
      $0.fee = TransactionFee(amount: 3)
    }
    #expect(rows.map(\.exactTotal) == [720, 703] && rows.map(\.fee?.amount) == [nil, 3])
    let terms = EventTerms(of: rows, isMoney: Evidence.invented.isMoney)
    #expect(terms.total == 700 && terms.worth == 720)
    var said = EventTerms()
    said.total = 690
    rows = try said.applied(to: rows, .invented)
    #expect(rows.map(\.exactTotal) == [720, 693])
    said = EventTerms()
    said.removed = [.worth]
    #expect(try said.applied(to: rows, .invented).map(\.exactTotal) == [690, 693])
  }

  @Test func `cash of a swap is a part of what was given and of what came`() throws {
    func swap(_ cash: ExactDecimal, _ set: (inout EventTerms) -> Void) throws -> [Transaction] {
      var terms = EventTerms()
      (terms.kind, terms.coinId, terms.amount) = (.swap, "old", 2)
      (terms.other, terms.date) = (.init(coinId: "new", amount: 1), UTCDay(number: 20_000).start)
      terms.cash = SwapCash(amount: cash, currency: "USD")
      set(&terms)
      return try terms.record(.unpriced).transactions
    }
    // Gave 750, got coins worth 600 and cash of 150; gave 600 and cash of 150, got coins worth 750.
    var rows = try swap(150) { $0.total = 750 }
    #expect(rows.map(\.exactTotal) == [750, 600] && rows[0].exactCash == 150)
    rows = try swap(-150) { $0.total = 600 }
    #expect(rows.map(\.exactTotal) == [600, 750] && rows[0].exactCash == -150)
    // With two values, the received one sets the proceeds and the given one the cost.
    rows = try swap(150) { ($0.total, $0.worth) = (750, 620) }
    #expect(rows.map(\.exactTotal) == [770, 600])
    let terms = EventTerms(of: rows, isMoney: Evidence.unpriced.isMoney)
    #expect(terms.total == 750 && terms.worth == 620 && terms.cash == rows[0].cash)
    var said = EventTerms()
    said.cash = SwapCash(amount: 0, currency: "USD")
    #expect(try said.applied(to: rows, .unpriced).map(\.exactTotal) == [620, 750])
    // A total stated for the received coins applies to them.
    said = EventTerms()
    said.total = 610
    #expect(
      try said.directed(at: rows[1], of: rows).applied(to: rows, .unpriced).map(\.exactTotal)
        == [770, 610])
    #expect(throws: EventError.cashIsAll) { try swap(750) { $0.total = 750 } }
    #expect(throws: EventError.cashInOtherMoney(total: "EUR")) {
      try swap(15) { ($0.total, $0.currency, $0.rate) = (750, "EUR", 2) }
    }
    #expect(throws: EventError.hasNo("cash", .sell)) {
      try record(.sell, "bitcoin", 1, 4) {
        ($0.total, $0.cash) = (700, SwapCash(amount: 1, currency: "USD"))
      }
    }
  }

  @Test func `without a total, the better-ranked coin and the cash are the worth of the other`()
    throws
  {
    let day = try #require(
      try record(.swap, "bitcoin", 1, 4) {
        $0.other = .init(coinId: "solana", amount: 1)
      }.first)
    let euro = try #require(Evidence.invented.rate(of: "EUR", on: UTCDay(day.date))?.rate)
    for isGiven in [true, false] {
      let rows = try record(.swap, isGiven ? "bitcoin" : "solana", 1, 4) {
        $0.other = .init(coinId: isGiven ? "solana" : "bitcoin", amount: 1)
        $0.cash = SwapCash(amount: 10, currency: "EUR")
      }
      let valued = rows[isGiven ? 0 : 1].exactTotal
      #expect(valued == day.exactTotal)
      #expect(rows[0].exactTotal - rows[1].exactTotal == Cost(10 * euro))
      #expect(rows[0].isEstimated && rows[1].isEstimated)
      let terms = EventTerms(of: rows, isMoney: Evidence.invented.isMoney)
      #expect(terms.total == nil && terms.cash?.amount == 10 && terms.cash?.currency == "EUR")
    }
  }

  @Test func `a second worth needs the first, and a kind that has two`() throws {
    #expect(throws: EventError.missing("--total with --worth", .swap)) {
      try record(.swap, "bitcoin", 1, 4) {
        ($0.other, $0.worth) = (.init(coinId: "ethereum", amount: 1), 720)
      }
    }
    #expect(throws: EventError.missing("--total with --worth", .gift)) {
      try record(.gift, "bitcoin", 1, 4) { $0.worth = 720 }
    }
    #expect(throws: EventError.hasNo("worth", .buy)) {
      try record(.buy, "bitcoin", 1, 4) { ($0.total, $0.worth) = (700, 720) }
    }
    #expect(throws: EventError.notPositive("Worth")) {
      try record(.gift, "bitcoin", 1, 4) { ($0.total, $0.worth) = (700, 0) }
    }
  }

  @Test func `a gift keeps what it was worth next to what the giver had paid`() throws {
    let rows = try record(.gift, "bitcoin", 3, 4) {
      ($0.total, $0.currency, $0.rate, $0.worth) = (500, "EUR", 2, 400)
    }
    #expect(
      rows[0].exactTotal == 1_000 && rows[0].exactGiftWorth?.figure.rounded(places: 9) == 800)
    let terms = EventTerms(of: rows, isMoney: Evidence.invented.isMoney)
    #expect(terms.total == 500 && terms.worth == 400)
    let plain = try record(.gift, "bitcoin", 3, 4) { $0.total = 500 }
    #expect(plain[0].exactGiftWorth == nil)
  }

  @Test func `a swaps stated worth may not contradict the day's price`() throws {
    #expect(throws: EventError.self) {
      try record(.swap, "bitcoin", 1, 4) {
        ($0.other, $0.total) = (.init(coinId: "ethereum", amount: 16), 5)
      }
    }
  }

  @Test func `a payment is a sale at its worth`() throws {
    let rows = try start() + record(.spend, "bitcoin", Quantity(1) / 2, 5) { $0.total = 20_000 }
    let row = try #require(computeGains(rows, costBasis: .fifo).rows.first)
    #expect(row.proceeds == 20_000 && row.cost == 5_000)
  }

  @Test func `a transfer moves coins and sells its fee`() throws {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount) = (.transfer, "bitcoin", 1)
    (terms.account, terms.toAccount) = ("Coinbase", "Ledger")
    terms.date = UTCDay(number: 20_009).start
    terms.fee = TransactionFee(amount: ExactDecimal(1) / 1000)
    let event = try terms.record(.invented)
    #expect(event.moves.map(\.amount) == [-1, 1])
    #expect(event.moves[0].transfer == event.moves[1].id)
    #expect(event.moves[1].transfer == event.moves[0].id)
    let fee = try #require(event.transactions.first)
    #expect(fee.kind == .fee && fee.label == .transfer && fee.account == "Coinbase")
    #expect(fee.valuation?.kind == .dailyPrice)
    terms.toAccount = "coinbase"
    #expect(throws: EventError.sameAccount("Coinbase")) { try terms.record(.invented) }
  }

  @Test(arguments: CostBasis.allCases)
  func `a transfer's fee of unknown worth leaves its cost`(method: CostBasis) throws {
    var fee = try record(.fee, "unpriced", 1, 4)[0]
    #expect(fee.valuation?.kind == .unknown && fee.pricePerCoin == 0)
    let bought =
      try record(.buy, "unpriced", 2, 1) { $0.price = 10 }
      + record(.buy, "unpriced", 2, 2) { $0.price = 20 }
    let rows = bought + [fee]
    #expect(holding(rows, "unpriced", method)?.totalAmount == 3)
    #expect(holding(rows, "unpriced", method)?.totalCost == 60)
    #expect(computeGains(rows, costBasis: method).rows.isEmpty)
    // A fee of the whole balance has no coins left to carry its cost, so it is a loss.
    fee.amount = 4
    #expect(computeGains(bought + [fee], costBasis: method).totals.gain == -60)
  }

  // MARK: - Migrations

  private func migrated(_ day: Int, _ amount: Quantity, to new: Quantity) throws
    -> [Transaction]
  {
    try record(.migrate, "bitcoin", amount, day) { $0.other = .init(coinId: "new", amount: new) }
  }

  @Test(arguments: CostBasis.allCases)
  func `a migration carries cost and dates`(method: CostBasis) throws {
    let rows =
      try start() + record(.sell, "bitcoin", 1, 2) { $0.price = 50_000 }
      + migrated(3, 1, to: 100)
      + record(.sell, "new", 50, 40) { $0.price = 1_000 }
    let all = Positions(transactions: rows, currentPrices: [:], costBasis: method)
    // 80,000 minus the cost of both purchases and of the coins held, whichever lots went first.
    let held: [CostBasis: ExactDecimal] = [.fifo: 15_000, .lifo: 5_000, .hifo: 5_000]
    #expect(all.holdings.map(\.totalCost) == [held[method] ?? 10_000])
    #expect(all.summary.realizedPnL == 60_000 + (held[method] ?? 10_000))
    let sold = computeGains(rows, costBasis: method).rows.filter { $0.coinId == "new" }
    if [.fifo, .lifo, .hifo].contains(method) {
      let day = method == .fifo ? 20_001 : 20_000
      #expect(sold.map(\.acquired) == [UTCDay(number: day).start])
    }
    #expect(sold.compactMap(\.cost) == [held[method] ?? 10_000])
  }

  @Test func `nothing is realized and the old coin is gone`() throws {
    let rows = try start() + migrated(3, 2, to: 2)
    let all = Positions(transactions: rows, currentPrices: [:])
    #expect(all.closedPositions.isEmpty && all.holdings.map(\.id) == ["new"])
    #expect(all.summary.realizedPnL == 0 && all.summary.totalClosedCost == 0)
    #expect(throws: EventError.hasNo("price", .migrate)) {
      try record(.migrate, "bitcoin", 1, 3) {
        ($0.other, $0.price) = (.init(coinId: "new", amount: 1), 5)
      }
    }
  }

  @Test(arguments: CostBasis.allCases) func `cost is conserved over any migrations`(
    method: CostBasis
  )
    throws
  {
    for seed in 1...60 {
      var random = SmallRandom(seed: UInt64(seed))
      var rows: [Transaction] = []
      var held: [String: Quantity] = [:]
      let coins = ["bitcoin", "ethereum", "new"]
      var (paid, received) = (Cost.zero, Cost.zero)
      for day in 0..<40 {
        let index = random.below(3)
        let (coin, other) = (coins[index], coins[(index + 1 + random.below(2)) % 3])
        let have = held[coin] ?? 0
        switch have > 0 ? random.below(3) : 0 {
        case 0:
          let (amount, price) = (
            Quantity(1 + random.below(9)), ExactDecimal(1 + random.below(99))
          )
          rows += try record(.buy, coin, amount, day) { $0.price = price }
          held[coin] = have + amount
          paid += amount * Price(price)
        case 1:
          let amount = random.below(3) == 0 ? have : have / 2
          rows += try record(.sell, coin, amount, day) { $0.price = 50 }
          held[coin] = have - amount
          received += amount * Price(50)
        default:
          let amount = random.below(2) == 0 ? have : have / 4
          let new = (amount * ExactDecimal(3) / 7).rounded(places: 12)
          rows += try record(.migrate, coin, amount, day) {
            $0.other = .init(coinId: other, amount: new)
          }
          held[coin] = have - amount
          held[other, default: 0] += new
        }
      }
      let all = Positions(transactions: rows, currentPrices: [:], costBasis: method)
      let cost = all.holdings.reduce(Cost.zero) { $0 + $1.exact.cost }
      let forgotten = walkLedger(rows, methods: []).closed.reduce(Cost.zero) { $0 + $1.forgotten }
      let dust = method == .hmrc ? 0 : forgotten
      #expect(all.summary.exact.realizedPnL == received - paid + cost + dust, "seed \(seed)")
      let gains = computeGains(rows, costBasis: method).totals.gain
      #expect(gains == received - paid + cost, "seed \(seed)")
    }
  }
}

extension KindsTests {
  /// In euros the carried cost is in euros, each purchase at the rate of its day.
  @Test(arguments: CostBasis.allCases) func `cost is conserved in euros`(method: CostBasis) throws {
    let rows =
      try record(.buy, "bitcoin", 1, 0) { $0.price = 10_000 }
      + record(.buy, "bitcoin", 1, 40) { $0.price = 30_000 }
      + record(.migrate, "bitcoin", 1, 50) { $0.other = .init(coinId: "new", amount: 7) }
      + record(.sell, "new", 3, 60) { $0.price = 9_000 }
      + record(.migrate, "new", 4, 70) { $0.other = .init(coinId: "third", amount: 1) }
    let rates = EuroRates()
    let ledger = counted(rows, in: "EUR", rates: rates)
    let all = Positions(ledger, currentPrices: [:], costBasis: method)
    let cost = all.holdings.reduce(Cost.zero) { $0 + $1.exact.cost }
    let paid = ledger.transactions.prefix(2).reduce(Cost.zero) { $0 + $1.exactTotal }
    let received = ledger.transactions.filter { $0.kind == .sell }
      .reduce(Cost.zero) { $0 + $1.exactTotal }
    #expect(all.summary.exact.realizedPnL == received - paid + cost)
    #expect(
      computeGains(ledger.transactions, costBasis: method).totals.gain == received - paid + cost)
  }
}

/// The dollar's rate in euros differs every day.
private struct EuroRates: ExchangeRates {
  func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
    guard from == "USD", to == "EUR" else { return nil }
    return ExchangeRate(
      numerator: 100, denominator: ExactDecimal(101 + day.number % 37), day: day, source: "ECB")
  }

  func newestRate(from: String, to: String) -> ExchangeRate? {
    rate(from: from, to: to, on: UTCDay(number: 20_100))
  }
}

/// A small deterministic generator.
struct SmallRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
