/// A form of file bitpal imports.
///
/// The raw value is the word for it on the command line.
public enum ImportFormat: String, CaseIterable, Sendable {
  /// bitpal's own CSV.
  case bitpal
  /// bitpal's own JSON, version 1.0.
  case bitpalJSON = "bitpal-json"
  /// Binance, trade history.
  case binanceTrades = "binance-trades"
  /// Binance, transaction history of all accounts.
  case binanceStatement = "binance-statement"
  /// bitcoin.tax, trades.
  case bitcoinTax = "bitcoin-tax"
  /// Bitstamp, transactions.
  case bitstamp
  /// Bittrex, order history.
  case bittrex
  /// Bitvavo, transactions.
  case bitvavo
  /// Blockpit, transactions.
  case blockpit
  /// Coinbase, transactions.
  case coinbase
  /// Coinbase Pro, account statement.
  case coinbasePro = "coinbase-pro"
  /// CoinMarketCap, portfolio transactions.
  case coinMarketCap = "coinmarketcap"
  /// CoinStats, transactions and its import template.
  case coinStats = "coinstats"
  /// CoinTracking, trade table in English.
  case coinTracking = "cointracking"
  /// Crypto.com app, transactions.
  case cryptoCom = "crypto-com"
  /// Delta, transactions.
  case delta
  /// Ghostfolio, activities.
  case ghostfolio
  /// Koinly, universal template.
  case koinly
  /// Kraken, ledgers.
  case krakenLedgers = "kraken-ledgers"
  /// Kraken, trades.
  case krakenTrades = "kraken-trades"
  /// KuCoin, order history.
  case kucoin

  /// The format, or the formats of an exchange, that a word names: `kraken` is both of Kraken's,
  /// `bitpal` both of bitpal's.
  ///
  /// - Returns: Empty when the word names none; all of them for `auto`.
  public static func named(_ word: String) -> [ImportFormat] {
    let word = word.lowercased()
    if word == "auto" { return allCases }
    return allCases.filter { format in
      format.rawValue == word || (families[word]?.contains(format) ?? false)
    }
  }

  private static let families: [String: [ImportFormat]] = [
    "bitpal": [.bitpal, .bitpalJSON],
    "kraken": [.krakenTrades, .krakenLedgers],
    "binance": [.binanceTrades, .binanceStatement],
  ]
}
