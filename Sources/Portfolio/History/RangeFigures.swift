public import Exact
import FoundationEssentials

/// How a portfolio did over a range: its gain and its return (SPEC §3.18).
///
/// Money paid in is not a gain and money taken out is not a loss; rewards are gains. The value now
/// is the starting value + ``paidIn`` − ``takenOut`` + ``gain``.
///
/// Coins held at the start or now without a price at that time are left out of every figure and
/// listed in ``leftOut``.
public struct RangeFigures: Equatable, Sendable {
  /// The first day that counts; the starting value is that of the end of the day before.
  public let since: UTCDay
  /// The value at the end of the day before.
  public let valueThen: ExactDecimal
  /// Paid for purchases, including fees and the fees of rewards; coins received for free cost
  /// nothing.
  public let paidIn: ExactDecimal
  /// Proceeds of sales, less fees.
  public let takenOut: ExactDecimal
  /// Rewards at their value on receipt, included in ``gain``.
  public let income: ExactDecimal
  /// The value now less the starting value, less what was paid in, plus what was taken out.
  public let gain: ExactDecimal
  /// The value now.
  public let valueNow: ExactDecimal
  /// The number of coins that count.
  public let coinCount: Int
  /// Coins held or traded in the range that do not count, by id.
  public let leftOut: [String]
  /// Which of what was paid, received and earned is estimated.
  public let estimated: EstimatedFlows
  /// What one untouched unit of money has grown to; `nil` as for ``timeWeighted``.
  let growth: ExactDecimal?

  /// The time-weighted return of the range in percent, to 10 decimal places; `nil` when no priced
  /// coin was held and when no coin counts.
  public var timeWeighted: ExactDecimal? { growth.map { (($0 - 1) * 100).rounded(places: 10) } }

  /// How many coins the figures cover, as in `8 of 9 coins`; `nil` if they cover all.
  public var countNote: String? {
    leftOut.isEmpty ? nil : "\(coinCount) of \(coinCount + leftOut.count) coins"
  }

  /// Whether any coin counts: otherwise the figures are unknown, not zero.
  public var isKnown: Bool { coinCount > 0 || leftOut.isEmpty }
}

/// The past part of a range's figures, to be completed with current values.
///
/// It is small: each coin's starting value, what was paid and received for it, and the growth of
/// the whole up to the last day that has ended.
public struct RangeBasis: Equatable, Sendable {
  /// The first day that counts.
  public let since: UTCDay
  /// The coins of the ledger so far, at the indexes that the walk assigned.
  private(set) var coins: [CoinOfRange] = []
  /// What one untouched unit of money has grown to by the last day that has ended.
  private var growth: ExactDecimal = 1
  private var wasInvested = false
  /// The trades of the day that has not ended, by coin index.
  private var tradesOfLastDay: [Int: CoinTrades] = [:]

  init(since: UTCDay) { self.since = since }

  /// The figures, given what is held at the end of the range.
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

  /// The figures, given the values at the end of the range.
  ///
  /// - Parameters:
  ///   - value: The value of the held coins at an index, zero for nothing; `nil` without a price.
  ///   - closing: The value of an amount of that coin; `nil` without a price.
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
      sums.estimated.formUnion(coin.estimated)
    }
    var last = self
    last.grow(tradesOfLastDay, value: value, closing: closing) { coins[$0].evening }
    return RangeFigures(
      since: since, valueThen: then.figure, paidIn: sums.paid.figure,
      takenOut: sums.received.figure, income: sums.income.figure,
      gain: (now - then - sums.paid + sums.received).figure, valueNow: now.figure,
      coinCount: count, leftOut: leftOut.sorted(), estimated: sums.estimated,
      growth: last.wasInvested && (count > 0 || leftOut.isEmpty) ? last.growth : nil)
  }
}

/// A range's data about one coin.
struct CoinOfRange: Equatable, Sendable {
  let id: String
  /// Whether the coin was held at the start of the range or traded in it.
  var isInRange = false
  /// The value of the coins held at the start of the range; `nil` without a price.
  var valueThen: Cost? = .zero
  var paid: Cost = 0
  var received: Cost = 0
  var income: Cost = 0
  /// Whether everything paid and received is known.
  var isKnown = true
  /// Which of paid, received and income is estimated.
  var estimated: EstimatedFlows = []
  /// The starting value of its growth; `nil` until it has a price.
  var before: Cost? = .zero
  /// Proceeds of sales since then.
  var receivedSince: Cost = 0
  /// The value of the coins held on the evening before the day that has not ended; `nil` without a
  /// price.
  var evening: Cost? = .zero

  init(id: String) { self.id = id }
}

// MARK: - The walk through the ledger

extension RangeBasis {
  /// Adds the coins that the walk has found since.
  mutating func add(_ ids: some Collection<String>) {
    coins += ids.map { CoinOfRange(id: $0) }
  }

  /// Starts with the value of the coin held at an index.
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

  /// Adds the trades of the last day, which is priced at the end of the range.
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
      coins[index].estimated.formUnion(trades.estimated)
      coins[index].isKnown = coins[index].isKnown && trades.isKnown
    }
  }

  /// Chains the growth from the last day with trades to this one, and over this one.
  ///
  /// Coins held before grow to the day's prices, or to what they were sold for; coins bought start
  /// at their cost and grow to the day's prices. A coin without a price is carried forward to the
  /// next day with trades on which it has one. The rule: docs/decisions/returns.md.
  ///
  /// - Parameters:
  ///   - trades: What was traded, by coin index.
  ///   - value: The value of the held coins at the end of the day; `nil` without a price.
  ///   - closing: The value of an amount of a coin at that time.
  ///   - evening: The value of the coins held on the previous evening; used if coins bought on the
  ///     day were sold on the same day.
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
    // Without trades nothing is added, and the second part would not change the growth.
    if !trades.isEmpty { chain(second) }
  }

  private mutating func chain(_ step: Step) {
    guard step.before > .zero else { return }
    wasInvested = true
    growth = (step.after * growth).quotient(by: step.before)
  }

  /// The sums of one part of the growth.
  private struct Step {
    var before: Cost = 0
    var after: Cost = 0

    /// Adds a coin with a value at both ends.
    mutating func add(from before: Cost?, to after: Cost?) {
      guard let before, let after else { return }
      self.before += before
      self.after += after
    }
  }
}
