import CallBudget
import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

private let noon = utc("2026-04-28T12:00:00Z")

/// Widget files are written under the data model's keys, with every digit.
///
/// - Dollars have at least two decimal places, and quantities have no trailing zeros.
/// - The refresh data has all holdings, the portfolio the first five and their total number.
struct WidgetJSONWritingTests {
  private let data = WidgetRefreshData(
    holdings: [
      held(
        "bitcoin", "0.123456789012345678", cost: "5000", price: "81000.1",
        at: "2026-04-28T11:59:58.250Z"),
      held("ghostcoin", "7", cost: "21.5", price: nil),
    ],
    realizedPnL: exact("-0.001"), totalClosedCost: 100, lastUpdated: noon)

  @Test func `refresh data is written under the data model's keys`() {
    let average = exact("5000") / exact("0.123456789012345678")
    #expect(
      data.json.text(pretty: true) == """
        {
          "holdings": [
            {
              "coinId": "bitcoin",
              "symbol": "bit",
              "name": "Bitcoin",
              "quantity": "0.123456789012345678",
              "avgCost": "\(average.withinExactDigits.description)",
              "totalCost": "5000.00",
              "price": "81000.10",
              "priceChange24h": null,
              "priceLastUpdated": "2026-04-28T11:59:58.250Z"
            },
            {
              "coinId": "ghostcoin",
              "symbol": "gho",
              "name": "Ghostcoin",
              "quantity": "7",
              "avgCost": "\((exact("21.5") / 7).withinExactDigits.description)",
              "totalCost": "21.50",
              "price": null,
              "priceChange24h": null,
              "priceLastUpdated": null
            }
          ],
          "realizedPnL": "-0.001",
          "totalClosedCost": "100.00",
          "lastUpdated": "2026-04-28T12:00:00Z"
        }
        """)
  }

  @Test func `the portfolio is written under the data model's keys`() {
    var portfolio = data.portfolioData(now: noon)
    portfolio.unrealizedPnLPercentage = 100
    portfolio.totalPnLPercentage = exact("98.5")
    portfolio.holdings[0].pnlPercentage = exact("99.25")
    #expect(
      portfolio.json.text(pretty: true) == """
        {
          "totalValue": "10000.0122556789011525678",
          "unrealizedPnL": "5000.0122556789011525678",
          "realizedPnL": "-0.001",
          "totalPnL": "5000.0112556789011525678",
          "unrealizedPnLPercentage": "100.00",
          "totalPnLPercentage": "98.50",
          "holdings": [
            {
              "id": "bitcoin",
              "symbol": "BIT",
              "name": "Bitcoin",
              "currentValue": "10000.0122556789011525678",
              "pnlAmount": "5000.0122556789011525678",
              "pnlPercentage": "99.25",
              "isStale": false
            },
            {
              "id": "ghostcoin",
              "symbol": "GHO",
              "name": "Ghostcoin",
              "currentValue": null,
              "pnlAmount": null,
              "pnlPercentage": null,
              "isStale": false
            }
          ],
          "holdingCount": 2,
          "pricedCount": 1,
          "hasSales": true,
          "lastUpdated": "2026-04-28T12:00:00Z",
          "asOf": "2026-04-28T11:59:58.250Z"
        }
        """)
  }

  @Test func `the status is written whole`() {
    let status = RefreshStatus(
      lastAttempt: noon, lastSuccess: utc("2026-04-28T11:30:00Z"), failure: .unableToRefresh,
      reason: "too many requests", failuresInARow: 2, notBefore: utc("2026-04-28T12:01:00Z"),
      recentCalls: [noon], month: "2026-04", callsThisMonth: 41, nextCoin: "solana", trial: noon,
      clockAhead: -3600,
      otherSources: ["DefiLlama": CallHistory(recentCalls: [noon], month: "2026-04")],
      failing: ["Kraken": "Kraken refused"])
    #expect(
      status.json.text(pretty: true) == """
        {
          "lastAttempt": "2026-04-28T12:00:00Z",
          "lastSuccess": "2026-04-28T11:30:00Z",
          "failure": "unableToRefresh",
          "reason": "too many requests",
          "failuresInARow": 2,
          "notBefore": "2026-04-28T12:01:00Z",
          "recentCalls": [
            "2026-04-28T12:00:00Z"
          ],
          "month": "2026-04",
          "callsThisMonth": 41,
          "nextCoin": "solana",
          "trial": "2026-04-28T12:00:00Z",
          "clockAhead": -3600,
          "sources": {
            "DefiLlama": {
              "failuresInARow": 0,
              "notBefore": null,
              "recentCalls": [
                "2026-04-28T12:00:00Z"
              ],
              "month": "2026-04",
              "callsThisMonth": 0,
              "trial": null
            }
          },
          "failing": {
            "Kraken": "Kraken refused"
          }
        }
        """)
  }

  @Test(arguments: [
    ("0", "0.00"), ("5", "5.00"), ("-5.5", "-5.50"), ("125000.50", "125000.50"),
    ("0.000001", "0.000001"), ("100", "100.00"), ("1e20", "100000000000000000000.00"),
    ("1.234567890123456789", "1.234567890123456789"),
  ])
  func `US dollars have two places at least and all their digits`(value: String, text: String) {
    let data = WidgetRefreshData(holdings: [], realizedPnL: exact(value))
    #expect(data.json["realizedPnL"] == .string(text))
  }

  @Test(arguments: [("7", "7"), ("7.10", "7.1"), ("0.000000000000000001", "0.000000000000000001")])
  func `quantities are written as they are`(value: String, text: String) {
    let data = WidgetRefreshData(
      holdings: [held("bitcoin", value, cost: "1", price: "1")], realizedPnL: 0)
    #expect(data.json["holdings"]?.array?.first?["quantity"] == .string(text))
  }

  @Test func `refresh data holds every holding, the portfolio five`() {
    let many = WidgetRefreshData(
      holdings: (1...9).map { held("coin\($0)", "1", cost: "1", price: "\($0)") }, realizedPnL: 0,
      lastUpdated: noon)
    #expect(many.json["holdings"]?.array?.count == 9)
    let portfolio = many.portfolioData(now: noon).json
    #expect(portfolio["holdings"]?.array?.count == 5)
    #expect(portfolio["holdingCount"] == .number("9"))
  }

  @Test
  func `a quantity of more digits than a decimal holds keeps them all`() throws {
    let trades = ledger("buy 100000000000000000000 at 1", "buy 0.000000000000000001 at 1")
    let positions = Positions(transactions: trades, currentPrices: [:])
    // 39 digits, which a figure rounds to 38.
    try #require(positions.holdings.first?.totalAmount == exact("1e20"))
    let data = WidgetRefreshData(positions, lastUpdated: noon)
    let read = try #require(WidgetRefreshData(json: parsed(data.json.text())))
    #expect(
      read.holdings.map(\.exactQuantity.description) == ["100000000000000000000.000000000000000001"]
    )
    #expect(read.holdings.map(\.quantity) == [exact("1e20")])
  }
}

/// Widget files read back as they were written, and a file that was cut off is not read.
struct WidgetJSONRoundTripTests {
  @Test(arguments: UInt64(1)...60)
  func `what is written is what is read`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for isPretty in [false, true] {
      let portfolio = WidgetPortfolioData.random(using: &generator)
      let data = WidgetRefreshData.random(using: &generator)
      let status = RefreshStatus.random(using: &generator)
      #expect(
        try WidgetPortfolioData(json: parsed(portfolio.json.text(pretty: isPretty))) == portfolio,
        "seed \(seed)")
      #expect(
        try WidgetRefreshData(json: parsed(data.json.text(pretty: isPretty))) == data,
        "seed \(seed)")
      #expect(
        try RefreshStatus(json: parsed(status.json.text(pretty: isPretty))) == status,
        "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `half a file is nothing`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = Array(WidgetRefreshData.random(using: &generator).json.text(pretty: true).utf8)
    let cut = Int.random(in: 0..<bytes.count, using: &generator)
    #expect(throws: JSONError.self, "seed \(seed)") { try JSONValue(parsing: bytes[..<cut]) }
  }
}
