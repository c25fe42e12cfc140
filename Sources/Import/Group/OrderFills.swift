import Exact

/// The state of adding the orders of one form.
struct AddedOrders {
  /// The forms of other reports.
  let others: [Int]
  private(set) var fills: OrderFills
  /// The fills that belong to added orders.
  private var taken: Set<ObjectIdentifier> = []
  /// The orders that other reports lack, or their rests.
  var new: [Movement] = []

  init(fills: OrderFills, others: [Int]) { (self.fills, self.others) = (fills, others) }

  /// The remaining fills with the id of an order.
  func fillsWithID(of order: Movement) -> [Movement] {
    fills.withID(of: order).filter { !taken.contains(ObjectIdentifier($0)) }
  }

  /// The remaining fills that may belong to an order without its id and with a known end.
  mutating func openFills(of order: Movement, until last: Int64) -> [Movement] {
    fills.near(order, until: last, limit: .max, in: \.open)
  }

  /// The first remaining fills that may belong to an order whose end is unknown.
  mutating func laterFills(of order: Movement) -> [Movement] {
    fills.near(order, until: .max, limit: OrderRemainder.maxFills, in: \.open)
  }

  /// The first fills that an order whose end is unknown would have without the other such orders.
  mutating func claimedFills(of order: Movement) -> [Movement] {
    fills.near(order, until: .max, limit: OrderRemainder.maxFills, in: \.claimable)
  }

  /// Assigns fills to an order for certain.
  mutating func take(_ some: [Movement]) {
    for fill in some {
      taken.insert(ObjectIdentifier(fill))
      fills.remove(fill, isCertain: true)
    }
  }

  /// Subtracts fills from their order, and assigns them to it for certain.
  mutating func subtract(_ some: [Movement], from remainder: inout OrderRemainder) {
    some.forEach { remainder.subtract($0) }
    take(some)
  }

  /// Assigns fills to an order whose end is unknown; other such orders may claim them, too.
  mutating func reserve(_ some: [Movement]) {
    for fill in some {
      taken.insert(ObjectIdentifier(fill))
      fills.remove(fill, isCertain: false)
    }
  }
}

/// The fills of a scope by order id, and by market, side and time.
struct OrderFills {
  private var byID: [RowID: [Movement]] = [:]
  private var queues: [Queue] = []
  /// The positions of the queues of each market.
  private var byMarket: [Market: [Int]] = [:]
  private var positions: [ObjectIdentifier: (queue: Int, fill: Int)] = [:]
  private let width: Int64

  private struct Market: Hashable {
    let subject: AssetPair
    let isNegative: Bool

    init(_ movement: Movement) {
      (subject, isNegative) = (movement.subject, movement.amount.value.isNegative)
    }
  }

  /// The fills of one market and side whose order ids have the same spaces, by time.
  struct Queue {
    fileprivate let spaces: Set<IDSpace>
    fileprivate var fills: [Movement] = []
    /// The positions of fills without an order.
    fileprivate(set) var open = SkipList(count: 0)
    /// The positions of fills that an order whose end is unknown may claim.
    fileprivate(set) var claimable = SkipList(count: 0)
  }

  init(_ fills: [Movement]) {
    width = fills.map(\.instant.width).max() ?? 1
    for fill in fills.sorted(by: precedes) where fill.fate == .counts {
      let ids = fill.ids.filter { $0.space.kind == .order }
      for id in ids { byID[id, default: []].append(fill) }
      let (market, spaces) = (Market(fill), Set(ids.map(\.space)))
      let queue = byMarket[market]?.first { queues[$0].spaces == spaces } ?? queues.count
      if queue == queues.count {
        queues.append(Queue(spaces: spaces))
        byMarket[market, default: []].append(queue)
      }
      positions[ObjectIdentifier(fill)] = (queue, queues[queue].fills.count)
      queues[queue].fills.append(fill)
    }
    for queue in queues.indices {
      queues[queue].open = SkipList(count: queues[queue].fills.count)
      queues[queue].claimable = queues[queue].open
    }
  }

  /// The fills with the id of an order.
  func withID(of order: Movement) -> [Movement] {
    order.ids.flatMap { byID[$0] ?? [] }.filter { Market($0) == Market(order) }
  }

  /// Removes a fill that belongs to an order.
  ///
  /// - Parameter isCertain: Whether no other order may claim it.
  mutating func remove(_ fill: Movement, isCertain: Bool) {
    guard let position = positions[ObjectIdentifier(fill)] else { return }
    queues[position.queue].open.remove(position.fill)
    if isCertain { queues[position.queue].claimable.remove(position.fill) }
  }

  /// The first remaining fills of the order's market and side whose clocks meet the time from its
  /// placement to an instant.
  ///
  /// Fills with an id in a space of the order's ids have another id there.
  mutating func near(
    _ order: Movement, until last: Int64, limit: Int, in list: WritableKeyPath<Queue, SkipList>
  ) -> [Movement] {
    let spaces = Set(order.ids.lazy.map(\.space).filter { $0.kind == .order })
    let placed = order.start ?? order.instant.at
    let own = (byMarket[Market(order)] ?? []).filter { queues[$0].spaces.isDisjoint(with: spaces) }
    var near: [Movement] = []
    for queue in own {
      let fills = queues[queue].fills
      var count = 0
      var index = lowerBound(0..<fills.count) { fills[$0].instant.at > placed - width }
      while count < limit {
        index = queues[queue][keyPath: list].next(index)
        guard index < fills.count, fills[index].instant.at <= last else { break }
        if fills[index].instant.last >= placed {
          near.append(fills[index])
          count += 1
        }
        index += 1
      }
    }
    return own.count < 2 ? near : Array(near.sorted(by: precedes).prefix(limit))
  }
}
