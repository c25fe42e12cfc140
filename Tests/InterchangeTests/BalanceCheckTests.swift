import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

struct BalanceCheckTests {
  private func alarms(_ readings: [Reading]) -> [String] {
    plan(facts: readings).notices.map(\.sentence).filter { $0.contains("balance") }
  }

  private func bought(
    _ line: Int, _ date: String, for euros: String, left balance: String
  ) -> Reading {
    trade(line, date, get: quantity("1", "BTC"), give: quantity(euros, "EUR")) {
      $0.dollars = decimal("10")
      $0.balances = [quantity(balance, "EUR")]
    }
  }

  @Test("money that came in between is no coin", arguments: [("EUR", 0), ("BTC", 1)])
  func money(stated: String, count: Int) {
    let paidIn = LeftOutRow(source: RowSource(line: 2, text: "row 2"), reason: .fiatOnly("EUR"))
    func bought(_ line: Int, _ date: String, left balance: String) -> Reading {
      trade(line, date, get: quantity("1", "BTC"), give: quantity("100", "EUR")) {
        $0.dollars = decimal("10")
        $0.balances = [quantity(balance, stated)]
      }
    }
    let readings = [
      bought(1, "2024-01-01", left: "400"), .leftOut(paidIn),
      bought(3, "2024-01-02", left: "850"),
    ]
    #expect(alarms(readings).count == count)
  }

  @Test func `what is refused accuses no other row`() {
    let refused = RefusedRow(source: RowSource(line: 2, text: "x"), reason: .noCurrency)
    let readings = [
      bought(1, "2024-01-01", for: "100", left: "400"), .refused(refused),
      bought(3, "2024-01-02", for: "100", left: "150"),
      bought(4, "2024-01-03", for: "100", left: "60"),
    ]
    #expect(alarms(readings).count == 1, "the row behind it has no such excuse")
  }

  @Test(
    "rows of one instant stand in any order, and still add up",
    arguments: [("350", "320", 0), ("320", "350", 0), ("321", "349", 1)])
  func instant(first: String, second: String, count: Int) {
    let readings = [
      bought(1, "2024-01-01", for: "100", left: "400"),
      bought(2, "2024-01-02T10:00:00Z", for: "50", left: first),
      bought(3, "2024-01-02T10:00:00Z", for: "30", left: second),
      bought(4, "2024-01-03", for: "20", left: "300"),
    ]
    #expect(alarms(readings).count == count)
  }

  @Test(
    "rows of one trade stand in any order, too, and still add up",
    arguments: [("4189.995", 0), ("4189", 1)])
  func rowsOfATrade(last: String, count: Int) throws {
    let rows = """
      5,BTC,BTCUSDT,TRADE,BUY,0.02,0,67000,0,-0.00002,0.02,0.01998,0.01998,--,2024-03-04 10:11:12
      5,USDT,BTCUSDT,TRADE,BUY,-1340,0,67000,0,0,-1340,-1340,6660,--,2024-03-04 10:11:12
      5,BTC,BTCUSDT,TRADE,BUY,0.01,0,67000.5,0,-0.00001,0.01,0.00999,0.02997,--,2024-03-04 10:11:12
      5,USDT,BTCUSDT,TRADE,BUY,-670.005,0,67000.5,0,0,-670.005,-670.005,5989.995,--,2024-03-04 10:11:12
      5,ETH,ETHUSDT,TRADE,BUY,0.5,0,3600,0,-0.0005,0.5,0.4995,0.4995,--,2024-03-05 23:59:31
      5,USDT,ETHUSDT,TRADE,BUY,-1800,0,3600,0,0,-1800,-1800,\(last),--,2024-03-05 23:59:31
      """.split(separator: "\n")
    for rows in [Array(rows), rows.reversed()] {
      let text = (["\(Self.log)"] + rows.map(String.init)).joined(separator: "\n")
      let notices = try plan([text], policy(stable: ["USDT"])).notices.map(\.sentence)
      #expect(notices.count { $0.contains("balance") } == count)
    }
  }

  private static let log =
    "Uid,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,"
    + "Cash Flow,Change,Wallet Balance,Action,Time(UTC)"

  @Test(
    "what happened in another part of the account says nothing of this one",
    arguments: [true, false])
  func aside(isAside: Bool) {
    let staked = trade(2, "2024-01-02", get: quantity("0.1", "BTC")) {
      $0.category = .reward
      $0.dollars = decimal("10")
      $0.isAside = isAside
    }
    let readings = [
      trade(1, "2024-01-01", get: quantity("2", "BTC"), give: quantity("100", "USD")) {
        $0.balances = [quantity("2", "BTC")]
      }, staked,
      trade(3, "2024-01-03", get: quantity("1", "BTC"), give: quantity("50", "USD")) {
        $0.balances = [quantity("3", "BTC")]
      },
    ]
    #expect(alarms(readings).isEmpty == isAside)
  }
}
