import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

struct ValuationTests {
  @Test func `money of another state counts at the rate of its day`() throws {
    let plan = plan(
      facts: [trade(1, "2024-01-02", get: quantity("2", "BTC"), give: quantity("100", "EUR"))],
      policy(["EUR 2024-01-02": "1.08"]))
    let row = try #require(plan.additions.first)
    #expect(row.payment == MoneyAmount(amount: 100, currency: "EUR"))
    #expect(row.pricePerCoin == 54)
    #expect(row.valuation?.kind == .rate)
    #expect(row.valuation?.rate == decimal("1.08"))
    #expect(row.valuation?.source == "ECB")
    #expect(row.category == .trade)
  }

  @Test func `without a rate the row is refused and says so`() {
    let plan = plan(
      facts: [trade(1, "2024-01-02", get: quantity("2", "BTC"), give: quantity("100", "EUR"))])
    #expect(plan.additions.isEmpty)
    #expect(plan.refusedSummary == ["1: noDollarValue(against: \"EUR\")"])
    #expect(plan.refusalGroups.map(\.cure) == ["add --rate EUR=… or --rates FILE"])
  }

  @Test func `a fee that is in what was paid stands beside it and changes no cost`() throws {
    func row(_ got: String, _ gave: String, _ unit: String) throws -> Transaction {
      let sides = [got, gave].map { text in
        quantity(String(text.prefix { $0 != " " }), String(text.drop { $0 != " " }.dropFirst()))
      }
      let reading = trade(1, "2024-01-02", get: sides[0], give: sides[1]) {
        $0.feesIncluded = [quantity("1", unit)]
      }
      return try #require(plan(facts: [reading], policy(["EUR 2024-01-02": "1.08"])).additions.last)
    }
    let bought = try row("2 BTC", "100 EUR", "EUR")
    #expect(bought.payment == MoneyAmount(amount: 99, currency: "EUR"))
    #expect(bought.fee == TransactionFee(amount: 1))
    #expect(bought.pricePerCoin == 54)
    let gift = Transaction(
      id: UUID(), coinId: "bitcoin", type: .gift, amount: 9, pricePerCoin: 0,
      date: instant("2024-01-01"))
    let sale = trade(1, "2024-01-02", get: quantity("100", "USD"), give: quantity("2", "BTC")) {
      $0.feesIncluded = [quantity("1", "USD")]
    }
    let sold = try #require(
      plan(facts: [sale], into: ImportLedger(transactions: [gift])).additions.last)
    #expect(sold.payment == MoneyAmount(amount: 101, currency: "USD"))
    #expect(sold.fee == TransactionFee(amount: 1))
    #expect(sold.pricePerCoin == 50)
    // Of a coin, or more than was paid, it is no part of the money.
    #expect(try row("2 BTC", "100 EUR", "BTC").fee == nil)
    #expect(try row("2 BTC", "0.5 EUR", "EUR").fee == nil)
  }

  @Test func `the file's own dollars come before a rate`() throws {
    let reading = trade(
      1, "2024-01-02", get: quantity("2", "BTC"), give: quantity("100", "EUR")
    ) { $0.dollars = 110 }
    let row = try #require(
      plan(facts: [reading], policy(["EUR 2024-01-02": "1.08"])).additions.first)
    #expect(row.valuation?.kind == .file)
    #expect(row.pricePerCoin == 55)
  }

  @Test func `dollars at one rate for months are no evidence`() throws {
    let days = ["2024-01-02", "2024-02-02", "2024-03-02"]
    let rates = ["1.01", "1.02", "1.03"]
    let readings = days.enumerated().map { index, day in
      trade(index + 1, day, get: quantity("1", "BTC"), give: quantity("100", "EUR")) {
        $0.dollars = decimal("118.167")
      }
    }
    let values = Dictionary(uniqueKeysWithValues: zip(days.map { "EUR \($0)" }, rates))
    let plan = plan(facts: readings, policy(values))
    #expect(plan.notices.contains(.constantRate(file: "")))
    #expect(plan.additions.map(\.pricePerCoin) == [101, 102, 103])
    #expect(plan.additions.allSatisfy { $0.valuation?.kind == .rate })
  }

  @Test func `the piece of a few days is no better than the whole export`() throws {
    let days = ["2024-01-02", "2024-02-02", "2024-03-02", "2024-03-03"]
    let values = Dictionary(
      uniqueKeysWithValues: zip(days.map { "EUR \($0)" }, ["1.01", "1.02", "1.03", "1.04"]))
    func file(_ places: ClosedRange<Int>) -> ImportFile {
      let readings = places.map { place in
        trade(place + 1, days[place], get: quantity("1", "BTC"), give: quantity("100", "EUR")) {
          $0.dollars = decimal("118.167")
        }
      }
      return ImportFile(format: .bitstamp, name: "\(places)", readings: readings)
    }
    for files in [[file(0...2), file(3...3)], [file(3...3), file(0...2)]] {
      let plan = planImport(
        files, into: ImportLedger(transactions: []), policy: policy(values),
        coins: CoinDirectory(resolve: testCatalogue), now: testNow)
      #expect(plan.additions.map(\.pricePerCoin) == [101, 102, 103, 104])
    }
  }

  @Test(
    "dollars at one rate of nine digits are no evidence where the known rates of a week differ",
    arguments: [
      (["111.003013", "111.003013", "111.003013"], ["1.1001", "1.1002", "1.1003"], true),
      // The rate is the day's for all that is known, or was one of two before and after noon.
      (["111.003013", "111.003013", "111.003013"], ["1.1001", "1.1001", "1.1001"], false),
      (["111.003013", "111.003013", "111.003013"], ["1.1001", "1.1002", "1.1002"], false),
      // As near to all of them as a rate of four digits.
      (["111.003013", "111.003013", "111.003013"], ["1.1101", "1.1102", "1.1103"], false),
      // Two digits less, and one rate may be three by chance.
      (["111.00", "111.00", "111.00"], ["1.1001", "1.1002", "1.1003"], false),
      (["111.003013", "111.003013", "111.003016"], ["1.1001", "1.1002", "1.1003"], false),
    ])
  func constantOfNineDigits(dollars: [String], rates: [String], isConstant: Bool) throws {
    let days = ["2024-01-02", "2024-01-03", "2024-01-04"]
    let readings = zip(days, dollars).enumerated().map { index, row in
      trade(index + 1, row.0, get: quantity("1", "BTC"), give: quantity("100", "EUR")) {
        $0.dollars = decimal(row.1)
      }
    }
    let values = Dictionary(uniqueKeysWithValues: zip(days.map { "EUR \($0)" }, rates))
    let alone = plan(facts: readings).additions
    let plan = plan(facts: readings, policy(values))
    #expect(plan.notices.contains(.constantRate(file: "")) == isConstant)
    let kind: Valuation.Kind = isConstant ? .rate : .file
    #expect(plan.additions.map(\.valuation?.kind) == [kind, kind, kind])
    #expect(alone.map(\.valuation?.kind) == [.file, .file, .file], "nothing says otherwise")
  }

  @Test func `the coin in which a file gives the worth counts where its own price is unknown`() {
    let reward = trade(1, "2024-01-02", get: quantity("2", "NEXO")) {
      $0.worth(decimal("0.001"), Asset(symbol: "ETH"))
    }
    let byOther = plan(facts: [reward], policy(["ethereum 2024-01-02": "2000"])).additions
    #expect(byOther.map(\.pricePerCoin) == [1])
    #expect(
      byOther.map(\.payment) == [MoneyAmount(amount: decimal("0.001"), currency: "ethereum")])
    #expect(byOther.map(\.valuation?.kind) == [.dailyPrice])
    let byOwn = plan(
      facts: [reward], policy(["ethereum 2024-01-02": "2000", "nexo 2024-01-02": "1.1"]))
    #expect(byOwn.additions.map(\.pricePerCoin) == [decimal("1.1")])
    #expect(plan(facts: [reward]).refusedSummary == ["1: noPrice(\"NEXO\")"])
  }

  @Test func `a stablecoin counts as dollars with consent only`() throws {
    let reading = trade(1, "2024-01-02", get: quantity("2", "BTC"), give: quantity("100", "USDT"))
    let refused = plan(facts: [reading])
    #expect(refused.refusalGroups.map(\.cure) == ["add --stable USDT"])
    let row = try #require(plan(facts: [reading], policy(stable: ["USDT"])).additions.first)
    #expect(row.valuation?.kind == .stablecoin)
    #expect(row.payment == MoneyAmount(amount: 100, currency: "USDT"))
    #expect(row.pricePerCoin == 50)
  }

  @Test func `a stablecoin that lost its peg counts at its price`() throws {
    let reading = trade(1, "2023-03-11", get: quantity("2", "BTC"), give: quantity("100", "USDC"))
    let row = try #require(
      plan(facts: [reading], policy(["usd-coin 2023-03-11": "0.97"], stable: ["USDC"]))
        .additions.first)
    #expect(row.valuation?.kind == .dailyPrice)
    #expect(row.pricePerCoin == decimal("48.5"))
  }

  @Test func `coin for coin a coin that the catalogue lacks decides nothing, and is doubted`() {
    let swap = trade(1, "2024-01-02", get: quantity("1000", "AAA1"), give: quantity("2", "BNB"))
    let prices = policy(["binancecoin 2024-01-02": "300", "aaa1 2024-01-02": "2"])
    let plan = plan(
      facts: [
        trade(0, "2024-01-01", get: quantity("2", "BNB"), give: quantity("500", "USD")), swap,
      ], prices)
    #expect(plan.additions.map(\.pricePerCoin) == [250, 300, decimal("0.6")])
    #expect(
      plan.notices.contains(
        .farFromPrice(
          source: RowSource(line: 1, text: "row 1"), coinId: "aaa1", stated: decimal("0.6"),
          price: 2, rows: 1)))
    // Of a coin's own price nothing can be doubted.
    #expect(plan.notices.count { if case .farFromPrice = $0 { true } else { false } } == 1)
  }

  @Test func `coin for coin counts on both sides at the better-ranked coin's price`() throws {
    let readings = [
      trade(1, "2024-01-01", get: quantity("1", "BTC"), give: quantity("40000", "USD")),
      trade(2, "2024-01-02", get: quantity("10", "ETH"), give: quantity("0.5", "BTC")),
    ]
    let plan = plan(
      facts: readings, policy(["bitcoin 2024-01-02": "44000", "ethereum 2024-01-02": "2300"]))
    #expect(
      plan.added == [
        "2024-01-01T00:00:00Z buy 1 bitcoin 40000", "2024-01-02T00:00:00Z sell 0.5 bitcoin 44000",
        "2024-01-02T00:00:00Z buy 10 ethereum 2200",
      ])
    #expect(plan.estimatedCount == 2)
    #expect(plan.additions[2].payment == MoneyAmount(amount: decimal("0.5"), currency: "bitcoin"))
  }

  @Test func `a reward is worth what reaches the owner`() throws {
    let reading = trade(1, "2024-01-02", get: quantity("2", "SOL")) {
      $0.fees = [quantity("0.5", "SOL")]
    }
    let row = try #require(
      plan(facts: [reading], policy(["solana 2024-01-02": "10"])).additions.first)
    #expect(row.amount == decimal("1.5"))
    #expect(row.total == 15)
    #expect(row.pricePerCoin == 10)
  }

  @Test func `a reward without a value is refused, never a gift worth nothing`() {
    let reading = trade(1, "2024-01-02", get: quantity("2", "ADA")) { $0.category = .reward }
    #expect(plan(facts: [reading]).refusedSummary == ["1: noPrice(\"ADA\")"])
    let valued = plan(facts: [reading], policy(["cardano 2024-01-02": "0.5"]))
    #expect(valued.added == ["2024-01-02T00:00:00Z buy 2 cardano 0.5"])
    #expect(valued.additions.first?.category == .reward)
  }

  @Test func `a fee in a third coin joins the cost and is a sale of that coin`() throws {
    let readings = [
      trade(1, "2024-01-01", get: quantity("1", "BNB"), give: quantity("300", "USD")),
      trade(2, "2024-01-02", get: quantity("2", "BTC"), give: quantity("1000", "USD")) {
        $0.fees = [quantity("0.1", "BNB")]
      },
    ]
    let plan = plan(facts: readings, policy(["binancecoin 2024-01-02": "310"]))
    #expect(
      plan.added.dropFirst() == [
        "2024-01-02T00:00:00Z buy 2 bitcoin 515.5", "2024-01-02T00:00:00Z sell 0.1 binancecoin 310",
      ])
    #expect(plan.additions[1].fee?.rate == 310)
    #expect(plan.additions[2].category == .fee)
    #expect(
      leftOutWithoutPrice(readings)
        == ["2: feeWithoutValue(0.1, \"BNB\")"])
  }

  private func leftOutWithoutPrice(_ readings: [Reading]) -> [String] {
    plan(facts: readings).leftOutSummary
  }

  @Test func `notes are the file's own column and nothing else`() throws {
    let reading = trade(1, "2024-01-01", get: quantity("1", "BTC"), give: quantity("3", "USD")) {
      $0.words = "Bought 1 BTC"
      $0.notes = "my first"
      $0.reference = "kraken TABC"
    }
    let row = try #require(plan(facts: [reading]).additions.first)
    #expect(row.notes == "my first")
    #expect(row.reference == Reference(source: "kraken", id: "TABC"))
  }
}
