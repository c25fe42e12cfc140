public import FoundationEssentials
import Portfolio

extension SamplePortfolio {
  /// When the sample's prices were recorded; also the sample's current time by default.
  public static let recordedAt = Date(utcText: "2026-04-28T08:01:10Z") ?? .distantPast

  /// CoinGecko's response to `GET /coins/markets` on 2026-04-28, verbatim but reduced to the
  /// sample's coins and the fields that bitpal reads.
  public static let marketsAnswer = """
    [
    {"id": "bitcoin", "symbol": "btc", "name": "Bitcoin",
      "current_price": 76871, "market_cap": 1539127349773, "market_cap_rank": 1,
      "price_change_percentage_24h": -1.04274, "last_updated": "2026-04-28T08:01:08.825Z"},
    {"id": "ethereum", "symbol": "eth", "name": "Ethereum",
      "current_price": 2287.27, "market_cap": 276013177438, "market_cap_rank": 2,
      "price_change_percentage_24h": -1.35583, "last_updated": "2026-04-28T08:01:08.949Z"},
    {"id": "ripple", "symbol": "xrp", "name": "XRP",
      "current_price": 1.39, "market_cap": 85918930619, "market_cap_rank": 4,
      "price_change_percentage_24h": -1.51082, "last_updated": "2026-04-28T08:01:09.022Z"},
    {"id": "solana", "symbol": "sol", "name": "Solana",
      "current_price": 84.0, "market_cap": 48376286073, "market_cap_rank": 7,
      "price_change_percentage_24h": -1.50722, "last_updated": "2026-04-28T08:01:08.456Z"},
    {"id": "dogecoin", "symbol": "doge", "name": "Dogecoin",
      "current_price": 0.099549, "market_cap": 15331513174, "market_cap_rank": 10,
      "price_change_percentage_24h": 1.68089, "last_updated": "2026-04-28T08:01:05.196Z"},
    {"id": "cardano", "symbol": "ada", "name": "Cardano",
      "current_price": 0.247027, "market_cap": 9134080242, "market_cap_rank": 15,
      "price_change_percentage_24h": -0.1431, "last_updated": "2026-04-28T08:01:06.959Z"},
    {"id": "litecoin", "symbol": "ltc", "name": "Litecoin",
      "current_price": 55.23, "market_cap": 4258656670, "market_cap_rank": 25,
      "price_change_percentage_24h": -0.08575, "last_updated": "2026-04-28T08:01:01.996Z"},
    {"id": "sui", "symbol": "sui", "name": "Sui",
      "current_price": 0.926304, "market_cap": 3660826918, "market_cap_rank": 29,
      "price_change_percentage_24h": 0.09884, "last_updated": "2026-04-28T08:01:02.797Z"},
    {"id": "shiba-inu", "symbol": "shib", "name": "Shiba Inu",
      "current_price": 6.13e-06, "market_cap": 3610950121, "market_cap_rank": 30,
      "price_change_percentage_24h": 0.50628, "last_updated": "2026-04-28T08:01:00.999Z"},
    {"id": "polkadot", "symbol": "dot", "name": "Polkadot",
      "current_price": 1.22, "market_cap": 2058982124, "market_cap_rank": 44,
      "price_change_percentage_24h": -0.8222, "last_updated": "2026-04-28T08:01:01.553Z"}
    ]
    """
}
