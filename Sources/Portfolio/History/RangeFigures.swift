public import Exact
import FoundationEssentials

/// How a portfolio did over a range: what it gained and its return, and no third figure
/// (SPEC §3.18).
///
/// Money paid in is not gain and money taken out is not loss; rewards are gain. The value now is
/// the value then + ``paidIn`` − ``takenOut`` + ``gain``.
///
/// Coins without a price then, where they were held, or now, where they are, are left out of every
/// figure; ``leftOut`` names them.
public struct RangeFigures: Equatable, Sendable {
  /// The first day that counts; the value then is that of the end of the day before.
  public let since: UTCDay
  /// The value at the end of the day before.
  public let valueThen: ExactDecimal
  /// Paid for purchases, fees included, those of rewards too; coins received for nothing cost
  /// nothing.
  public let paidIn: ExactDecimal
  /// Received for sales, less fees.
  public let takenOut: ExactDecimal
  /// Rewards at their value on receipt, a part of ``gain``.
  public let income: ExactDecimal
  /// The value now less the value then, less what was paid in, plus what was taken out.
  public let gain: ExactDecimal
  /// The value now.
  public let valueNow: ExactDecimal
  /// Coins that count.
  public let coinCount: Int
  /// Coins that were held or traded in the range and do not count, by id.
  public let leftOut: [String]
  /// What one unit of money left alone has become; `nil` as ``timeWeighted``.
  let growth: ExactDecimal?

  /// The time-weighted return in percent of the range, to 10 decimal places; `nil` when nothing
  /// with a price was held, and when no coin counts.
  public var timeWeighted: ExactDecimal? { growth.map { (($0 - 1) * 100).rounded(places: 10) } }

  /// Of how many coins the figures are, as in `8 of 9 coins`; `nil` where they are of all.
  public var countNote: String? {
    leftOut.isEmpty ? nil : "\(coinCount) of \(coinCount + leftOut.count) coins"
  }

  /// Whether any coin counts: without one the figures are unknown, not zero.
  public var isKnown: Bool { coinCount > 0 || leftOut.isEmpty }
}

/// What the figures of a range need of its past; the present completes them.
///
/// It is small: what each coin was worth then and what was paid and received for it, and how the
/// whole grew up to the last day that has ended.
public struct RangeBasis: Equatable, Sendable {
  /// The first day that counts.
  public let since: UTCDay
  /// The coins of the ledger so far, each in the place that the walk through it gave it.
  private(set) var coins: [CoinOfRange] = []
  /// What one unit of money left alone has become by the last day that has ended.
  private var growth: ExactDecimal = 1
  private var wasInvested = false
  /// What was traded on the day that has not ended, by the coin's place.
  private var tradesOfLastDay: [Int: CoinTrades] = [:]

  init(since: UTCDay) { self.since = since }

  /// The figures with what is held at the end of the range.
  ///
  /// - Parameter holdings: What is held, in the currency of the basis.
  public func figures(_ holdings: [Holding]) -> RangeFigures {
    let held = Dictionary(holdings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return figures(
      value: { index in held[coins[index].id].map(\.exact.value) ?? .some(.zero) },
      closing: { index, amount in
        held[coins[index].id].flatMap(\.coin.currentPrice).map { amount * Price($0) }
      })
  }

  /// The figures with the values at the end of the range.
  ///
  /// - Parameters:
  ///   - value: What is held of the coin in a place is worth, zero for nothing; `nil` without a
  ///     price.
  ///   - closing: What some of its coins would be worth; `nil` without a price.
  func figures(value: (Int) -> Cost?, closing: (Int, Quantity) -> Cost?) -> RangeFigures {
    var (sums, count, leftOut) = (CoinOfRange(id: ""), 0, [String]())
    var (then, now) = (Cost.zero, Cost.zero)
    for (index, coin) in coins.enumerated() where coin.isInRange {
      guard let valueThen = coin.valueThen, coin.isKnown, let valueNow = value(index) else {
        leftOut.append(coin.id)
        continue
      }
      count += 1
      then += valueThen
      now += valueNow
      sums.paid += coin.paid
      sums.received += coin.received
      sums.income += coin.income
    }
    var last = self
    last.grow(tradesOfLastDay, value: value, closing: closing) { coins[$0].evening }
    return RangeFigures(
      since: since, valueThen: then.figure, paidIn: sums.paid.figure,
      takenOut: sums.received.figure, income: sums.income.figure,
      gain: (now - then - sums.paid + sums.received).figure, valueNow: now.figure,
      coinCount: count, leftOut: leftOut.sorted(),
      growth: last.wasInvested && (count > 0 || leftOut.isEmpty) ? last.growth : nil)
  }
}

/// What a range needs of one coin.
struct CoinOfRange: Equatable, Sendable {
  let id: String
  /// Whether the coin was held when the range began, or was traded in it.
  var isInRange = false
  /// What was held of it when the range began was worth; `nil` without a price.
  var valueThen: Cost? = .zero
  var paid: Cost = 0
  var received: Cost = 0
  var income: Cost = 0
  /// Whether all that was paid and received is known.
  var isKnown = true
  /// What its part of the growth begins with; `nil` until it has a price.
  var before: Cost? = .zero
  /// What it was sold for since.
  var receivedSince: Cost = 0
  /// What was held of it on the evening before the day that has not ended was worth; `nil` without
  /// a price.
  var evening: Cost? = .zero

  init(id: String) { self.id = id }
}

// MARK: - The walk through the ledger

extension RangeBasis {
  /// Takes in the coins that the walk found since.
  mutating func add(_ ids: some Collection<String>) {
    coins += ids.map { CoinOfRange(id: $0) }
  }

  /// Begins with what is held of the coin in a place, worth so much.
  mutating func begin(with value: Cost?, in index: Int) {
    coins[index].isInRange = true
    coins[index].valueThen = value
    coins[index].before = value
  }

  /// Adds the trades of a day that has ended; the parameters are those of
  /// ``grow(_:value:closing:evening:)``.
  mutating func add(
    _ trades: [Int: CoinTrades], value: (Int) -> Cost?, closing: (Int, Quantity) -> Cost?,
    evening: (Int) -> Cost?
  ) {
    count(trades)
    grow(trades, value: value, closing: closing, evening: evening)
  }

  /// Adds the trades of the last day, whose prices are those at the end of the range.
  mutating func addLast(_ trades: [Int: CoinTrades], evening: (Int) -> Cost?) {
    count(trades)
    tradesOfLastDay = trades
    for index in coins.indices { coins[index].evening = evening(index) }
  }

  private mutating func count(_ trades: [Int: CoinTrades]) {
    for (index, trades) in trades {
      coins[index].isInRange = true
      coins[index].paid += trades.paid
      coins[index].received += trades.received
      coins[index].income += trades.income
      coins[index].isKnown = coins[index].isKnown && trades.isKnown
    }
  }

  /// Chains the growth from the last day with trades to this one, and over this one.
  ///
  /// What was held before grows to the day's prices, or to what it was sold for; what was bought
  /// joins at its cost and grows to the day's prices from there. The part of a coin without a price
  /// goes on to the next such day on which it has one. The rule: docs/decisions/returns.md.
  ///
  /// - Parameters:
  ///   - trades: What was traded, by the coin's place.
  ///   - value: What is held of a coin at the end of the day is worth; `nil` without a price.
  ///   - closing: What some of its coins are worth then.
  ///   - evening: What was held of it on the evening before was worth then; asked for where coins
  ///     bought on the day were sold on it.
  private mutating func grow(
    _ trades: [Int: CoinTrades], value: (Int) -> Cost?, closing: (Int, Quantity) -> Cost?,
    evening: (Int) -> Cost?
  ) {
    let isOneStep = trades.values.contains(where: \.isSoldAgain)
    var (first, second) = (Step(), Step())
    for index in coins.indices {
      let traded = trades[index] ?? CoinTrades()
      let before = traded.isKnown ? coins[index].before : nil
      let received = coins[index].receivedSince + traded.received
      let bought = traded.bought > .zero ? closing(index, traded.bought) : .zero
      guard let after = value(index), let bought else {
        coins[index].before = before.map { $0 + traded.paid }
        coins[index].receivedSince = received
        continue
      }
      coins[index].before = after
      coins[index].receivedSince = 0
      if !isOneStep {
        first.add(from: before, to: after - bought + received)
        second.add(from: after - bought + traded.paid, to: after)
      } else if let evening = evening(index) {
        first.add(from: before, to: evening + received - traded.received)
        second.add(from: evening + traded.paid, to: after + traded.received)
      } else {
        second.add(from: before.map { $0 + traded.paid }, to: after + received)
      }
    }
    chain(first)
    // Without a trade nothing joins, and the second part is nothing but what the first ends with.
    if !trades.isEmpty { chain(second) }
  }

  private mutating func chain(_ step: Step) {
    guard step.before > .zero else { return }
    wasInvested = true
    growth = (step.after * growth).quotient(by: step.before)
  }

  /// The sums of a part of the growth.
  private struct Step {
    var before: Cost = 0
    var after: Cost = 0

    /// Adds a coin that has a value at both ends.
    mutating func add(from before: Cost?, to after: Cost?) {
      guard let before, let after else { return }
      self.before += before
      self.after += after
    }
  }
}
