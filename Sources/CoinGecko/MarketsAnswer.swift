import Exact
import FoundationEssentials
internal import HTTP
internal import Portfolio

/// Parses the rows of `GET /coins/markets`.
///
/// A coin is priced if its `current_price` is a positive number that a decimal can represent
/// exactly and its `last_updated` is valid: a price without a date may be a month old. Rows that
/// were not requested are ignored.
enum MarketsAnswer {
  /// The coins of a response, in the order of their first rows; `nil` if it has another shape.
  ///
  /// - Parameter asked: The requested ids; `nil` accepts every row.
  static func coins(in value: JSONValue, asked: Set<String>?) -> [Coin]? {
    guard let rows = value.array else { return nil }
    var coins: [Coin] = []
    var indices: [String: Int] = [:]
    var sawCoin = false
    for row in rows {
      guard let id = row["id"]?.string, !id.isEmpty else { continue }
      sawCoin = true
      guard asked?.contains(id) ?? true else { continue }
      let coin = coin(id: id, row: row)
      guard let index = indices[id] else {
        indices[id] = coins.count
        coins.append(coin)
        continue
      }
      // The API repeats coins that move between pages while the pages are generated.
      if coin.isNewer(than: coins[index]) { coins[index] = coin }
    }
    return sawCoin || rows.isEmpty ? coins : nil
  }

  private static func coin(id: String, row: JSONValue) -> Coin {
    let name = row["name"]?.string.map { UntrustedText.line($0, limit: 200) } ?? ""
    var coin = Coin(
      id: id, symbol: row["symbol"]?.string.map { UntrustedText.line($0, limit: 200) } ?? "",
      name: name.isEmpty ? id : name)
    if let price = row["current_price"]?.decimal, LedgerRange.isPossiblePrice(price),
      let date = row["last_updated"]?.string.flatMap({ Date(utcText: $0) })
    {
      coin.currentPrice = price
      coin.lastUpdated = date
      coin.priceChange24h = LedgerRange.possibleChange(
        row["price_change_percentage_24h"]?.decimal)
    }
    if let capitalisation = row["market_cap"]?.decimal, capitalisation > 0 {
      coin.marketCap = capitalisation
    }
    if let volume = row["total_volume"]?.decimal, volume >= 0 { coin.volume24h = volume }
    if let supply = row["circulating_supply"]?.decimal, supply > 0 {
      coin.circulatingSupply = supply
    }
    return coin
  }
}

extension Coin {
  fileprivate func isNewer(than other: Coin) -> Bool {
    guard let lastUpdated else { return false }
    return other.lastUpdated.map { lastUpdated > $0 } ?? true
  }
}
