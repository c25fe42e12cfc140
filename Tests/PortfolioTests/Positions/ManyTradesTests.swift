import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// The rules of `docs/accounting.md` with ledgers of thousands of trades: 18 decimals, partial
/// sales, full closes, dust and re-entries.
struct ManyTradesTests {
  @Test(arguments: [CostBasis.fifo, .lifo, .hifo], [101, 102] as [UInt64])
  func `without dust the proof is exact to the last digit where no method divides`(
    _ method: CostBasis, seed: UInt64
  ) {
    let book = TradeBook(seed: seed, count: 3_000, withDust: false)
    let summary = Positions(
      transactions: book.trades, currentPrices: book.prices, costBasis: method
    ).summary
    #expect(summary.totalPnL == book.value - book.invested, "seed \(seed)")
  }

  @Test(arguments: [111, 112] as [UInt64])
  func `with dust the proof misses what was forgotten, and no more`(seed: UInt64) throws {
    let book = TradeBook(seed: seed, count: 3_000, withDust: true)
    var summaries: [CostBasis: PortfolioSummary] = [:]
    let verification = try proveLedger(book.trades) { method in
      let positions = Positions(
        transactions: book.trades, currentPrices: book.prices, costBasis: method)
      summaries[method] = positions.summary
      return positions
    }
    try #require(book.forgotten != 0, "seed \(seed)")
    #expect(abs(verification.forgotten - book.forgotten) < lastDigits, "seed \(seed)")
    for method in CostBasis.stored {
      let total = try #require(summaries[method]?.totalPnL, "\(method), seed \(seed)")
      let missed = total - (book.value - book.invested)
      #expect(abs(missed - book.forgotten) < lastDigits, "\(method), seed \(seed): \(missed)")
    }
  }

  @Test(arguments: [121, 122, 123] as [UInt64])
  func `every method agrees when all is sold`(seed: UInt64) throws {
    var book = TradeBook(seed: seed, count: 1_000, withDust: false)
    book.sellAll()
    let results = CostBasis.stored.map {
      Positions(transactions: book.trades, currentPrices: [:], costBasis: $0)
    }
    for result in results {
      #expect(result.holdings.isEmpty, "seed \(seed)")
      #expect(result == results[0], "seed \(seed)")
      #expect(result.summary.realizedPnL == -book.invested, "seed \(seed)")
    }
  }

  @Test(arguments: [131, 132] as [UInt64])
  func `rows of different coins may come in any order`(seed: UInt64) {
    let book = TradeBook(seed: seed, count: 1_500, withDust: true)
    var generator = SeededGenerator(seed: seed)
    let coins = Dictionary(grouping: book.trades, by: \.coinId).values.map { $0 }
    let dealt = coins.shuffled(using: &generator).flatMap { $0 }
    for method in CostBasis.allCases {
      #expect(
        Positions(transactions: dealt, currentPrices: book.prices, costBasis: method)
          == Positions(transactions: book.trades, currentPrices: book.prices, costBasis: method),
        "seed \(seed), \(method)")
    }
  }

  @Test
  func `thousands of parcels are the same whether they were stored on the way or not`() throws {
    var generator = SeededGenerator(seed: 151)
    var whole = CoinPosition(coinId: "bitcoin")
    var stored = whole
    for index in 0..<9_000 {
      let held = whole.open?.exact.balance ?? 0
      let amount = Quantity(Int.random(in: 1...900, using: &generator))
      // Mostly purchases at first, then mostly sales.
      let sells = Int.random(in: 0..<10, using: &generator) < (index < 5_000 ? 3 : 7)
      let trade = Transaction(
        coinId: "bitcoin", type: sells && held > amount ? .sell : .buy, amount: amount,
        pricePerCoin: Price(Int.random(in: 1...9_000, using: &generator)),
        date: Date(millisecondsSince1970: 1_600_000_000_000 + index * 1000))
      try whole.apply(trade)
      try stored.apply(trade)
      if index % 1_500 == 700 {
        stored = try CoinPosition(summary: stored.summary, pieces: stored.pieces)
      }
    }
    #expect(stored == whole)
    for method in [CostBasis.fifo, .lifo, .hifo] {
      #expect(stored.lots(method) == whole.lots(method), "\(method)")
    }
  }

  @Test(arguments: 141...144)
  func `the highest coins leave first, as if they were looked for`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var parcels: [(amount: Quantity, price: Price)] = []
    var trades: [Transaction] = []
    for index in 0..<400 {
      let held = parcels.reduce(Quantity.zero) { $0 + $1.amount }
      let isSale = held > 2 && Int.random(in: 0..<5, using: &generator) < 2
      var amount = Quantity(Int.random(in: 1...9, using: &generator))
      if isSale { amount = min(amount, held - 1) }
      let price = Price(Int.random(in: 1...12, using: &generator))
      trades.append(
        Transaction(
          coinId: "bitcoin", type: isSale ? .sell : .buy, amount: amount, pricePerCoin: price,
          date: Date(millisecondsSince1970: index)))
      guard isSale else {
        parcels.append((amount, price))
        continue
      }
      while amount > 0 {
        let dearest = try #require(parcels.map(\.price).max())
        let index = try #require(parcels.firstIndex { $0.price == dearest })
        let taken = min(amount, parcels[index].amount)
        amount -= taken
        parcels[index].amount -= taken
        if parcels[index].amount == 0 { parcels.remove(at: index) }
      }
    }
    let coin = Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin")
    let lots = CoinExplanation(of: coin, history: trades, costBasis: .hifo).lots
    #expect(lots.map(\.exactAmount) == parcels.map(\.amount), "seed \(seed)")
    #expect(lots.map(\.pricePerCoin) == parcels.map(\.price), "seed \(seed)")
  }
}

/// Far below the value of a coin's 18th decimal, far above the 38th digit of a sum.
private let lastDigits = exact("1e-20")

/// A valid ledger and its results, computed without any of the program's books.
private struct TradeBook {
  private(set) var trades: [Transaction] = []
  /// Paid for buys minus received from sales.
  private(set) var invested: ExactDecimal = 0
  /// Residues of closed cycles at their average sale price.
  private(set) var forgotten: ExactDecimal = 0
  private var coins: [String: Standing] = [:]

  private struct Standing {
    var balance: Quantity = 0
    var sold: Quantity = 0
    var received: Cost = 0
  }

  let prices = ["a": "0.00000823", "b": "1.5", "c": "1234.5678", "d": "61234.56"].reduce(
    into: [String: Coin]()
  ) { $0[$1.key] = Coin(id: $1.key, symbol: "", name: "", currentPrice: exact($1.value)) }

  init(seed: UInt64, count: Int, withDust: Bool) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<count {
      let coin = ["a", "b", "c", "d"][Int.random(in: 0..<4, using: &generator)]
      let price = Price(Int.random(in: 1...999_999_999, using: &generator)) * exact("1e-4")
      let held = coins[coin]?.balance ?? 0
      if held > 0, Bool.random(using: &generator) {
        add(.sell, coin, soldPart(of: held, withDust: withDust, using: &generator), price)
      } else {
        let isGift = Int.random(in: 0..<8, using: &generator) == 0
        add(isGift ? .gift : .buy, coin, someCoins(using: &generator), isGift ? 0 : price)
      }
    }
  }

  var value: ExactDecimal {
    coins.reduce(0) { $0 + $1.value.balance.number * (prices[$1.key]?.currentPrice ?? 0) }
  }

  mutating func sellAll() {
    for (coin, standing) in coins where standing.balance > 0 {
      add(.sell, coin, standing.balance, 7)
    }
  }

  private mutating func add(
    _ type: TransactionType, _ coin: String, _ amount: Quantity, _ price: Price
  ) {
    trades.append(
      Transaction(
        coinId: coin, type: type, amount: amount, pricePerCoin: price,
        date: Date(millisecondsSince1970: trades.count / 3 * 60_000)))
    var standing = coins[coin] ?? Standing()
    if type == .sell {
      invested -= (amount * price).number
      standing.balance -= amount
      standing.sold += amount
      standing.received += amount * price
      if standing.balance.magnitude < exact("0.00000001") {
        forgotten += standing.balance.number * standing.received.number / standing.sold.number
        standing = Standing()
      }
    } else {
      invested += (amount * price).number
      standing.balance += amount
    }
    coins[coin] = standing
  }

  private func someCoins(using generator: inout SeededGenerator) -> Quantity {
    let places = [0, 2, 8, 18][Int.random(in: 0..<4, using: &generator)]
    return Quantity(Int.random(in: 1...999_999, using: &generator), exponent: -places)
      + Quantity(Int.random(in: 0...3, using: &generator))
  }

  private func soldPart(
    of held: Quantity, withDust: Bool, using generator: inout SeededGenerator
  ) -> Quantity {
    let dust: Quantity = withDust ? exact("0.000000009") : 0
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: return held
    case 1: return held > dust * 2 ? held - dust : held
    case 2: return held + dust
    default:
      let share = ExactDecimal(Int.random(in: 1...99, using: &generator)) * exact("0.01")
      let part = (held * share).rounded(places: 18)
      // The remainder must be worth its own row, or be deliberate dust.
      return held - part >= exact("0.00000001") && part > 0 ? part : held
    }
  }
}
