public import Exact
import FoundationEssentials

/// Figures of a coin that can be stored.
public protocol KeptSums: Equatable, Sendable {
  /// The coin's id.
  var coinId: String { get }
  /// The figures in their stored form; equal figures give equal values.
  var json: JSONValue { get }
  /// Reads what ``json`` wrote; `nil` for anything else.
  init?(json: JSONValue)
}

/// One coin's transactions counted in a currency, as sums.
public struct CountedCoin<Sums: KeptSums>: Equatable, Sendable {
  /// The figures, with money in that currency.
  public let sums: Sums
  /// Trading days without a rate, ascending.
  public let daysWithoutRate: [UTCDay]

  /// Combines a coin's figures.
  public init(sums: Sums, daysWithoutRate: [UTCDay]) {
    self.sums = sums
    self.daysWithoutRate = daysWithoutRate
  }
}

/// A portfolio counted in one currency, as sums: all that holdings and totals need, without walking
/// the ledger.
public struct CountedCoins<Sums: KeptSums>: CountedInCurrency, Equatable, Sendable {
  /// The ISO 4217 code.
  public let currency: String
  /// The newest rate from US dollars, used for current values.
  public let newestRate: ExchangeRate?
  /// The day of the last known rate, however old; `nil` if there never was one.
  public let lastRateDay: UTCDay?
  /// The figures of each coin, by coin id.
  public let coins: [CountedCoin<Sums>]

  /// Combines the figures of a portfolio.
  public init(
    currency: String, newestRate: ExchangeRate?, lastRateDay: UTCDay? = nil,
    coins: [CountedCoin<Sums>]
  ) {
    self.currency = currency
    self.newestRate = newestRate
    self.lastRateDay = lastRateDay ?? newestRate?.day
    self.coins = coins
  }

  /// Trading days without a rate, ascending.
  public var daysWithoutRate: [UTCDay] { Set(coins.flatMap(\.daysWithoutRate)).sorted() }
}

/// A portfolio counted in one currency, under every method of ``CostBasis/stored`` at once.
public typealias CountedPositions = CountedCoins<CoinPositionSummary>

/// A walk through a coin's transactions, each counted in a currency.
public struct CountedWalk<Walk: CoinWalk> {
  private var walk: Walk
  private var daysWithoutRate: Set<UTCDay> = []

  /// Begins or continues a walk.
  public init(_ walk: Walk) { self.walk = walk }

  /// Applies the coin's next transaction in ledger order.
  ///
  /// - Parameter counter: Counts it in the currency.
  /// - Throws: ``PositionDataError`` if the checkpoint that the walk continues from is damaged.
  public mutating func apply(
    _ transaction: Transaction, _ counter: inout TransactionCounter
  ) throws(PositionDataError) {
    if !counter.missing.isEmpty { counter.missing = [] }
    try walk.apply(counter.counted(transaction))
    if !counter.missing.isEmpty { daysWithoutRate.formUnion(counter.missing) }
  }

  /// The figures after the transactions so far, and the closed cycles, oldest first; after a
  /// checkpoint, only the cycles closed since.
  public func finished() -> (coin: CountedCoin<Walk.Sums>, closed: [Walk.Closed]) {
    let (sums, closed) = walk.finished()
    return (CountedCoin(sums: sums, daysWithoutRate: daysWithoutRate.sorted()), closed)
  }

  /// The state that later transactions need, in sections of bytes; `nil` if a rate was missing,
  /// because it may be available tomorrow.
  ///
  /// - Throws: ``PositionDataError`` if the checkpoint that the walk continues from is damaged.
  public mutating func checkpoint() throws(PositionDataError) -> [[UInt8]]? {
    daysWithoutRate.isEmpty ? try walk.checkpoint() : nil
  }
}

extension Positions {
  /// Computes everything from positions counted in some currency.
  ///
  /// - Parameters:
  ///   - counted: The positions and the rate for current values.
  ///   - closed: The closed cycles to include; the totals count all.
  ///   - currentPrices: Coins by id, with their prices in US dollars where known.
  ///   - costBasis: One of ``CostBasis/stored``.
  public init(
    _ counted: CountedPositions, closed: PackedCycles, currentPrices: [String: Coin],
    costBasis: CostBasis = .average
  ) {
    self.init(
      summaries: counted.coins.map(\.sums), closed: closed,
      currentPrices: counted.hasNewestRate ? currentPrices : currentPrices.withoutPrices,
      costBasis: costBasis, rate: counted.newestRate)
  }

  /// Computes everything from figures whose sale costs are computed separately from the coins'
  /// cycles.
  ///
  /// - Parameters:
  ///   - matched: The figures and the rate for current values.
  ///   - closed: The closed cycles to include; the totals count all.
  ///   - currentPrices: Coins by id, with their prices in US dollars where known.
  public init(
    _ matched: CountedCoins<CoinSums>, closed: [MatchedCycle], currentPrices: [String: Coin]
  ) {
    self.init(
      sums: matched.coins.map(\.sums),
      closed: closed.map { $0.position(of: currentPrices[orBare: $0.closed.coinId]) },
      currentPrices: matched.hasNewestRate ? currentPrices : currentPrices.withoutPrices,
      rate: matched.newestRate)
  }
}

extension [String: Coin] {
  /// The same coins without prices: without a rate no price counts.
  var withoutPrices: [String: Coin] {
    mapValues { coin in
      var coin = coin
      coin.currentPrice = nil
      return coin
    }
  }
}

extension CountedCoin {
  /// The figures in their stored form; equal figures give equal values.
  public var json: JSONValue {
    .object([
      "sums": sums.json, "daysWithoutRate": .array(daysWithoutRate.map { .string($0.text) }),
    ])
  }

  /// Reads what ``json`` wrote; `nil` for anything else.
  public init?(json: JSONValue) {
    guard let sums = json["sums"].flatMap({ Sums(json: $0) }),
      let days = json["daysWithoutRate"]?.array
    else { return nil }
    self.sums = sums
    daysWithoutRate = days.compactMap { $0.string.flatMap { UTCDay(text: $0) } }
    guard daysWithoutRate.count == days.count else { return nil }
  }
}

extension CoinPositionSummary: KeptSums {
  /// The position in its stored form; equal positions give equal values.
  public var json: JSONValue {
    .object([
      "coinId": .string(coinId),
      "summary": .string(text),
      "isPaidKnown": .bool(open?.isPaidKnown ?? true),
      "isReceivedKnown": .bool(open?.isReceivedKnown ?? true),
      "unknownHeld": .methods(unknown.held),
      "unknownSold": .methods(unknown.sold),
      "isClosedKnown": .bool(closed.isKnown),
      "isClosedCostKnown": .bool(closed.isCostKnown),
    ])
  }

  /// Reads what ``json`` wrote; `nil` for anything else.
  public init?(json: JSONValue) {
    guard let id = json["coinId"]?.string, let text = json["summary"]?.string,
      let plain = Self.read(coinId: id, text: text)
    else { return nil }
    var totals = plain.closed
    totals.isKnown = json["isClosedKnown"] == .bool(true)
    totals.isCostKnown = json["isClosedCostKnown"] == .bool(true)
    let open = plain.open.map { cycle in
      Cycle(
        bought: cycle.exact.bought, paid: cycle.exact.paid, sold: cycle.exact.sold,
        received: cycle.exact.received, carried: cycle.exact.carried,
        unvalued: cycle.exact.unvalued,
        isPaidKnown: json["isPaidKnown"] == .bool(true),
        isReceivedKnown: json["isReceivedKnown"] == .bool(true))
    }
    var unknown = UnknownSums()
    unknown.held = json["unknownHeld"]?.methods ?? Set(CostBasis.stored)
    unknown.sold = json["unknownSold"]?.methods ?? Set(CostBasis.stored)
    self.init(
      coinId: id, open: open, closed: totals, remainingCosts: plain.remainingCosts,
      unknown: unknown)
  }

  private static func read(coinId: String, text: String) -> CoinPositionSummary? {
    do throws(PositionDataError) {
      return try CoinPositionSummary(coinId: coinId, text: text)
    } catch { return nil }
  }
}

extension CoinSums: KeptSums {
  /// The figures in their stored form; equal figures give equal values.
  public var json: JSONValue {
    .object([
      "coinId": .string(coinId),
      "open": open.map { .string($0.keptText) } ?? .null,
      "remainingCost": .string(remainingCost.description),
      "soldCost": .string(soldCost.description),
      "unvalued": .string(unvalued.text),
      "closedUnvalued": .string(closed.unvalued.text),
      "isCostKnown": .bool(isCostKnown),
      "isSoldCostKnown": .bool(isSoldCostKnown),
      "closedCount": .string("\(closed.count)"),
      "closedResult": .string(closed.realizedPnL.description),
      "closedCost": .string(closed.cost.description),
      "isClosedKnown": .bool(closed.isKnown),
      "isClosedCostKnown": .bool(closed.isCostKnown),
    ])
  }

  /// Reads what ``json`` wrote; `nil` for anything else.
  public init?(json: JSONValue) {
    func cost(_ name: String) -> Cost? { json[name]?.string.flatMap { Cost($0) } }
    func isTrue(_ name: String) -> Bool { json[name] == .bool(true) }
    guard let id = json["coinId"]?.string, let remaining = cost("remainingCost"),
      let sold = cost("soldCost"),
      let count = json["closedCount"]?.string.flatMap({ Int($0) }), count >= 0,
      let result = cost("closedResult"), let closedCost = cost("closedCost"),
      let unvalued = json["unvalued"]?.string.flatMap({ Unvalued(text: $0) }),
      let closedUnvalued = json["closedUnvalued"]?.string.flatMap({ Unvalued(text: $0) })
    else { return nil }
    let open = json["open"]?.string.flatMap { Cycle(keptText: $0) }
    guard open != nil || json["open"] == .null else { return nil }
    self.init(
      coinId: id, open: open, remainingCost: remaining, soldCost: sold,
      isCostKnown: isTrue("isCostKnown"), isSoldCostKnown: isTrue("isSoldCostKnown"),
      unvalued: unvalued,
      closed: ClosedSums(
        count: count, realizedPnL: result, cost: closedCost, unvalued: closedUnvalued,
        isCostKnown: isTrue("isClosedCostKnown"), isKnown: isTrue("isClosedKnown")))
  }
}

extension JSONValue {
  fileprivate static func methods(_ methods: Set<CostBasis>) -> JSONValue {
    .array(CostBasis.stored.filter(methods.contains).map { .string($0.rawValue) })
  }

  fileprivate var methods: Set<CostBasis>? {
    array.map { Set($0.compactMap { $0.string.flatMap(CostBasis.init) }) }
  }
}

extension Cycle {
  /// The sums, whether they are known, and carried costs.
  fileprivate var keptText: String {
    let words = [
      exact.bought.description, exact.paid.description, exact.sold.description,
      exact.received.description, isPaidKnown ? "known" : "unknown",
      isReceivedKnown ? "known" : "unknown",
    ]
    return (words + [sideText].compactMap(\.self)).joined(separator: " ")
  }

  fileprivate init?(keptText: String) {
    let words = keptText.split(separator: " ", omittingEmptySubsequences: false)
    let sums = words.prefix(4).compactMap { ExactDecimal(String($0)) }
    guard [0, 5, 10].contains(words.count - 6), sums.count == 4,
      words[4..<6].allSatisfy({ ["known", "unknown"].contains($0) })
    else { return nil }
    self.init(
      bought: Quantity(sums[0]), paid: Cost(sums[1]), sold: Quantity(sums[2]),
      received: Cost(sums[3]),
      sideText: words[6...].joined(separator: " "), isPaidKnown: words[4] == "known",
      isReceivedKnown: words[5] == "known")
  }
}

extension ClosedCycle {
  /// The cycle in its stored form: the closing sale, its instant, and the sums.
  public var keptText: String {
    "\(closingID.uuidString) \(closedDate.millisecondsSince1970) \(cycle.keptText)"
  }

  /// Reads what ``keptText`` wrote; `nil` for anything else.
  ///
  /// - Parameter coinId: The coin.
  public init?(keptText: String, coinId: String) {
    let words = keptText.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, let id = UUID(uuidString: String(words[0])),
      let date = Int(words[1]).flatMap(Date.init(checkedMillisecondsSince1970:)),
      let cycle = Cycle(keptText: String(words[2]))
    else { return nil }
    self.init(coinId: coinId, closingID: id, closedDate: date, cycle: cycle)
  }
}

extension MatchedCycle {
  /// The cycle in its stored form: the cost of its sales, and the cycle.
  public var keptText: String {
    let left = unvalued.isEmpty ? "" : "," + unvalued.text
    return "\(cost)\(left) \(isCostKnown ? "known" : "unknown") \(closed.keptText)"
  }

  /// Reads what ``keptText`` wrote; `nil` for anything else.
  ///
  /// - Parameter coinId: The coin.
  public init?(keptText: String, coinId: String) {
    let words = keptText.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    let sums = words[0].split(separator: ",", maxSplits: 1)
    guard words.count == 3, let cost = sums.first.flatMap({ Cost(String($0)) }),
      let unvalued = sums.count == 1 ? Unvalued() : Unvalued(text: sums[1]),
      ["known", "unknown"].contains(words[1]),
      let closed = ClosedCycle(keptText: String(words[2]), coinId: coinId)
    else { return nil }
    self.init(
      closed: closed, cost: cost, unvalued: unvalued, isCostKnown: words[1] == "known")
  }
}
