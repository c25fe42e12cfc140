/// Coins that are meant to be worth a dollar, and may count as dollars with the user's consent.
public enum Stablecoin {
  /// The tickers and the CoinGecko ids of every coin that may be declared; no other can be.
  public static let known: [String: String] = [
    "BUSD": "binance-usd", "DAI": "dai", "FDUSD": "first-digital-usd", "GUSD": "gemini-dollar",
    "PAX": "paxos-standard", "PYUSD": "paypal-usd", "TUSD": "true-usd", "USDC": "usd-coin",
    "USDP": "paxos-standard", "USDS": "usds", "USDT": "tether",
  ]
}
