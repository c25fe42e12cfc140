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

/// Whole amounts, so that no cycle closes within the tolerance.
private struct KindsLedger {
  private(set) var rows: [Transaction] = []

  init(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    var held = ["a": 0, "b": 0, "c": 0]
    for day in 0..<60 {
      let coins = ["a", "b", "c"].shuffled(using: &dice)
      let have = held[coins[0]] ?? 0
      let date = UTCDay(number: 19_000 + day).start
      func add(
        _ coin: String, _ type: TransactionType, _ kind: TransactionKind, _ amount: Int,
        price: Int = 0, link: UUID? = nil, valuation: Valuation? = nil
      ) {
        held[coin, default: 0] += type == .sell ? -amount : amount
        rows.append(
          Transaction(
            coinId: coin, type: type, amount: Decimal(amount), pricePerCoin: Decimal(price),
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
    /// Cost of one coin when it came, to 38 digits.
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
    for (place, part) in parts.enumerated() {
      let scaled =
        place == parts.count - 1
        ? rest : (part.amount * amount / old).rounded(places: Self.places)
      rest = rest - scaled
      let unit = exactText(part.cost).quotient(by: exactText(scaled))
      add(Lot(amount: scaled, cost: part.cost, unit: Fraction(unit)), to: row.coinId)
    }
  }

  /// Coins that leave, lot by lot.
  private mutating func take(_ amount: Fraction, of coin: String) -> [Lot] {
    var rest = amount
    var taken: [Lot] = []
    while rest > .zero, let place = next(of: coin), var lot = lots[coin]?[place] {
      guard lot.amount > rest else {
        taken.append(lot)
        rest = rest - lot.amount
        lots[coin]?.remove(at: place)
        continue
      }
      let cost = (lot.cost * rest / lot.amount).rounded(places: Self.places)
      taken.append(Lot(amount: rest, cost: cost, unit: lot.unit))
      (lot.amount, lot.cost) = (lot.amount - rest, lot.cost - cost)
      lots[coin]?[place] = lot
      rest = .zero
    }
    return taken
  }

  /// Coins that leave their cost to the lot that leaves next.
  private mutating func shrink(_ amount: Fraction, of coin: String) {
    let cost = take(amount, of: coin).reduce(Fraction.zero) { $0 + $1.cost }
    if let place = next(of: coin) {
      let old = lots[coin]?[place].cost ?? .zero
      lots[coin]?[place].cost = old + cost
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
  /// The digits of a fraction that ends within so many places.
  fileprivate func decimalText(places: Int) -> String {
    let unit = BigInt(10).power(places)
    let digits = "\(top * unit / bottom)"
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return "\(padded.dropLast(places)).\(padded.suffix(places))"
  }
}
