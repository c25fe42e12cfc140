import FoundationEssentials
import ImportText
import Portfolio

/// Exchanges and brokers from Europe and Canada with one row per event.
extension FormatReader {
  static let european =
    bitFlyer + coinmate + coinsquare + coinfloor + relai + shakepay + easyCrypto + bittylicious
    + coinCorner + lightning + czech

  /// bitFlyer's trades and moves: the negative fee is additional.
  private static let bitFlyer = plain(
    .bitFlyer,
    TableFormat(
      columns: [
        "trade date", "product", "trade type", "traded price", "currency 1", "amount (currency 1)",
        "currency 2", "amount (currency 2)",
      ], date: ["trade date"], side: ["trade type"],
      kinds: KindTable([
        .move: ["received", "sent", "receive", "send", "external deposit", "external withdrawal"],
        .fee: ["fee", "withdrawal fee", "deposit fee"],
      ]), amount: .init("amount (currency 1)", .column("currency 1")),
      money: .init("amount (currency 2)", .column("currency 2")),
      fees: [.init("fee", .column("currency 1"))], id: ("bitflyer", "order id")))

  private static let coinmateKinds = KindTable([
    .buy: ["quick_buy", "instant_buy"], .sell: ["quick_sell", "instant_sell"],
    .reward: ["new_user_reward", "referral", "credit", "affiliate"],
    .payment: ["debit", "voucher"],
    // Moves between the customer's accounts at bitFlyer.
    .inside: ["balance_move_credit", "balance_move_debit"],
  ])

  /// Coinmate's history in three forms, one of them Czech: a trade's total includes the fee, a
  /// move's amount does not.
  private static let coinmate = plain(
    .coinmate,
    TableFormat(
      columns: [
        "id", "date", "type", "amount", "amount currency", "price", "price currency", "fee",
        "fee currency", "total", "total currency", "status",
      ], status: ("status", ["ok", "completed"]), side: ["type"], kinds: coinmateKinds,
      amount: .init("amount", .column("amount currency")),
      money: .init("total", .column("total currency")),
      fees: [.init("fee", .column("fee currency"))], includesFees: true, movesIncludeFees: false,
      id: ("coinmate", "id"), balance: "first balance after"),
    TableFormat(
      columns: [
        "date", "email", "type", "type detail", "currency amount", "amount", "currency price",
        "price", "currency fee", "fee", "currency total", "total", "status",
      ], status: ("status", ["ok", "completed"]), side: ["type detail"], kinds: coinmateKinds,
      amount: .init("amount", .column("currency amount")),
      money: .init("total", .column("currency total")),
      fees: [.init("fee", .column("currency fee"))], includesFees: true, movesIncludeFees: false,
      balance: "first balance after"),
    TableFormat(
      columns: [
        "id", "datum", "typ", "částka", "částka měny", "cena", "cena měny", "poplatek",
        "poplatek měny", "celkem", "celkem měny", "status",
      ], date: ["datum"], status: ("status", ["ok", "completed"]), side: ["typ"],
      kinds: coinmateKinds, amount: .init("částka", .column("částka měny")),
      money: .init("celkem", .column("celkem měny")),
      fees: [.init("poplatek", .column("poplatek měny"))], includesFees: true,
      movesIncludeFees: false, id: ("coinmate", "id"), balance: "první zůstatek po"))

  /// Zonda's trades, also under its former name BitBay; only one form has fees.
  static let zonda = plain(
    .zonda,
    TableFormat(
      columns: ["market", "operation date", "action", "type", "rate", "amount", "value", "id"],
      date: ["operation date"], forms: [.yearFirst, .dayFirst], side: ["action"], pair: "market",
      amount: .init("amount", .base), money: .init("value", .quote), id: ("zonda", "id")),
    TableFormat(
      columns: [
        "market", "transaction date", "type", "kind", "exchange rate", "amount", "value",
        "commission crypto",
      ], hasLocalTimes: true, date: ["transaction date"], forms: [.dayFirst, .yearFirst],
      side: ["type"], kinds: bitBayKinds, pair: "market", amount: .init("amount", .base),
      money: .init("value", .quote),
      fees: [.init("commission pln", .of("PLN")), .init("commission crypto", .base)]),
    TableFormat(
      columns: ["rynek", "data operacji", "rodzaj", "typ", "kurs", "ilość", "wartość"],
      absent: ["prowizja"], hasLocalTimes: true, date: ["data operacji"],
      forms: [.dayFirst, .yearFirst], side: ["rodzaj"], kinds: bitBayKinds, pair: "rynek",
      amount: .init("ilość", .base), money: .init("wartość", .quote)))

  private static let bitBayKinds = KindTable([.buy: ["kupno"], .sell: ["sprzedaż"]])

  /// Coinsquare's trades in two forms: `currency` is bought or sold for `base_currency`.
  private static let coinsquare = plain(
    .coinsquare,
    TableFormat(
      columns: ["date", "action", "currency", "base_currency", "price", "amount", "base_amount"],
      forms: [.yearFirst, .dayFirst], side: ["action"],
      amount: .init("amount", .column("currency")),
      money: .init("base_amount", .column("base_currency")), groupsThousands: true),
    TableFormat(
      columns: ["date", "from_currency", "from_amount", "to_currency", "to_amount"],
      forms: [.yearFirst, .dayFirst], received: .init("to_amount", .column("to_currency")),
      spent: .init("from_amount", .column("from_currency")), groupsThousands: true))

  /// Coinfloor's trades, deposits and withdrawals: the fee is additional.
  private static let coinfloor = plain(
    .coinfloor,
    TableFormat(
      columns: [
        "date & time", "base asset", "counter asset", "amount", "price", "total", "fee",
        "order type",
      ], date: ["date & time"], side: ["order type"],
      amount: .init("amount", .column("base asset")),
      money: .init("total", .column("counter asset")),
      fees: [.init("fee", .column("counter asset"))], id: ("coinfloor", "trade id")),
    TableFormat(
      columns: ["date & time", "amount", "asset", "type"], date: ["date & time"], side: ["type"],
      amount: .init("amount", .column("asset")), hash: "transaction hash"))

  /// Relai's operations: the amount paid excludes the fee.
  private static let relai = plain(
    .relai,
    TableFormat(
      columns: [
        "date", "transaction type", "btc amount", "btc price", "fiat amount (excl. fees)",
        "fiat currency", "fee", "fee currency",
      ], side: ["transaction type"], amount: .init("btc amount", .of("BTC")),
      money: .init("fiat amount (excl. fees)", .column("fiat currency")),
      fees: [.init("fee", .column("fee currency"))], id: ("relai", "operation id")))

  private static let shakepayKinds = KindTable([
    .trade: ["exchange", "purchase/sale", "purchase", "sale", "buy", "sell"],
    .move: [
      "fiat funding", "fiat cashout", "crypto cashout", "crypto funding", "crypto withdrawal",
      "crypto deposit", "crypto purchase", "peer transfer", "other", "interac e-transfer", "send",
      "receive", "wire transfer", "deposit", "withdrawal", "credit transaction",
      "cards transactions", "card transactions",
    ],
    .reward: ["shakingsats", "shaking sats", "cashback", "card cashbacks", "referral reward"],
  ])

  /// Shakepay's histories: amounts debited and credited.
  private static let shakepay = plain(
    .shakepay,
    TableFormat(
      columns: [
        "transaction type", "date", "amount debited", "debit currency", "amount credited",
        "credit currency",
      ], side: ["transaction type"], kinds: shakepayKinds,
      received: .init("amount credited", .column("credit currency")),
      spent: .init("amount debited", .column("debit currency")), groupsThousands: true,
      worthOfOne: .init("spot rate", .of("CAD"))),
    TableFormat(
      columns: [
        "date", "amount debited", "asset debited", "amount credited", "asset credited", "type",
      ], side: ["type"], kinds: shakepayKinds,
      received: .init("amount credited", .column("asset credited")),
      spent: .init("amount debited", .column("asset debited")), groupsThousands: true,
      worth: [.init("market value", .column("market value currency"))]))

  /// Easy Crypto's orders.
  private static let easyCrypto = plain(
    .easyCrypto,
    TableFormat(
      columns: [
        "date", "order id", "type", "from symbol", "to symbol", "from amount", "to amount",
      ], received: .init("to amount", .column("to symbol")),
      spent: .init("from amount", .column("from symbol")), id: ("easy-crypto", "order id")))

  /// Bittylicious orders.
  private static let bittylicious = plain(
    .bittylicious,
    TableFormat(
      columns: [
        "reference", "direction", "status", "coin", "coinamount", "fiatcurrency",
        "fiatcurrencyamount",
      ], date: ["endedtime"], status: ("status", ["received", "completed", "complete"]),
      side: ["direction"], amount: .init("coinamount", .column("coin")),
      money: .init("fiatcurrencyamount", .column("fiatcurrency")),
      id: ("bittylicious", "reference"),
      hash: "transactionid"))

  /// CoinCorner's old statement lists moves; a trade's other side is not in the row.
  private static let coinCorner = plain(
    .coinCorner,
    TableFormat(
      columns: ["date", "currency", "transaction type", "amount", "balance"],
      side: ["transaction type"],
      kinds: KindTable([
        .move: ["bitcoin sent", "bitcoin received", "bank deposit", "bank withdrawal"]
      ]), amount: .init("amount", .column("currency")), balance: "balance"))
}
