import Exact

/// Legs of one instant or trade id, joined to trades.
///
/// Legs that can be joined in several ways stay apart, unless each coin is adjacent to its payment.
struct LegGroup {
  /// Whole trades, with their fees.
  private(set) var trades: [Movement] = []
  /// Legs without a counterpart.
  private(set) var rest: [Movement] = []
  /// Fees without a trade.
  private(set) var fees: [Movement] = []
  /// Legs of several assets whose order gives no evidence.
  private(set) var ambiguous: [[Movement]] = []
  private let cashAssets: Set<String>

  /// Joins legs.
  init(_ legs: [Movement], cashAssets: Set<String>) {
    self.cashAssets = cashAssets
    let ordered = legs.sorted { left, right in
      (left.origin.file, left.line, left.part)
        < (right.origin.file, right.line, right.part)
    }
    let sides = ordered.filter { $0.role != .fee }
    var markets: [AssetPair?] = []
    for side in sides where !markets.contains(side.pair) { markets.append(side.pair) }
    for market in markets { join(sides.filter { $0.pair == market }) }
    for fee in ordered where fee.role == .fee { assign(fee) }
  }

  /// Joins the legs of one market, or all legs if the rows name none.
  private mutating func join(_ legs: [Movement]) {
    let isConvert = legs.allSatisfy { $0.role == .convert }
    let hasBothKinds = Set(legs.map { cashAssets.contains($0.amount.asset) }).count == 2
    let isCoin: (Movement) -> Bool =
      hasBothKinds && !isConvert
      ? { [cashAssets] in !cashAssets.contains($0.amount.asset) }
      : { !$0.amount.value.isNegative }
    for isBought in [true, false] {
      let isPart: (Movement) -> Bool = { leg in
        isCoin(leg) == (leg.amount.value.isNegative != isBought)
      }
      let part = legs.filter(isPart)
      if !part.isEmpty { pair(part, isCoin: isCoin) }
    }
  }

  /// Joins legs if all coins move one way and all money moves the other.
  private mutating func pair(_ legs: [Movement], isCoin: (Movement) -> Bool) {
    let (coins, money) = (legs.filter(isCoin), legs.filter { !isCoin($0) })
    guard !coins.isEmpty, !money.isEmpty else {
      rest += legs
      return
    }
    let isOneMarket = [coins, money].allSatisfy { Set($0.map(\.amount.asset)).count == 1 }
    guard coins.count == money.count else {
      if isOneMarket { rest += legs } else { ambiguous.append(legs) }
      return
    }
    // Row order is only evidence within one file.
    let isOrdered = [coins, money].allSatisfy { Set($0.map(\.origin.file)).count == 1 }
    if isOneMarket, isOrdered {
      trades += zip(coins, money).map(trade)
    } else if coins.count == 1 || areNeighbors(legs, isCoin: isCoin) {
      for index in stride(from: 0, to: legs.count, by: 2) {
        trades.append(trade(legs[index], legs[index + 1]))
      }
    } else {
      ambiguous.append(legs)
    }
  }

  /// Whether legs alternate so that each coin is adjacent to its money in one file.
  private func areNeighbors(_ legs: [Movement], isCoin: (Movement) -> Bool) -> Bool {
    stride(from: 0, to: legs.count, by: 2).allSatisfy { index in
      let (first, second) = (legs[index], legs[index + 1])
      return first.origin.file == second.origin.file && isCoin(first) != isCoin(second)
    }
  }

  /// Assigns a fee to a trade without one, preferring a trade with its coin.
  private mutating func assign(_ fee: Movement) {
    let open = trades.filter { $0.fee == nil }
    let asset = fee.amount.asset
    let trade = open.first { $0.amount.asset == asset || $0.counter?.asset == asset } ?? open.first
    if let trade {
      trade.merge(fee: fee)
    } else if !ambiguous.isEmpty {
      ambiguous[0].append(fee)
    } else {
      fees.append(fee)
    }
  }

  private func trade(_ left: Movement, _ right: Movement) -> Movement {
    Movement(joining: left, right, cashAssets: cashAssets)
  }
}

extension Movement {
  /// Makes a trade of two legs.
  convenience init(joining left: Movement, _ right: Movement, cashAssets: Set<String>) {
    let isReversed = isQuote(left.amount.asset, for: right.amount.asset, cashAssets: cashAssets)
    let (base, quote) = isReversed ? (right, left) : (left, right)
    var evidence = base.evidence
    evidence.join(quote.evidence)
    if quote.origin.file != base.origin.file { evidence.otherFiles.append(quote.origin.file) }
    self.init(
      like: base, amount: base.amount, counter: quote.amount, fee: base.fee ?? quote.fee,
      evidence: evidence)
    if quote.instant.width < instant.width
      || quote.instant.width == instant.width && quote.instant.at < instant.at
    {
      instant = quote.instant
    }
    let second = base.fee == nil ? nil : quote.fee
    otherFees = base.otherFees + [second].compactMap(\.self) + quote.otherFees
    let received = base.amount.value.isNegative ? quote : base
    worth = statedWorth(of: [base, quote], received: received.amount.asset, cashAssets: cashAssets)
    pair = base.pair ?? quote.pair
    fate = base.fate == .counts ? quote.fate : base.fate
    let all = base.ids + quote.ids.filter { base.id(in: $0.space) == nil }
    ids = all.filter { $0.space.kind != .row }.sorted { $0.space < $1.space }
  }

  /// Adds a fee that has its own row.
  func merge(fee leg: Movement) {
    fee = leg.amount.negated
    evidence.counting += leg.evidence.counting
    evidence.enriching += leg.evidence.enriching
  }
}

/// Whether an asset pays for another: cash pays for coins, otherwise the order of names decides, so
/// every report of a trade is read the same way.
func isQuote(_ asset: String, for other: String, cashAssets: Set<String>) -> Bool {
  let (mine, theirs) = (cashAssets.contains(asset), cashAssets.contains(other))
  return mine == theirs ? asset > other : mine
}
