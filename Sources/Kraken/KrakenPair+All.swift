// Made by scripts/make-kraken-pairs.py. Do not edit.

extension KrakenPair {
  /// The coins whose pair was checked by price, by CoinGecko id.
  static let all: [String: KrakenPair] = [
    "aave": KrakenPair("AAVEUSD", "AAVEUSD", "AAVE/USD"),
    "avalanche-2": KrakenPair("AVAXUSD", "AVAXUSD", "AVAX/USD"),
    "binancecoin": KrakenPair("BNBUSD", "BNBUSD", "BNB/USD"),
    "bitcoin": KrakenPair("XBTUSD", "XXBTZUSD", "BTC/USD"),
    "bitcoin-cash": KrakenPair("BCHUSD", "BCHUSD", "BCH/USD"),
    "cardano": KrakenPair("ADAUSD", "ADAUSD", "ADA/USD"),
    "chainlink": KrakenPair("LINKUSD", "LINKUSD", "LINK/USD"),
    "dai": KrakenPair("DAIUSD", "DAIUSD", "DAI/USD"),
    "dash": KrakenPair("DASHUSD", "DASHUSD", "DASH/USD"),
    "dogecoin": KrakenPair("XDGUSD", "XDGUSD", "DOGE/USD"),
    "ethereum": KrakenPair("ETHUSD", "XETHZUSD", "ETH/USD"),
    "hedera-hashgraph": KrakenPair("HBARUSD", "HBARUSD", "HBAR/USD"),
    "lido-dao": KrakenPair("LDOUSD", "LDOUSD", "LDO/USD"),
    "litecoin": KrakenPair("LTCUSD", "XLTCZUSD", "LTC/USD"),
    "near": KrakenPair("NEARUSD", "NEARUSD", "NEAR/USD"),
    "polkadot": KrakenPair("DOTUSD", "DOTUSD", "DOT/USD"),
    "ripple": KrakenPair("XRPUSD", "XXRPZUSD", "XRP/USD"),
    "shiba-inu": KrakenPair("SHIBUSD", "SHIBUSD", "SHIB/USD"),
    "solana": KrakenPair("SOLUSD", "SOLUSD", "SOL/USD"),
    "stellar": KrakenPair("XLMUSD", "XXLMZUSD", "XLM/USD"),
    "sui": KrakenPair("SUIUSD", "SUIUSD", "SUI/USD"),
    "tether": KrakenPair("USDTUSD", "USDTZUSD", "USDT/USD"),
    "tron": KrakenPair("TRXUSD", "TRXUSD", "TRX/USD"),
    "uniswap": KrakenPair("UNIUSD", "UNIUSD", "UNI/USD"),
    "usd-coin": KrakenPair("USDCUSD", "USDCUSD", "USDC/USD"),
  ]
}
