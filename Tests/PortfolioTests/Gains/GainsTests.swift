import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// Half a euro per dollar on even days, no rate on odd ones.
private struct EvenDays: ExchangeRates {
  func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
    day.number % 2 == 0
      ? ExchangeRate(numerator: 1, denominator: 3, day: day, source: "test") : nil
  }

  func newestRate(from: String, to: String) -> ExchangeRate? {
    ExchangeRate(numerator: 1, denominator: 2, day: UTCDay(number: 0), source: "test")
  }
}

/// Gains list each sold lot with its cost, proceeds, holding period and term.
///
/// - Averages have no acquisition date and no term.
/// - Rewards are income at their value on receipt; their fee is part of the cost.
/// - Amounts paid in the ledger's currency count as they are; others use the rate of their day.
/// - A missing rate makes only the figures that need it unknown.
/// - Gains read coin by coin equal those of the whole ledger.
struct GainsTests {
  private func trade(
    _ type: TransactionType, _ amount: String, _ price: String, _ day: Int,
    payment: MoneyAmount? = nil, kind: TransactionKind? = nil
  ) -> Transaction {
    Transaction(
      coinId: "coin", type: type, amount: exact(amount), pricePerCoin: exact(price),
      date: UTCDay(number: day).start, kind: kind, payment: payment)
  }

  @Test func `a sale of two lots is two rows short and long`() throws {
    let trades = [
      trade(.buy, "1", "10", 0), trade(.buy, "1", "30", 300), trade(.sell, "1.5", "40", 366),
    ]
    let rows = computeGains(trades, costBasis: .fifo).rows
    #expect(rows.map(\.daysHeld) == [366, 66])
    #expect(rows.map(\.term) == [.long, .short])
    #expect(rows.map(\.gain) == [30, 5])
    #expect(rows.map(\.proceeds) == [40, 20])
  }

  @Test func `averages have no date and no term`() throws {
    let trades = [trade(.buy, "1", "10", 0), trade(.sell, "1", "40", 400)]
    let row = try #require(computeGains(trades, costBasis: .average).rows.first)
    #expect(row.acquired == nil)
    #expect(row.term == nil)
    #expect(row.gain == 30)
  }

  @Test func `a reward is income at its value on receipt`() throws {
    let trades = [trade(.buy, "2", "7", 5, kind: .reward), trade(.buy, "1", "1", 6)]
    let income = computeGains(trades).income
    #expect(income.map(\.value) == [14])
  }

  @Test func `a reward is income without the fee, which is part of its cost`() throws {
    var reward = trade(.buy, "2", "7", 5, kind: .reward)
    reward.fee = TransactionFee(amount: 3, currency: "USD")
    let gains = computeGains([reward, trade(.sell, "2", "10", 6)])
    #expect(gains.income.map(\.value) == [14])
    #expect(gains.totals.cost?.figure == 17)
  }

  @Test func `what was paid in the currency counts as it is and dollars at their day`() throws {
    let euros = MoneyAmount(amount: 50, currency: "EUR")
    let ledger = counted(
      [trade(.buy, "1", "90", 2, payment: euros), trade(.sell, "1", "300", 4)], in: "EUR",
      rates: EvenDays())
    #expect(ledger.transactions.map(\.total) == [50, 100])
    #expect(computeGains(ledger.transactions).totals.gain?.figure == 50)
  }

  @Test func `a missing rate makes unknown what needs it and nothing else`() throws {
    let ledger = counted(
      [trade(.buy, "1", "90", 1), trade(.buy, "1", "60", 2)], in: "EUR", rates: EvenDays())
    let coin = Coin(id: "coin", symbol: "c", name: "Coin", currentPrice: 100)
    let positions = Positions(ledger, currentPrices: ["coin": coin])
    #expect(ledger.daysWithoutRate == [UTCDay(number: 1)])
    #expect(positions.summary.totalValue == 100)
    #expect(positions.summary.unrealizedPnL == nil)
    #expect(positions.summary.totalPnL == nil)
    #expect(positions.summary.knownRealizedPnL == 0)
  }

  @Test func `a cross rate is not rounded`() throws {
    let ledger = counted([trade(.buy, "3", "1", 2)], in: "EUR", rates: EvenDays())
    #expect(ledger.transactions[0].total == 1)
  }

  @Test(arguments: CostBasis.allCases)
  func `coin by coin the gains are those of the whole ledger`(_ costBasis: CostBasis) {
    var trades: [Transaction] = []
    for number in 0..<400 {
      let coin = ["coin", "other"][number % 2]
      // Every seventh transaction of a coin sells all of it; several share a day.
      let cycle = number / 2 % 7
      trades.append(
        Transaction(
          coinId: coin, type: [5, 6].contains(cycle) ? .sell : .buy,
          amount: cycle == 5 ? 2 : cycle == 6 ? 3 : 1,
          pricePerCoin: Price(number * 37 % 101 + 1),
          date: UTCDay(number: number / 5).start, kind: number % 9 == 0 ? .reward : nil))
    }
    let whole = computeGains(trades, costBasis: costBasis)
    // Read the coins in the other order: rows are still in ledger order.
    var reading = GainsReading(calendar: .utc)
    for id in ["other", "coin"] {
      var walk = GainsWalk(of: id, costBasis: costBasis, calendar: .utc, carrying: .none)
      for (index, transaction) in trades.enumerated() where transaction.coinId == id {
        walk.apply(transaction, order: index)
      }
      for year in walk.finish().values { reading.add(PackedYear(bytes: year.bytes), of: id) }
    }
    #expect(reading.finished() == whole)
    let sales = trades.filter { $0.type == .sell }.map(\.id)
    var sold: [UUID] = []
    for row in whole.rows where row.saleID != sold.last { sold.append(row.saleID) }
    #expect(sold == sales)
    #expect(whole.rows.count > 100)
    #expect(trades.compactMap { IncomeRow(of: $0, .utc) } == whole.income)
  }

  @Test func `a sale of very many lots keeps each of them`() {
    let price: Price = exact("1234567890.123456789012345678")
    let buys = (0..<3000).map { number in
      Transaction(
        coinId: "coin", type: .buy,
        amount: exact("0.000000000000000001") + Quantity(number + 1),
        pricePerCoin: price, date: UTCDay(number: number).start)
    }
    let amount = buys.reduce(Quantity.zero) { $0 + $1.amount }
    let sale = Transaction(
      coinId: "coin", type: .sell, amount: amount, pricePerCoin: 2,
      date: UTCDay(number: 9000).start, account: "Kraken", kind: .spend)
    let rows = computeGains(buys + [sale], costBasis: .fifo).rows
    #expect(rows.map(\.exactAmount) == buys.map(\.amount))
    #expect(rows.map(\.exactCost) == buys.map(\.exactTotal))
    #expect(rows.map(\.acquired) == buys.map(\.date))
    #expect(rows.map(\.daysHeld) == (0..<3000).map { 9000 - $0 })
    #expect(rows.allSatisfy { $0.saleID == sale.id && $0.account == "Kraken" && $0.kind == .spend })
    #expect(rows.sale(at: 0) == 0..<3000)
  }
}
