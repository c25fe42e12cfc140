import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

/// The sample `portfolio.json` of the data model.
private let sample = """
  {
    "totalValue": "125000.50",
    "unrealizedPnL": "15000.00",
    "realizedPnL": "5000.00",
    "totalPnL": "20000.00",
    "holdings": [
      {
        "id": "bitcoin",
        "symbol": "BTC",
        "name": "Bitcoin",
        "currentValue": "100000.00",
        "pnlAmount": "12000.00",
        "pnlPercentage": "13.64"
      }
    ],
    "lastUpdated": "2025-11-26T10:30:00Z"
  }
  """

/// Widget files that follow the data model are read with every digit.
///
/// - Numbers and strings of the same digits are equal, and unknown keys are ignored.
/// - What the data model does not have gets its default.
struct WidgetJSONReadingTests {
  @Test func `the data model's sample reads, and what it lacks has its default`() throws {
    let data = try #require(WidgetPortfolioData(json: parsed(sample)))
    let bitcoin = WidgetHolding(
      id: "bitcoin", symbol: "BTC", name: "Bitcoin", currentValue: 100_000, pnlAmount: 12_000,
      pnlPercentage: exact("13.64"), isStale: false)
    let expected = WidgetPortfolioData(
      totalValue: exact("125000.50"), unrealizedPnL: 15_000, realizedPnL: 5000,
      totalPnL: 20_000, unrealizedPnLPercentage: nil, totalPnLPercentage: nil,
      holdings: [bitcoin], holdingCount: 1, pricedCount: 1, hasSales: true,
      lastUpdated: utc("2025-11-26T10:30:00Z"))
    #expect(data.json == expected.json)
    #expect(data.asOf == expected.lastUpdated && !data.isDated)
  }

  @Test(arguments: ["null", "\"2025-11-26T02:30:00Z\""])
  func `the time of the oldest price is read as it is written`(time: String) throws {
    let text = sample.replacing("\"lastUpdated\"", with: "\"asOf\": \(time), \"lastUpdated\"")
    let data = try #require(WidgetPortfolioData(json: parsed(text)))
    #expect(data.isDated && data.lastUpdated == utc("2025-11-26T10:30:00Z"))
    #expect(data.asOf == (time == "null" ? nil : utc("2025-11-26T02:30:00Z")))
  }

  @Test func `numbers read like the strings of the same digits`() throws {
    let numbers = sample.replacing(/"(-?[0-9]+\.[0-9]+)"/) { $0.output.1 }
    try #require(numbers.contains("\"totalValue\": 125000.50,"))
    #expect(
      try WidgetPortfolioData(json: parsed(numbers)) == WidgetPortfolioData(json: parsed(sample)))
  }

  @Test(arguments: [
    ("0.123456789012345678", "0.123456789012345678"), ("5.6366e-11", "0.000000000056366"),
    ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
    ("-1.0", "-1"),
  ])
  func `a number keeps every digit`(token: String, value: String) throws {
    let text = sample.replacing("\"125000.50\"", with: token)
    let data = try #require(WidgetPortfolioData(json: parsed(text)))
    #expect(data.totalValue == exact(value))
  }

  @Test func `unknown keys are ignored`() throws {
    let text = sample.replacing(
      "\"symbol\": \"BTC\",", with: "\"symbol\": \"BTC\", \"sparkline\": [1, {\"a\": null}],"
    ).replacing("\"holdings\": [", with: "\"version\": 7, \"holdings\": [")
    #expect(
      try WidgetPortfolioData(json: parsed(text)) == WidgetPortfolioData(json: parsed(sample)))
  }

  @Test func `a portfolio of the data model that realized nothing counts as without sales`() throws
  {
    let text = sample.replacing("\"5000.00\"", with: "\"0.00\"")
    let data = try #require(WidgetPortfolioData(json: parsed(text)))
    #expect(!data.hasSales)
  }

  @Test func `of more than five holdings the first five are kept and all are counted`() throws {
    let rows = (1...7).map { "{\"id\": \"c\($0)\", \"symbol\": \"C\", \"name\": \"C\"," }
      .map { $0 + " \"currentValue\": \"1\", \"pnlAmount\": \"1\", \"pnlPercentage\": \"1\"}" }
    let text = """
      {"totalValue": "7", "unrealizedPnL": "7", "realizedPnL": "0", "totalPnL": "7",
       "holdings": [\(rows.joined(separator: ","))], "lastUpdated": "2025-11-26T10:30:00Z"}
      """
    let data = try #require(WidgetPortfolioData(json: parsed(text)))
    #expect(data.holdings.map(\.id) == ["c1", "c2", "c3", "c4", "c5"])
    #expect(data.holdingCount == 7)
    #expect(data.pricedCount == 7)
  }

  @Test func `the data model's refresh data reads without prices, cost from the average`() throws {
    let text = """
      {"holdings": [{"coinId": "bitcoin", "symbol": "BTC", "name": "Bitcoin",
                     "quantity": "0.5", "avgCost": 40000.10}], "realizedPnL": "-12.5"}
      """
    let coin = Coin(id: "bitcoin", symbol: "BTC", name: "Bitcoin")
    #expect(
      try WidgetRefreshData(json: parsed(text))
        == WidgetRefreshData(
          holdings: [
            RefreshableHolding(coin: coin, quantity: exact("0.5"), totalCost: exact("20000.05"))
          ],
          realizedPnL: exact("-12.5"), totalClosedCost: 0, lastUpdated: nil))
  }

  @Test func `refresh data without holdings keeps its realized result`() throws {
    let data = WidgetRefreshData(holdings: [], realizedPnL: exact("-312.5"))
    let read = try #require(WidgetRefreshData(json: parsed(data.json.text())))
    #expect(read == data)
    let shown = read.portfolioData(now: utc("2026-04-28T12:00:00Z"))
    #expect(shown.isClosedOnly)
    #expect(shown.totalPnL == exact("-312.5"))
    #expect(shown.totalValue == 0)
  }

  @Test func `an empty status is that of a program that never refreshed`() throws {
    #expect(try RefreshStatus(json: parsed("{}")) == RefreshStatus())
  }
}

/// A damaged or incomplete widget file is not read, and a damaged holding affects only itself.
///
/// - A damaged holding is counted as unpriced and kept when the file is written.
/// - Nonsense in the status counts as never having happened.
struct WidgetJSONDamageTests {
  @Test(arguments: [
    "null", "[]", "{}", "\"\"", "7",
    sample.replacing("\"lastUpdated\"", with: "\"updated\""),
    sample.replacing("2025-11-26T10:30:00Z", with: "yesterday"),
    sample.replacing("2025-11-26T10:30:00Z", with: "2025-02-30T10:30:00Z"),
    sample.replacing("\"realizedPnL\"", with: "\"realized\""),
    sample.replacing("\"5000.00\"", with: "\"5,000.00\""),
    sample.replacing("\"5000.00\"", with: "null"),
    sample.replacing("\"holdings\"", with: "\"rows\""),
    sample.replacing("\"totalValue\"", with: "\"value\""),
    sample.replacing("\"125000.50\"", with: "\"1.5abc\""),
    sample.replacing("\"125000.50\"", with: "true"),
    sample.replacing("\"unrealizedPnL\"", with: "\"unrealized\""),
    sample.replacing("\"totalPnL\"", with: "\"total\""),
    sample.replacing("\"id\": \"bitcoin\",", with: ""),
    sample.replacing("\"BTC\"", with: "7"),
    sample.replacing("\"name\": \"Bitcoin\",", with: ""),
    sample.replacing("\"100000.00\"", with: "\"\""),
    sample.replacing("\"pnlAmount\"", with: "\"pnl\""),
    sample.replacing("\"13.64\"", with: "\"13.64%\""),
  ])
  func `a damaged or incomplete portfolio is nothing`(text: String) throws {
    #expect(try WidgetPortfolioData(json: parsed(text)) == nil)
  }

  @Test(arguments: [
    "{}", "null", "[]", "{\"holdings\": []}", "{\"realizedPnL\": \"1\"}",
    "{\"holdings\": {}, \"realizedPnL\": \"1\"}", "{\"holdings\": [], \"realizedPnL\": \"one\"}",
    "{\"holdings\": [], \"realizedPnL\": \"1\", \"lastUpdated\": \"yesterday\"}",
  ])
  func `damaged or incomplete refresh data is nothing`(text: String) throws {
    #expect(try WidgetRefreshData(json: parsed(text)) == nil)
  }

  @Test(arguments: [
    "{\"holdings\": [7], \"realizedPnL\": \"1\"}",
    holding("\"quantity\": \"1\", \"avgCost\": \"1\""),
    holding("\"coinId\": \"\", \"quantity\": \"1\", \"avgCost\": \"1\""),
    holding("\"coinId\": \"bitcoin\", \"avgCost\": \"1\""),
    holding("\"coinId\": \"bitcoin\", \"quantity\": \"0\", \"avgCost\": \"1\""),
    holding("\"coinId\": \"bitcoin\", \"quantity\": \"-1\", \"avgCost\": \"1\""),
    holding("\"coinId\": \"bitcoin\", \"quantity\": \"1,5\", \"avgCost\": \"1\""),
    holding("\"coinId\": \"bitcoin\", \"quantity\": \"1\""),
    holding("\"coinId\": \"bitcoin\", \"quantity\": \"1\", \"avgCost\": \"-1\""),
  ])
  func `a damaged holding is counted and kept as it stands`(text: String) throws {
    let data = try #require(try WidgetRefreshData(json: parsed(text)))
    #expect(data.holdings.isEmpty)
    #expect(data.unreadable.count == 1)
    #expect(data.portfolioData(now: utc("2026-04-28T12:00:00Z")).holdingCount == 1)
    #expect(data.json["holdings"] == (try parsed(text))["holdings"])
  }

  @Test func `one damaged holding blinds only itself`() throws {
    let whole = holding("\"coinId\": \"bitcoin\", \"quantity\": \"1\", \"avgCost\": \"1\"")
    let damaged = whole.replacing("[{", with: "[{\"coinId\": \"ethereum\"}, {")
    let data = try #require(try WidgetRefreshData(json: parsed(damaged)))
    #expect(data.holdings.map(\.coinId) == ["bitcoin"])
    let shown = data.portfolioData(now: utc("2026-04-28T12:00:00Z"))
    #expect(shown.holdingCount == 2)
    #expect(shown.isPartlyPriced)
  }

  @Test(arguments: ["null", "[]", "7", "\"offline\""])
  func `a status that is no object is nothing`(text: String) throws {
    #expect(try RefreshStatus(json: parsed(text)) == nil)
  }

  @Test func `what a status holds of nonsense counts as never`() throws {
    let text = """
      {"lastAttempt": "soon", "failure": "bored", "failuresInARow": -3, "callsThisMonth": "many",
       "recentCalls": ["2026-04-28T12:00:00Z", 7, "x"]}
      """
    #expect(
      try RefreshStatus(json: parsed(text))
        == RefreshStatus(recentCalls: [utc("2026-04-28T12:00:00Z")]))
  }
}

/// Refresh data of one holding with these members.
private func holding(_ members: String) -> String {
  "{\"holdings\": [{\(members)}], \"realizedPnL\": \"1\"}"
}
