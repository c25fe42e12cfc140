extension ImportFormat {
  /// Who writes files of this form, such as `Kraken`.
  public var group: String { names.group }

  /// What the file is, such as `trade history`.
  public var title: String { names.title }

  private var names: (group: String, title: String) {
    switch self {
    case .bitpal: ("bitpal", "CSV")
    case .bitpalJSON: ("bitpal", "JSON")
    case .binanceTrades: ("Binance", "trade history")
    case .binanceOrders: ("Binance", "order history")
    case .binanceStatement: ("Binance", "transaction history of all accounts")
    case .binanceConvert: ("Binance", "convert history")
    case .binanceMoves: ("Binance", "deposits and withdrawals")
    case .binanceBuys: ("Binance", "coins bought with money")
    case .binanceUS: ("Binance.US", "transactions")
    case .bitcoinTax: ("bitcoin.tax", "trades, income and spending")
    case .bitfinexTrades: ("Bitfinex", "trades")
    case .bitfinexMoves: ("Bitfinex", "deposits and withdrawals")
    case .bitfinexLedger: ("Bitfinex", "ledger")
    case .bitMEX: ("BitMEX", "wallet history")
    case .bitpanda: ("Bitpanda", "history")
    case .bitpandaPro: ("Bitpanda Pro", "trades")
    case .bitstamp: ("Bitstamp", "transactions")
    case .bittrex: ("Bittrex", "order history")
    case .bittrexMoves: ("Bittrex", "deposits and withdrawals")
    case .bitvavo: ("Bitvavo", "transactions")
    case .blockFi: ("BlockFi", "transactions")
    case .blockFiTrades: ("BlockFi", "trades")
    case .blockpit: ("Blockpit", "transactions")
    case .bybitTrades: ("Bybit", "spot trades")
    case .bybitMoves: ("Bybit", "deposits and withdrawals")
    case .bybitAccount: ("Bybit", "account log")
    case .cashApp: ("Cash App", "transactions")
    case .celsius: ("Celsius", "transactions")
    case .coinbase: ("Coinbase", "transaction report")
    case .coinbaseTransfers: ("Coinbase", "transfers of before 2019")
    case .coinbasePro: ("Coinbase Pro", "account statement")
    case .coinbaseFills: ("Coinbase Pro", "fills, Advanced Trade's too")
    case .coinLedger: ("CoinLedger", "transactions")
    case .coinLedgerTemplate: ("CoinLedger", "import template")
    case .coinMarketCap: ("CoinMarketCap", "portfolio transactions")
    case .coinStats: ("CoinStats", "export and import template")
    case .coinTracker: ("CoinTracker", "transactions")
    case .coinTrackerTemplate: ("CoinTracker", "import template, Swan's trades")
    case .coinTracking: ("CoinTracking", "trade table, English and German")
    case .cryptoCom: ("Crypto.com", "app, card and cash")
    case .cryptoComExchange: ("Crypto.com Exchange", "spot trades")
    case .delta: ("Delta", "template and export")
    case .electrum: ("Electrum", "history")
    case .etherscan: ("Etherscan", "transactions, internal ones too")
    case .etherscanTokens: ("Etherscan", "token transfers")
    case .exodus: ("Exodus", "history")
    case .gate: ("Gate", "account history")
    case .gateTrades: ("Gate", "spot trades")
    case .gemini: ("Gemini", "transaction history")
    case .ghostfolio: ("Ghostfolio", "activities")
    case .hitBTC: ("HitBTC", "trades")
    case .htx: ("HTX", "spot trades")
    case .htxMoves: ("HTX", "deposits and withdrawals")
    case .koinly: ("Koinly", "universal template, River's too")
    case .koinlyReport: ("Koinly", "transaction report and bulk edit")
    case .krakenLedgers: ("Kraken", "ledgers")
    case .krakenTrades: ("Kraken", "trades")
    case .kucoin: ("KuCoin", "trades and orders")
    case .kucoinConvert: ("KuCoin", "convert orders")
    case .kucoinMoves: ("KuCoin", "deposits and withdrawals")
    case .kucoinEarn: ("KuCoin", "earnings")
    case .ledgerLive: ("Ledger Live", "operations")
    case .mexcTrades: ("MEXC", "trades and orders")
    case .mexcMoves: ("MEXC", "deposits and withdrawals")
    case .nexo: ("Nexo", "transactions")
    case .okxTrades: ("OKX", "trading history")
    case .okxTradesOld: ("OKX", "trades of before 2021")
    case .okxFunding: ("OKX", "funding account")
    case .payPal: ("PayPal", "crypto statement")
    case .poloniex: ("Poloniex", "trades")
    case .poloniexMoves: ("Poloniex", "withdrawals")
    case .revolut: ("Revolut", "crypto statement")
    case .robinhood: ("Robinhood", "crypto orders")
    case .rotki: ("rotki", "generic trades")
    case .shapeShift: ("ShapeShift", "exchanges")
    case .strike: ("Strike", "annual statement")
    case .swan: ("Swan", "deposits and purchases")
    case .swanWithdrawals: ("Swan", "withdrawals")
    case .swissBorg: ("SwissBorg", "account statement")
    case .trezorSuite: ("Trezor Suite", "transactions")
    case .uphold: ("Uphold", "transactions")
    case .custom: ("Any other", "columns named by --map")
    }
  }
}

extension FormatReader {
  /// Who writes files of this form.
  var group: String { format.group }

  /// Who writes the file and what it is, such as `Kraken, ledgers`.
  var displayName: String { "\(format.group), \(format.title)" }
}
