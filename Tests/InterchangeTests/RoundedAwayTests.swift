import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// What is less than the last digit of a file is written as `0.00`; it was not worth nothing.
struct RoundedAwayTests {
  private static let day = "bitcoin 2024-01-02"

  private static func bought(_ amount: String) -> Reading {
    trade(1, "2024-01-01", get: quantity(amount, "BTC"), give: quantity("40", "USD"))
  }

  @Test(arguments: ["USD", "EUR", "ETH"])
  func `dust sold for 0 counts at the price of the day`(money: String) throws {
    let sale = trade(
      2, "2024-01-02", get: quantity("0", money), give: quantity("0.00000002", "BTC"))
    let plan = plan(facts: [Self.bought("0.001"), sale], policy([Self.day: "45000"]))
    let row = try #require(plan.additions.last)
    #expect(row.summary == "2024-01-02T00:00:00Z sell 0.00000002 bitcoin 45000")
    #expect(row.valuation?.kind == .dailyPrice)
    #expect(row.category == .trade)
    #expect(plan.additions.count == 2)
  }

  @Test func `dust bought for 0 counts at the price of the day`() throws {
    let purchase = trade(
      1, "2024-01-02", get: quantity("0.00000002", "BTC"), give: quantity("0", "EUR"))
    let plan = plan(facts: [purchase], policy([Self.day: "45000"]))
    #expect(plan.added == ["2024-01-02T00:00:00Z buy 0.00000002 bitcoin 45000"])
  }

  @Test func `without any evidence dust is refused and a price mends it`() {
    let sale = trade(
      2, "2024-01-02", get: quantity("0", "USD"), give: quantity("0.00000002", "BTC"))
    let plan = plan(facts: [Self.bought("0.001"), sale])
    #expect(plan.refusedSummary == ["2: roundedAway(\"BTC\", \"USD\")"])
    #expect(plan.refusalGroups.map(\.cure) == ["add --daily-prices or --prices FILE"])
    #expect(plan.missingPrices.keys.map(\.coinId) == ["bitcoin"])
  }

  @Test func `what was worth more than five cents was not rounded away`() {
    let sale = trade(2, "2024-01-02", get: quantity("0", "USD"), give: quantity("0.001", "BTC"))
    let plan = plan(facts: [Self.bought("0.001"), sale], policy([Self.day: "45000"]))
    #expect(plan.refusedSummary == ["2: tradedForNothing(\"BTC\", \"USD\", dollars: 45)"])
    #expect(
      plan.refused.map(\.reason.sentence) == [
        "The file says 0 USD for BTC that was worth 45 US dollars; correct the total."
      ])
  }

  @Test func `coins that were rounded to 0 are refused`() {
    let sale = trade(2, "2024-01-02", get: quantity("5", "USD"), give: quantity("0", "BTC"))
    #expect(plan(facts: [sale]).refusedSummary == ["2: amountRoundedAway(\"BTC\")"])
  }

  @Test func `a sale that only paid its fee is a fee`() throws {
    let sale = trade(2, "2024-01-02", get: quantity("0.5", "USD"), give: quantity("0.00001", "BTC"))
    { $0.fees = [quantity("0.5", "USD")] }
    let row = try #require(plan(facts: [Self.bought("0.001"), sale]).additions.last)
    #expect(row.summary == "2024-01-02T00:00:00Z sell 0.00001 bitcoin 0")
    #expect(row.category == .fee)
  }

  @Test func `a sale that brought less than the least fee is a fee, and what it lacks is named`()
    throws
  {
    let sale = trade(2, "2024-01-02", get: quantity("0.5", "USD"), give: quantity("0.00001", "BTC"))
    { $0.fees = [quantity("1", "USD")] }
    let plan = plan(facts: [Self.bought("0.001"), sale])
    #expect(plan.added.last == "2024-01-02T00:00:00Z sell 0.00001 bitcoin 0")
    #expect(plan.additions.last?.category == .fee)
    #expect(plan.leftOutSummary == ["2: feeBeyondSale(0.5)"])
  }

  @Test func `a larger fee of more than a sale brought is refused`() {
    let sale = trade(2, "2024-01-02", get: quantity("50", "USD"), give: quantity("0.001", "BTC")) {
      $0.fees = [quantity("60", "USD")]
    }
    #expect(
      plan(facts: [Self.bought("0.001"), sale]).refusedSummary == ["2: feeTakesAll(\"USD\")"])
  }

  @Test func `a fee of all the coins that were bought is refused as one`() {
    let buy = trade(1, "2024-01-02", get: quantity("0.03", "BTC"), give: quantity("900", "USD")) {
      $0.fees = [quantity("0.03", "BTC")]
    }
    #expect(plan(facts: [buy]).refusedSummary == ["1: feeTakesAll(\"BTC\")"])
  }

  @Test func `the price of one in the file says what dust was worth`() throws {
    let plan = try planned(
      """
      Date,Market,Category,Type,Price,Amount,Total,Fee,Order Number,Base Total Less Fee,Quote Total Less Fee
      2024-01-01 10:00:00,XRP/BTC,Exchange,Buy,0.00001000,2,0.00002000,0.1%,1,-0.00002000,1.998
      2024-01-02 10:00:00,XRP/BTC,Exchange,Sell,0.00001200,0.0001,0.00000000,0.1%,2,0.00000000,-0.0001

      """, ["bitcoin 2024-01-01": "42000", "bitcoin 2024-01-02": "45000"])
    let sale = try #require(plan.additions.last)
    // 0.0001 × 0.000012 × 45000
    #expect(sale.total == decimal("0.000054"))
    #expect(sale.payment == MoneyAmount(amount: decimal("0.0000000012"), currency: "bitcoin"))
    #expect(plan.refused.isEmpty)
  }

  @Test func `Coinbase's dust counts at its own price`() throws {
    let plan = try planned(
      """
      Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
      2024-01-01 10:00:00 UTC,Buy,LTC,1,USD,$70.00,$70.00,$70.00,$0.00,Bought 1 LTC for 70 USD
      2024-01-02 10:00:00 UTC,Sell,LTC,0.00001,USD,$72.00,$0.00,$0.00,$0.00,Sold 0.00001 LTC for 0 USD
      2024-01-03 10:00:00 UTC,Staking Income,LTC,0.00002,USD,$75.00,$0.00,$0.00,$0.00,
      """)
    #expect(
      plan.added.dropFirst().map { String($0.dropFirst(21).prefix(28)) } == [
        "sell 0.00001 litecoin 72 | S", "buy 0.00002 litecoin 75",
      ])
    #expect(plan.additions.dropFirst().allSatisfy { $0.valuation?.kind == .file })
  }

  @Test func `dust that Kraken swept together is sold coin by coin`() throws {
    let plan = try planned(
      """
      "txid","refid","time","type","subtype","aclass","asset","wallet","amount","fee","balance","amountusd"
      "T1","R1","2024-01-01 10:00:00","spend","","currency","ZUSD","spot / main",-100,0,0,100
      "T2","R1","2024-01-01 10:00:00","receive","","currency","XXRP","spot / main",200,0,200,100
      "T3","R2","2024-01-01 11:00:00","spend","","currency","ZUSD","spot / main",-100,0,0,100
      "T4","R2","2024-01-01 11:00:00","receive","","currency","ADA","spot / main",200,0,200,100
      "T5","R3","2024-01-02 10:00:00","spend","dustsweeping","currency","XXRP","spot / main",-0.02,0,199.98,0.01
      "T6","R3","2024-01-02 10:00:00","spend","dustsweeping","currency","ADA","spot / main",-0.04,0,199.96,0.02
      "T7","R3","2024-01-02 10:00:00","receive","dustsweeping","currency","ZUSD","spot / main",0.0300,0,0.03,0.03
      "T8","R4","2024-01-03 10:00:00","spend","dustsweeping","currency","ADA","spot / main",-0.001,0,199.959,0
      "T9","R4","2024-01-03 10:00:00","receive","dustsweeping","currency","ZUSD","spot / main",0.0000,0,0.03,0
      """, ["cardano 2024-01-03": "0.6"])
    #expect(
      plan.added.dropFirst(2) == [
        "2024-01-02T10:00:00Z sell 0.02 ripple 0.5", "2024-01-02T10:00:00Z sell 0.04 cardano 0.5",
        "2024-01-03T10:00:00Z sell 0.001 cardano 0.6",
      ])
    #expect(plan.refused.isEmpty)
  }

  @Test func `a reward of 0.00 counts at what other rows of its day say`() throws {
    func reward(_ line: Int, _ day: String, _ amount: String, dollars: String) -> Reading {
      trade(line, day, get: quantity(amount, "NEXO")) { $0.worth(decimal(dollars), .dollar) }
    }
    let plan = plan(facts: [
      reward(1, "2024-01-02", "0.5", dollars: "0.61"),
      reward(2, "2024-01-02", "0.001", dollars: "0"),
      reward(3, "2024-01-02", "40", dollars: "48.00"),
      // Neither another day, nor what is no dust.
      reward(4, "2024-01-03", "0.001", dollars: "0"),
      reward(5, "2024-01-02", "3", dollars: "0"),
    ])
    #expect(plan.refusedSummary == ["4: noPrice(\"NEXO\")", "5: noPrice(\"NEXO\")"])
    let small = try #require(plan.additions.first { $0.amount == decimal("0.001") })
    #expect(small.pricePerCoin == decimal("1.2"))
    #expect(small.valuation?.kind == .dailyPrice)
    #expect(small.valuation?.source == "other rows of the file")
  }

  @Test func `a fee of 0 is not the other side of a trade`() throws {
    let plan = try planned(
      """
      UTC_Time,Account,Operation,Coin,Change,Remark
      2024-01-02 10:00:00,Spot,Sell,BTC,-0.00000002,
      2024-01-02 10:00:00,Spot,Fee,BNB,0,
      """, [Self.day: "45000"])
    #expect(plan.additions.isEmpty)
    #expect(plan.refusedSummary == ["2: notATrade(\"2 rows of BTC\")"])
  }

  @Test func `a total of 0.00 is not an order that was not carried out`() throws {
    let plan = try planned(
      """
      Transaction ID; Transaction type; Currency; Asset; Eur (amount); Asset (amount); Asset (market price); Fee; Date (UTC - Coordinated Universal Time)
      1;Buy;EUR;BTC;40.00;0.001;40000.00;0;2024-01-01 10:00:00
      2;Sell;EUR;BTC;0.00;0.00000002;41000.00;0;2024-01-02 10:00:00
      """, ["EUR 2024-01-01": "1.1", "EUR 2024-01-02": "1.1", Self.day: "45000"])
    #expect(plan.added.last == "2024-01-02T10:00:00Z sell 0.00000002 bitcoin 45000")
    #expect(plan.leftOut.isEmpty)
  }

  private func planned(_ text: String, _ evidence: [String: String] = [:]) throws -> ImportPlan {
    var policy = policy(evidence)
    policy.missingCoinsAreGifts = true
    let directory = CoinDirectory(resolve: testCatalogue, rank: { $0 == "bitcoin" ? 1 : nil })
    return planImport(
      [try read(text)], into: ImportLedger(transactions: []), policy: policy,
      coins: directory, now: testNow)
  }
}
