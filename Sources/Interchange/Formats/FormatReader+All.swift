extension FormatReader {
  /// Every CSV format; no header is recognized by two of them.
  static let all: [FormatReader] = [
    .bitpal, .binanceTrades, .binanceOrders, .binanceStatement, .binanceConvert, .binanceMoves,
    .binanceBuys, .binanceUS, .bitcoinTax, .bitfinexTrades, .bitfinexMoves, .bitfinexLedger,
    .bitMEX, .bitpanda, .bitpandaPro, .bitstamp, .bittrex, .bittrexMoves, .bitvavo, .blockFi,
    .blockFiTrades, .blockpit, .bybitTrades, .bybitMoves, .bybitAccount, .cashApp, .celsius,
    .coinbase, .coinbaseTransfers, .coinbasePro, .coinbaseFills, .coinLedger,
    .coinLedgerTemplate, .coinMarketCap, .coinStats, .coinTracker, .coinTrackerTemplate,
    .coinTracking, .cryptoCom, .cryptoComExchange, .delta, .electrum, .etherscan,
    .etherscanTokens, .exodus, .gate, .gateTrades, .gemini, .ghostfolio, .hitBTC, .htx,
    .htxMoves, .koinly, .koinlyReport, .krakenLedgers, .krakenTrades, .kucoin, .kucoinConvert,
    .kucoinMoves, .kucoinEarn, .ledgerLive, .mexcTrades, .mexcMoves, .nexo, .okxTrades,
    .okxOld, .okxFunding, .payPal, .poloniex, .poloniexMoves, .revolut, .robinhood, .rotki,
    .shapeShift, .strike, .swan, .swanWithdrawals, .swissBorg, .trezorSuite, .uphold,
  ]
}
