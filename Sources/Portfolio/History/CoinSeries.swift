import FoundationEssentials
import Exact

/// The history of one coin from day to day, under one cost basis and in one currency.
///
/// It is all that a history of these days needs from the coin's transactions, and small: a day has
/// an entry only if the coin was traded on it.
public struct CoinSeries: Equatable, Sendable {
  /// A day on which the coin was traded.
  struct Day: Equatable, Sendable {
    let day: UTCDay
    let trades: CoinTrades
    /// The figures at its end.
    let figures: CoinFigures
  }

  /// The coin's id.
  public let coinId: String
  /// The figures at the start of the first day.
  let start: CoinFigures
  /// The days with trades, ascending.
  let days: [Day]
}

/// Builds a coin's series from its transactions, one at a time.
public struct SeriesCollector {
  private let window: ClosedRange<UTCDay>
  private let carried: CarriedLots
  private var walk: BalanceReplay
  private var start: CoinFigures?
  private var days: [CoinSeries.Day] = []
  private var day: UTCDay

  /// Begins a series.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - window: The days to cover.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - matchedCosts: The costs of sales, required under ``CostBasis/hmrc``.
  ///   - carried: The lots that migrations carry over.
  ///   - mayBeEstimated: Whether any of the coin's figures can be estimated.
  public init(
    of coinId: String, in window: ClosedRange<UTCDay>, costBasis: CostBasis,
    matchedCosts: MatchedCosts? = nil, carrying carried: CarriedLots = .none,
    mayBeEstimated: Bool = true
  ) {
    self.window = window
    self.carried = carried
    walk = BalanceReplay(
      coinId: coinId, costBasis: costBasis, matchedCosts: matchedCosts,
      mayBeEstimated: mayBeEstimated)
    day = window.lowerBound
  }

  /// Adds the coin's next transaction in ledger order; those after the window change nothing.
  public mutating func add(_ transaction: Transaction) {
    let traded = UTCDay(transaction.date)
    guard traded <= window.upperBound else { return }
    if traded >= window.lowerBound { begin() }
    if traded > day {
      endDay()
      day = traded
    }
    walk.apply(transaction, carrying: carried)
  }

  /// Ends the series.
  public mutating func finished() -> CoinSeries {
    begin()
    endDay()
    return CoinSeries(coinId: walk.coinId, start: start ?? CoinFigures(), days: days)
  }

  private mutating func begin() {
    guard start == nil else { return }
    _ = walk.endDay()
    start = walk.figures
  }

  private mutating func endDay() {
    guard let trades = walk.endDay() else { return }
    days.append(CoinSeries.Day(day: day, trades: trades, figures: walk.figures))
  }
}

// MARK: - The form in which it is kept

extension CoinSeries {
  /// The series in one line of plain numbers; equal series give equal lines.
  ///
  /// The figures at its start, then after a `;` for each day: the figures at its end, its number,
  /// what was bought, paid, received, given and earned, whether that is known, and bits that show
  /// what is estimated. Figures are the amount (`-` for nothing held,
  /// the coins of unknown worth after a `/`, and a `!` if results leave out sales for that reason),
  /// the cost, the cash result, and a number whose bits show what is unknown and estimated.
  public var text: String {
    ([start.text] + days.map(\.text)).joined(separator: ";")
  }

  /// Reads what ``text`` wrote; `nil` for any other text.
  public init?(coinId: String, text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ", omittingEmptySubsequences: false)[...] }
    guard var first = parts.first, let start = CoinFigures(&first) else { return nil }
    let days = parts.dropFirst().compactMap { Day($0) }
    self.init(coinId: coinId, start: start, days: days)
    guard self.text == text else { return nil }
  }
}

extension CoinSeries.Day {
  fileprivate var text: String {
    """
    \(figures.text) \(day.number) \(trades.bought) \(trades.paid) \(trades.received) \
    \(trades.given) \(trades.income) \(trades.isKnown ? 1 : 0) \(trades.estimated.rawValue)
    """
  }

  fileprivate init?(_ words: ArraySlice<Substring>) {
    var words = words
    guard let figures = CoinFigures(&words), let number = words.popFirst().flatMap({ Int($0) }),
      let bought = words.popFirst().flatMap({ Quantity(String($0)) }),
      let paid = words.popFirst().flatMap({ Cost(String($0)) }),
      let received = words.popFirst().flatMap({ Cost(String($0)) }),
      let given = words.popFirst().flatMap({ Quantity(String($0)) }),
      let income = words.popFirst().flatMap({ Cost(String($0)) }),
      let isKnown = words.popFirst(), let bits = words.popFirst().flatMap({ UInt8($0) })
    else { return nil }
    let trades = CoinTrades(
      bought: bought, paid: paid, received: received, given: given, income: income,
      isKnown: isKnown == "1", estimated: EstimatedFlows(rawValue: bits),
      heldAfter: figures.amount ?? 0)
    self.init(day: UTCDay(number: number), trades: trades, figures: figures)
  }
}

extension CoinFigures {
  private static let (unknownCost, unknownResult, estimateShift) = (1, 2, 2)

  fileprivate var text: String {
    let bits =
      (isCostKnown ? 0 : Self.unknownCost) | (isResultKnown ? 0 : Self.unknownResult)
      | Int(estimated.rawValue) << Self.estimateShift
    let held = (amount?.description ?? "-") + (unvalued.isZero ? "" : "/\(unvalued)")
    return "\(held)\(isResultPartial ? "!" : "") \(cost) \(cashResult) \(bits)"
  }

  fileprivate init?(_ words: inout ArraySlice<Substring>) {
    guard let first = words.popFirst(), let cost = words.popFirst().flatMap({ Cost(String($0)) }),
      let cashResult = words.popFirst().flatMap({ Cost(String($0)) }),
      let bits = words.popFirst().flatMap({ UInt8($0) })
    else { return nil }
    isResultPartial = first.hasSuffix("!")
    let coins = first.prefix { $0 != "!" }.split(separator: "/")
    guard let held = coins.first, coins.count <= 2 else { return nil }
    if coins.count == 2 {
      guard let part = Quantity(String(coins[1])) else { return nil }
      unvalued = part
    }
    if held != "-" {
      guard let held = Quantity(String(held)) else { return nil }
      amount = held
    }
    (self.cost, self.cashResult) = (cost, cashResult)
    isCostKnown = bits & UInt8(Self.unknownCost) == 0
    isResultKnown = bits & UInt8(Self.unknownResult) == 0
    estimated = EstimatedResults(rawValue: bits >> Self.estimateShift)
  }
}
