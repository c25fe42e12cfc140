import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension CSVRecord {
  /// The kind of row a cell names.
  ///
  /// - Throws: ``RefusalReason/unknownKind(_:)`` for a word missing from the table; kinds are never
  ///   guessed.
  func kind(_ column: String, in table: KindTable) throws(RefusalReason) -> RowKind {
    let word = try filled(column)
    return try kind(word, table[word.lowercased()])
  }

  /// The kind of row that a word means, by the format or by the user's definition.
  func kind(_ word: String, _ known: RowKind?) throws(RefusalReason) -> RowKind {
    guard let kind = known ?? named(word) else { throw .unknownKind(word) }
    return kind
  }

  /// Whether a cell's word means a purchase or a sale.
  ///
  /// - Throws: ``RefusalReason/unknownSide(_:)`` for any other word.
  func side(_ column: String) throws(RefusalReason) -> RowKind {
    try side(of: try filled(column))
  }

  /// As ``side(_:)``, for a word.
  func side(of word: String) throws(RefusalReason) -> RowKind {
    switch wordsForSides[word.lowercased()] ?? named(word) {
    case .buy: return .buy
    case .sell: return .sell
    case .nothing: throw .unknownKind(word)
    default: throw .unknownSide(word)
    }
  }

  /// The user's meaning of a word, or of all unknown words.
  func named(_ word: String) -> RowKind? {
    guard !header.words.isEmpty else { return nil }
    return header.words[word.lowercased()] ?? header.words["*"]
  }
}

/// Words for purchases and sales common to all exchanges.
private let wordsForSides = KindTable([
  .buy: ["buy", "bought", "b", "bid", "limit_buy", "market_buy", "ceiling_market_buy"],
  .sell: ["sell", "sold", "s", "ask", "limit_sell", "market_sell"],
])

extension TradeFacts {
  /// The meaning of the row, given its kind.
  ///
  /// - Parameters:
  ///   - kind: The kind; for a buy or sale both sides are already set.
  ///   - word: The file's word for it, for messages.
  ///   - balance: The account's balance of the moved coin after this row, or `nil`.
  func meaning(
    _ kind: RowKind, word: String, balance: ExactDecimal? = nil
  ) throws(RefusalReason) -> RowMeaning {
    switch kind {
    case .trade, .buy, .sell:
      if let only = received ?? spent, received == nil || spent == nil {
        throw .oneSided(word, only.asset.name)
      }
      guard let received else { throw .notATrade(word) }
      if received.asset == spent?.asset {
        let name = received.asset.name
        guard received.asset.isFiat else { throw .notATrade("\(name) for \(name)") }
        return .leftOut(.fiatOnly(name))
      }
      return .trade(self)
    case .reward, .gift, .payment, .fee: return try single(kind, word: word)
    case .deposit, .withdrawal, .move, .returned:
      return try move(kind, word: word, balance: balance)
    case .inside: return .leftOut(.transfer)
    case .derivative: return .contract(self, word)
    case .nothing: return .leftOut(.otherKind(word))
    }
  }

  /// Coins received or given, with nothing on the other side.
  ///
  /// A reversed reward has only a spent side: it is a payment.
  private func single(_ kind: RowKind, word: String) throws(RefusalReason) -> RowMeaning {
    let isOut = kind == .payment || kind == .fee
    guard let side = isOut ? spent ?? received : received ?? spent else {
      throw .missingCell("amount")
    }
    try checkOneSide(word)
    // The user may declare other codes to be coins, so the planner leaves those out.
    guard !side.asset.isUnambiguousFiat else { return .leftOut(.fiatOnly(side.asset.name)) }
    var facts = self
    // Money next to it is the value of the coins.
    if let money = isOut ? received : spent, side != money, money.asset.isFiat, dollars == nil {
      facts.worth(money.amount, money.asset)
    }
    if isOut, spent != nil { facts.received = nil } else if received != nil { facts.spent = nil }
    switch kind {
    case .fee where facts.received == nil: facts.category = .fee
    case .payment: facts.category = .payment
    case .gift where facts.received != nil: facts.isGift = true
    default: facts.category = facts.received == nil ? .payment : .reward
    }
    if facts.category == .reward { facts.words = ImportText.words("reward: \(word)", words) }
    return .trade(facts)
  }

  /// Refuses a row of a one-sided kind with coins on both sides.
  private func checkOneSide(_ word: String) throws(RefusalReason) {
    guard let received, let spent, received.asset != spent.asset, !received.asset.isFiat,
      !spent.asset.isFiat
    else { return }
    throw .notATrade("\(word) with \(received.words) and \(spent.words)")
  }

  /// Coins that entered or left the account; fiat is not a move.
  private func move(
    _ kind: RowKind, word: String, balance: ExactDecimal?
  ) throws(RefusalReason) -> RowMeaning {
    guard let side = received ?? spent else { throw .missingCell("amount") }
    guard !side.asset.isUnambiguousFiat else { return .leftOut(.fiatOnly(side.asset.name)) }
    try checkOneSide(word)
    let isOut =
      switch kind {
      case .deposit: false
      case .withdrawal: true
      default: received == nil
      }
    var fee: ExactDecimal = 0
    for part in fees where part.asset == side.asset {
      fee = try exactSum(fee, abs(part.amount), column: "fee")
    }
    var amount = side.amount
    // Subtract included fees, unless that would make the amount negative.
    for part in feesIncluded where isOut && part.asset == side.asset && part.amount < amount {
      amount = try exactSum(amount, -part.amount, column: "amount")
      fee = try exactSum(fee, part.amount, column: "fee")
    }
    return .move(
      MoveFacts(
        source: source, date: date,
        quantity: AssetAmount(amount: isOut ? -amount : amount, asset: side.asset),
        fee: fee, account: account, hash: hash, reference: reference, balance: balance,
        isReturned: kind == .returned && !isOut))
  }
}

extension Leg {
  /// The meaning of one row of a multi-row trade, given its kind.
  func meaning(_ kind: RowKind, word: String) throws(RefusalReason) -> LegMeaning {
    switch kind {
    case .trade, .buy, .sell: return .part(self)
    case .deposit, .withdrawal, .move, .returned:
      guard change != 0 else { throw .missingCell("amount") }
      if let otherFee {
        throw .notATrade("\(otherFee.words) of fees next to \(asset.name) that only moved")
      }
      var whole = self
      whole.isReturned = kind == .returned && change > 0
      guard fee < 0 else { return .move(whole) }
      // The refunded fee of a failed move is part of it.
      whole.change = try exactSum(change, -fee, column: "amount")
      whole.fee = 0
      return .move(whole)
    default:
      switch try facts.meaning(kind, word: word) {
      case .trade(let facts): return .trade(facts)
      case .contract(let facts, let word): return .contract(facts, word)
      case .leftOut(let reason): return .leftOut(reason)
      default: return .move(self)
      }
    }
  }

  /// A row that is the fee of a withdrawal on another row of the same instant.
  func feeOfWithdrawal(word: String) throws(RefusalReason) -> LegMeaning {
    let meaning = try meaning(.fee, word: word)
    guard case .trade(var fee) = meaning else { return meaning }
    fee.isFeeOfWithdrawal = true
    return .trade(fee)
  }

  /// The row as a fee of its trade: the outgoing amount is the exchange's fee.
  func asFee() -> Leg {
    var leg = self
    leg.fee = -change
    leg.isFee = true
    leg.change = 0
    return leg
  }
}

extension CSVRecord {
  /// The meaning of the row, unless the user's definition of its word contradicts the sign of its
  /// amount.
  ///
  /// A reader that knows a word as a deposit ignores the sign. Reading the row again as a move,
  /// whose direction is its sign, reveals a contradiction.
  ///
  /// - Parameters:
  ///   - isOut: Whether a meaning removes coins; `nil` for trades and rows that move nothing.
  ///   - read: Reads a record; called three times if the row has a user-defined word.
  /// - Throws: ``RefusalReason/againstSign(word:bySign:isOut:)``.
  func checkingSigns<Meaning>(
    _ isOut: (Meaning) -> Bool?, _ read: (CSVRecord) throws(RefusalReason) -> Meaning
  ) throws(RefusalReason) -> Meaning {
    let meaning = try read(self)
    guard !header.words.isEmpty, let way = isOut(meaning), let word = unknownWord(read),
      let saysOut = named(word)?.isOut
    else { return meaning }
    let wayBySign: Bool?
    do throws(RefusalReason) {
      wayBySign = isOut(try read(naming([word.lowercased(): .move])))
    } catch {
      wayBySign = nil
    }
    // In a form without signs every amount is positive, so only the word shows the direction.
    let isAgainst = wayBySign == !saysOut && (!saysOut || header.hasSigns)
    guard way != saysOut || isAgainst else { return meaning }
    throw .againstSign(word: word, bySign: "move=\(word)", isOut: saysOut)
  }

  /// The row's word, if only the user defines it.
  private func unknownWord<Meaning>(
    _ read: (CSVRecord) throws(RefusalReason) -> Meaning
  ) -> String? {
    do throws(RefusalReason) { _ = try read(naming([:])) } catch {
      if case .unknownKind(let word) = error { return word }
    }
    return nil
  }

  private func naming(_ words: KindTable) -> CSVRecord {
    var header = header
    header.words = words
    return CSVRecord(header: header, row: row)
  }
}

extension RowKind {
  /// Whether the kind removes coins; `nil` if it has no fixed direction.
  ///
  /// A negative reward is a reversed one, and trades have both directions.
  fileprivate var isOut: Bool? {
    switch self {
    case .deposit, .gift: false
    case .withdrawal, .payment, .fee: true
    default: nil
    }
  }
}

extension RowMeaning {
  /// Whether coins left, for rows with one side.
  var isOut: Bool? {
    switch self {
    case .move(let facts): facts.quantity.amount < 0
    case .trade(let facts): facts.isOut
    default: nil
    }
  }
}

extension LegMeaning {
  /// As ``RowMeaning/isOut``.
  var isOut: Bool? {
    switch self {
    case .move(let leg), .reward(let leg, _): leg.change < 0
    case .trade(let facts): facts.isOut
    case .part, .contract, .leftOut: nil
    }
  }
}

extension TradeFacts {
  fileprivate var isOut: Bool? {
    switch (received, spent) {
    case (nil, .some): true
    case (.some, nil): false
    default: nil
    }
  }
}
