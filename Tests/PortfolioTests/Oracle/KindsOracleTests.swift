import BigInt
import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// Ledgers of three coins with every kind of event, against naive lots in fractions.
struct KindsOracleTests {
  @Test(arguments: [CostBasis.average, .fifo, .lifo, .hifo])
  func `costs and results are the fractions' to the last digit`(method: CostBasis) throws {
    for seed in UInt64(1)...40 {
      let ledger = KindsLedger(seed: seed)
      var oracle = KindsOracle(method)
      for row in ledger.rows { oracle.apply(row) }
      let positions = Positions(
        transactions: ledger.rows, currentPrices: [:], costBasis: method)
      for (coin, lots) in oracle.lots {
        let held = positions.holdings.first { $0.id == coin }
        let cost = lots.reduce(Fraction.zero) { $0 + $1.cost }
        let amount = lots.reduce(Fraction.zero) { $0 + $1.amount }
        #expect(Fraction(text: "\(held?.exact.cost ?? 0)") == cost, "seed \(seed), \(coin)")
        #expect(Fraction(text: "\(held?.exact.amount ?? 0)") == amount, "seed \(seed), \(coin)")
      }
      let realized = Fraction(text: "\(positions.summary.exact.realizedPnL)")
      #expect(realized == oracle.realized, "seed \(seed)")
    }
  }
}

extension KindsOracleTests {
  @Test(arguments: [CostBasis.buyAverage, .hmrc])
  func `pools are the fractions' to the last digit`(method: CostBasis) throws {
    for seed in UInt64(1)...40 {
      let rows = KindsLedger(seed: seed).rows
      let (costs, realized) =
        method == .hmrc ? MatchedOracle.figures(of: rows) : SpreadOracle.figures(of: rows)
      let positions = Positions(transactions: rows, currentPrices: [:], costBasis: method)
      for holding in positions.holdings {
        let cost = try #require(costs[holding.id])
        #expect(Fraction(text: "\(holding.exact.cost)") == cost, "seed \(seed), \(holding.id)")
      }
      let found = Fraction(text: "\(positions.summary.exact.realizedPnL)")
      #expect(found == realized, "seed \(seed)")
    }
  }
}

private let places = 48

/// Averages all purchases of a cycle, whenever they were made.
private struct SpreadOracle {
  private var (bought, paid) = (Fraction.zero, Fraction.zero)
  private var (sold, received) = (Fraction.zero, Fraction.zero)
  private var realized = Fraction.zero

  private var soldCost: Fraction {
    bought == .zero ? .zero : (paid * sold / bought).rounded(places: places)
  }

  static func figures(of rows: [Transaction]) -> ([String: Fraction], Fraction) {
    var coins: [String: SpreadOracle] = [:]
    var carried: [UUID: Fraction] = [:]
    for row in rows {
      let cost = coins[row.coinId, default: SpreadOracle()].apply(row, carrying: carried)
      if row.kind == .migrate, row.type == .sell { carried[row.link ?? row.id] = cost }
    }
    return (
      coins.mapValues { $0.paid - $0.soldCost },
      coins.values.reduce(.zero) { $0 + $1.realized + $1.received - $1.soldCost }
    )
  }

  /// - Returns: The cost that leaves with the coins.
  private mutating func apply(_ row: Transaction, carrying carried: [UUID: Fraction]) -> Fraction {
    let amount = Fraction(row.amount)
    let isLast = row.type == .sell && bought - sold == amount
    var cost = Fraction.zero
    switch row.kind {
    case .migrate where row.type == .buy:
      (bought, paid) = (bought + amount, paid + (carried[row.link ?? row.id] ?? .zero))
    case .buy, .reward:
      (bought, paid) = (bought + amount, paid + amount * Fraction(row.pricePerCoin))
    case .give, .migrate:
      cost = isLast ? paid - soldCost : (paid * amount / bought).rounded(places: places)
      (bought, paid) = (bought - amount, paid - cost)
    case .fee where !isLast: bought = bought - amount
    default:
      (sold, received) = (sold + amount, received + amount * Fraction(row.pricePerCoin))
    }
    if isLast {
      realized = realized + received - (sold == .zero ? .zero : paid)
      (bought, paid, sold, received) = (.zero, .zero, .zero, .zero)
    }
    return cost
  }
}

/// Matches sales with the same day, the next 30 days, then the pool; other changes affect only the
/// pool.
private struct MatchedOracle {
  private var bought: [Int: (amount: Fraction, cost: Fraction)] = [:]
  /// The part of each sale not matched with purchases of its day or the next 30 days.
  private var rest: [UUID: Fraction] = [:]
  private var pool = (amount: Fraction.zero, cost: Fraction.zero)
  private var realized = Fraction.zero

  static func figures(of rows: [Transaction]) -> ([String: Fraction], Fraction) {
    let closing = closingRows(rows)
    var coins: [String: MatchedOracle] = [:]
    for (coin, own) in Dictionary(grouping: rows, by: \.coinId) {
      coins[coin] = MatchedOracle(own, closing)
    }
    var carried: [UUID: Fraction] = [:]
    for row in rows {
      let cost = coins[row.coinId]?.apply(row, isLast: closing.contains(row.id), carried)
      if row.kind == .migrate, row.type == .sell { carried[row.link ?? row.id] = cost }
    }
    return (
      coins.mapValues { coin in coin.bought.values.reduce(coin.pool.cost) { $0 + $1.cost } },
      coins.values.reduce(.zero) { $0 + $1.realized }
    )
  }

  private static func closingRows(_ rows: [Transaction]) -> Set<UUID> {
    var held: [String: Quantity] = [:]
    var closing: Set<UUID> = []
    for row in rows {
      held[row.coinId, default: 0] += row.type == .sell ? -row.amount : row.amount
      if row.type == .sell, held[row.coinId] == 0 { closing.insert(row.id) }
    }
    return closing
  }

  private init(_ rows: [Transaction], _ closing: Set<UUID>) {
    for row in rows where row.type == .buy && row.kind != .migrate {
      let day = bought[Oracle.day(row.date)] ?? (.zero, .zero)
      let amount = Fraction(row.amount)
      bought[Oracle.day(row.date)] = (
        day.amount + amount, day.cost + amount * Fraction(row.pricePerCoin)
      )
    }
    let sales = rows.filter { $0.isDisposed(closing) }
    for row in sales { rest[row.id] = Fraction(row.amount) }
    for later in [0...0, 1...30] {
      for row in sales { for days in later { take(row, Oracle.day(row.date) + days) } }
    }
    for row in sales {
      realized = realized + Fraction(row.amount) * Fraction(row.pricePerCoin)
    }
  }

  private mutating func take(_ sale: Transaction, _ day: Int) {
    guard let lot = bought[day], lot.amount > .zero, let left = rest[sale.id], left > .zero else {
      return
    }
    let amount = min(lot.amount, left)
    let cost =
      amount == lot.amount ? lot.cost : (lot.cost * amount / lot.amount).rounded(places: places)
    bought[day] = (lot.amount - amount, lot.cost - cost)
    rest[sale.id] = left - amount
    realized = realized - cost
  }

  private mutating func apply(
    _ row: Transaction, isLast: Bool, _ carried: [UUID: Fraction]
  ) -> Fraction {
    guard row.type == .sell || row.kind == .migrate else { return .zero }
    for day in bought.keys where day <= Oracle.day(row.date) {
      guard let lot = bought.removeValue(forKey: day) else { continue }
      pool = (pool.amount + lot.amount, pool.cost + lot.cost)
    }
    let amount = Fraction(row.amount)
    if row.type == .buy {
      pool = (pool.amount + amount, pool.cost + (carried[row.link ?? row.id] ?? .zero))
      return .zero
    }
    if let left = rest[row.id] {
      if left > .zero { realized = realized - remove(left) }
      return .zero
    }
    guard row.kind == .fee else { return remove(amount) }
    pool.amount = amount < pool.amount ? pool.amount - amount : .zero
    return .zero
  }

  private mutating func remove(_ amount: Fraction) -> Fraction {
    guard amount < pool.amount else {
      defer { pool = (.zero, .zero) }
      return pool.cost
    }
    let cost = (pool.cost * amount / pool.amount).rounded(places: places)
    pool = (pool.amount - amount, pool.cost - cost)
    return cost
  }
}

extension Transaction {
  /// Whether its cost is realized; a fee realizes it only if it closes the cycle.
  fileprivate func isDisposed(_ closing: Set<UUID>) -> Bool {
    guard type == .sell else { return false }
    switch kind {
    case .give, .migrate: return false
    case .fee: return closing.contains(id)
    default: return true
    }
  }
}

/// Whole amounts, so that no cycle closes within the tolerance; two events a day.
struct KindsLedger {
  private(set) var rows: [Transaction] = []

  init(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    var held = ["a": 0, "b": 0, "c": 0]
    for day in 0..<60 {
      let coins = ["a", "b", "c"].shuffled(using: &dice)
      let have = held[coins[0]] ?? 0
      let date = UTCDay(number: 19_000 + day / 2).start
      func add(
        _ coin: String, _ type: TransactionType, _ kind: TransactionKind, _ amount: Int,
        price: Int = 0, link: UUID? = nil, valuation: Valuation? = nil
      ) {
        held[coin, default: 0] += type == .sell ? -amount : amount
        rows.append(
          Transaction(
            coinId: coin, type: type, amount: Quantity(amount),
            pricePerCoin: Price(price),
            date: date, kind: kind, link: link, valuation: valuation))
      }
      let some = have > 0 ? Int.random(in: 1...have, using: &dice) : 0
      let price = Int.random(in: 1...997, using: &dice)
      switch have > 0 ? Int.random(in: 0..<12, using: &dice) : 0 {
      case 0...3: add(coins[0], .buy, .buy, Int.random(in: 1...30, using: &dice), price: price)
      case 4: add(coins[0], .buy, .reward, Int.random(in: 1...5, using: &dice), price: price)
      case 5, 6: add(coins[0], .sell, .sell, some, price: price)
      case 7: add(coins[0], .sell, .give, some)
      case 8: add(coins[0], .sell, .lost, some)
      case 9: add(coins[0], .sell, .fee, 1, valuation: Valuation(kind: .unknown))
      default:
        let link = UUID()
        add(coins[0], .sell, .migrate, some, link: link)
        add(coins[1], .buy, .migrate, Int.random(in: 1...60, using: &dice), link: link)
      }
    }
  }
}

private struct KindsOracle {
  struct Lot {
    var amount: Fraction
    var cost: Fraction
    /// The cost of one coin when it was received, to 38 digits.
    var unit: Fraction
  }

  private let method: CostBasis
  private(set) var lots: [String: [Lot]] = [:]
  private(set) var realized = Fraction.zero
  private var carried: [UUID: [Lot]] = [:]
  private static let places = 48

  init(_ method: CostBasis) { self.method = method }

  mutating func apply(_ row: Transaction) {
    let amount = Fraction(row.amount)
    let total = amount * Fraction(row.pricePerCoin)
    switch (row.type, row.kind) {
    case (.buy, .migrate): arrive(row, amount)
    case (.buy, _), (.gift, _):
      add(Lot(amount: amount, cost: total, unit: Fraction(row.pricePerCoin)), to: row.coinId)
    case (.sell, .migrate): carried[row.link ?? row.id] = take(amount, of: row.coinId)
    case (.sell, .give): _ = take(amount, of: row.coinId)
    case (.sell, .fee): shrink(amount, of: row.coinId)
    case (.sell, _):
      realized = realized + total - take(amount, of: row.coinId).reduce(.zero) { $0 + $1.cost }
    }
  }

  private mutating func add(_ lot: Lot, to coin: String) {
    guard method == .average, let pool = lots[coin]?.first else {
      lots[coin, default: []].append(lot)
      return
    }
    lots[coin] = [Lot(amount: pool.amount + lot.amount, cost: pool.cost + lot.cost, unit: .zero)]
  }

  private mutating func arrive(_ row: Transaction, _ amount: Fraction) {
    let parts = carried[row.link ?? row.id] ?? []
    let old = parts.reduce(Fraction.zero) { $0 + $1.amount }
    var rest = amount
    for (index, part) in parts.enumerated() {
      let scaled =
        index == parts.count - 1
        ? rest : (part.amount * amount / old).rounded(places: Self.places)
      rest = rest - scaled
      let unit = exactText(part.cost).quotient(by: exactText(scaled))
      add(Lot(amount: scaled, cost: part.cost, unit: Fraction(unit)), to: row.coinId)
    }
  }

  /// Removes coins, lot by lot.
  private mutating func take(_ amount: Fraction, of coin: String) -> [Lot] {
    var rest = amount
    var taken: [Lot] = []
    while rest > .zero, let index = next(of: coin), var lot = lots[coin]?[index] {
      guard lot.amount > rest else {
        taken.append(lot)
        rest = rest - lot.amount
        lots[coin]?.remove(at: index)
        continue
      }
      let cost = (lot.cost * rest / lot.amount).rounded(places: Self.places)
      taken.append(Lot(amount: rest, cost: cost, unit: lot.unit))
      (lot.amount, lot.cost) = (lot.amount - rest, lot.cost - cost)
      lots[coin]?[index] = lot
      rest = .zero
    }
    return taken
  }

  /// Removes coins and adds their cost to the next lot in order.
  private mutating func shrink(_ amount: Fraction, of coin: String) {
    let cost = take(amount, of: coin).reduce(Fraction.zero) { $0 + $1.cost }
    if let index = next(of: coin) {
      let old = lots[coin]?[index].cost ?? .zero
      lots[coin]?[index].cost = old + cost
    } else {
      realized = realized - cost
    }
  }

  private func next(of coin: String) -> Int? {
    guard let lots = lots[coin], !lots.isEmpty else { return nil }
    switch method {
    case .lifo: return lots.count - 1
    case .hifo:
      return lots.indices.reduce(0) { lots[$1].unit > lots[$0].unit ? $1 : $0 }
    default: return 0
    }
  }

  private func exactText(_ fraction: Fraction) -> ExactDecimal {
    ExactDecimal(fraction.decimalText(places: Self.places)) ?? 0
  }
}

extension Fraction {
  /// The digits of a fraction with at most that many decimal places.
  fileprivate func decimalText(places: Int) -> String {
    let unit = BigInt(10).power(places)
    let digits = "\(top * unit / bottom)"
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return "\(padded.dropLast(places)).\(padded.suffix(places))"
  }
}
