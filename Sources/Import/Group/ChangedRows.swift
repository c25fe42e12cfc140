import Exact
import FoundationEssentials

/// The rows that a person changed or deleted, whose facts keep reporting their events.
final class ChangedRows {
  private let rows: Set<UUID>
  private let facts: FactList
  // Made on demand, because naming all facts takes long, and few derivations ask.
  private lazy var keys = RecordKeys(facts)

  /// Finds the facts of rows by their ids.
  init(_ rows: Set<UUID>, of facts: FactList) { (self.rows, self.facts) = (rows, facts) }

  /// Whether the row of any of some facts, by position, was changed or deleted.
  func isChanged(_ facts: [Int]) -> Bool {
    !rows.isEmpty
      && facts.contains { index in
        RecordKeys.changeable.contains { rows.contains(RecordKeys.row(keys[index], part: $0)) }
      }
  }

  /// The events, with each changed order in place of its fills if it is their sum: a change holds
  /// when the fills come.
  ///
  /// - Parameter movement: Makes the movement of the fact at a position.
  func keepingOrders(_ events: [Movement], _ movement: (Int) -> Movement) -> [Movement] {
    guard !rows.isEmpty else { return events }
    var fills: [Int: [Movement]] = [:]
    for event in events {
      for order in event.evidence.orders { fills[order, default: []].append(event) }
    }
    var (orders, replaced) = ([Movement](), Set<ObjectIdentifier>())
    for (index, fills) in fills.sorted(by: { $0.key < $1.key }) where isChanged([index]) {
      let order = movement(index)
      var sum = order.amount
      sum.value = fills.reduce(.zero) { $0 + $1.amount.value }
      guard sum.agrees(with: order.amount),
        fills.allSatisfy({
          $0.fate == .counts && $0.amount.asset == sum.asset
            && !isChanged($0.evidence.ofFills)
            && !replaced.contains(ObjectIdentifier($0))
        })
      else { continue }
      for fill in fills {
        order.attach(fill)
        replaced.insert(ObjectIdentifier(fill))
      }
      order.evidence.enriching.removeAll { $0 == index }
      order.evidence.orders = []
      orders.append(order)
    }
    return orders.isEmpty
      ? events : events.filter { !replaced.contains(ObjectIdentifier($0)) } + orders
  }

  /// Counts a changed row while it is unclear whether other rows report it; those rows wait.
  func keep(_ movements: [Movement], log: QuestionLog) {
    guard !rows.isEmpty else { return }
    for movement in movements {
      guard case .waits(let key) = movement.fate, isChanged(movement.evidence.all),
        let asked = log.open.first(where: { $0.key == key })
      else { continue }
      let others = movements.filter { other in
        other !== movement && other.fate == .counts
          && other.evidence.counting.contains(where: asked.candidates.contains)
      }
      guard !others.isEmpty, !others.contains(where: { isChanged($0.evidence.all) }) else {
        continue
      }
      movement.fate = .counts
      for other in others { other.fate = .waits(key) }
      log.swap(key, candidates: movement.evidence.counting)
    }
  }
}

extension Movement.Evidence {
  /// The facts that report the movement itself, not an order that includes it.
  fileprivate var ofFills: [Int] { all.filter { !orders.contains($0) } }
}
