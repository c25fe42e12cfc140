import BigInt
import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// Ledgers of one coin in several accounts with transfers, against naive lots in fractions.
struct AccountOracleTests {
  private static let methods: [CostBasis] = [.average, .fifo, .lifo, .hifo]

  @Test(arguments: methods)
  func `lots, costs and results of accounts are the fractions' to the last digit`(
    method: CostBasis
  ) throws {
    for seed in Repetition.seeds(UInt64(1)...400, few: 12) {
      let ledger = AccountLedger(seed: seed)
      var oracle = AccountOracle(method, isOpen: ledger.first == nil)
      for event in ledger.events { oracle.apply(event) }
      let figures = AccountFigures(ledger, method)
      let name: Comment = "\(method) seed \(seed)"
      #expect(figures.held == oracle.held, name)
      #expect(figures.realized == oracle.realized, name)
      #expect(figures.sales == oracle.sales, name)
    }
  }

  @Test(arguments: CostBasis.allCases)
  func `the sum over accounts is the whole`(method: CostBasis) throws {
    for seed in Repetition.seeds(UInt64(1)...400, few: 12) {
      let ledger = AccountLedger(seed: seed)
      let figures = AccountFigures(ledger, method)
      let name: Comment = "\(method) seed \(seed)"
      let holding = figures.positions.holdings.first
      let lots = figures.lots
      #expect(
        lots.reduce(Quantity.zero) { $0 + $1.exactAmount } == holding?.exact.amount ?? 0, name)
      #expect(lots.reduce(Cost.zero) { $0 + $1.exactCost } == holding?.exact.cost ?? 0, name)
      let received = ledger.sum { $0.type == .sell }
      let paid = ledger.sum { $0.type != .sell }
      let realized = figures.positions.summary.exact.realizedPnL
      #expect(realized == received - paid + (holding?.exact.cost ?? 0), name)
      let rows = figures.gains.rows.reduce(Cost.zero) { $0 + ($1.exactGain ?? 0) }
      #expect(rows == realized, name)
      #expect(figures.gains.rows.allSatisfy { $0.exactCost != nil }, name)
      #expect(holding?.isCostKnown ?? true, name)
    }
  }

  /// The proof and the years of each zone are computed independently of the books.
  @Test(arguments: CostBasis.allCases)
  func `books are proved by their rows, and years and accounts add up to what was realized`(
    method: CostBasis
  ) throws {
    let zones = [.utc, .losAngeles, .london, .kathmandu, .auckland, LocalCalendar.kiritimati]
    for seed in Repetition.seeds(UInt64(1)...400, few: 12) {
      let ledger = AccountLedger(seed: seed)
      let figures = AccountFigures(ledger, method)
      #expect(throws: Never.self, "\(method) seed \(seed)") {
        try proveAccounts(ledger.rows, carrying: figures.carried)
      }
      let realized = figures.positions.summary.exact.realizedPnL
      let byAccount = Dictionary(grouping: figures.gains.rows, by: \.account).mapValues { rows in
        rows.reduce(Cost.zero) { $0 + ($1.exactGain ?? 0) }
      }
      #expect(byAccount.values.reduce(Cost.zero, +) == realized, "\(method) seed \(seed)")
      let zone = zones[Int(seed) % zones.count]
      let whole = computeGains(
        ledger.rows, costBasis: method, calendar: zone, carrying: figures.carried)
      let years = try (2021...2023).map { year in
        let first = try #require(UTCDay(year: year, month: 1, day: 1))
        let last = try #require(UTCDay(year: year, month: 12, day: 31))
        return computeGains(
          ledger.rows, costBasis: method, days: first...last, calendar: zone,
          carrying: figures.carried
        ).rows.reduce(Cost.zero) { $0 + ($1.exactGain ?? 0) }
      }
      // HMRC matches by the zone's days, so that its result depends on the zone.
      #expect(
        years.reduce(Cost.zero, +) == whole.totals.gain, "\(method) \(zone.name) seed \(seed)")
      #expect(method == .hmrc || whole.totals.gain == realized, "\(method) seed \(seed)")
    }
  }

  @Test(arguments: methods)
  func `one account is one book`(method: CostBasis) throws {
    for seed in UInt64(1)...UInt64(5 * NastyLedger.Kind.allCases.count) {
      let kind = NastyLedger.Kind.allCases[Int(seed) % NastyLedger.Kind.allCases.count]
      let trades = NastyLedger(kind, seed: seed).trades
      let moves = AccountMoves([], rules: LotsPerAccount(), until: .distantFuture)
      let one = computeGains(trades, costBasis: method)
      let books = computeGains(
        trades, costBasis: method,
        carrying: CarriedLots(trades, methods: [method], accounts: moves))
      #expect(books == one)
    }
  }
}

/// The program's results for a ledger, in the oracle's terms.
private struct AccountFigures {
  let positions: Positions
  let gains: Gains
  let lots: [Lot]
  let carried: CarriedLots

  init(_ ledger: AccountLedger, _ method: CostBasis) {
    let moves = AccountMoves(
      ledger.moves, rules: LotsPerAccount(from: ledger.first), until: ledger.end)
    carried = CarriedLots(ledger.rows, methods: [method], accounts: moves)
    positions = Positions(
      transactions: ledger.rows, currentPrices: [:], costBasis: method, carrying: carried)
    gains = computeGains(ledger.rows, costBasis: method, carrying: carried)
    var coin = LotsOfCoin(coinId: "coin", costBasis: method, carrying: carried)
    for row in ledger.rows { coin.apply(row) }
    lots = coin.finished()
  }

  var held: [AccountOracle.Held] {
    lots.map {
      AccountOracle.Held(
        account: $0.location.map { $0 == .onTheWay ? "way" : $0.account ?? "" } ?? "",
        amount: Fraction(text: "\($0.exactAmount)"), cost: Fraction(text: "\($0.exactCost)"),
        acquired: $0.acquired)
    }.sorted()
  }

  var realized: Fraction { Fraction(text: "\(positions.summary.exact.realizedPnL)") }

  var sales: [AccountOracle.Held] {
    gains.rows.map {
      AccountOracle.Held(
        account: $0.account ?? "", amount: Fraction(text: "\($0.exactAmount)"),
        cost: Fraction(text: "\($0.exactCost ?? -1)"), acquired: $0.acquired)
    }
  }
}

/// A ledger whose accounts cover every sale and transfer.
private struct AccountLedger {
  enum Event {
    case row(Transaction)
    case departure(UUID, from: String?, Fraction)
    case arrival(UUID, to: String?, Date)
    case accounts([String?: Fraction], way: [(UUID, Fraction)])
  }

  private(set) var rows: [Transaction] = []
  private(set) var moves: [Move] = []
  private(set) var events: [Event] = []
  /// The first day with lots per account; `nil` in half of the ledgers.
  private(set) var first: UTCDay?
  let end: Date

  private static let accounts: [String?] = ["Kraken", "Ledger", "Coinbase", nil]

  init(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let start = UTCDay(number: 19_000)
    first = seed % 2 == 0 ? start.advanced(by: Int.random(in: 0..<50, using: &dice)) : nil
    end = start.advanced(by: 60).start
    var held: [String?: Int] = [:]
    var arrivals: [(date: Date, id: UUID, to: String?, amount: Int)] = []
    var isOpen = first == nil
    func land(until date: Date) {
      for arrival in arrivals.sorted(by: { $0.date < $1.date }) where arrival.date < date {
        if !isOpen, let first, arrival.date >= first.start { begin() }
        held[arrival.to, default: 0] += arrival.amount
        events.append(.arrival(arrival.id, to: arrival.to, arrival.date))
        arrivals.removeAll { $0.id == arrival.id }
      }
      if !isOpen, let first, date > first.start { begin() }
    }
    func begin() {
      isOpen = true
      events.append(
        .accounts(
          held.filter { $0.value > 0 }.mapValues { Fraction(Self.coins($0)) },
          way: arrivals.map { ($0.id, Fraction(Self.coins($0.amount))) }))
    }
    for number in 0..<120 {
      let date = start.start.addingTimeInterval(Double(number) * 43_200 + 1)
      land(until: date)
      let account = Self.accounts[Int.random(in: 0..<4, using: &dice)]
      let have = held[account] ?? 0
      let choice = Int.random(in: 0..<10, using: &dice)
      func add(_ type: TransactionType, _ amount: Int) {
        let purchases = rows.filter { $0.type != .sell }
        let names = type == .sell && Bool.random(using: &dice)
        let row = Transaction(
          coinId: "coin", type: type, amount: Self.coins(amount),
          pricePerCoin: Price(Int.random(in: 1...997, using: &dice)) / 7, date: date,
          account: account,
          lots: names
            ? [purchases.randomElement(using: &dice), purchases.last].compactMap { $0?.id } : [])
        rows.append(row)
        held[account, default: 0] += type == .sell ? -amount : amount
        events.append(.row(row))
        let all = held.values.reduce(arrivals.reduce(0) { $0 + $1.amount }, +)
        if type == .sell, all < 10 { held = [:] }
      }
      guard have > 0, choice > 3 else {
        if choice != 9 { add(.buy, Int.random(in: 1...300, using: &dice) * 333_333_333) }
        continue
      }
      let parts = [have, have / 3, have / 7, max(have - 1, 0)]
      let amount = parts[Int.random(in: 0..<4, using: &dice)]
      guard choice > 6, let name = account else {
        if amount > 0 { add(.sell, amount) }
        continue
      }
      let other = Self.accounts[Int.random(in: 0..<3, using: &dice)] ?? ""
      guard other != name, amount > 1_000 else { continue }
      let hours = Double(Int.random(in: 0...40, using: &dice))
      let later = date.addingTimeInterval(hours * 3_600 + 0.5)
      let (left, arrived) = (UUID(), UUID())
      moves += [
        Move(
          id: left, account: name, coinId: "coin", amount: -Self.coins(amount), date: date,
          transfer: arrived),
        Move(
          id: arrived, account: other, coinId: "coin", amount: Self.coins(amount), date: later,
          transfer: left),
      ]
      held[name, default: 0] -= amount
      events.append(.departure(left, from: name, Fraction(Self.coins(amount))))
      arrivals.append((later, left, other, amount))
    }
    land(until: end)
  }

  /// Converts billionths of a coin to coins.
  private static func coins(_ billionths: Int) -> Quantity {
    Quantity(billionths, exponent: -9)
  }

  func sum(_ isMeant: (Transaction) -> Bool) -> Cost {
    rows.filter(isMeant).reduce(Cost.zero) { $0 + $1.exactTotal }
  }
}

private struct AccountOracle {
  struct Lot {
    var amount: Fraction
    var cost: Fraction
    var unit: Fraction
    var acquired: Date?
    var order: Int
    var id: UUID?
  }

  struct Held: Equatable, Comparable, CustomStringConvertible {
    let account: String
    let amount: Fraction
    let cost: Fraction
    let acquired: Date?

    static func < (left: Held, right: Held) -> Bool {
      if left.account != right.account { return left.account < right.account }
      if left.acquired != right.acquired {
        return (left.acquired ?? .distantPast) < (right.acquired ?? .distantPast)
      }
      return left.amount == right.amount ? left.cost < right.cost : left.amount < right.amount
    }

    var description: String {
      "\(account) \(amount.top)/\(amount.bottom) \(cost.top)/\(cost.bottom) "
        + (acquired?.description ?? "-")
    }
  }

  private let method: CostBasis
  private var isOpen: Bool
  private var books: [String: [Lot]] = [:]
  private var way: [UUID: [Lot]] = [:]
  private var whole = Fraction.zero
  private var orders = 0
  private(set) var realized = Fraction.zero
  private(set) var sales: [Held] = []
  private static let places = 48
  private static let dust = Fraction(text: "0.00000001")

  init(_ method: CostBasis, isOpen: Bool) {
    self.method = method
    self.isOpen = isOpen
  }

  var held: [Held] {
    (books.map { ($0.key, $0.value) } + way.map { ("way", $0.value) }).flatMap { account, lots in
      lots.map {
        Held(account: account, amount: $0.amount, cost: $0.cost, acquired: $0.acquired)
      }
    }.sorted()
  }

  mutating func apply(_ event: AccountLedger.Event) {
    switch event {
    case .row(let row):
      let account = isOpen ? row.account ?? "" : "*"
      let (amount, price) = (Fraction(row.amount), Fraction(row.pricePerCoin))
      guard row.type == .sell else {
        whole = whole + amount
        return add(
          Lot(
            amount: amount, cost: amount * price, unit: price, acquired: row.date, order: 0,
            id: row.id),
          to: account)
      }
      whole = whole - amount
      let isLast = whole.magnitude < Self.dust
      if isLast {
        whole = .zero
        for other in books.keys where other != account {
          for lot in take(total(other), of: other) { add(lot, to: account) }
        }
      }
      let parts = take(isLast ? total(account) : amount, of: account, naming: row.lots)
      sales += parts.map {
        Held(account: row.account ?? "", amount: $0.amount, cost: $0.cost, acquired: $0.acquired)
      }
      realized = realized + amount * price - parts.reduce(.zero) { $0 + $1.cost }
    case .departure(let id, let account, let amount):
      if isOpen { way[id] = take(amount, of: account ?? "") }
    case .arrival(let id, let account, _):
      for lot in way.removeValue(forKey: id) ?? [] { add(lot, to: account ?? "") }
    case .accounts(let balances, let moving):
      isOpen = true
      var lots = books.removeValue(forKey: "*") ?? []
      func key(_ lot: Lot) -> (Date, Int) { (lot.acquired ?? .distantPast, lot.order) }
      if method != .average { lots.sort { key($0) < key($1) } }
      for (account, amount) in balances.sorted(by: {
        ($0.key == nil ? 1 : 0, $0.key ?? "") < ($1.key == nil ? 1 : 0, $1.key ?? "")
      }) {
        for lot in Self.split(amount, from: &lots) { add(lot, to: account ?? "") }
      }
      for (id, amount) in moving { way[id] = Self.split(amount, from: &lots) }
    }
  }

  private static func split(_ amount: Fraction, from lots: inout [Lot]) -> [Lot] {
    var rest = amount
    var given: [Lot] = []
    while rest > .zero, let lot = lots.first {
      var part = lot
      if lot.amount > rest {
        part.amount = rest
        part.cost = (lot.cost * rest / lot.amount).rounded(places: places)
        lots[0].amount = lot.amount - rest
        lots[0].cost = lot.cost - part.cost
      } else {
        lots.removeFirst()
      }
      rest = rest - part.amount
      part.unit = (part.cost / part.amount).in38Digits
      given.append(part)
    }
    return given
  }

  private func total(_ account: String) -> Fraction {
    (books[account] ?? []).reduce(.zero) { $0 + $1.amount }
  }

  private mutating func add(_ lot: Lot, to account: String) {
    orders += 1
    var lot = lot
    lot.order = orders
    if method == .average, let pool = books[account]?.first {
      lot.amount = lot.amount + pool.amount
      lot.cost = lot.cost + pool.cost
      books[account] = []
    }
    if method == .average { (lot.acquired, lot.id) = (nil, nil) }
    books[account, default: []].append(lot)
  }

  private mutating func take(
    _ amount: Fraction, of account: String, naming ids: [UUID] = []
  ) -> [Lot] {
    var rest = amount
    var taken: [Lot] = []
    while rest > .zero, let index = named(ids, of: account) ?? next(of: account),
      var lot = books[account]?[index]
    {
      guard lot.amount > rest else {
        taken.append(lot)
        rest = rest - lot.amount
        books[account]?.remove(at: index)
        continue
      }
      let cost = (lot.cost * rest / lot.amount).rounded(places: Self.places)
      taken.append(
        Lot(
          amount: rest, cost: cost, unit: lot.unit, acquired: lot.acquired, order: lot.order,
          id: lot.id))
      (lot.amount, lot.cost) = (lot.amount - rest, lot.cost - cost)
      books[account]?[index] = lot
      rest = .zero
    }
    // Fees change the unit cost of lots on arrival.
    return taken.map { lot in
      var lot = lot
      lot.unit = (lot.cost / lot.amount).in38Digits
      return lot
    }
  }

  private func named(_ ids: [UUID], of account: String) -> Int? {
    let lots = books[account] ?? []
    for id in ids {
      let indices = lots.indices.filter { lots[$0].id == id }
      if let first = indices.min(by: { lots[$0].order < lots[$1].order }) { return first }
    }
    return nil
  }

  private func next(of account: String) -> Int? {
    guard let lots = books[account], !lots.isEmpty else { return nil }
    func key(_ lot: Lot) -> (Date, Int) { (lot.acquired ?? .distantPast, lot.order) }
    return lots.indices.min { left, right in
      let (mine, theirs) = (lots[left], lots[right])
      switch method {
      case .lifo: return key(mine) > key(theirs)
      case .hifo where mine.unit != theirs.unit: return mine.unit > theirs.unit
      default: return key(mine) < key(theirs)
      }
    }
  }
}
