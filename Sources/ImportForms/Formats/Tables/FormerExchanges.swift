import FoundationEssentials
import ImportText
import Portfolio

/// Exchanges that have closed, whose files people still keep.
extension FormatReader {
  static let former =
    ftx + cryptopia + cryptsy + tradeSatoshi + qtrade + tradeOgre + hotbit + liquid + cCex
    + paxful + voyager + [abra]

  /// FTX's trades, conversions, deposits, withdrawals, loans and rewards.
  ///
  /// Markets without a slash are contracts.
  private static let ftx = plain(
    .ftx,
    TableFormat(
      columns: ["time", "market", "side", "size", "price", "total", "fee"], date: ["time"],
      side: ["side"], pair: "market", hasContracts: true, amount: .init("size", .base),
      money: .init("total", .quote), fees: [.init("fee", .column("fee currency"))],
      feeSign: .belowZeroIsRebate, id: ("ftx", "id")),
    TableFormat(
      columns: ["time", "from", "to", "size", "fee", "price", "proceeds", "status"],
      date: ["time"], status: ("status", ["complete"]),
      received: .init("proceeds", .column("to")), spent: .init("size", .column("from"))),
    TableFormat(
      columns: ["time", "coin", "amount", "status", "additional info", "transaction id"],
      date: ["time"], status: ("status", ["complete", "confirmed"]), kind: .deposit,
      amount: .init("amount", .column("coin")), hash: "transaction id"),
    TableFormat(
      columns: ["time", "coin", "size", "status", "txid", "address", "fee"], date: ["time"],
      status: ("status", ["complete", "confirmed"]), kind: .withdrawal,
      amount: .init("size", .column("coin")), fees: [.init("fee", .column("coin"))], hash: "txid"),
    TableFormat(
      columns: ["id", "time", "coin", "size", "status", "txid"], date: ["time"],
      status: ("status", ["complete", "confirmed"]), kind: .deposit,
      amount: .init("size", .column("coin")), hash: "txid"),
    TableFormat(
      columns: ["time", "coin", "amount", "destination", "status", "transaction id", "fee"],
      date: ["time"], status: ("status", ["complete", "confirmed"]), kind: .withdrawal,
      amount: .init("amount", .column("coin")), fees: [.init("fee", .column("coin"))],
      hash: "transaction id"),
    TableFormat(
      columns: ["time", "currency", "size", "hourly funding rate", "proceeds"], date: ["time"],
      kind: .reward, amount: .init("proceeds", .column("currency")),
      worth: [.init("proceeds in usd", .of("USD"))]),
    TableFormat(
      columns: ["time", "coin", "size", "rate", "proceeds"], date: ["time"], kind: .reward,
      amount: .init("proceeds", .column("coin"))),
    TableFormat(
      columns: ["time", "notes", "coin", "reward"], date: ["time"], kind: .reward,
      amount: .init("reward", .column("coin"))))

  /// Cryptopia's trades, deposits and withdrawals.
  private static let cryptopia = plain(
    .cryptopia,
    TableFormat(
      columns: ["#", "market", "type", "rate", "amount", "total", "fee", "timestamp"],
      date: ["timestamp"], side: ["type"], pair: "market", amount: .init("amount", .base),
      money: .init("total", .quote), fees: [.init("fee", .quote)], id: ("cryptopia", "#")),
    TableFormat(
      columns: ["#", "currency", "amount", "fee", "status", "transactionid", "timestamp"],
      date: ["timestamp"], status: ("status", ["complete"]), kind: .withdrawal,
      amount: .init("amount", .column("currency")), fees: [.init("fee", .column("currency"))],
      includesFees: true, hash: "transactionid"),
    TableFormat(
      columns: ["#", "currency", "amount", "status", "type", "transaction", "timestamp"],
      date: ["timestamp"], status: ("status", ["confirmed", "complete"]), kind: .deposit,
      amount: .init("amount", .column("currency")), hash: "transaction"))

  /// Cryptsy's trades.
  private static let cryptsy = plain(
    .cryptsy,
    TableFormat(
      columns: [
        "tradeid", "ordertype", "market", "price", "quantity", "total", "fee", "net", "timestamp",
      ], date: ["timestamp"], side: ["ordertype"], pair: "market",
      amount: .init("quantity", .base), money: .init("total", .quote),
      fees: [.init("fee", .quote)], id: ("cryptsy", "tradeid")))

  /// Trade Satoshi's trades.
  private static let tradeSatoshi = plain(
    .tradeSatoshi,
    TableFormat(
      columns: ["id", "tradepair", "tradetype", "amount", "rate", "fee", "timestamp"],
      date: ["timestamp"], side: ["tradetype"], pair: "tradepair",
      amount: .init("amount", .base), money: .init("", .quote), price: "rate",
      fees: [.init("fee", .quote)], id: ("tradesatoshi", "id")))

  /// qTrade's trades: the market's coin against the base currency.
  private static let qtrade = plain(
    .qtrade,
    TableFormat(
      columns: [
        "type", "market currency", "base currency", "trade id", "market amount", "base amount",
        "base fee", "creation date",
      ], date: ["creation date"], side: ["type"],
      amount: .init("market amount", .column("market currency")),
      money: .init("base amount", .column("base currency")),
      fees: [.init("base fee", .column("base currency"))], id: ("qtrade", "trade id")))

  /// TradeOgre's trades, whose pairs name the payment first, and its deposits and withdrawals.
  private static let tradeOgre = plain(
    .tradeOgre,
    TableFormat(
      columns: ["type", "exchange", "date", "amount", "price", "fee"], isWhole: true,
      side: ["type"],
      pair: "exchange", isQuoteFirst: true, amount: .init("amount", .base),
      money: .init("", .quote), price: "price", fees: [.init("fee", .quote)]),
    TableFormat(
      columns: ["date", "coin", "txid", "amount", "fee", "address", "payment id"], isWhole: true,
      kind: .withdrawal, amount: .init("amount", .column("coin")),
      fees: [.init("fee", .column("coin"))], includesFees: true, hash: "txid"),
    TableFormat(
      columns: ["date", "coin", "txid", "amount"], isWhole: true, kind: .deposit,
      amount: .init("amount", .column("coin")), hash: "txid"))

  /// Hotbit's trades in five forms; totals are rounded, the price is not.
  private static let hotbit = plain(
    .hotbit,
    TableFormat(
      columns: ["date", "pair", "side", "price", "volume", "fee", "total"], side: ["side"],
      pair: "pair", amount: .init("volume", .base), money: .init("", .quote), price: "price",
      fees: [.init("fee", .glued)], feeSign: .aboveZeroIsRebate),
    TableFormat(
      columns: ["date", "pair", "side", "price", "amount", "fee", "total"], side: ["side"],
      pair: "pair", amount: .init("amount", .base), money: .init("", .quote), price: "price",
      fees: [.init("fee", .glued)], feeSign: .aboveZeroIsRebate),
    TableFormat(
      columns: ["date", "pair", "type", "price", "amount", "fee", "total", "export"],
      side: ["type"], pair: "pair", amount: .init("amount", .base), money: .init("", .quote),
      price: "price", fees: [.init("fee", .glued)], feeSign: .aboveZeroIsRebate),
    TableFormat(
      columns: ["time", "market", "side", "price", "amount", "deal", "fee"], date: ["time"],
      side: ["side"], pair: "market", amount: .init("amount", .base),
      money: .init("deal", .quote), fees: [.init("fee", .quote)],
      feeSign: .belowZeroIsRebate))

  /// Liquid's executions.
  private static let liquid = plain(
    .liquid,
    TableFormat(
      columns: [
        "quote currency", "base currency", "execution id", "type", "date", "open qty", "price",
        "fee", "fee currency", "amount",
      ], side: ["type"], amount: .init("open qty", .column("base currency")),
      money: .init("amount", .column("quote currency")),
      fees: [.init("fee", .column("fee currency"))], id: ("liquid", "execution id")))

  /// C-CEX's account: incoming and outgoing amounts, including the fee.
  private static let cCex = plain(
    .cCex,
    TableFormat(
      columns: ["date/time", "type", "in", "out", "info"], date: ["date/time"], side: ["type"],
      kinds: KindTable([.trade: ["transaction"]]), received: .init("in", .glued),
      spent: .init("out", .glued)))

  /// Paxful's trades: the seller pays the fee in addition.
  private static let paxful = plain(
    .paxful,
    TableFormat(
      columns: [
        "type", "fiat_currency", "amount_fiat", "amount_btc", "fee_btc", "status", "completed_at",
        "trade_hash",
      ], date: ["completed_at"], status: ("status", ["successful", "released"]), side: ["type"],
      amount: .init("amount_btc", .of("BTC")),
      money: .init("amount_fiat", .column("fiat_currency")),
      fees: [.init("fee_btc", .of("BTC"))], id: ("paxful", "trade_hash")))

  /// Voyager's first form; a reward's value is in dollars, though no other side is named.
  private static let voyager = plain(
    .voyager,
    TableFormat(
      columns: [
        "transaction_date", "transaction_id", "transaction_direction", "transaction_type",
        "base_asset", "quote_asset", "quantity", "net_amount", "price",
      ], date: ["transaction_date"], side: ["transaction_type", "transaction_direction"],
      kinds: KindTable([
        .buy: ["trade buy"], .sell: ["trade sell"],
        .reward: ["interest deposit", "reward deposit", "admin deposit"],
        .deposit: ["blockchain deposit", "bank deposit"],
        .withdrawal: ["blockchain withdrawal", "bank withdrawal"],
      ]), amount: .init("quantity", .column("base_asset")),
      money: .init("net_amount", .column("quote_asset")),
      worth: [.init("net_amount", .columnOr("quote_asset", "USD"))],
      id: ("voyager", "transaction_id")))
}
