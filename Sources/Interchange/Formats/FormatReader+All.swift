extension FormatReader {
  /// Every CSV format; no header is recognised by two of them.
  static let all: [FormatReader] = [
    .bitpal, .binanceStatement, .binanceTrades, .bitcoinTax, .bitstamp, .bittrex, .bitvavo,
    .blockpit,
    .coinbase, .coinbasePro, .coinMarketCap, .coinStats, .coinTracking, .cryptoCom, .delta,
    .ghostfolio,
    .koinly, .krakenLedgers, .krakenTrades, .kucoin,
  ]
}
