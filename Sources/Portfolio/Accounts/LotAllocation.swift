import Exact
import FoundationEssentials

/// Allocates the lots of one book to accounts by their balances (Revenue Procedure 2024-28).
struct LotAllocation {
  /// Lots not allocated yet, next one first.
  private var lots: [CarriedLot]
  private(set) var given: [LotLocation: [CarriedLot]] = [:]

  /// Allocates lots to locations.
  ///
  /// - Parameters:
  ///   - lots: The lots of a coin, in the order in which its book lists them.
  ///   - locations: What each location holds, in allocation order.
  ///   - coinId: The coin.
  ///   - order: Which lot is next, and the user's choices.
  ///   - calendar: The time zone that days are counted in.
  init(
    of lots: [CarriedLot], to locations: [(location: LotLocation, amount: Quantity)],
    coinId: String,
    _ order: LotOrder, _ calendar: LocalCalendar
  ) {
    self.lots = Self.arranged(lots, order.rule)
    var wanted = locations
    for choice in order.choices where choice.coinId == coinId {
      let name = choice.account.lowercased()
      guard let index = wanted.firstIndex(where: { $0.location.account?.lowercased() == name })
      else { continue }
      let amount = min(choice.amount, wanted[index].amount)
      let part = removeCoins(amount) { $0.acquired.map(calendar.day) == choice.acquired }
      given[wanted[index].location, default: []] += part
      wanted[index].amount = part.reduce(wanted[index].amount) { $0 - $1.amount }
    }
    for (location, amount) in wanted {
      let part = removeCoins(amount) { _ in true }
      given[location, default: []] += part
      let missing = part.reduce(amount) { $0 - $1.amount }
      guard missing >= closingTolerance else { continue }
      given[location, default: []].append(.unknown(missing))
    }
    // Lots beyond all balances, such as residues of closed cycles, go to the last account.
    let last = locations.last { $0.location != .onTheWay }?.location ?? .account(nil)
    given[last, default: []] += self.lots
  }

  private static func arranged(_ lots: [CarriedLot], _ rule: LotOrder.Rule) -> [CarriedLot] {
    func isEarlier(_ left: CarriedLot, _ right: CarriedLot) -> Bool {
      (left.acquired ?? .distantPast) < (right.acquired ?? .distantPast)
    }
    return lots.enumerated().sorted { left, right in
      let (mine, theirs) = (left.element, right.element)
      if rule == .highestCost {
        let (cost, other) = (
          mine.cost.number * theirs.amount.number, theirs.cost.number * mine.amount.number
        )
        if cost != other { return cost > other }
      }
      if mine.acquired != theirs.acquired { return isEarlier(mine, theirs) }
      return left.offset < right.offset
    }.map(\.element)
  }

  /// Removes coins from the matching lots; the remainder of a lot keeps the rest of its cost.
  private mutating func removeCoins(
    _ amount: Quantity, where isMeant: (CarriedLot) -> Bool
  ) -> [CarriedLot] {
    var wanted = amount
    var taken: [CarriedLot] = []
    var rest: [CarriedLot] = []
    for var lot in lots {
      guard wanted > .zero, isMeant(lot) else {
        rest.append(lot)
        continue
      }
      guard lot.amount > wanted else {
        wanted -= lot.amount
        taken.append(lot)
        continue
      }
      taken.append(lot.split(wanted))
      wanted = 0
      rest.append(lot)
    }
    lots = rest
    return taken
  }
}

extension CarriedLot {
  /// Coins of unknown cost and date.
  static func unknown(_ amount: Quantity) -> CarriedLot {
    CarriedLot(amount: amount, cost: 0, isCostKnown: false)
  }

  /// Removes coins with their share of the cost, rounded once.
  fileprivate mutating func split(_ coins: Quantity) -> CarriedLot {
    var part = self
    part.amount = coins
    part.cost = cost.prorated(coins, of: amount)
    amount -= coins
    cost -= part.cost
    return part
  }
}
