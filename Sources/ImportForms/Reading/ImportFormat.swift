import ImportText

/// A file format that bitpal imports.
///
/// The raw value is its name on the command line.
public enum ImportFormat: String, CaseIterable, Sendable {
  /// bitpal, CSV.
  case bitpal
  /// bitpal, JSON.
  case bitpalJSON = "bitpal-json"
  /// Binance, trade history.
  case binanceTrades = "binance-trades"
  /// Binance, order history.
  case binanceOrders = "binance-orders"
  /// Binance, transaction history of all accounts.
  case binanceStatement = "binance-statement"
  /// Binance, convert history.
  case binanceConvert = "binance-convert"
  /// Binance, deposits and withdrawals.
  case binanceMoves = "binance-moves"
  /// Binance, coins bought with fiat.
  case binanceBuys = "binance-buys"
  /// Binance.US, transactions.
  case binanceUS = "binance-us"
  /// bitcoin.tax, trades, income and spending.
  case bitcoinTax = "bitcoin-tax"
  /// Bitfinex, trades.
  case bitfinexTrades = "bitfinex-trades"
  /// Bitfinex, deposits and withdrawals.
  case bitfinexMoves = "bitfinex-moves"
  /// Bitfinex, ledger.
  case bitfinexLedger = "bitfinex-ledger"
  /// BitMEX, wallet history.
  case bitMEX = "bitmex"
  /// Bitpanda, history.
  case bitpanda
  /// Bitpanda Pro, trades.
  case bitpandaPro = "bitpanda-pro"
  /// Bitstamp, transactions.
  case bitstamp
  /// Bittrex, order history.
  case bittrex
  /// Bittrex, deposits and withdrawals.
  case bittrexMoves = "bittrex-moves"
  /// Bitvavo, transactions.
  case bitvavo
  /// BlockFi, transactions.
  case blockFi = "blockfi"
  /// BlockFi, trades.
  case blockFiTrades = "blockfi-trades"
  /// Blockpit, transactions.
  case blockpit
  /// Bybit, spot trades.
  case bybitTrades = "bybit-trades"
  /// Bybit, deposits and withdrawals.
  case bybitMoves = "bybit-moves"
  /// Bybit, account log.
  case bybitAccount = "bybit-account"
  /// Cash App, transactions.
  case cashApp = "cash-app"
  /// Celsius, transactions.
  case celsius
  /// Coinbase, transaction report.
  case coinbase
  /// Coinbase, transfers before 2019.
  case coinbaseTransfers = "coinbase-transfers"
  /// Coinbase Pro, account statement.
  case coinbasePro = "coinbase-pro"
  /// Coinbase Pro, fills, including those of Advanced Trade.
  case coinbaseFills = "coinbase-fills"
  /// CoinLedger, transactions.
  case coinLedger = "coinledger"
  /// CoinLedger, import template.
  case coinLedgerTemplate = "coinledger-template"
  /// CoinMarketCap, portfolio transactions.
  case coinMarketCap = "coinmarketcap"
  /// CoinStats, export and import template.
  case coinStats = "coinstats"
  /// CoinTracker, transactions.
  case coinTracker = "cointracker"
  /// CoinTracker, import template, Swan's trades.
  case coinTrackerTemplate = "cointracker-template"
  /// CoinTracking, trade table, English and German.
  case coinTracking = "cointracking"
  /// Crypto.com, app, card and cash.
  case cryptoCom = "crypto-com"
  /// Crypto.com Exchange, spot trades.
  case cryptoComExchange = "crypto-com-exchange"
  /// Crypto.com Exchange, journal of all transactions.
  case cryptoComExchangeJournal = "crypto-com-exchange-journal"
  /// Delta, template and export.
  case delta
  /// Electrum, history.
  case electrum
  /// Etherscan, transactions, including internal ones.
  case etherscan
  /// Etherscan, token transfers.
  case etherscanTokens = "etherscan-tokens"
  /// Exodus, history.
  case exodus
  /// Gate, account history; spot trades.
  case gate, gateTrades = "gate-trades"
  /// Gemini, transaction history.
  case gemini
  /// Ghostfolio, activities.
  case ghostfolio
  /// HitBTC, trades.
  case hitBTC = "hitbtc"
  /// HTX, spot trades.
  case htx
  /// HTX, deposits and withdrawals.
  case htxMoves = "htx-moves"
  /// Koinly, universal template, also written by River.
  case koinly
  /// Koinly, transaction report and bulk edit.
  case koinlyReport = "koinly-report"
  /// Kraken, ledgers.
  case krakenLedgers = "kraken-ledgers"
  /// Kraken, trades.
  case krakenTrades = "kraken-trades"
  /// KuCoin, trades and orders.
  case kucoin
  /// KuCoin, convert orders.
  case kucoinConvert = "kucoin-convert"
  /// KuCoin, deposits and withdrawals.
  case kucoinMoves = "kucoin-moves"
  /// KuCoin, earnings.
  case kucoinEarn = "kucoin-earn"
  /// Ledger Live, operations.
  case ledgerLive = "ledger-live"
  /// MEXC, trades.
  case mexcTrades = "mexc-trades"
  /// MEXC, orders.
  case mexcOrders = "mexc-orders"
  /// MEXC, deposits and withdrawals.
  case mexcMoves = "mexc-moves"
  /// Nexo, transactions.
  case nexo
  /// OKX, trading history.
  case okxTrades = "okx-trades"
  /// OKX, trades before 2021.
  case okxTradesOld = "okx-trades-old"
  /// OKX, funding account.
  case okxFunding = "okx-funding"
  /// PayPal, crypto statement.
  case payPal = "paypal"
  /// Poloniex, trades; deposits and withdrawals.
  case poloniex, poloniexMoves = "poloniex-moves"
  /// Revolut, crypto statement.
  case revolut
  /// Robinhood, crypto orders.
  case robinhood
  /// rotki, generic trades.
  case rotki
  /// ShapeShift, exchanges.
  case shapeShift = "shapeshift"
  /// Strike, annual statement.
  case strike
  /// Swan, deposits and purchases.
  case swan
  /// Swan, withdrawals.
  case swanWithdrawals = "swan-withdrawals"
  /// SwissBorg, account statement.
  case swissBorg = "swissborg"
  /// Trezor Suite, transactions.
  case trezorSuite = "trezor-suite"
  /// Uphold, transactions.
  case uphold
  /// Accointing, history.
  case accointing
  /// Binance, futures.
  case binanceFutures = "binance-futures"
  /// bitFlyer, trades and moves.
  case bitFlyer = "bitflyer"
  /// Bitcoin Core, wallet.
  case bitcoinCore = "bitcoin-core"
  /// bitcoin.de, account statement.
  case bitcoinDe = "bitcoin-de"
  /// BittyTax, transaction records.
  case bittyTax = "bittytax"
  /// Blockchain.com, accounts, exchange and wallets.
  case blockchainCom = "blockchain-com"
  /// BTC Markets, transactions.
  case btcMarkets = "btcmarkets"
  /// BTCPay Server, wallet.
  case btcPay = "btcpay"
  /// C-CEX, account.
  case cCex = "c-cex"
  /// CEX.IO, transactions.
  case cexIO = "cex-io"
  /// Coinbase Prime, orders, deposits and withdrawals.
  case coinbasePrime = "coinbase-prime"
  /// Coinbase, transactions before 2018.
  case coinbaseOld = "coinbase-old"
  /// CoinCorner, old statement.
  case coinCorner = "coincorner"
  /// Coinomi, wallet.
  case coinomi
  /// CoinSpot, orders, sends and receives.
  case coinSpot = "coinspot"
  /// CryptoTaxCalculator, transactions.
  case cryptoTaxCalculator = "cryptotaxcalculator"
  /// Easy Crypto, orders.
  case easyCrypto = "easy-crypto"
  /// Etherscan, non-fungible tokens.
  case etherscanNFTs = "etherscan-nfts"
  /// EveryTrade, trades.
  case everyTrade = "everytrade"
  /// HitBTC, deposits and withdrawals.
  case hitBTCMoves = "hitbtc-moves"
  /// KuCoin, coins bought with fiat.
  case kucoinBuys = "kucoin-buys"
  /// KuCoin, futures.
  case kucoinFutures = "kucoin-futures"
  /// LocalBitcoins, trades.
  case localBitcoins = "localbitcoins"
  /// MEXC, futures.
  case mexcFutures = "mexc-futures"
  /// rotki, generic events.
  case rotkiEvents = "rotki-events"
  /// Stake.tax, reports of wallets.
  case stakeTax = "staketax"
  /// TaxBit, transactions.
  case taxBit = "taxbit"
  /// TradeOgre and Trade Satoshi: trades, deposits and withdrawals.
  case tradeOgre = "tradeogre", tradeSatoshi = "tradesatoshi"
  /// WhiteBIT, orders, deposits and withdrawals.
  case whiteBIT = "whitebit"
  /// ZenLedger, transactions.
  case zenLedger = "zenledger"
  /// Exchanges and brokers, including Zonda, formerly BitBay: trades, statements and moves.
  case bitbank, bisq, bittylicious, changelly, coincheck, coinfloor, coinmama, coinmate,
    coinsquare, deribit, liquid, luno, paxful, pionex, relai, shakepay, voyager, zonda
  /// Closed exchanges: trades and moves.
  case abra, coinbaseRaw = "coinbase-raw", cryptopia, cryptsy, ftx, hotbit, qtrade
  /// Brokers and exchanges from Europe: transactions and orders.
  case anycoin, bison, coinmerce, coinmetro, pocket, wirex
  /// Histories: 21bitcoin, General Bytes machines, Trade Republic's coins, eToro accounts.
  case twentyOneBitcoin = "21bitcoin", generalBytes = "general-bytes"
  case tradeRepublic = "trade-republic", eToro = "etoro"
  /// Bitget: trades, orders, account and contracts; trades of BingX and Nexo Pro.
  case bitgetTrades = "bitget-trades", bitgetOrders = "bitget-orders"
  case bitgetAccount = "bitget-account", bitgetFutures = "bitget-futures"
  case bingX = "bingx", nexoPro = "nexo-pro"
  /// GMO Coin, trading report.
  case gmoCoin = "gmo-coin"
  /// Exchanges from Asia: trades.
  case bithumb, upbit, zaif
  /// KuCoin, account history.
  case kucoinAccount = "kucoin-account"
  /// Mercado Bitcoin, statement.
  case mercadoBitcoin = "mercado-bitcoin"
  /// Exchanges from America and Australia: reports and ledgers.
  case bitso, ndax, newton, swyftx, wealthsimple
  /// BloFin, trades and moves; CoinList, account; GateHub, history.
  case bloFin = "blofin", coinList = "coinlist", gateHub = "gatehub"
  /// LBank, trades and deposits.
  case lBank = "lbank"
  /// sFOX, transactions.
  case sFOX = "sfox"
  /// Small exchanges: histories.
  case circle, idex, kinesis, mercatox, yobit
  /// Kraken, futures.
  case krakenFutures = "kraken-futures"
  /// Robinhood, coin withdrawals.
  case robinhoodMoves = "robinhood-moves"
  /// The BitBox, transactions.
  case bitBox = "bitbox"
  /// RP2, hand-made files.
  case rp2
  /// Wallets and explorers: transactions.
  case helium, monero, mycelium, sparrow, subscan, trezor
  /// Cake DeFi, history.
  case cakeDeFi = "cake"
  /// Transactions of CoinJar and Firi, NiceHash's report, TokenTax's template, orders of WOO X.
  case coinJar = "coinjar"
  case firi
  case niceHash = "nicehash"
  case tokenTax = "tokentax"
  case wooX = "woo-x"
  /// Brokers: Coinbank's trades and moves, Simplecoin's orders, histories of others.
  case coinbank, simplecoin, change, buenbit, kvaPay = "kvapay", invity
  /// Payments of Lightning wallets; on-chain transactions by Bithomp, Solscan and beaconcha.in.
  case phoenix, walletOfSatoshi = "wallet-of-satoshi", blink, bithomp, solscan, beaconchain
  /// Mt. Gox, histories; Binance, Earn rewards.
  case mtGox = "mt-gox", binanceEarn = "binance-earn"
  /// Orders of Bull Bitcoin and Minswap, River's account history, OpenNode's reports, Mudrex.
  case bullBitcoin = "bull-bitcoin", river, minswap, openNode = "opennode", mudrex
  /// Rare exchanges and wallets: fills, transactions, contracts.
  case coinEx = "coinex", independentReserve = "independent-reserve", adaLite = "adalite"
  case blockchair, handCash = "handcash", jupiter, myMonero = "mymonero", zerion
  /// Portfolio Performance; a file with user-mapped columns.
  case portfolioPerformance = "portfolio-performance", custom

  /// The format, or all formats of a source, with a name: `kraken` means both of Kraken's, `bitpal`
  /// both of bitpal's.
  ///
  /// - Returns: Empty for an unknown name; all formats for `auto`.
  public static func named(_ word: String) -> [ImportFormat] {
    let word = word.lowercased()
    if word == "auto" { return allCases }
    return allCases.filter { $0.rawValue == word || $0.rawValue.hasPrefix(word + "-") }
  }
}

extension ImportFormat {
  /// The exchange or wallet as the account of the file's rows; `nil` for a tracker's file, which
  /// covers many.
  var account: String? {
    guard !Self.trackers.contains(rawValue) else { return nil }
    for ending in Self.reports where rawValue.hasSuffix(ending) {
      return String(rawValue.dropLast(ending.count))
    }
    return rawValue
  }

  /// The suffixes of report names, after the name of the exchange.
  private static let reports = [
    "-account", "-convert", "-deposits", "-fills", "-history", "-ledger", "-ledgers", "-orders",
    "-statement", "-tax", "-trades", "-trades-old", "-transactions", "-transfers", "-withdrawals",
    "-buys", "-earn", "-events", "-futures", "-nfts", "-old", "-funding", "-moves", "-tokens",
    "-raw", "-journal",
  ]

  private static let trackers: Set<String> = [
    "bitcoin-tax", "bitpal", "bitpal-json", "blockpit", "coinledger", "coinmarketcap", "coinstats",
    "cointracker", "cointracking", "custom", "delta", "ghostfolio", "koinly", "koinly-report",
    "coinledger-template", "cointracker-template", "rotki", "rotki-events", "accointing",
    "bittytax",
    "cryptotaxcalculator", "everytrade", "staketax", "taxbit", "zenledger", "rp2", "tokentax",
    "portfolio-performance",
  ]

  /// Whether its times are always UTC even if the file does not say so; a user's zone then applies
  /// to other files of the import.
  var writesUTC: Bool {
    Self.utcSources.contains { rawValue == $0 || rawValue.hasPrefix($0 + "-") }
  }

  private static let utcSources = [
    "binance", "bitfinex", "bitmex", "bitpal", "bitstamp", "bittrex", "coinbase", "etherscan",
    "ftx",
    "gemini", "kraken", "ledger-live", "poloniex", "trezor-suite",
  ]

  /// Whether outgoing amounts are negative, or in a separate column.
  var writesSigns: Bool { Self.signed.contains(rawValue) }

  private static let signed: Set<String> = [
    "binance-statement", "bitvavo", "blockfi", "cointracking", "crypto-com", "luno", "nexo",
  ]

  /// Whether the file's id identifies a single trade, reward or move, so no two rows can be equal;
  /// an order's id is shared by its fills.
  var idsAreUnique: Bool { Self.withIds.contains(rawValue) }

  private static let withIds: Set<String> = [
    "bitfinex-trades", "bitfinex-ledger", "bitpanda", "bitstamp", "bitvavo", "cash-app", "coinbase",
    "blink", "coinbase-fills", "coinbase-pro", "coinbase-raw", "gemini", "kraken-ledgers",
    "kraken-trades",
    "nexo", "river", "strike", "swan", "uphold",
  ]
}

extension ImportFormat {
  /// The source of files with this form, such as `Kraken`.
  public var group: String { names.group }

  /// The report's name, such as `trade history`.
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
    case .coinbaseTransfers: ("Coinbase", "transfers before 2019")
    case .coinbasePro: ("Coinbase Pro", "account statement")
    case .coinbaseFills: ("Coinbase Pro", "fills, also Advanced Trade's")
    case .coinLedger: ("CoinLedger", "transactions")
    case .coinLedgerTemplate: ("CoinLedger", "import template")
    case .coinMarketCap: ("CoinMarketCap", "portfolio transactions")
    case .coinStats: ("CoinStats", "export and import template")
    case .coinTracker: ("CoinTracker", "transactions")
    case .coinTrackerTemplate: ("CoinTracker", "import template, Swan's trades")
    case .coinTracking: ("CoinTracking", "trade table, English and German")
    case .cryptoCom: ("Crypto.com", "app, card and cash")
    case .cryptoComExchange: ("Crypto.com Exchange", "spot trades, interest, rebates")
    case .cryptoComExchangeJournal: ("Crypto.com Exchange", "journal of all transactions")
    case .delta: ("Delta", "template and export")
    case .electrum: ("Electrum", "history")
    case .etherscan: ("Etherscan", "transactions, also internal ones")
    case .etherscanTokens: ("Etherscan", "token transfers")
    case .exodus: ("Exodus", "history")
    case .gate: ("Gate", "account history")
    case .gateTrades: ("Gate", "spot trades")
    case .gemini: ("Gemini", "transaction history")
    case .ghostfolio: ("Ghostfolio", "activities")
    case .hitBTC: ("HitBTC", "trades")
    case .htx: ("HTX", "spot trades")
    case .htxMoves: ("HTX", "deposits and withdrawals")
    case .koinly: ("Koinly", "universal template, also River's")
    case .koinlyReport: ("Koinly", "transaction report and bulk edit")
    case .krakenLedgers: ("Kraken", "ledgers")
    case .krakenTrades: ("Kraken", "trades")
    case .kucoin: ("KuCoin", "trades and orders")
    case .kucoinConvert: ("KuCoin", "convert orders")
    case .kucoinMoves: ("KuCoin", "deposits and withdrawals")
    case .kucoinEarn: ("KuCoin", "earnings")
    case .ledgerLive: ("Ledger Live", "operations")
    case .mexcTrades: ("MEXC", "trades")
    case .mexcOrders: ("MEXC", "orders")
    case .mexcMoves: ("MEXC", "deposits and withdrawals")
    case .nexo: ("Nexo", "transactions")
    case .okxTrades: ("OKX", "trading history")
    case .okxTradesOld: ("OKX", "trades before 2021")
    case .okxFunding: ("OKX", "funding account")
    case .payPal: ("PayPal", "crypto statement")
    case .poloniex: ("Poloniex", "trades")
    case .poloniexMoves: ("Poloniex", "deposits and withdrawals")
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
    case .accointing: ("Accointing", "history and template")
    case .binanceFutures: ("Binance", "futures")
    case .bitbank: ("bitbank", "trades, deposits and withdrawals")
    case .bitFlyer: ("bitFlyer", "trades and moves")
    case .bisq: ("Bisq", "trades")
    case .bitcoinCore: ("Bitcoin Core", "wallet")
    case .bitcoinDe: ("bitcoin.de", "account statement")
    case .bittylicious: ("Bittylicious", "orders")
    case .bittyTax: ("BittyTax", "transaction records")
    case .blockchainCom: ("Blockchain.com", "accounts, exchange and wallets")
    case .btcMarkets: ("BTC Markets", "transactions")
    case .btcPay: ("BTCPay Server", "wallet")
    case .cCex: ("C-CEX", "account")
    case .cexIO: ("CEX.IO", "transactions")
    case .changelly: ("Changelly", "exchanges")
    case .coinbasePrime: ("Coinbase Prime", "orders, deposits and withdrawals")
    case .coinbaseOld: ("Coinbase", "transactions before 2018")
    case .coincheck: ("Coincheck", "purchases")
    case .coinCorner: ("CoinCorner", "old statement")
    case .coinfloor: ("Coinfloor", "trades, deposits and withdrawals")
    case .coinmama: ("Coinmama", "orders")
    case .coinmate: ("Coinmate", "history")
    case .coinomi: ("Coinomi", "wallet")
    case .coinSpot: ("CoinSpot", "orders, sends and receives")
    case .coinsquare: ("Coinsquare", "trades")
    case .cryptopia: ("Cryptopia", "trades, deposits and withdrawals")
    case .cryptoTaxCalculator: ("CryptoTaxCalculator", "transactions")
    case .cryptsy: ("Cryptsy", "trades")
    case .deribit: ("Deribit", "contracts")
    case .easyCrypto: ("Easy Crypto", "orders")
    case .etherscanNFTs: ("Etherscan", "single pieces")
    case .everyTrade: ("EveryTrade", "trades")
    case .ftx: ("FTX", "trades, conversions, deposits, withdrawals and loans")
    case .hitBTCMoves: ("HitBTC", "deposits and withdrawals")
    case .hotbit: ("Hotbit", "trades")
    case .kucoinBuys: ("KuCoin", "coins bought with money")
    case .kucoinFutures: ("KuCoin", "futures")
    case .liquid: ("Liquid", "executions")
    case .localBitcoins: ("LocalBitcoins", "trades")
    case .luno: ("Luno", "transactions")
    case .mexcFutures: ("MEXC", "futures")
    case .paxful: ("Paxful", "trades")
    case .pionex: ("Pionex", "deposits and withdrawals")
    case .qtrade: ("qTrade", "trades")
    case .relai: ("Relai", "operations")
    case .rotkiEvents: ("rotki", "generic events")
    case .shakepay: ("Shakepay", "history")
    case .stakeTax: ("Stake.tax", "reports of wallets")
    case .taxBit: ("TaxBit", "transactions")
    case .tradeOgre: ("TradeOgre", "trades, deposits and withdrawals")
    case .tradeSatoshi: ("Trade Satoshi", "trades")
    case .voyager: ("Voyager", "transactions")
    case .abra: ("Abra", "history")
    case .coinbaseRaw: ("Coinbase", "raw transactions, from its tax pages")
    case .whiteBIT: ("WhiteBIT", "orders, deposits and withdrawals")
    case .zenLedger: ("ZenLedger", "transactions")
    case .anycoin: ("Anycoin", "history")
    case .bison: ("BISON", "transactions")
    case .bitBox: ("BitBox", "transactions")
    case .bitso: ("Bitso", "trades, also QuadrigaCX's")
    case .bloFin: ("BloFin", "trades, deposits and withdrawals")
    case .circle: ("Circle", "history before 2018")
    case .coinList: ("CoinList", "account")
    case .coinmerce: ("Coinmerce", "orders")
    case .coinmetro: ("Coinmetro", "statement")
    case .eToro: ("eToro", "account activity, coins only")
    case .gateHub: ("GateHub", "history")
    case .generalBytes: ("General Bytes", "transactions of machines")
    case .gmoCoin: ("GMO Coin", "trading report")
    case .helium: ("Helium", "rewards and payments")
    case .idex: ("IDEX", "trades")
    case .kinesis: ("Kinesis", "trades")
    case .krakenFutures: ("Kraken", "futures")
    case .lBank: ("LBank", "trades and deposits")
    case .mercadoBitcoin: ("Mercado Bitcoin", "statement")
    case .mercatox: ("Mercatox", "history")
    case .ndax: ("NDAX", "ledger")
    case .newton: ("Newton", "transactions")
    case .pocket: ("Pocket", "history")
    case .robinhoodMoves: ("Robinhood", "withdrawals of coins")
    case .cakeDeFi: ("Cake DeFi", "history")
    case .monero: ("Monero", "wallet, also Feather's")
    case .mycelium: ("Mycelium", "transactions")
    case .rp2: ("RP2", "files written by hand, also DaLI's")
    case .sFOX: ("sFOX", "transactions")
    case .sparrow: ("Sparrow", "transactions")
    case .subscan: ("Subscan", "rewards of pools")
    case .swyftx: ("Swyftx", "transaction report")
    case .tradeRepublic: ("Trade Republic", "history, coins only")
    case .trezor: ("Trezor", "wallet before 2021")
    case .twentyOneBitcoin: ("21bitcoin", "history")
    case .upbit: ("Upbit", "trades")
    case .bithumb: ("Bithumb", "history")
    case .kucoinAccount: ("KuCoin", "account history")
    case .zonda: ("Zonda", "trades")
    case .bitgetTrades: ("Bitget", "trades")
    case .bitgetOrders: ("Bitget", "order history")
    case .bitgetAccount: ("Bitget", "account and earnings")
    case .bitgetFutures: ("Bitget and BingX", "contracts")
    case .bingX: ("BingX", "order history, fund account")
    case .nexoPro: ("Nexo Pro", "trades, deposits and withdrawals, contracts")
    case .wealthsimple: ("Wealthsimple", "activities, coins only")
    case .wirex: ("Wirex", "accounts")
    case .yobit: ("YObit", "orders")
    case .zaif: ("Zaif", "trades")
    case .coinJar: ("CoinJar", "transactions")
    case .firi: ("Firi", "transactions")
    case .niceHash: ("NiceHash", "report")
    case .tokenTax: ("TokenTax", "template")
    case .wooX: ("WOO X", "orders")
    case .coinbank: ("Coinbank", "trades, deposits and withdrawals")
    case .simplecoin: ("Simplecoin", "orders")
    case .change: ("Change", "history")
    case .buenbit: ("Buenbit", "history")
    case .kvaPay: ("KvaPay", "history")
    case .invity: ("Invity", "purchases and sales")
    case .phoenix: ("Phoenix", "payments")
    case .walletOfSatoshi: ("Wallet of Satoshi", "payments")
    case .mtGox: ("Mt. Gox", "histories of bitcoins and of money")
    case .binanceEarn: ("Binance", "rewards of Earn")
    case .bullBitcoin: ("Bull Bitcoin", "orders")
    case .river: ("River", "account history")
    case .minswap: ("Minswap", "orders")
    case .openNode: ("OpenNode", "payments, conversions and transfers")
    case .blink: ("Blink", "payments")
    case .bithomp: ("Bithomp", "transactions of the XRP Ledger")
    case .solscan: ("Solscan", "swaps")
    case .beaconchain: ("beaconcha.in", "rewards of validators")
    case .mudrex: ("Mudrex", "transactions")
    case .coinEx: ("CoinEx", "spot trades")
    case .independentReserve: ("Independent Reserve", "transactions")
    case .adaLite: ("AdaLite", "transactions")
    case .blockchair: ("Blockchair", "transactions of addresses and keys")
    case .handCash: ("HandCash", "payments")
    case .jupiter: ("Jupiter", "perpetuals")
    case .myMonero: ("MyMonero", "transactions")
    case .zerion: ("Zerion", "history")
    case .portfolioPerformance: ("Portfolio Performance", "transactions, coins only")
    case .custom: ("Any other", "columns named by --map")
    }
  }
}

extension FormatReader {
  /// The source of files with this form.
  var group: String { format.group }

  /// The source and the report's name, such as `Kraken, ledgers`.
  var displayName: String { "\(format.group), \(format.title)" }
}
