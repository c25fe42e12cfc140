import BitpalTesting

/// Commands of the random user that record and change events.
extension RandomUser {
  private static let coins = ["kaspa", "celestia", "monero", ModelEvent.pricedCoin]
  private static let accounts = ["TestHome", "Ledger", "Kraken"]

  private mutating func event(_ kind: String, order: Int) -> ModelEvent {
    ModelEvent(
      kind: kind, coin: pick(Self.coins), amount: number(1...9), account: pick(Self.accounts),
      day: number(1...28), order: order)
  }

  mutating func trade(_ kind: String) throws {
    var event = event(kind, order: next())
    let verb = kind == "lost" ? "lose" : kind
    var arguments = [verb, event.coin, "\(event.amount)", "--account", event.account]
    let isPriced = ["buy", "sell"].contains(kind) || event.coin != ModelEvent.pricedCoin
    let price = number(1...99)
    if kind == "gift" {
      if Bool.random(using: &dice) {
        event.worth = .all(price)
        arguments += ["--total", "\(price)"]
      }
    } else if !["give", "lost"].contains(kind), isPriced {
      event.worth = .each(price)
      arguments += ["--price", "\(price)"]
    }
    if kind == "reward", Bool.random(using: &dice) {
      event.label = pick(["staking", "airdrop", "other"])
      arguments += ["--label", event.label ?? ""]
    }
    if ["buy", "sell"].contains(kind), number(0...2) == 0 { arguments += addFee(to: &event) }
    if event.isLeaving { event.time = events.leaving(event.coin, on: event.day) }
    try record(event, arguments)
  }

  mutating func swap() throws {
    let coins = Self.coins.filter { $0 != ModelEvent.pricedCoin }.shuffled(using: &dice)
    var event = event("swap", order: next(2))
    event.coin = coins[0]
    event.received = .init(coin: coins[1], amount: number(1...9))
    let total = number(1...99)
    event.worth = .all(total)
    var arguments = [
      "swap", "\(event.amount)", coins[0], "\(event.received?.amount ?? 0)", coins[1],
    ]
    arguments += ["--total", "\(total)", "--account", event.account]
    if number(0...2) == 0 { arguments += addFee(to: &event) }
    event.time = events.leaving(event.coin, on: event.day)
    try record(event, arguments)
  }

  /// Converts a coin to another one at some ratio.
  mutating func migrate() throws {
    let coins = Self.coins.shuffled(using: &dice)
    var event = event("migrate", order: next(2))
    let ratio = number(1...3)
    event.coin = coins[0]
    event.received = .init(coin: coins[1], amount: event.amount * ratio)
    event.time = events.leaving(event.coin, on: event.day)
    event.account = "-"
    try record(event, ["migrate", coins[0], coins[1], "1:\(ratio)", "--amount", "\(event.amount)"])
  }

  mutating func moveOutside(_ kind: String) throws {
    var event = event(kind, order: next())
    let verb = kind == "deposit" ? kind : "withdraw"
    var arguments = [verb, event.coin, "\(event.amount)", event.account]
    if kind == "withdrawal", Bool.random(using: &dice) { arguments += addFee(to: &event) }
    try record(event, arguments)
  }

  mutating func transfer() throws {
    var event = event("transfer", order: next())
    let accounts = Self.accounts.shuffled(using: &dice)
    event.account = accounts[0]
    event.arrival = .init(account: accounts[1], day: event.day)
    var arguments = ["transfer", event.coin, "\(event.amount)"] + accounts.prefix(2)
    if Bool.random(using: &dice) { arguments += addFee(to: &event) }
    try record(event, arguments)
  }

  /// Adds a fee: to a move in its own coin, to a trade in dollars or in the coin with prices.
  private mutating func addFee(to event: inout ModelEvent) -> [String] {
    var coin: String? = event.coin
    if !event.isMove {
      let isInCoins = event.coin != ModelEvent.pricedCoin && Bool.random(using: &dice)
      coin = isInCoins ? ModelEvent.pricedCoin : nil
      // With a fee, the total paid is kept.
      event.worth = .all(event.total)
    }
    let isSameRow = coin != nil && coin == event.fee?.coin
    let order = isSameRow ? event.fee?.order : nil
    let fee = ModelEvent.Fee(amount: number(1...3), coin: coin, order: order ?? next())
    event.fee = fee
    return ["--fee", "\(fee.amount)\(event.isMove ? "" : coin ?? "")"]
  }

  // MARK: - Moves

  /// Answers what an open move was.
  mutating func answer() throws {
    let open = events.indices.filter { ["deposit", "withdrawal"].contains(events[$0].kind) }
    guard !open.isEmpty else { return }
    let index = pick(open)
    let move = events[index]
    let answers =
      move.kind == "deposit" ? ["bought", "gift", "reward"] : ["sold", "spent", "lost"]
    let kinds = [
      "bought": "buy", "gift": "gift", "reward": "reward", "sold": "sell", "spent": "spend",
      "lost": "lost",
    ]
    let answer = pick(answers + ["mine"])
    guard answer != "mine" else { return try answerMine(index) }
    var (event, arguments) = (move, ["moves", "answer", move.id, answer])
    event.kind = kinds[answer] ?? answer
    if !["gift", "lost"].contains(answer) {
      let price = number(1...99)
      event.worth = .each(price)
      arguments += ["--price", "\(price)"]
    }
    event.order = next()
    // The fee recorded with the move becomes part of its amount.
    event.amount += move.fee?.amount ?? 0
    event.fee = nil
    let ended = try run(arguments)
    event.id = id(in: ended)
    var changed = events
    changed[index] = event
    try apply(changed, accepted: ended)
  }

  /// Answers that an open move was to or from an own account, with no match: creates the other
  /// half.
  private mutating func answerMine(_ index: Int) throws {
    let move = events[index]
    let account = pick(Self.accounts.filter { $0 != move.account })
    let isAlone = !events.contains { event in
      event.moves.contains { $0.isOpen && $0.account == account && $0.coin == move.coin }
    }
    guard isAlone else { return }
    var event = move
    event.kind = "transfer"
    event.arrival = .init(account: account, day: move.day)
    let ended = try run(["moves", "answer", move.id, "mine", "--to", account])
    if move.kind == "deposit" {
      event.account = account
      event.arrival?.account = move.account
      event.id = try otherHalf(of: move)
    }
    var changed = events
    changed[index] = event
    try apply(changed, accepted: ended)
  }

  /// Pairs a withdrawal and a deposit; the difference becomes the fee.
  mutating func pair() throws {
    let pairs = events.indices.flatMap { out in events.indices.map { (out: out, into: $0) } }
      .filter {
        events[$0.out].kind == "withdrawal" && events[$0.into].kind == "deposit"
          && events[$0.out].coin == events[$0.into].coin
      }
    guard !pairs.isEmpty else { return }
    let (out, into) = pick(pairs)
    let (left, arrived) = (events[out], events[into])
    let isRefused =
      left.account == arrived.account || arrived.amount > left.amount || arrived.day < left.day - 1
    var event = left
    event.kind = "transfer"
    event.amount = arrived.amount
    event.arrival = .init(account: arrived.account, day: arrived.day)
    if left.amount > arrived.amount {
      event.fee = .init(
        amount: (left.fee?.amount ?? 0) + left.amount - arrived.amount, coin: left.coin,
        order: left.fee?.order ?? next())
    }
    let ended = try run(["moves", "pair", left.id, arrived.id])
    var changed = events
    changed[out] = event
    changed.remove(at: into)
    try apply(changed, unless: isRefused, accepted: ended)
  }

  mutating func unpair() throws {
    let transfers = events.indices.filter { events[$0].kind == "transfer" }
    guard !transfers.isEmpty else { return }
    let index = pick(transfers)
    let transfer = events[index]
    guard let arrival = transfer.arrival else { return }
    var (left, arrived) = (transfer, transfer)
    (left.kind, left.arrival) = ("withdrawal", nil)
    (arrived.kind, arrived.arrival, arrived.fee) = ("deposit", nil, nil)
    (arrived.account, arrived.day) = (arrival.account, arrival.day)
    arrived.id = try otherHalf(of: transfer)
    let ended = try run(["moves", "unpair", Bool.random(using: &dice) ? left.id : arrived.id])
    var changed = events
    changed[index] = left
    changed.append(arrived)
    try apply(changed, accepted: ended)
  }

  // MARK: - Edits

  mutating func edit() throws {
    guard !events.isEmpty else { return }
    let index = number(0...events.count - 1)
    var event = events[index]
    // The id of either side's row or move identifies the event.
    let isOther = event.isTwoSided && Bool.random(using: &dice)
    let id =
      !isOther ? event.id : try event.isMove ? otherHalf(of: event) : otherSide(of: event)
    let what = pick(["amount", "amount", "price", "date", "date", "account", "kind", "fee"])
    guard let arguments = change(what, of: &event, isOther: isOther) else { return }
    let isRefused =
      event.arrival?.account == event.account
      || events.lacks(coinsOf: event, replacing: events[index])
    var changed = events
    changed[index] = event
    try apply(changed, unless: isRefused, accepted: try run(["edit", id] + arguments))
  }

  /// Changes an event.
  ///
  /// - Returns: The options of `edit`; `nil` if events of its kind do not support the change.
  private mutating func change(
    _ what: String, of event: inout ModelEvent, isOther: Bool
  ) -> [String]? {
    switch what {
    case "amount":
      let amount = number(1...9)
      if isOther, event.received != nil {
        event.received?.amount = amount
      } else {
        event.amount = amount
      }
      return ["--amount", "\(amount)"]
    case "price":
      guard !event.isMove, !["lost", "migrate", "fee"].contains(event.kind) else { return nil }
      let price = number(1...99)
      let amount = isOther ? event.received?.amount ?? 0 : event.amount
      let isPlain = event.fee == nil && !["swap", "gift"].contains(event.kind)
      event.worth = isPlain ? .each(price) : .all(price * amount)
      return ["--price", "\(price)"]
    case "date":
      let day = number(1...28)
      guard day != event.day else { return nil }
      event.day = day
      event.arrival?.day = day
      event.time = event.isLeaving ? events.leaving(event.coin, on: day, isMoved: true) : 0
      return ["--date", date(day)]
    case "account":
      let account = pick(Self.accounts)
      if isOther, event.isMove { event.arrival?.account = account } else { event.account = account }
      return ["--account", account]
    case "fee": return changeFee(of: &event)
    default: return changeKind(of: &event)
    }
  }

  private mutating func changeFee(of event: inout ModelEvent) -> [String]? {
    guard ["buy", "sell", "swap", "withdrawal", "transfer"].contains(event.kind) else { return nil }
    guard event.fee == nil || Bool.random(using: &dice) else {
      event.fee = nil
      return ["--fee", "0"]
    }
    return addFee(to: &event)
  }

  private mutating func changeKind(of event: inout ModelEvent) -> [String]? {
    let kinds = ["buy", "sell", "reward", "spend", "give", "gift", "lost"].filter {
      $0 != event.kind
    }
    guard kinds.count == 6 else { return nil }
    let had = event.hasMoneyOfDay
    event.kind = pick(kinds)
    event.label = nil
    guard event.kind != "give" || event.fee == nil else { return nil }
    if ["buy", "sell", "reward", "spend"].contains(event.kind) {
      let price = number(1...99)
      event.worth = event.fee == nil ? .each(price) : .all(price * event.amount)
      return ["--kind", event.kind, "--price", "\(price)"]
    }
    // A giver's cost is not a payment, and lost coins have no proceeds.
    if !had || !event.hasMoneyOfDay { (event.worth, event.fee) = (.ofDay, nil) }
    return ["--kind", event.kind]
  }
}
