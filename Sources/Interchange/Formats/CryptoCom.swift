import FoundationEssentials
import Portfolio

extension FormatReader {
  /// The Crypto.com app: every row carries its own value in dollars.
  ///
  /// A swap written on two rows is a sale at the one's value and a purchase at the other's.
  static let cryptoCom = FormatReader(
    format: .cryptoCom,
    signatures: [
      [
        "timestamp (utc)", "transaction description", "currency", "amount",
        "native amount (in usd)",
        "transaction kind",
      ]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in try meaning(of: record) }
  }

  private static func meaning(of record: CSVRecord) throws(RefusalReason) -> RowMeaning {
    let kind = try record.filled("transaction kind")
    let asset = try record.asset("currency")
    let amount = try record.someNumber("amount")
    let own = Quantity(amount: abs(amount), asset: asset)
    let other = try record.quantity("to amount", "to currency")
    let (value, isRounded) = try dollarValue(of: record)
    var facts = TradeFacts(
      source: record.source, date: try record.date("timestamp (utc)", .yearFirst),
      dollars: value == 0 ? nil : value,
      words: words(
        record["transaction description"], isRounded ? "value rounded to 38 digits" : ""))
    if isTransfer(kind) {
      return .leftOut(asset.isFiat ? .fiatOnly(asset.name) : movement(kind, isIn: amount > 0))
    }
    if let other {
      (facts.received, facts.spent) = (other, own)
    } else if isReward(kind), amount > 0 {
      facts.received = own
      facts.words = words("reward: \(kind)", facts.words)
    } else if isReward(kind) || outgoing.contains(kind) {
      facts.spent = own
    } else if incoming.contains(kind) {
      // Bought with a card or by another row: what was paid is the row's value.
      guard let dollars = facts.dollars else {
        throw .noDollarValue(against: record["native currency"])
      }
      (facts.received, facts.spent) = (own, Quantity(amount: dollars, asset: .dollar))
    } else {
      throw .unknownKind(kind)
    }
    return .trade(facts)
  }

  /// The row's value, which the app computes and writes with up to 43 digits.
  ///
  /// A decimal holds 38 of them; the rest, less than 10⁻³⁰ of a dollar, is rounded away and said
  /// so.
  private static func dollarValue(
    of record: CSVRecord
  ) throws(RefusalReason) -> (value: Decimal, isRounded: Bool) {
    let column = "native amount (in usd)"
    let cell = record[column]
    let digits = cell.utf8.count { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") }
    guard digits > Decimal.exactDigits, let point = cell.firstIndex(of: ".") else {
      return (try record.magnitude(column), false)
    }
    // One digit more than is kept, read as two exact numbers, so that the last can be rounded.
    let whole = cell[..<point]
    let wholeDigits = whole.drop { $0 == "-" || $0 == "0" }.utf8.count
    let places = Decimal.exactDigits - wholeDigits
    let fraction = cell[cell.index(after: point)...]
    guard places > 0, fraction.count > places, fraction.allSatisfy(\.isNumber),
      let next = fraction.dropFirst(places).first?.wholeNumberValue,
      let kept = try foreignNumber("\(whole).\(fraction.prefix(places))", column: column)
    else { return (try record.magnitude(column), false) }
    let step = Decimal(sign: .plus, exponent: -places, significand: next >= 5 ? 1 : 0)
    return (try exactSum(abs(kept), step, column: column), true)
  }

  private static let incoming: Set<String> = [
    "crypto_purchase", "crypto_wallet_swap_credited", "dust_conversion_credited", "recurring_buy",
    "van_purchase",
  ]

  private static let outgoing: Set<String> = [
    "card_top_up", "crypto_payment", "crypto_wallet_swap_debited", "crypto_sale",
    "dust_conversion_debited", "interest_swap_debited", "card_cashback_reverted",
  ]

  private static func isReward(_ kind: String) -> Bool {
    ["reward", "cashback", "interest", "gift", "bonus", "rebate", "airdrop", "reimbursement"]
      .contains { kind.contains($0) }
  }

  private static func isTransfer(_ kind: String) -> Bool {
    guard !kind.hasSuffix("_reverted"), !kind.contains("interest"), !kind.contains("reward") else {
      return false
    }
    let places = [
      "deposit", "withdrawal", "transfer", "lock", "earn_program", "supercharger", "staking",
      "stake",
    ]
    return places.contains { kind.contains($0) }
  }

  private static func movement(_ kind: String, isIn: Bool) -> LeftOutReason {
    switch kind {
    case "crypto_deposit": .deposit
    case "crypto_withdrawal": .withdrawal
    default: .transfer
    }
  }
}
