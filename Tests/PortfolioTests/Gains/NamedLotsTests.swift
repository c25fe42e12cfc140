import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// Lots that sales name (26 CFR 1.1012-1(j): units identified no later than the sale).
struct NamedLotsTests {
  private static let lotMethods: [CostBasis] = [.fifo, .lifo, .hifo]

  private static func buy(
    _ amount: Quantity, _ price: Price, _ day: String, at account: String? = nil
  ) -> Transaction {
    Transaction(
      coinId: "bitcoin", type: .buy, amount: amount, pricePerCoin: price, date: utc(day),
      account: account)
  }

  private static func sale(
    _ amount: Quantity, _ day: String, of lots: [Transaction], at account: String? = nil,
    kind: TransactionKind = .sell
  ) -> Transaction {
    Transaction(
      coinId: "bitcoin", type: .sell, amount: amount, pricePerCoin: 50, date: utc(day),
      account: account, kind: kind, lots: lots.map(\.id))
  }

  private static let purchases = [
    buy(1, 10, "2023-01-01"), buy(1, 40, "2023-02-01"), buy(1, 20, "2023-03-01"),
    buy(1, 30, "2023-04-01"),
  ]

  @Test(arguments: lotMethods)
  func `the lots named go first in their order, and the cost basis decides on the rest`(
    method: CostBasis
  ) {
    let lots = [Self.purchases[2], Self.purchases[3]]
    let rows = computeGains(
      Self.purchases + [Self.sale(exact("2.5"), "2024-01-01", of: lots)], costBasis: method
    ).rows
    let rest: ExactDecimal = method == .fifo ? 5 : 20
    #expect(rows.map(\.cost) == [20, 30, rest])
    #expect(rows.prefix(2).map(\.acquired) == lots.map(\.date))
  }

  @Test(arguments: lotMethods)
  func `a part of a lot leaves the rest of it to the cost basis`(method: CostBasis) {
    let trades =
      Self.purchases + [
        Self.sale(exact("0.25"), "2024-01-01", of: [Self.purchases[2]]),
        Self.sale(exact("0.25"), "2024-01-02", of: [Self.purchases[2]]),
        Self.sale(exact("3.5"), "2024-01-03", of: []),
      ]
    let rows = computeGains(trades, costBasis: method).rows
    #expect(rows.prefix(2).map(\.cost) == [5, 5])
    #expect(rows.dropFirst(2).reduce(Cost.zero) { $0 + ($1.exactCost ?? 0) } == 90)
    var position = CoinPosition(coinId: "bitcoin")
    for trade in trades.dropLast() { _ = position.applyUnchecked(trade) }
    #expect(position.remainingCost(method) == 90)
    #expect(position.lots(method).map(\.amount) == [1, 1, exact("0.5"), 1])
  }

  @Test(arguments: [CostBasis.average, .buyAverage, .hmrc])
  func `pools know no lots`(method: CostBasis) {
    func gains(_ lots: [Transaction]) -> [ExactDecimal?] {
      computeGains(
        Self.purchases + [Self.sale(1, "2024-01-01", of: lots)], costBasis: method
      ).rows.map(\.gain)
    }
    #expect(gains([Self.purchases[1]]) == gains([]))
  }

  @Test(arguments: lotMethods)
  func `a lot that is used up, of later or of another coin is passed over`(method: CostBasis) {
    let later = Self.buy(1, 99, "2025-01-01")
    let named = Self.sale(1, "2024-01-02", of: [Self.purchases[1], later])
    let trades = Self.purchases + [Self.sale(1, "2024-01-01", of: [Self.purchases[1]]), later]
    let plain = Self.sale(1, "2024-01-02", of: [])
    let costs = [named, plain].map { sale in
      computeGains(trades + [sale], costBasis: method).rows.map(\.cost)
    }
    #expect(costs[0] == costs[1])
  }

  @Test(arguments: lotMethods)
  func `what is given away takes the lots along that it names`(method: CostBasis) {
    let trades =
      Self.purchases
      + [Self.sale(1, "2024-01-01", of: [Self.purchases[1]], kind: .give)]
    var coin = LotsOfCoin(coinId: "bitcoin", costBasis: method, carrying: .none)
    for trade in trades { coin.apply(trade) }
    #expect(coin.finished().map(\.id) == [0, 2, 3].map { Self.purchases[$0].id })
  }

  /// A lot keeps its name through transfers, and a lot of another account is not used.
  @Test(arguments: lotMethods)
  func `with lots per account the account has the lot or not`(method: CostBasis) {
    let purchases = [
      Self.buy(1, 10, "2023-01-01", at: "Kraken"), Self.buy(1, 40, "2023-02-01", at: "Kraken"),
      Self.buy(1, 20, "2023-03-01", at: "Ledger"), Self.buy(1, 30, "2023-04-01", at: "Ledger"),
    ]
    let (left, arrived) = (UUID(), UUID())
    let moves = [
      Move(
        id: left, account: "Kraken", coinId: "bitcoin", amount: -2, date: utc("2023-06-01"),
        transfer: arrived),
      Move(
        id: arrived, account: "Ledger", coinId: "bitcoin", amount: 2, date: utc("2023-06-01"),
        transfer: left),
    ]
    let trades =
      purchases + [
        Self.buy(1, 70, "2023-07-01", at: "Kraken"),
        Self.sale(1, "2024-01-01", of: [purchases[1]], at: "Ledger"),
        Self.sale(1, "2024-01-02", of: [purchases[0]], at: "Kraken"),
      ]
    let rows = computeGains(
      trades, costBasis: method,
      carrying: CarriedLots(
        trades, methods: [method],
        accounts: AccountMoves(moves, rules: LotsPerAccount(), until: utc("2025-01-01")))
    ).rows
    #expect(rows.map(\.cost) == [40, 70])
    #expect(rows.map(\.acquired) == [purchases[1].date, utc("2023-07-01")])
  }

  @Test func `lots keep their names through a migration`() {
    let link = UUID()
    func migration(_ coin: String, _ type: TransactionType) -> Transaction {
      Transaction(
        coinId: coin, type: type, amount: 2, pricePerCoin: 0, date: utc("2023-06-01"),
        kind: .migrate, link: link)
    }
    let old = [Self.buy(1, 10, "2023-01-01"), Self.buy(1, 40, "2023-02-01")]
    let trades =
      old + [
        migration("bitcoin", .sell), migration("newcoin", .buy),
        Transaction(
          coinId: "newcoin", type: .sell, amount: 1, pricePerCoin: 50, date: utc("2024-01-01"),
          lots: [old[1].id]),
      ]
    #expect(computeGains(trades, costBasis: .fifo).rows.map(\.cost) == [40])
  }
}
