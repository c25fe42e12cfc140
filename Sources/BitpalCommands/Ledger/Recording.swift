import Application
import CoinCatalogue
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports
import Widgets

extension AppContext {
  /// The terms of an event with money.
  func terms(
    _ kind: TransactionKind, _ coins: CoinArguments, _ trade: TradeOptions, price: String?
  ) throws -> EventTerms {
    try terms(kind, coins.coin, coins.amount, trade.event, trade.money, price: price)
  }

  /// The terms of an event without money.
  func terms(
    _ kind: TransactionKind, _ coins: CoinArguments, _ event: EventOptions, account: String?
  ) throws -> EventTerms {
    var terms = try terms(kind, coins.coin, coins.amount, event)
    terms.account = try account.map(spelledAccount)
    return terms
  }

  /// The terms of an event.
  func terms(
    _ kind: TransactionKind, _ coin: String, _ amount: String, _ event: EventOptions,
    _ money: (any StatedMoney)? = nil, price: String? = nil
  ) throws -> EventTerms {
    var terms = try terms(
      money, amount: amount, price: price, date: event.date, notes: event.notes)
    terms.kind = kind
    terms.coinId = try coinId(of: coin, isPast: event.date != nil)
    try complete(&terms)
    if let date = terms.date, let id = terms.coinId {
      try refusePointOfThousands(
        price: price, total: money?.total, for: terms.amount, in: terms.currency, of: id, at: date)
    }
    return terms
  }

  /// Sets the date of a new event, by default to now.
  func complete(_ terms: inout EventTerms) throws {
    try setDate(&terms)
    terms.date = terms.date ?? now
  }

  /// Sorts outgoing coins on a day without a time after that day's purchases of the coin.
  ///
  /// - Parameter rows: The rows of the changed event; empty for a new one.
  func setDate(_ terms: inout EventTerms, of rows: [Transaction] = []) throws {
    let main = rows.first { $0.kind != .fee } ?? rows.first
    let leaving = rows.first { $0.type == .sell && ($0.kind != .fee || rows.count == 1) }
    guard let date = terms.date, (terms.kind ?? main?.kind)?.fits(.sell) == true,
      let coinId = rows.isEmpty ? terms.coinId : leaving?.coinId
    else { return }
    terms.date = try saleDate(date, editedFrom: main?.date, of: coinId)
  }

  /// Records an event, and reports it with its effect.
  func record(_ terms: EventTerms, _ options: EventOptions) throws {
    let event = try terms.record(evidence())
    try requireLots(of: event.transactions)
    try record([event], kind: terms.kind ?? .buy, options)
  }

  /// Records events of one kind as one change.
  func record(
    _ events: [RecordedEvent], kind: TransactionKind, _ options: EventOptions
  ) throws {
    var event = RecordedEvent()
    for one in events {
      event.transactions += one.transactions
      event.moves += one.moves
    }
    let style = style(options.privacy)
    let shortage = try shortage(after: event, style)
    func add(to ledger: SQLiteLedger) throws {
      try ledger.add(
        event.transactions, moves: event.moves, label: kind.rawValue, clock: clock)
    }
    let lines =
      event.receipt(style)
      + [try effect(of: event, kind, options, style)]
      .compactMap(\.self)
    if options.dryRun {
      try add(to: ledger.rehearsal)
      for line in lines { Console.print(line) }
      shortage.map(Console.writeError)
      return Console.writeError("Nothing was recorded.")
    }
    // A refused first event leaves no ledger behind.
    if try ledger.version() == 0 { try add(to: ledger.rehearsal) }
    try warnOfLostRedo(before: add)
    let isPublished = try service.record(event, label: kind.rawValue, note: writeNote) {
      for line in lines { Console.print(line) }
      shortage.map(Console.writeError)
      for coinId in event.coinIds where catalogue.coin(id: coinId) == nil {
        Console.writeError(
          "\(coinId) is not in the coin catalog, so it may stay without a price.")
      }
    }
    // If publishing failed, writing a price would fail too.
    let coming = event.transactions.first { $0.type.isAcquisition }
    if isPublished, let coming { priceFirst(coming.coinId) }
  }

  /// An event's effect on holdings, cost and accounts, in one sentence.
  ///
  /// `nil` for recorded purchases and sales, whose receipts already say it.
  private func effect(
    of event: RecordedEvent, _ kind: TransactionKind, _ options: EventOptions, _ style: ReportStyle
  ) throws -> String? {
    guard options.dryRun || ![.buy, .sell].contains(kind) else { return nil }
    let effect = EventEffect(
      event, held: try event.coinIds.map { try held(of: $0, after: event) },
      balances: try ledger.balances(coinIds: event.coinIds))
    return effect.sentence(style)
  }

  /// A coin's holding and cost including an event that is not recorded yet.
  private func held(of coinId: String, after event: RecordedEvent) throws -> EventEffect.Held {
    let costBasis =
      CostBasis.stored.contains(service.costBasis) ? service.costBasis : .average
    guard let rules = service.lots else {
      let position = try position(of: coinId, after: event)
      return EventEffect.Held(
        coinId: coinId, amount: position.open?.exact.balance.withinExactDigits ?? 0,
        cost: position.remainingCost(costBasis))
    }
    let ids = Set(event.transactions.filter { $0.kind == .migrate }.map(\.coinId)).union([coinId])
    let rows = try ids.sorted().flatMap { id in
      let joined = try ledger.histories(joinedTo: id)
      return joined.isEmpty ? try ledger.history(of: id) : joined
    }
    let all = inLedgerOrder(rows + event.transactions)
    let calendar = try service.taxCalendar()
    let stored = try Set(all.map(\.coinId)).union(ids).sorted().flatMap { id in
      try ledger.moves.all(MoveQuery(coinId: id))
    }
    let moves = AccountMoves(
      stored + event.moves, rules: rules, calendar: calendar, until: now)
    let positions = Positions(
      transactions: all, currentPrices: [:], costBasis: costBasis, calendar: calendar,
      carrying: CarriedLots(all, methods: [costBasis], calendar: calendar, accounts: moves))
    let holding = positions.holdings.first { $0.id == coinId }
    return EventEffect.Held(
      coinId: coinId, amount: Quantity(holding?.totalAmount ?? 0),
      cost: holding.flatMap { $0.isCostKnown ? $0.totalCost : nil })
  }

  /// A coin's position including an event that is not recorded yet.
  private func position(of coinId: String, after event: RecordedEvent) throws -> CoinPosition {
    let new = event.transactions.filter { $0.coinId == coinId }
    let joined = Set(event.transactions.filter { $0.kind == .migrate }.map(\.coinId))
    let isJoined = joined.contains(coinId)
    let newest = try ledger.transactions(
      TransactionQuery(coinId: coinId, order: .newestFirst, limit: 1)
    ).first
    if !isJoined, var position = try ledger.position(of: coinId),
      new.allSatisfy({ row in row.lots.isEmpty && newest.map { $0.date <= row.date } ?? true })
    {
      for row in inLedgerOrder(new) { _ = position.applyUnchecked(row) }
      return position
    }
    // A migration carries over the lots of other coins, so include their rows.
    var histories: [String: [Transaction]] = [:]
    for id in isJoined ? joined : [coinId] {
      let rows = try ledger.histories(joinedTo: id)
      let own = rows.isEmpty ? try ledger.history(of: id) : rows
      histories.merge(Dictionary(grouping: own, by: \.coinId)) { $1 }
    }
    let ids = isJoined ? joined : [coinId]
    let all = inLedgerOrder(
      histories.sorted { $0.key < $1.key }.flatMap(\.value)
        + event.transactions.filter { ids.contains($0.coinId) })
    let carried = CarriedLots(all, methods: CostBasis.stored)
    var position = CoinPosition(coinId: coinId)
    for row in all where row.coinId == coinId {
      _ = position.applyUnchecked(row, carrying: carried)
    }
    return position
  }
}

extension RecordedEvent {
  /// The coin ids, in row order.
  var coinIds: [String] {
    (transactions.map(\.coinId) + moves.map(\.coinId)).reduce(into: []) { ids, id in
      if !ids.contains(id) { ids.append(id) }
    }
  }

  /// One line per row, and the payment.
  func receipt(_ style: ReportStyle) -> [String] {
    var lines: [String] = []
    if let move = moves.first {
      let amount = FormattedValue.quantity(move.amount.magnitude).text(isPrivate: style.isPrivate)
      let day = "on \(style.calendar.dayText(move.date)) (\(move.shortID))"
      let coins = "\(amount) \(move.coinId)"
      lines.append(
        moves.count == 2
          ? "Transferred \(coins) from \(move.account) to \(moves[1].account) \(day)"
          : "Recorded a \(move.kind.noun) of \(coins) at \(move.account) \(day)")
    }
    for row in transactions {
      let isFee = row.kind == .fee && (transactions.count > 1 || !moves.isEmpty)
      lines.append((isFee ? "Fee: " : "") + row.receipt(style))
      if !isFee { lines += row.moneyLines(style) }
    }
    return lines
  }
}
