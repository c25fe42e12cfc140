public import FoundationEssentials
import Portfolio

extension Asset {
  /// The coin that a ticker meant on a day, where it has another ticker now, or where the ticker is
  /// another coin's now; else the asset itself.
  ///
  /// Coins whose amounts changed with their name (VEN, ERD, BCHA) are not here: an old amount is
  /// not one of the new coin.
  public func asOf(_ date: Date) -> Asset {
    guard case .symbol(let symbol, let name) = self else { return self }
    if let former = Self.former[symbol] {
      if let end = former.end, date >= end { return self }
      return .id(former.id)
    }
    // A file that names the coin next to its ticker knows better.
    guard name == nil, let spans = ExchangeTickers.spans[symbol],
      let span = spans.first(where: { span in span.end.map { date < $0 } ?? true })
    else { return self }
    return .id(span.id)
  }

  /// Tickers, the ids of the coins they were, and until when.
  private static let former: [String: (id: String, end: Date?)] = {
    var former: [String: (id: String, end: Date?)] = [:]
    for (symbol, id) in [
      ("AGI", "singularitynet"), ("BCHABC", "bitcoin-cash"), ("BCHSV", "bitcoin-cash-sv"),
      ("BETH", "binance-eth"), ("CEL", "celsius-degree-token"), ("CGLD", "celo"),
      ("CND", "cindicator"), ("DSH", "dash"), ("GNT", "golem"), ("LEND", "ethlend"),
      ("MIOTA", "iota"), ("NANO", "nano"), ("PAX", "paxos-standard"),
      ("RNDR", "render-token"), ("SAI", "sai"), ("STR", "stellar"), ("STRAT", "stratis"),
      ("TOMO", "tomochain"), ("WETH", "weth"), ("XRB", "nano"), ("XZC", "zcoin"),
      ("REPV2", "augur"),
    ] { former[symbol] = (id, nil) }
    for (symbol, id, end) in [
      ("BTT", "bittorrent-old", "2022-01-18"), ("LUNA", "terra-luna", "2022-05-28"),
      ("POLY", "polymath", "2024-01-01"), ("UST", "terrausd", "2022-05-28"),
    ] { former[symbol] = (id, Date(utcText: end + "T00:00:00Z")) }
    return former
  }()
}
