import FoundationEssentials
import Portfolio

/// Recomputes one coin with fractions and simple loops.
struct Oracle {
  struct Part: Equatable {
    var amount: Fraction
    var cost: Fraction
    var acquired: Date?
  }

  struct Sale {
    let transaction: Transaction
    var parts: [Part] = []
    var cost: Fraction { parts.reduce(.zero) { $0 + $1.cost } }

    /// The proceeds, split among the parts by amount; the last part gets the rest.
    var proceeds: [Fraction] {
      let coins = parts.reduce(Fraction.zero) { $0 + $1.amount }
      var (left, rest) = (coins, total(transaction))
      return parts.enumerated().map { index, part in
        let share =
          index == parts.count - 1 ? rest : (rest * part.amount / left).rounded(places: places)
        left = left - part.amount
        rest = rest - share
        return share
      }
    }

    /// Whether more than a year has passed, by comparing date texts: the day after the purchase has
    /// the same month and day a year later, if that day exists.
    func isLong(boughtOn acquired: Date) -> Bool {
      let next = UTCDay(acquired).advanced(by: 1).text
      let year = (Int(next.prefix(4)) ?? 0) + 1
      return UTCDay(transaction.date).text >= "\(year)\(next.dropFirst(4))"
    }

    /// Days between the two UTC dates; `nil` without an acquisition.
    func daysHeld(_ part: Part) -> Int? {
      part.acquired.map { day(transaction.date) - day($0) }
    }
  }

  struct Closed {
    let id: UUID
    let bought: Fraction
    let cost: Fraction
    let realized: Fraction
  }

  private(set) var held = Fraction.zero
  private(set) var isOpen = false
  private(set) var cost = Fraction.zero
  private(set) var realized = Fraction.zero
  private(set) var soldCost = Fraction.zero
  private(set) var closed: [Closed] = []
  private(set) var sales: [Sale] = []

  /// The number of decimal places that the cost of a sold part is rounded to.
  static let places = 48
  private static let tolerance = Fraction(text: "0.00000001")

  init(_ history: [Transaction], _ method: CostBasis) {
    let ordered = history.enumerated()
      .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
    var cycle: [Transaction] = []
    var cycles: [[Transaction]] = []
    var balance = Fraction.zero
    for transaction in ordered {
      cycle.append(transaction)
      let amount = Fraction(transaction.amount)
      guard transaction.type == .sell else {
        balance = balance + amount
        continue
      }
      balance = balance - amount
      if balance.magnitude < Self.tolerance {
        cycles.append(cycle)
        cycle = []
        balance = .zero
      }
    }
    let matched = method == .hmrc ? Self.hmrc(cycles, open: cycle) : nil
    for done in cycles { close(done, method, matched) }
    open(cycle, method, matched)
  }

  private static func balance(_ cycle: [Transaction]) -> Fraction {
    cycle.reduce(.zero) {
      $1.type == .sell ? $0 - Fraction($1.amount) : $0 + Fraction($1.amount)
    }
  }

  /// Totals in a currency other than the transactions' own, by transaction id; empty in US dollars.
  @TaskLocal static var totals: [UUID: Fraction] = [:]

  static func total(_ transaction: Transaction) -> Fraction {
    totals[transaction.id] ?? Fraction(transaction.amount) * Fraction(transaction.pricePerCoin)
  }

  /// The cost per coin, used by HIFO.
  private static func unitCost(_ transaction: Transaction) -> Fraction {
    totals[transaction.id].map { ($0 / Fraction(transaction.amount)).in38Digits }
      ?? Fraction(transaction.pricePerCoin)
  }

  private static func sum(_ cycle: [Transaction], sells: Bool) -> (Fraction, Fraction) {
    cycle.filter { ($0.type == .sell) == sells }
      .reduce((.zero, .zero)) { ($0.0 + Fraction($1.amount), $0.1 + total($1)) }
  }

  private mutating func close(
    _ cycle: [Transaction], _ method: CostBasis, _ matched: [UUID: [Part]]?
  ) {
    let (bought, paid) = Self.sum(cycle, sells: false)
    let (sold, received) = Self.sum(cycle, sells: true)
    let used = Self.sales(cycle, isClosed: true, method, matched)
    sales += used
    let cost = matched == nil ? paid : used.reduce(.zero) { $0 + $1.cost }
    // The value of the ignored residue, at the average sale price.
    let forgotten =
      matched == nil ? ((bought - sold) * received / sold).rounded(places: Self.places) : .zero
    closed.append(
      Closed(
        id: cycle[cycle.count - 1].id, bought: bought, cost: cost,
        realized: received - cost + forgotten))
  }

  private mutating func open(
    _ cycle: [Transaction], _ method: CostBasis, _ matched: [UUID: [Part]]?
  ) {
    guard !cycle.isEmpty else { return }
    isOpen = true
    held = Self.balance(cycle)
    let used = Self.sales(cycle, isClosed: false, method, matched)
    sales += used
    soldCost = used.reduce(.zero) { $0 + $1.cost }
    realized = Self.sum(cycle, sells: true).1 - soldCost
    cost = Self.sum(cycle, sells: false).1 - soldCost
    guard matched != nil else { return }
    cost = cost + closed.reduce(.zero) { $0 - $1.cost }
  }
}

extension Oracle {
  /// Adds the payments of closed cycles, which HMRC's pool spans.
  mutating func addPaidBefore(_ paid: Fraction) { cost = cost + paid }

  private static func sales(
    _ cycle: [Transaction], isClosed: Bool, _ method: CostBasis, _ matched: [UUID: [Part]]?
  ) -> [Sale] {
    if let matched {
      return cycle.filter { $0.type == .sell }.map {
        Sale(transaction: $0, parts: matched[$0.id] ?? [])
      }
    }
    switch method {
    case .average: return average(cycle, isClosed)
    case .buyAverage: return buyAverage(cycle, isClosed)
    default: return lots(cycle, isClosed, method)
    }
  }

  private static func average(_ cycle: [Transaction], _ isClosed: Bool) -> [Sale] {
    var (held, cost) = (Fraction.zero, Fraction.zero)
    var sales: [Sale] = []
    for (index, transaction) in cycle.enumerated() {
      let amount = Fraction(transaction.amount)
      guard transaction.type == .sell else {
        held = held + amount
        cost = cost + total(transaction)
        continue
      }
      let isLast = isClosed && index == cycle.count - 1
      let part = isLast ? cost : (cost * amount / held).rounded(places: places)
      sales.append(
        Sale(transaction: transaction, parts: [Part(amount: isLast ? held : amount, cost: part)]))
      held = held - amount
      cost = cost - part
    }
    return sales
  }

  private static func buyAverage(_ cycle: [Transaction], _ isClosed: Bool) -> [Sale] {
    let (bought, paid) = sum(cycle, sells: false)
    var (sold, before) = (Fraction.zero, Fraction.zero)
    var sales: [Sale] = []
    for (index, transaction) in cycle.enumerated() where transaction.type == .sell {
      let isLast = isClosed && index == cycle.count - 1
      let amount = isLast ? bought - sold : Fraction(transaction.amount)
      sold = sold + Fraction(transaction.amount)
      let whole = isLast ? paid : (paid * sold / bought).rounded(places: places)
      // The residue of a closing sale is sold with it, as far as it was held by then.
      sales.append(
        Sale(transaction: transaction, parts: [Part(amount: amount, cost: whole - before)]))
      before = whole
    }
    return sales
  }

  private static func lots(
    _ cycle: [Transaction], _ isClosed: Bool, _ method: CostBasis
  ) -> [Sale] {
    var lots: [(amount: Fraction, cost: Fraction, unit: Fraction, date: Date, id: UUID)] = []
    var sales: [Sale] = []
    for (index, transaction) in cycle.enumerated() {
      var wanted = Fraction(transaction.amount)
      guard transaction.type == .sell else {
        lots.append(
          (wanted, total(transaction), unitCost(transaction), transaction.date, transaction.id))
        continue
      }
      if isClosed, index == cycle.count - 1 { wanted = lots.reduce(.zero) { $0 + $1.amount } }
      var sale = Sale(transaction: transaction)
      while wanted > .zero, !lots.isEmpty {
        var next = method == .lifo ? lots.count - 1 : 0
        if method == .hifo {
          for index in lots.indices where lots[index].unit > lots[next].unit { next = index }
        }
        if let named = transaction.lots.first(where: { id in lots.contains { $0.id == id } }) {
          next = lots.firstIndex { $0.id == named } ?? next
        }
        let taken = min(wanted, lots[next].amount)
        let part =
          taken == lots[next].amount
          ? lots[next].cost : (lots[next].cost * taken / lots[next].amount).rounded(places: places)
        sale.parts.append(Part(amount: taken, cost: part, acquired: lots[next].date))
        lots[next].amount = lots[next].amount - taken
        lots[next].cost = lots[next].cost - part
        wanted = wanted - taken
        if lots[next].amount == .zero { lots.remove(at: next) }
      }
      sales.append(sale)
    }
    return sales
  }
}

extension Oracle {
  static func day(_ date: Date) -> Int {
    let milliseconds = date.millisecondsSince1970
    return (milliseconds - (milliseconds % 86_400_000 + 86_400_000) % 86_400_000) / 86_400_000
  }

  /// The parts of every sale as HMRC matches them, by sale id.
  private static func hmrc(_ closed: [[Transaction]], open: [Transaction]) -> [UUID: [Part]] {
    var bought: [Int: (amount: Fraction, cost: Fraction, first: Date)] = [:]
    var sales: [(transaction: Transaction, day: Int, left: Fraction, parts: [Part])] = []
    for (number, cycle) in (closed + [open]).enumerated() {
      for (index, transaction) in cycle.enumerated() {
        let today = day(transaction.date)
        if transaction.type == .sell {
          var left = Fraction(transaction.amount)
          if number < closed.count, index == cycle.count - 1 {
            left = left + balance(cycle)
          }
          sales.append((transaction, today, left, []))
        } else {
          let old = bought[today] ?? (.zero, .zero, transaction.date)
          bought[today] = (
            old.amount + Fraction(transaction.amount), old.cost + total(transaction), old.first
          )
        }
      }
    }
    func take(_ index: Int, from source: Int) {
      guard let lot = bought[source], lot.amount > .zero, sales[index].left > .zero else { return }
      let amount = min(lot.amount, sales[index].left)
      let cost =
        amount == lot.amount ? lot.cost : (lot.cost * amount / lot.amount).rounded(places: places)
      bought[source] = (lot.amount - amount, lot.cost - cost, lot.first)
      sales[index].left = sales[index].left - amount
      sales[index].parts.append(Part(amount: amount, cost: cost, acquired: lot.first))
    }
    for index in sales.indices { take(index, from: sales[index].day) }
    for index in sales.indices {
      for later in 1...30 { take(index, from: sales[index].day + later) }
    }
    var pool = (amount: Fraction.zero, cost: Fraction.zero)
    for index in sales.indices {
      for source in bought.keys.filter({ $0 <= sales[index].day }) {
        guard let lot = bought.removeValue(forKey: source) else { continue }
        pool = (pool.amount + lot.amount, pool.cost + lot.cost)
      }
      guard sales[index].left > .zero else { continue }
      let amount = sales[index].left
      let cost =
        amount == pool.amount
        ? pool.cost : (pool.cost * amount / pool.amount).rounded(places: places)
      pool = (pool.amount - amount, pool.cost - cost)
      sales[index].parts.append(Part(amount: amount, cost: cost))
    }
    return Dictionary(uniqueKeysWithValues: sales.map { ($0.transaction.id, $0.parts) })
  }
}
