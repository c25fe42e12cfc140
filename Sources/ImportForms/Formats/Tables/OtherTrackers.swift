import FoundationEssentials
import ImportText
import Portfolio

/// Trackers and tax programs with one row per event.
extension FormatReader {
  static let otherTrackers =
    accointing + bittyTax + cryptoTaxCalculator + taxBit + zenLedger + stakeTax + everyTrade
    + rotkiEvents + btcPay + coinomi + [bitcoinCore] + nfts

  private static let accointingKinds: KindTable = {
    let words = KindTable([
      .trade: ["order", "order swap", "order internal"],
      .deposit: ["deposit", "deposit add_funds", "deposit internal"],
      .withdrawal: ["withdraw", "withdraw remove_funds", "withdraw internal"],
      .reward: [
        "deposit airdrop", "deposit bounty", "deposit income", "deposit lending_income",
        "deposit liquidity_pool", "deposit master_node", "deposit mined", "deposit staked",
        "deposit gambling_income",
      ], .gift: ["deposit gift_received", "deposit hard_fork"],
      .payment: [
        "withdraw gambling_used", "withdraw gift_sent", "withdraw interest_paid",
        "withdraw payment",
      ], .fee: ["withdraw fee", "withdraw lost"],
      .derivative: [
        "deposit margin_gain", "withdraw margin_loss", "withdraw margin_fee", "order margin_gain",
      ], .nothing: ["deposit ignored", "withdraw ignored", "order ignored"],
    ])
    // The template has blanks where the history has underscores.
    return words.reduce(into: words) { $0[$1.key.replacing("_", with: " ")] = $1.value }
  }()

  /// Accointing's history and template; a classification qualifies deposits and withdrawals.
  private static let accointing = plain(
    .accointing,
    TableFormat(
      columns: [
        "timeexecuted", "type", "boughtquantity", "boughtcurrency", "soldquantity", "soldcurrency",
        "feequantity", "feecurrency", "classification",
      ], date: ["timeexecuted"], side: ["type", "classification"], kinds: accointingKinds,
      received: .init("boughtquantity", .column("boughtcurrency")),
      spent: .init("soldquantity", .column("soldcurrency")),
      fees: [.init("feequantity", .column("feecurrency"))], hash: "txid", account: "walletname"),
    TableFormat(
      columns: [
        "transactiontype", "date", "inbuyamount", "inbuyasset", "outsellamount", "outsellasset",
        "feeamount (optional)", "feeasset (optional)",
      ], forms: [.yearFirst, .monthFirst], side: ["transactiontype", "classification (optional)"],
      kinds: accointingKinds, received: .init("inbuyamount", .column("inbuyasset")),
      spent: .init("outsellamount", .column("outsellasset")),
      fees: [.init("feeamount (optional)", .column("feeasset (optional)"))]))

  private static let bittyTaxKinds = KindTable([
    .reward: [
      "staking-reward", "staking", "dividend", "fee-rebate", "referral", "cashback", "mining",
      "interest", "income", "airdrop",
    ], .gift: ["gift-received", "fork"],
    .payment: [
      "gift-sent", "gift-spouse", "charity-sent", "loan-interest",
    ], .fee: ["lost", "margin-fee"], .derivative: ["margin-gain", "margin-loss"],
    .inside: ["stake", "unstake"], .nothing: ["loan", "loan-repayment"],
  ])

  /// BittyTax's records: amounts exclude fees; values are in the currency of their heading.
  private static let bittyTax = plain(
    .bittyTax,
    TableFormat(
      columns: [
        "type", "buy quantity", "buy asset", "sell quantity", "sell asset", "fee quantity",
        "fee asset", "wallet", "timestamp",
      ], date: ["timestamp"], offsets: ["BST": "+01:00"], side: ["type"], kinds: bittyTaxKinds,
      received: .init("buy quantity", .column("buy asset")),
      spent: .init("sell quantity", .column("sell asset")),
      fees: [.init("fee quantity", .column("fee asset"))],
      feeWorth: .init("fee value in *", .heading),
      worth: [.init("buy value in *", .heading), .init("sell value in *", .heading)],
      notes: "note", account: "wallet"))

  /// CryptoTaxCalculator's form.
  private static let cryptoTaxCalculator = plain(
    .cryptoTaxCalculator,
    TableFormat(
      columns: ["type", "base currency", "base amount", "quote currency (optional)"],
      date: ["timestamp*"], side: ["type"],
      kinds: KindTable([
        .move: ["fiat-deposit", "fiat-withdrawal"],
        .deposit: ["transfer-in", "receive", "bridge-in", "bridge-transfer-in"],
        .withdrawal: ["transfer-out", "send", "bridge-out", "bridge-transfer-out"],
        .reward: [
          "staking-reward", "royalty", "personal-use-income", "royalties", "reward", "cash-back",
        ],
        .payment: ["expense", "personal-use", "gift-out"], .fee: ["lost", "burn", "stolen"],
        .gift: ["chain-split"],
        .inside: [
          "staking-deposit", "staking-withdrawal", "approval", "collateral-deposit",
          "collateral-withdrawal",
        ],
        .derivative: [
          "realized-profit", "realized-loss", "margin-fee", "borrow", "loan-repayment",
        ],
        .nothing: ["spam", "ignore", "ignore-in", "ignore-out", "failed-in", "failed-out"],
      ]), amount: .init("base amount", .column("base currency")),
      money: .init("quote amount (optional)", .column("quote currency (optional)")),
      fees: [.init("fee amount (optional)", .column("fee currency (optional)"))],
      worthOfOne: .init(
        "reference price per unit (optional)", .column("reference price currency (optional)")),
      notes: "description (optional)", account: "to (optional)", accountOut: "from (optional)"))

  private static let taxBitKinds = KindTable([
    .trade: ["buy", "sale", "sell", "trade"], .deposit: ["transfer in"],
    .withdrawal: ["transfer out"], .payment: ["expense", "gift sent"],
    .gift: ["gift received"],
  ])

  /// TaxBit's form, and its own export, whose market value is in dollars and whose ids change with
  /// every export.
  private static let taxBit = plain(
    .taxBit,
    TableFormat(
      columns: [
        "date and time", "transaction type", "sent quantity", "sent currency",
        "received quantity", "received currency", "fee", "fee currency",
      ], date: ["date and time"], side: ["transaction type"], kinds: taxBitKinds,
      received: .init("received quantity", .column("received currency")),
      spent: .init("sent quantity", .column("sent currency")),
      fees: [.init("fee", .column("fee currency"))], hash: "blockchain transaction hash",
      account: "receiving destination", accountOut: "sending source"),
    TableFormat(
      columns: [
        "date", "transaction type", "received quantity", "received currency", "sent quantity",
        "sent currency", "fee currency", "fee amount", "market value", "source",
        "internal transfer", "external id",
      ], side: ["transaction type"], kinds: taxBitKinds,
      received: .init("received quantity", .column("received currency")),
      spent: .init("sent quantity", .column("sent currency")),
      fees: [.init("fee amount", .column("fee currency"))],
      worth: [.init("market value", .of("USD"))], account: "source"))

  /// ZenLedger's form.
  private static let zenLedger = plain(
    .zenLedger,
    TableFormat(
      columns: [
        "timestamp", "type", "in amount", "in currency", "out amount", "out currency",
        "fee amount", "fee currency", "exchange",
      ], date: ["timestamp"], side: ["type"],
      kinds: KindTable([
        .trade: ["buy", "sell", "trade", "initial_coin_offering"],
        .reward: [
          "staking_reward", "mining_reward", "misc_reward", "dividend_received",
          "interest_received", "royalty_received", "dividends_received",
        ], .gift: ["gift_received", "fork"],
        .payment: ["gift_sent", "charitable_donation", "donation_501c3", "donation"],
        .fee: ["lost", "theft_loss"], .inside: ["staking_lockup", "staking_return"],
        .derivative: ["margin_gain", "margin_loss"],
      ]), received: .init("in amount", .column("in currency")),
      spent: .init("out amount", .column("out currency")),
      fees: [.init("fee amount", .column("fee currency"))], account: "exchange"))

  /// Stake.tax's wallet reports.
  private static let stakeTax = plain(
    .stakeTax,
    TableFormat(
      columns: [
        "timestamp", "tx_type", "received_amount", "received_currency", "sent_amount",
        "sent_currency", "fee", "fee_currency", "txid",
      ], date: ["timestamp"], side: ["tx_type"],
      kinds: KindTable([
        .move: ["transfer", "_transfer_in", "_transfer_out"], .reward: ["_staking_reward"],
        .inside: ["_staking_delegate", "_staking_undelegate"], .fee: ["_tx_fee"],
        .nothing: ["borrow", "repay", "_no_op"],
      ]), received: .init("received_amount", .column("received_currency")),
      spent: .init("sent_amount", .column("sent_currency")),
      fees: [.init("fee", .column("fee_currency"))], hash: "txid"))

  /// rotki's generic events.
  private static let rotkiEvents = plain(
    .rotkiEvents,
    TableFormat(
      columns: ["type", "location", "currency", "amount", "fee", "fee currency", "timestamp"],
      date: ["timestamp"], forms: [.unix], side: ["type"],
      kinds: KindTable([.fee: ["loss", "fee"], .payment: ["spend", "payment"]]),
      amount: .init("amount", .column("currency")),
      fees: [.init("fee", .column("fee currency"))], notes: "description", account: "location"))

  /// BTCPay Server's wallet.
  private static let btcPay = plain(
    .btcPay,
    TableFormat(
      columns: ["transaction id", "timestamp", "amount", "currency", "is confirmed"],
      date: ["timestamp"], status: ("is confirmed", ["true"]), kind: .move,
      amount: .init("amount", .column("currency")), hash: "transaction id", notes: "comment"),
    // Payments of invoices, which are income.
    TableFormat(
      columns: [
        "receiveddate", "invoiceid", "paymentid", "cryptocode", "paid", "paidcurrency",
        "invoicecurrency",
      ], date: ["receiveddate"], forms: [.yearFirst, .monthFirst], kind: .reward,
      amount: .init("paid", .column("cryptocode")),
      worth: [.init("paidcurrency", .column("invoicecurrency"))], id: ("btcpay", "paymentid")),
    // The same in the legacy report; for Lightning its ids only name the payment method.
    TableFormat(
      columns: [
        "date", "invoiceid", "paymenttype", "paymentid", "confirmed", "crypto", "cryptoamount",
        "networkfee", "currency", "currencyamount", "rate",
      ], status: ("confirmed", ["true"]), kind: .reward,
      amount: .init("cryptoamount", .column("crypto")),
      worth: [.init("currencyamount", .column("currency"))]))

  /// Coinomi's wallet: outgoing amounts include the fee.
  private static let coinomi = plain(
    .coinomi,
    TableFormat(
      columns: ["accountname", "address", "value", "symbol", "fees", "transactionid"],
      date: ["time(iso8601*"], kind: .move, amount: .init("value", .column("symbol")),
      fees: [.init("fees", .column("symbol"))], includesFees: true, hash: "transactionid"))

  /// Etherscan's non-fungible tokens.
  private static let nfts = plain(
    .etherscanNFTs,
    TableFormat(
      columns: [
        "unixtimestamp", "from", "to", "contractaddress", "tokenname", "tokensymbol",
        "token id",
      ], date: ["unixtimestamp"], kind: .nothing),
    TableFormat(
      columns: [
        "unixtimestamp", "from", "to", "contractaddress", "tokenid", "tokenname",
        "tokensymbol",
      ], date: ["unixtimestamp"], kind: .nothing))
}
