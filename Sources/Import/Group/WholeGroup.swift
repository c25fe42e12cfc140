import Exact

/// All legs of one group as one trade: increases were received, decreases were given.
struct WholeGroup {
  private let legs: [Movement]
  private let cashAssets: Set<String>

  /// - Parameter legs: Legs with one id or instant, including fees on their own rows.
  init(_ legs: [Movement], cashAssets: Set<String>) {
    self.legs = legs.sorted(by: precedes)
    self.cashAssets = cashAssets
  }

  /// Whether everything given was returned: an internal move or an unfilled order.
  var isGivenBack: Bool {
    let sides = legs.filter { $0.role != .fee }
    return sides.count > 1 && sides.count == legs.count
      && sides.contains { !$0.amount.value.isZero }
      && sums(sides.map(\.amount)).isEmpty && fees.isEmpty
  }

  /// The trade of all legs; `nil` unless they are one asset against another.
  var trade: Movement? {
    let sides = legs.filter { $0.role != .fee }
    var changes = sums(sides.map(\.amount))
    // Use the counter amounts that the rows state, if no row is that side itself.
    if changes.count == 1 { changes += sums(sides.compactMap(\.counter)) }
    var received = changes.filter { !$0.value.isNegative }
    var given = changes.filter(\.value.isNegative)
    // A side written as 0 is smaller than its last digit.
    let rounded = Set(
      sides.filter { $0.amount.value.isZero && $0.fee == nil }.map(\.amount.asset))
    if rounded.count == 1, let asset = rounded.first, received.isEmpty != given.isEmpty {
      if received.isEmpty {
        received = [Amount(asset, .zero)]
      } else {
        given = [Amount(asset, .zero)]
      }
    }
    guard received.count == 1, given.count == 1,
      let first = sides.first(where: { $0.amount.asset == received[0].asset }) ?? sides.first
    else { return nil }
    let isReversed = isQuote(received[0].asset, for: given[0].asset, cashAssets: cashAssets)
    let (base, quote) = isReversed ? (given[0], received[0]) : (received[0], given[0])
    var evidence = first.evidence
    for leg in legs where leg !== first { evidence.join(leg.evidence) }
    let fees = fees
    let role: Role = sides.allSatisfy { $0.role == .convert } ? .convert : .trade
    let trade = Movement(
      like: first, role: role, amount: base, counter: quote, fee: fees.first, evidence: evidence)
    trade.otherFees = Array(fees.dropFirst())
    trade.instant = sides.min { $0.instant.at < $1.instant.at }?.instant ?? first.instant
    trade.worth = statedWorth(of: sides, received: received[0].asset, cashAssets: cashAssets)
    trade.pair = sides.lazy.compactMap(\.pair).first
    let ids = Set(sides.flatMap(\.ids)).filter { $0.space.kind != .row }
    trade.ids = Dictionary(grouping: ids, by: \.space).values.compactMap {
      $0.count == 1 ? $0[0] : nil
    }.sorted { $0.space < $1.space }
    return trade
  }

  /// The fees by asset, net of rebates.
  private var fees: [Amount] {
    sums(
      legs.flatMap { leg in
        leg.role == .fee ? [leg.amount.negated] : [leg.fee].compactMap(\.self) + leg.otherFees
      })
  }

  /// The nonzero sums, in the order of the amounts.
  private func sums(_ amounts: [Amount]) -> [Amount] {
    var sums: [Amount] = []
    for amount in amounts {
      guard let index = sums.firstIndex(where: { $0.asset == amount.asset }) else {
        sums.append(amount)
        continue
      }
      sums[index].value = sums[index].value + amount.value
      sums[index].tolerance = sums[index].tolerance + amount.tolerance
    }
    return sums.filter { !$0.value.isZero }
  }
}

/// The value of the cash side if every leg states it, because it was paid; otherwise that of the
/// received side, otherwise that of the given side.
func statedWorth(
  of legs: [Movement], received asset: String, cashAssets: Set<String>
) -> StatedWorth? {
  var worth = StatedWorth()
  let isPaid =
    !cashAssets.contains(asset)
    && legs.contains { $0.amount.value.isNegative && cashAssets.contains($0.amount.asset) }
  for isReceived in isPaid ? [false, true] : [true, false] where worth.dollars == nil {
    let side = legs.filter {
      !$0.amount.value.isZero && ($0.amount.asset == asset) == isReceived
    }
    let values = side.compactMap { $0.worth?.dollars }
    if !side.isEmpty, values.count == side.count { worth.dollars = values.reduce(.zero, +) }
  }
  let ofReceived = legs.first { $0.amount.asset == asset && $0.worth?.other != nil }
  worth.other = (ofReceived ?? legs.first { $0.worth?.other != nil })?.worth?.other
  return worth == StatedWorth() ? nil : worth
}

extension Movement.Evidence {
  /// Adds the evidence of another leg of the same trade.
  mutating func join(_ other: Movement.Evidence) {
    counting = (counting + other.counting).sorted()
    enriching += other.enriching
    orders += other.orders
    forms.formUnion(other.forms)
    otherFiles += other.otherFiles
  }
}

extension Movement {
  /// The event of a leg whose group is not a trade; `nil` if a person must decide.
  var asLoneEvent: Movement? {
    guard let lone else { return nil }
    return alone(as: lone)
  }

  /// A leg that is a whole event.
  func alone(as role: Role) -> Movement {
    var amount = amount
    if role == .withdrawal, let fee, fee.asset == amount.asset {
      amount.value = amount.value - fee.value
    }
    let alone = Movement(
      like: self, role: role, amount: amount, counter: nil, fee: fee, evidence: evidence)
    alone.fate = fate
    return alone
  }
}
