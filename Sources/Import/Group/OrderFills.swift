import Exact

/// The fills without an order, by order id, and by market, side and time.
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
  private struct Queue {
    let spaces: Set<IDSpace>
    var fills: [Movement] = []
    /// The positions of fills without an order.
    var open = SkipList(count: 0)
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
    }
  }

  /// Removes fills that belong to an order.
  mutating func remove(_ fills: [Movement]) {
    for fill in fills {
      guard let position = positions[ObjectIdentifier(fill)] else { continue }
      queues[position.queue].open.remove(position.fill)
    }
  }

  /// The fills with the id of an order.
  mutating func withID(of order: Movement) -> [Movement] {
    let fills = order.ids.flatMap { byID[$0] ?? [] }.filter { Market($0) == Market(order) }
    return fills.filter { fill in
      guard let position = positions[ObjectIdentifier(fill)] else { return false }
      return queues[position.queue].open.next(position.fill) == position.fill
    }
  }

  /// The open fills of the order's market and side whose clocks meet the time from its placement to
  /// an instant; only the first ones if there is no such instant.
  mutating func open(of order: Movement, until last: Int64) -> [Movement] {
    let placed = order.start ?? order.instant.at
    let limit = last == .max ? OrderRest.maxFills : .max
    let own = queues(of: order)
    var open: [Movement] = []
    for queue in own {
      let fills = queues[queue].fills
      var count = 0
      var index = lowerBound(0..<fills.count) { fills[$0].instant.at > placed - width }
      while count < limit {
        index = queues[queue].open.next(index)
        guard index < fills.count, fills[index].instant.at <= last else { break }
        if fills[index].instant.last >= placed {
          open.append(fills[index])
          count += 1
        }
        index += 1
      }
    }
    return own.count < 2 ? open : Array(open.sorted(by: precedes).prefix(limit))
  }

  /// The last fills, open or not, whose clocks meet the time of an order, latest first.
  func last(_ count: Int, of order: Movement) -> [Movement] {
    let placed = order.start ?? order.instant.at
    let found = queues(of: order).flatMap { queue in
      let fills = queues[queue].fills
      let end = lowerBound(0..<fills.count) { fills[$0].instant.at > order.instant.last }
      return fills[..<end].suffix(count).filter { $0.instant.last >= placed }
    }
    return found.sorted { precedes($1, $0) }.prefix(count).map(\.self)
  }

  /// The queues of an order's market and side.
  ///
  /// Fills with an id in a space of the order's ids have another id there.
  private func queues(of order: Movement) -> [Int] {
    let spaces = Set(order.ids.lazy.map(\.space).filter { $0.kind == .order })
    return (byMarket[Market(order)] ?? []).filter { queues[$0].spaces.isDisjoint(with: spaces) }
  }
}
