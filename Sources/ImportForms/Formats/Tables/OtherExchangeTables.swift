import FoundationEssentials
import ImportText
import Portfolio

/// Other exchanges with one row per event.
extension FormatReader {
  static let worldwide =
    whiteBIT + changelly + coinbasePrime + coinSpot + bitbank + coincheck + pionex
    + blockchainCom + binanceProducts + contracts + hitBTCMoves + kucoinFiat + okxFills
    + cryptoComRewards + binanceEarn

  /// Interest and rebates paid by Crypto.com's exchange.
  private static let cryptoComRewards = plain(
    .cryptoComExchange,
    TableFormat(
      columns: [
        "time (utc)", "staked currency", "staked amount", "interest currency", "interest amount",
        "status",
      ], date: ["time (utc)"], status: ("status", ["complete", "success", "paid"]), kind: .reward,
      amount: .init("interest amount", .column("interest currency"))),
    TableFormat(
      columns: [
        "time (utc)", "trading fee currency", "rebate currency", "rebate amount", "status",
      ], date: ["time (utc)"], status: ("status", ["complete", "success", "paid"]), kind: .reward,
      amount: .init("rebate amount", .column("rebate currency"))))

  /// WhiteBIT's orders, deposits and withdrawals.
  private static let whiteBIT = plain(
    .whiteBIT,
    TableFormat(
      columns: ["id", "market", "type", "side", "amount", "price", "fee", "revenue", "completed"],
      date: ["close"], side: ["side"], pair: "market", amount: .init("amount", .base),
      money: .init("revenue", .quote), fees: [.init("fee", .quote)], id: ("whitebit", "id")),
    TableFormat(
      columns: [
        "id", "currency", "hash", "processed amount", "processed fee", "status", "created at",
      ], date: ["created at"], status: ("status", ["success"]), kind: .withdrawal,
      amount: .init("processed amount", .column("currency")),
      fees: [.init("processed fee", .column("currency"))], includesFees: true, hash: "hash"),
    TableFormat(
      columns: ["id", "currency", "hash", "amount", "fee", "status", "created at", "updated at"],
      date: ["created at"], status: ("status", ["success"]), kind: .deposit,
      amount: .init("amount", .column("currency")), fees: [.init("fee", .column("currency"))],
      hash: "hash"))

  /// Changelly's exchanges in two forms: the fee is already deducted from the received amount.
  private static let changelly = plain(
    .changelly,
    TableFormat(
      columns: [
        "currency from", "currency to", "status", "date", "exchange amount", "amount received",
      ], status: ("status", ["finished"]),
      received: .init("amount received", .column("currency to")),
      spent: .init("exchange amount", .column("currency from")),
      fees: [.init("total fee", .column("currency to"))], includesFees: true),
    TableFormat(
      columns: [
        "status", "date", "exchange amount", "total fee", "exchange rate", "amount received",
      ], status: ("status", ["finished"]), received: .init("amount received", .glued),
      spent: .init("exchange amount", .glued), fees: [.init("total fee", .glued)],
      includesFees: true))

  /// Coinbase Prime's orders, and its deposits and withdrawals.
  private static let coinbasePrime = plain(
    .coinbasePrime,
    TableFormat(
      columns: [
        "order id", "status", "market", "side", "filled base quantity", "filled quote quantity",
        "total fees and commissions", "last updated time",
      ], date: ["last updated time"], status: ("status", ["filled", "completed"]), side: ["side"],
      pair: "market", amount: .init("filled base quantity", .base),
      money: .init("filled quote quantity", .quote),
      fees: [.init("total fees and commissions", .quote)], id: ("coinbase-prime", "order id")),
    TableFormat(
      columns: [
        "activity id", "final status", "activity type", "transaction value",
        "transaction currency", "last updated time",
      ], date: ["last updated time"], status: ("final status", ["completed", "done"]),
      side: ["activity type"],
      kinds: KindTable([.inside: ["internal deposit", "internal withdrawal", "conversion"]]),
      amount: .init("transaction value", .column("transaction currency")),
      id: ("coinbase-prime", "activity id")))

  /// CoinSpot's orders, whose total includes the fee, and its sends and receives, in Melbourne
  /// time.
  private static let coinSpot = plain(
    .coinSpot,
    TableFormat(
      columns: [
        "transaction date", "type", "market", "amount", "rate inc. fee", "fee", "total (inc gst)",
      ], date: ["transaction date"], forms: [.yearFirst, .dayFirst], usualZone: melbourne,
      side: ["type"], pair: "market", amount: .init("amount", .base),
      money: .init("total (inc gst)", .quote), fees: [.init("fee", .quote)], includesFees: true,
      groupsThousands: true),
    TableFormat(
      columns: ["transaction date", "type", "coin", "status", "fee", "amount", "txid"],
      date: ["transaction date"], forms: [.yearFirst, .dayFirst], usualZone: melbourne,
      status: ("status", ["completed", "complete", "sent", "received"]), side: ["type"],
      amount: .init("amount", .column("coin")), fees: [.init("fee", .column("coin"))],
      groupsThousands: true, hash: "txid"))

  private static let melbourne = Zone(named: "Australia/Melbourne")

  /// bitbank's trades, deposits and withdrawals, in Japan time.
  private static let bitbank = plain(
    .bitbank,
    TableFormat(
      columns: ["注文id", "取引id", "通貨ペア", "売/買", "数量", "価格", "手数料", "取引日時"],
      date: ["取引日時"], zone: .fixed(minutes: 540), side: ["売/買"],
      kinds: KindTable([.buy: ["買い", "買"], .sell: ["売り", "売"]]), pair: "通貨ペア",
      amount: .init("数量", .base), money: .init("", .quote), price: "価格",
      fees: [.init("手数料", .quote)], feeSign: .belowZeroIsRebate, id: ("bitbank", "取引id")),
    TableFormat(
      columns: ["コイン", "日時", "数量", "手数料", "txid", "ステータス"], date: ["日時"],
      zone: .fixed(minutes: 540), status: ("ステータス", bitbankDone), kind: .withdrawal,
      amount: .init("数量", .column("コイン")), fees: [.init("手数料", .column("コイン"))],
      hash: "txid"),
    TableFormat(
      columns: ["コイン", "日時", "数量", "txid", "ステータス"], date: ["日時"],
      zone: .fixed(minutes: 540), status: ("ステータス", bitbankDone), kind: .deposit,
      amount: .init("数量", .column("コイン")), hash: "txid"),
    TableFormat(
      columns: ["日時", "数量", "ステータス"], absent: ["txid"], date: ["日時"],
      zone: .fixed(minutes: 540), status: ("ステータス", bitbankDone), kind: .move,
      amount: .init("数量", .of("JPY"))),
    bitbankOld(["日時", "数量", "手数料", "合計", "txid", "ステータス", "coin"], .withdrawal),
    bitbankOld(["日時", "数量", "txid", "ステータス", "coin"], .deposit))

  static let bitbankDone = ["done", "反映済", "送金完了", "完了"]

  /// Coincheck's purchases: the price is the total paid.
  private static let coincheck = plain(
    .coincheck,
    TableFormat(
      columns: [
        "id", "amount", "price", "trading currency", "original currency", "progress", "time",
      ], date: ["time"], status: ("progress", ["completed"]), kind: .buy,
      amount: .init("amount", .column("trading currency")),
      money: .init("price", .column("original currency")), id: ("coincheck", "id")))

  /// Pionex deposits and withdrawals; its trades have CoinTracker's form.
  private static let pionex = plain(
    .pionex,
    TableFormat(
      columns: ["tx_type", "amount", "coin", "network", "txid", "fee"], date: ["date(*"],
      side: ["tx_type"], amount: .init("amount", .column("coin")),
      fees: [.init("fee", .column("coin"))], hash: "txid"))

  /// Blockchain.com's accounts, exchange and wallets.
  private static let blockchainCom = plain(
    .blockchainCom,
    TableFormat(
      columns: [
        "date_time_utc", "transaction_type", "asset", "quantity_transacted", "counter_asset",
        "counter_amount", "fee_asset", "fee_amount",
      ], date: ["date_time_utc"], side: ["transaction_type"],
      kinds: KindTable([.trade: ["buy", "sell", "swap"]]),
      received: .init("quantity_transacted", .column("asset")),
      spent: .init("counter_amount", .column("counter_asset")),
      fees: [.init("fee_amount", .column("fee_asset"))], includesFees: true,
      movesIncludeFees: false, id: ("blockchain-com", "transaction_id")),
    TableFormat(
      columns: ["date", "time", "token", "type", "amount", "value_then", "tx"],
      date: ["date", "time"], kind: .move, amount: .init("amount", .column("token")),
      fees: [.init("fee_value", .column("token"))], includesFees: true, hash: "tx"),
    TableFormat(
      columns: ["date", "time", "type", "amount_btc", "value_then", "tx"], date: ["date", "time"],
      kind: .move, amount: .init("amount_btc", .of("BTC")), hash: "tx"))

  /// Binance's savings plans, staked ether, and futures.
  private static let binanceProducts =
    plain(
      .binanceBuys,
      TableFormat(
        columns: ["holding coin", "amount per period", "trading fee", "units", "status"],
        date: ["auto-invest date*"], status: ("status", ["success"]),
        received: .init("units", .glued), spent: .init("amount per period", .glued),
        fees: [.init("trading fee", .glued)], includesFees: true),
      TableFormat(
        columns: ["coin", "amount", "status", "payment method", "indicated amount", "fee"],
        date: ["date(*"], kind: .nothing),
      // Peer-to-peer orders: the fees are in coins, in addition to the quantity.
      TableFormat(
        columns: [
          "order number", "order type", "asset type", "fiat type", "total price", "price",
          "quantity", "status", "created time",
        ], date: ["created time"], forms: [.yearFirst, .shortYearFirst], isZoneInFileName: true,
        status: ("status", ["completed"]), side: ["order type"],
        amount: .init("quantity", .column("asset type")),
        money: .init("total price", .column("fiat type")),
        fees: [
          .init("maker fee", .column("asset type")), .init("taker fee", .column("asset type")),
        ], id: ("binance", "order number")),
      TableFormat(
        columns: [
          "order number", "order type", "asset", "fiat type", "total price", "price", "quantity",
          "taker fee", "status", "created time",
        ], date: ["created time"], forms: [.yearFirst, .shortYearFirst], isZoneInFileName: true,
        status: ("status", ["completed"]), side: ["order type"],
        amount: .init("quantity", .column("asset")),
        money: .init("total price", .column("fiat type")),
        fees: [.init("maker fee", .column("asset")), .init("taker fee", .column("asset"))],
        id: ("binance", "order number")))
    // API responses as saved by programs; ids are unique per market.
    + plain(
      .binanceTrades,
      TableFormat(
        columns: [
          "symbol", "price", "qty", "quoteqty", "commission", "commissionasset", "time", "isbuyer",
        ], date: ["time"], side: ["isbuyer"],
        kinds: KindTable([.buy: ["true", "1"], .sell: ["false", "0"]]), pair: "symbol",
        amount: .init("qty", .base), money: .init("quoteqty", .quote),
        fees: [.init("commission", .column("commissionasset"))]))
    + plain(
      .binanceConvert,
      TableFormat(
        columns: ["date(utc)", "coin", "token", "amount", "status"], date: ["date(utc)"],
        status: ("status", ["success"]), received: .init("amount", .column("token")),
        spent: .init("amount", .column("coin"))),
      // Small balances; the fee is already deducted from the received amount.
      TableFormat(
        columns: ["date", "coin", "amount", "fee (bnb)", "converted bnb"],
        received: .init("converted bnb", .of("BNB")), spent: .init("amount", .column("coin")),
        fees: [.init("fee (bnb)", .of("BNB"))], includesFees: true))
    + plain(
      .binanceConvert,
      TableFormat(
        columns: ["time", "wrapped beth amount", "distributed wbeth amount", "ratio", "status"],
        date: ["time"], forms: [.yearFirst, .shortYearFirst], isZoneInFileName: true,
        status: ("status", ["success"]), received: .init("distributed wbeth amount", .of("WBETH")),
        spent: .init("wrapped beth amount", .of("BETH"))))
    + plain(
      .binanceFutures,
      TableFormat(
        columns: ["date(utc)", "type", "amount", "asset", "symbol", "transaction id"],
        declares: FormDeclaration(settlements: Set(binanceFuturesResults)),
        date: ["date(utc)"], side: ["type"],
        kinds: KindTable([
          .derivative: binanceFuturesResults,
          .inside: ["transfer", "internal_transfer", "cross_collateral_transfer"],
          .reward: [
            "welcome_bonus", "referral_kickback", "commission_rebate", "api_rebate",
            "contest_reward",
          ],
        ]), amount: .init("amount", .column("asset"))),
      TableFormat(
        columns: ["symbol", "side", "price", "quantity", "realized profit"], kind: .derivative))

  /// Binance's words for gains and costs of contracts, in their settlement coin.
  private static let binanceFuturesResults = [
    "realized_pnl", "funding_fee", "commission", "insurance_clear", "delivered_settelment",
  ]

  /// Files of contracts, which hold no coins.
  private static let contracts =
    plain(
      .bitMEX,
      TableFormat(
        columns: ["transacttime", "symbol", "exectype", "side", "lastqty", "lastpx"],
        date: ["transacttime"], kind: .derivative))
    + plain(
      .deribit,
      TableFormat(
        columns: ["userseq", "date", "instrument", "type", "side", "cash flow", "equity"],
        kind: .derivative))
    + plain(
      .kucoinFutures,
      TableFormat(
        columns: ["uid", "account type", "symbol", "close type", "realized pnl"],
        date: ["position opening time*"], kind: .derivative))
    + plain(
      .mexcFutures,
      TableFormat(
        columns: ["futures trading pair", "direction", "leverage", "order type", "status"],
        date: ["time*"], kind: .derivative))

  /// HitBTC's deposits and withdrawals.
  private static let hitBTCMoves = plain(
    .hitBTCMoves,
    TableFormat(
      columns: ["operation id", "type", "amount", "transaction hash", "currency"],
      date: ["date (*"], side: ["type"],
      kinds: KindTable([
        .move: ["payin", "payout"], .deposit: ["deposit"], .withdrawal: ["withdraw"],
        .inside: ["transfer to trading", "transfer to main", "bankexchange"],
      ]), amount: .init("amount", .column("currency")), id: ("hitbtc", "operation id"),
      hash: "transaction hash"))

  /// KuCoin's purchases with a card or a bank account.
  private static let kucoinFiat = plain(
    .kucoinBuys,
    TableFormat(
      columns: [
        "order id", "currency (crypto)", "crypto quantity", "currency (fiat)", "fiat amount",
        "fee (fiat)", "status",
      ], date: ["time(*"], status: ("status", ["success", "completed", "done"]), kind: .buy,
      amount: .init("crypto quantity", .column("currency (crypto)")),
      money: .init("fiat amount", .column("currency (fiat)")), id: ("kucoin", "order id")),
    TableFormat(
      columns: ["order id", "currency (fiat)", "fiat amount", "deposit method", "status"],
      date: ["time(*"], kind: .nothing))

  /// OKX's fills before 2021, one row each: proceeds are positive, fees negative.
  private static let okxFills = plain(
    .okxTradesOld,
    TableFormat(
      columns: [
        "trade id", "trade time", "pairs", "amount", "price", "total", "taker/maker", "fee",
      ],
      date: ["trade time"], pair: "pairs", amount: .init("amount", .base),
      money: .init("total", .glued), fees: [.init("fee", .glued)], feeSign: .aboveZeroIsRebate,
      id: ("okx", "trade id")))
}
