import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Brokers from the Czech Republic and Estonia.
extension FormatReader {
  static let czech = coinbank + simplecoin + [change, kvaPay, invity]

  /// KvaPay's history; the rate of an exchange shows whether its fee is additional.
  private static let kvaPay = FormatReader(
    format: .kvaPay,
    signatures: [
      [
        "date created", "type", "amount", "symbol", "destination amount", "destination symbol",
        "exchange rate", "fee", "fee symbol", "state",
      ]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      if let reason = try record.undone("state", done: ["success"]) { return .leftOut(reason) }
      let kind = try record.kind("type", in: kvaPayKinds)
      var facts = try record.facts("date created", .yearFirst)
      facts.reference = record.reference("kvapay", "id")
      let own = AssetAmount(
        amount: try record.magnitude("amount"), asset: try record.asset("symbol"))
      let fees = try record.fee("fee", "fee symbol")
      guard kind == .trade else {
        facts.addSide(kind == .withdrawal ? -own.amount : own.amount, own.asset)
        facts.fees = fees
        return try facts.meaning(kind, word: record["type"])
      }
      facts.spent = own
      facts.received = try record.quantity("destination amount", "destination symbol")
      if let fee = fees.first, let received = facts.received {
        let bare = try exactSum(own.amount, -fee.amount, column: "fee")
        let isWithin = fee.asset == own.asset && !record.agrees(own.amount, received.amount)
        if isWithin {
          try record.check("exchange rate", times: bare, is: received.amount)
          facts.feesIncluded = fees
        } else {
          facts.fees = fees
        }
      }
      return try facts.meaning(.trade, word: record["type"])
    }
  }

  private static let kvaPayKinds = KindTable([
    .trade: ["exchange"], .deposit: ["deposit"], .withdrawal: ["withdraw"],
  ])

  /// Invity's purchases and sales: the final amount paid includes the fee.
  private static let invity = FormatReader(
    format: .invity,
    signatures: [
      [
        "finalizedat", "type", "fiatcurrency", "settledfiatfinalamount", "settledfiatamount",
        "feeamount", "cryptocurrency", "settledcryptoamount",
      ]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      var facts = try record.facts("finalizedat", .yearFirst)
      facts.reference = record.reference("invity", "id")
      let coins = try record.quantity("settledcryptoamount", "cryptocurrency")
      let money = try record.quantity("settledfiatfinalamount", "fiatcurrency")
      guard let coins, let money else { throw .missingCell("settledfiatfinalamount") }
      let word = try record.filled("type")
      try facts.exchange(coins, for: money, side: try record.side("type"))
      // For a sale, nothing shows which of two amounts was paid out.
      if facts.spent == coins, try record.magnitude("settledfiatamount") != money.amount {
        throw .notATrade("a sale with two amounts of \(money.asset.name)")
      }
      facts.feesIncluded = try record.fee("feeamount", "fiatcurrency")
      return .trade(facts)
    }
  }

  /// Coinbank's trades, whose fee is deducted from the received amount, and its deposits and
  /// withdrawals.
  private static let coinbank = plain(
    .coinbank,
    TableFormat(
      columns: [
        "symbol", "datum", "směr", "zaplaceno", "získáno", "kurz", "poplatek", "zdrojová měna",
        "cílová měna",
      ], date: ["datum"], side: ["směr"], received: .init("získáno", .column("cílová měna")),
      spent: .init("zaplaceno", .column("zdrojová měna")),
      fees: [.init("poplatek", .column("cílová měna"))]),
    TableFormat(
      columns: ["symbol", "datum", "operace", "částka", "stav", "id stavu"], date: ["datum"],
      status: ("stav", ["proveden", "realizován"]), side: ["operace"],
      kinds: KindTable([.deposit: ["vklad"], .withdrawal: ["výběr"]]),
      amount: .init("částka", .column("symbol"))))

  /// Simplecoin's orders in two forms; coins bought go to the customer's own wallet.
  private static let simplecoin = plain(
    .simplecoin,
    TableFormat(
      columns: [
        "order id", "currency from", "currency to", "amount from", "amount to", "final status",
        "date done",
      ], date: ["date done"], status: ("final status", ["delivered"]),
      received: .init("amount to", .column("currency to")),
      spent: .init("amount from", .column("currency from")),
      worth: [.init("amount from in eur", .of("EUR"))], id: ("simplecoin", "order id")),
    TableFormat(
      columns: [
        "order id", "created at", "from currency", "from amount", "to currency", "to amount",
        "final status",
      ], date: ["created at"], forms: [.yearFirst, .monthFirst],
      status: ("final status", ["delivered"]),
      received: .init("to amount", .column("to currency")),
      spent: .init("from amount", .column("from currency")), id: ("simplecoin", "order id")))

  /// Change's history: outgoing amounts include the fee, and its own euros are called EURT.
  private static let change = FormatReader(
    format: .change,
    signatures: [
      [
        "created_time", "id", "order_type", "from_currency", "from_amount", "to_currency",
        "to_amount", "fee", "completed_time",
      ]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("order_type")
      let kind = try record.kind("order_type", in: changeKinds)
      var facts = try record.facts("completed_time", .yearFirst)
      facts.reference = record.reference("change", "id")
      let from = try record.changeQuantity("from")
      let to = try record.changeQuantity("to")
      switch kind {
      case .trade:
        guard try record.magnitude("fee") == 0 else {
          throw .notATrade("a fee that may be in the amounts or not")
        }
        (facts.received, facts.spent) = (to, from)
      case .withdrawal:
        facts.spent = from
        facts.feesIncluded = [
          AssetAmount(
            amount: try exactSum(from.amount, -to.amount, column: "to_amount"), asset: from.asset)
        ]
      case .fee: facts.spent = from
      default: facts.received = to
      }
      return try facts.meaning(kind, word: word)
    }
  }

  private static let changeKinds = KindTable([
    .trade: ["buy", "sell"], .deposit: ["fiat_deposit", "card_deposit", "crypto_deposit"],
    .withdrawal: ["fiat_withdraw", "crypto_withdraw"], .reward: ["campaign_bonus"], .fee: ["fee"],
  ])
}

extension CSVRecord {
  /// One side of a Change row.
  fileprivate func changeQuantity(_ side: String) throws(RefusalReason) -> AssetAmount {
    let name = try filled("\(side)_currency")
    return AssetAmount(
      amount: abs(try someNumber("\(side)_amount")),
      asset: Asset(symbol: name == "EURT" ? "EUR" : name))
  }
}

extension CSVRecord {
  /// Whether the coins at the row's rate equal the received amount.
  fileprivate func agrees(_ amount: ExactDecimal, _ received: ExactDecimal) -> Bool {
    do throws(RefusalReason) {
      try check("exchange rate", times: amount, is: received)
      return true
    } catch { return false }
  }
}
