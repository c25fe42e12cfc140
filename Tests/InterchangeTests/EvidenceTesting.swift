import FoundationEssentials
import Portfolio

@testable import Interchange

/// Rates and prices that a test names, by `EUR 2024-01-02` and `bitcoin 2024-01-02`.
struct FixedEvidence: ExchangeRates, DailyPrices {
  var values: [String: String]

  func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
    values["\(from) \(day.text)"].map {
      ExchangeRate(numerator: decimal($0), denominator: 1, day: day, source: "ECB")
    }
  }

  func newestRate(from: String, to: String) -> ExchangeRate? { nil }

  func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    values["\(coinId) \(day.text)"].map {
      DailyPrice(price: decimal($0), day: day, source: "test")
    }
  }
}

/// A policy with the evidence a test names.
func policy(_ values: [String: String] = [:], stable: Set<String> = []) -> ImportPolicy {
  var policy = ImportPolicy()
  policy.rates = FixedEvidence(values: values)
  policy.prices = FixedEvidence(values: values)
  policy.stablecoins = stable
  return policy
}

/// The plan of some texts imported together.
func plan(
  _ texts: [String], _ policy: ImportPolicy, into ledger: ImportLedger? = nil
) throws -> ImportPlan {
  let files = try texts.enumerated().map { index, text in
    try readImport(Array(text.utf8), name: texts.count == 1 ? "" : "\(index).csv")
  }
  let ranks = ["bitcoin": 1, "ethereum": 2, "binancecoin": 4, "solana": 5]
  return planImport(
    files, into: ledger ?? ImportLedger(transactions: []), policy: policy,
    coins: CoinDirectory(resolve: testCatalogue, rank: { ranks[$0] }), now: testNow)
}

/// A file of facts, without a format in between.
func file(_ readings: [Reading], name: String = "") -> ImportFile {
  ImportFile(format: .kucoin, name: name, readings: readings)
}

/// The plan of facts.
func plan(
  facts: [Reading], _ policy: ImportPolicy = ImportPolicy(), into ledger: ImportLedger? = nil
) -> ImportPlan {
  planImport(
    [file(facts)], into: ledger ?? ImportLedger(transactions: []), policy: policy,
    coins: CoinDirectory(
      resolve: testCatalogue, rank: { ["bitcoin": 1, "ethereum": 2][$0] }), now: testNow)
}

func quantity(_ amount: String, _ symbol: String) -> Quantity {
  Quantity(amount: decimal(amount), asset: Asset(symbol: symbol))
}

/// The facts of one trade; the line makes its row unlike every other.
func trade(
  _ line: Int, _ date: String, get: Quantity? = nil, give: Quantity? = nil,
  _ change: (inout TradeFacts) -> Void = { _ in }
) -> Reading {
  var facts = TradeFacts(
    source: RowSource(line: line, text: "row \(line)"), date: instant(date), received: get,
    spent: give)
  change(&facts)
  return .trade(facts)
}

/// The facts of one move.
func move(
  _ line: Int, _ date: String, _ amount: String, _ symbol: String = "BTC", account: String,
  _ change: (inout MoveFacts) -> Void = { _ in }
) -> Reading {
  var facts = MoveFacts(
    source: RowSource(line: line, text: "row \(line)"), date: instant(date),
    quantity: quantity(amount, symbol), account: account)
  change(&facts)
  return .move(facts)
}
