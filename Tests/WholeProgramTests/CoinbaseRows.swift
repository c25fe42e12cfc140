import Foundation
import Testing

/// Rows of an export of Coinbase.
enum CoinbaseRows {
  static let header =
    "Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,"
    + "Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),"
    + "Fees and/or Spread,Notes\n"
  static let bought = "2024-01-01T10:00:00Z,Buy,BTC,0.2,USD,42000,8400,8410,10,\n"
  static let later = "2024-02-03T10:00:00Z,Buy,BTC,0.5,USD,43000,21500,21510,10,\n"
  static let sent = "2024-01-05T10:00:00Z,Send,BTC,0.1,USD,42000,,,,Sent to a friend\n"
  static let sold = "2024-03-03T10:00:00Z,Sell,ETH,1,USD,3000,3000,2990,10,\n"
}

extension TestHome {
  /// The rows of a report's JSON.
  func rows(_ words: [String]) throws -> [[String: Any]] {
    let output = try run(words + ["--json"]).output
    return try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
  }

  /// Expects that `bitpal verify` finds nothing.
  func expectSound() throws { #expect(try bitpal("verify").status == 0) }
}
