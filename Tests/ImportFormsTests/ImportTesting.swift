import Exact
import FoundationEssentials
import Portfolio
import Testing
import ImportForms
import ImportText

/// The current time in all tests.
let testNow = instant("2026-06-01")

func instant(_ text: String) -> Date {
  guard let date = Date(utcText: text) else { preconditionFailure("\(text) is not an instant") }
  return date
}

func decimal(_ text: String) -> ExactDecimal {
  do { return try ExactDecimal(exact: text) } catch { preconditionFailure("\(text): \(error)") }
}

/// The ids of the coins in tests; other coins use their lowercase tickers.
func testCatalogue(_ asset: Asset) -> String? {
  let ids = [
    "BTC": "bitcoin", "ETH": "ethereum", "SOL": "solana", "XRP": "ripple", "LTC": "litecoin",
    "ADA": "cardano", "BNB": "binancecoin", "USDC": "usd-coin", "USDT": "tether",
  ]
  switch asset {
  case .id(let id), .idOrSymbol(let id): return id
  case .symbol(let symbol, _):
    return symbol == "?" ? nil : ids[symbol.uppercased()] ?? symbol.lowercased()
  case .token: return asset.tokenId
  case .fiat: return nil
  }
}

func read(_ text: String, as formats: [ImportFormat] = ImportFormat.allCases) throws -> ImportFile {
  try readImport(Array(text.utf8), as: formats)
}

extension Transaction {
  /// The transaction on one line: date, direction, amount, coin, price, notes.
  var summary: String {
    var parts = [
      date.utcText, type.rawValue, amount.description, coinId, pricePerCoin.description,
    ]
    if let notes { parts.append("| \(notes)") }
    return parts.joined(separator: " ")
  }
}

extension RefusalReason {
  /// The reason as code, without type names.
  var summary: String {
    "\(self)".replacing("Exact.DecimalTextError.", with: "")
      .replacing("Portfolio.PortfolioError.", with: "")
  }
}
