import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Money and the coin it was exchanged for, in rows of different seconds.
struct NearHalvesTests {
  @Test(
    "a deposit whose time is cut off may come with its withdrawal",
    arguments: [
      ("10:00:00.100Z", "10:00:00Z", 1), ("10:00:00.999Z", "10:00:00Z", 1),
      ("10:00:59Z", "10:00:00Z", 1), ("10:00:01Z", "10:00:00.100Z", 0),
      ("10:00:06Z", "10:00:05Z", 0), ("10:01:00Z", "10:00:00Z", 0),
    ])
  func cutOff(sent: String, got: String, count: Int) {
    let plan = InterchangeTests.plan(facts: [
      trade(1, "2024-01-01", get: quantity("2", "BTC"), give: quantity("100", "USD")),
      move(2, "2024-01-02T\(sent)", "-1", account: "kraken"),
      move(3, "2024-01-02T\(got)", "1", account: "ledger"),
    ])
    #expect(plan.transferCount == count)
  }

  private func plan(_ rows: [String]) throws -> ImportPlan {
    let header = "UID,Account Type,Currency,Side,Amount,Fee,Time(UTC+00:00),Remark,Type"
    let lines = rows.map { row in
      let cells = row.split(separator: " ")
      return "1,m,\(cells[0]),\(cells[1]),\(cells[2]),0,2024-01-02 10:00:0\(cells[3]),,"
        + "Fiat Transactions"
    }
    return try InterchangeTests.plan(
      [([header] + lines).joined(separator: "\n")],
      policy(["EUR 2024-01-02": "1.1", "bitcoin 2024-01-02": "50000"]))
  }

  @Test func `they are one trade at what was paid`() throws {
    for second in 0...2 {
      let plan = try plan(["EUR Withdrawal 100 1", "BTC Deposit 0.002 \(second)"])
      #expect(plan.additions.map(\.payment?.currency) == ["EUR"])
      #expect(plan.additions.map(\.total) == [110])
    }
  }

  @Test func `farther apart, or where two could be meant, the coin has its own value`() throws {
    #expect(
      try plan(["EUR Withdrawal 100 1", "BTC Deposit 0.002 4"]).additions.map(\.total) == [100])
    let two = try plan([
      "EUR Withdrawal 100 1", "EUR Withdrawal 90 3", "BTC Deposit 0.002 2",
    ])
    #expect(two.additions.map(\.total) == [100])
    #expect(
      try plan(["EUR Deposit 100 1", "BTC Deposit 0.002 2"]).additions.map(\.total) == [100])
  }

  @Test func `Binance's purchases with money are one trade two seconds apart`() throws {
    let text = """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      7,2023-02-10 09:00:03,Spot,Buy Crypto With Fiat,ETH,0.066,
      7,2023-02-10 09:00:02,Spot,Buy Crypto With Fiat,USD,-100,
      7,2023-02-11 09:00:05,Spot,Sell Crypto To Fiat,USD,100,
      7,2023-02-11 09:00:04,Spot,Sell Crypto To Fiat,ETH,-0.06,
      """
    let plan = try InterchangeTests.plan([text], policy())
    #expect(plan.refusedSummary == [])
    #expect(plan.additions.map(\.amount) == [decimal("0.066"), decimal("0.06")])
  }
}
