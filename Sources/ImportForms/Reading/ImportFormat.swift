import ImportText

/// A form of file bitpal imports.
///
/// The raw value is the word for it on the command line.
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
  /// Binance, coins bought with money.
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
  /// Coinbase, transfers of before 2019.
  case coinbaseTransfers = "coinbase-transfers"
  /// Coinbase Pro, account statement.
  case coinbasePro = "coinbase-pro"
  /// Coinbase Pro, fills, Advanced Trade's too.
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
  case cryptoComJournal = "crypto-com-journal"
  /// Delta, template and export.
  case delta
  /// Electrum, history.
  case electrum
  /// Etherscan, transactions, internal ones too.
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
  /// Koinly, universal template, River's too.
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
  /// MEXC, trades and orders.
  case mexcTrades = "mexc-trades"
  /// MEXC, deposits and withdrawals.
  case mexcMoves = "mexc-moves"
  /// Nexo, transactions.
  case nexo
  /// OKX, trading history.
  case okxTrades = "okx-trades"
  /// OKX, trades of before 2021.
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
  /// Coinbase, transactions of before 2018.
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
  /// Etherscan, single pieces.
  case etherscanNFTs = "etherscan-nfts"
  /// EveryTrade, trades.
  case everyTrade = "everytrade"
  /// HitBTC, deposits and withdrawals.
  case hitBTCMoves = "hitbtc-moves"
  /// KuCoin, coins bought with money.
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
  /// TradeOgre and Trade Satoshi, trades, deposits and withdrawals.
  case tradeOgre = "tradeogre", tradeSatoshi = "tradesatoshi"
  /// WhiteBIT, orders, deposits and withdrawals.
  case whiteBIT = "whitebit"
  /// ZenLedger, transactions.
  case zenLedger = "zenledger"
  /// Exchanges and brokers, Zonda once BitBay: trades, statements and moves.
  case bitbank, bisq, bittylicious, changelly, coincheck, coinfloor, coinmama, coinmate,
    coinsquare, deribit, liquid, luno, paxful, pionex, relai, shakepay, voyager, zonda
  /// Exchanges that closed: trades and moves.
  case abra, coinbaseRaw = "coinbase-raw", cryptopia, cryptsy, ftx, hotbit, qtrade
  /// Brokers and exchanges of Europe: transactions and orders.
  case anycoin, bison, coinmerce, coinmetro, pocket, wirex
  /// Histories: 21bitcoin's, General Bytes' machines', Trade Republic's coins, eToro's account.
  case twentyOneBitcoin = "21bitcoin", generalBytes = "general-bytes"
  case tradeRepublic = "trade-republic", eToro = "etoro"
  /// Bitget: trades, orders, account and contracts; BingX' and Nexo Pro's trades.
  case bitgetTrades = "bitget-trades", bitgetOrders = "bitget-orders"
  case bitgetAccount = "bitget-account", bitgetFutures = "bitget-futures"
  case bingX = "bingx", nexoPro = "nexo-pro"
  /// GMO Coin, trading report.
  case gmoCoin = "gmo-coin"
  /// Exchanges of Asia: trades.
  case bithumb, upbit, zaif
  /// KuCoin, account history.
  case kucoinAccount = "kucoin-account"
  /// Mercado Bitcoin, statement.
  case mercadoBitcoin = "mercado-bitcoin"
  /// Exchanges of America and Australia: reports and ledgers.
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
  /// Robinhood, withdrawals of coins.
  case robinhoodMoves = "robinhood-moves"
  /// The BitBox, transactions.
  case bitBox = "bitbox"
  /// RP2, files by hand.
  case rp2
  /// Wallets and explorers: transactions.
  case helium, monero, mycelium, sparrow, subscan, trezor
  /// Cake DeFi, history.
  case cakeDeFi = "cake"
  /// CoinJar's and Firi's transactions, NiceHash' report, TokenTax' template, WOO X' orders.
  case coinJar = "coinjar"
  case firi
  case niceHash = "nicehash"
  case tokenTax = "tokentax"
  case wooX = "woo-x"
  /// Brokers: Coinbank's trades and moves, Simplecoin's orders, others' histories.
  case coinbank, simplecoin, change, buenbit, kvaPay = "kvapay", invity
  /// Wallets of the Lightning network: payments. Bithomp, Solscan, beaconcha.in: what a chain has.
  case phoenix, walletOfSatoshi = "wallet-of-satoshi", blink, bithomp, solscan, beaconchain
  /// Mt. Gox, histories; Binance, rewards of Earn.
  case mtGox = "mt-gox", binanceEarn = "binance-earn"
  /// Bull Bitcoin's orders, River's account history, Minswap's orders, OpenNode's reports, Mudrex.
  case bullBitcoin = "bull-bitcoin", river, minswap, openNode = "opennode", mudrex
  /// Rare exchanges and wallets: fills, transactions, contracts.
  case coinEx = "coinex", independentReserve = "independent-reserve", adaLite = "adalite"
  case blockchair, handCash = "handcash", jupiter, myMonero = "mymonero", zerion
  /// Portfolio Performance; a file whose columns the user has named.
  case portfolioPerformance = "portfolio-performance", custom

  /// The format, or the formats of an exchange, that a word names: `kraken` is both of Kraken's,
  /// `bitpal` both of bitpal's.
  ///
  /// - Returns: Empty when the word names none; all of them for `auto`.
  public static func named(_ word: String) -> [ImportFormat] {
    let word = word.lowercased()
    if word == "auto" { return allCases }
    return allCases.filter { $0.rawValue == word || $0.rawValue.hasPrefix(word + "-") }
  }
}
