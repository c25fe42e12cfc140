import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// The instant every test takes for the present.
let testNow = instant("2026-06-01")

func instant(_ text: String) -> Date {
  guard let date = Date(utcText: text) else { preconditionFailure("\(text) is not an instant") }
  return date
}

func decimal(_ text: String) -> Decimal {
  do { return try Decimal(exact: text) } catch { preconditionFailure("\(text): \(error)") }
}

/// A catalogue of the coins the tests speak of.
func testCatalogue(_ asset: Asset) -> AssetResolution {
  let ids = [
    "BTC": "bitcoin", "ETH": "ethereum", "SOL": "solana", "XRP": "ripple", "LTC": "litecoin",
    "ADA": "cardano", "BNB": "binancecoin", "USDC": "usd-coin", "USDT": "tether",
  ]
  switch asset {
  case .id(let id), .idOrSymbol(let id):
    return ids.values.contains(id) ? .listed(id) : .unlisted(id)
  case .symbol(let symbol, _):
    guard symbol != "?" else { return .unknown }
    return ids[symbol.uppercased()].map { .bySymbol($0) } ?? .unlisted(symbol.lowercased())
  case .token: return asset.tokenId.map { .unlisted($0) } ?? .unknown
  case .fiat: return .unknown
  }
}

func read(_ text: String, as formats: [ImportFormat] = ImportFormat.allCases) throws -> ImportFile {
  try readImport(Array(text.utf8), as: formats)
}

func plan(_ file: ImportFile, existing: [Transaction] = [], now: Date = testNow) -> ImportPlan {
  planImport(file, existing: existing, now: now, resolve: testCatalogue)
}

func plan(_ text: String, existing: [Transaction] = [], now: Date = testNow) throws -> ImportPlan {
  plan(try read(text), existing: existing, now: now)
}

extension Transaction {
  /// The transaction on one line: date, direction, amount, coin, price, notes.
  var summary: String {
    var parts = [
      date.utcText, type.rawValue, amount.canonicalText, coinId, pricePerCoin.canonicalText,
    ]
    if let notes { parts.append("| \(notes)") }
    return parts.joined(separator: " ")
  }
}

extension ImportPlan {
  /// What would be added, one line each.
  var added: [String] { additions.map(\.summary) }
  /// What would be added, as one text.
  var addedText: String { added.joined(separator: "\n") }
  /// The left-out rows as `line: reason`.
  var leftOutSummary: [String] { leftOut.map { "\($0.source.line): \($0.reason)" } }
  /// The refused rows as `line: reason`.
  var refusedSummary: [String] { refused.map { "\($0.source.line): \($0.reason.summary)" } }
}

extension RefusalReason {
  /// The reason as written in code, without the names of its types.
  var summary: String {
    "\(self)".replacing("Exact.DecimalTextError.", with: "")
      .replacing("Portfolio.PortfolioError.", with: "")
  }
}

/// The ledger as it stands after additions: by date, then by insertion.
func ledger(_ existing: [Transaction], adding additions: [Transaction]) -> [Transaction] {
  (existing + additions).sorted { $0.date < $1.date }
}
