public import Exact

/// Coins of unknown worth that figures of cost and gain leave out under one method (SPEC §3.11).
public struct Unvalued: Equatable, Sendable {
  /// Held coins of unknown cost.
  public internal(set) var held: Quantity = 0
  /// Sold coins of unknown cost or proceeds.
  public internal(set) var sold: Quantity = 0
  /// Proceeds of the ``sold`` coins, as far as known.
  public internal(set) var proceeds: Cost = 0
  /// Cost of the ``sold`` coins, as far as known.
  public internal(set) var cost: Cost = 0

  /// Nothing is left out.
  public init() {}

  /// Whether nothing is left out.
  public var isEmpty: Bool { self == Unvalued() }

  /// The result left out with these coins.
  var result: Cost { proceeds - cost }

  /// The four numbers in one word.
  var text: String {
    [held.number, sold.number, proceeds.number, cost.number].map(\.description).joined(
      separator: ",")
  }

  /// Reads what ``text`` wrote; `nil` for anything else.
  init?(text: some StringProtocol) {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.compactMap { ExactDecimal(String($0)) }
    guard words.count == 4, numbers.count == 4 else { return nil }
    (held, sold) = (Quantity(numbers[0]), Quantity(numbers[1]))
    (proceeds, cost) = (Cost(numbers[2]), Cost(numbers[3]))
  }

  /// The sold coins of several cycles together.
  static func + (left: Unvalued, right: Unvalued) -> Unvalued {
    var sum = left
    sum.held += right.held
    sum.sold += right.sold
    sum.proceeds += right.proceeds
    sum.cost += right.cost
    return sum
  }

  /// Leaves out a sale, or the part of it that used coins of unknown cost.
  ///
  /// - Parameters:
  ///   - taken: The coins used by the sale.
  ///   - total: Proceeds of the whole sale.
  ///   - isUnvalued: Whether the proceeds are of unknown worth.
  mutating func dispose(_ taken: TakenCoins, for total: Cost, isUnvalued: Bool) {
    guard !isUnvalued else {
      sold += taken.amount
      cost += taken.cost
      return
    }
    guard taken.unvalued > .zero else { return }
    sold += taken.unvalued
    cost += taken.unvaluedCost
    proceeds +=
      taken.unvalued == taken.amount
      ? total : total.prorated(taken.unvalued, of: taken.amount)
  }
}

/// Coins that left a book, and those of unknown cost among them.
struct TakenCoins {
  private(set) var amount: Quantity = 0
  private(set) var cost: Cost = 0
  private(set) var unvalued: Quantity = 0
  private(set) var unvaluedCost: Cost = 0

  mutating func add(_ coins: Quantity, _ cost: Cost, isUnvalued: Bool) {
    amount += coins
    self.cost += cost
    guard isUnvalued else { return }
    unvalued += coins
    unvaluedCost += cost
  }
}

extension [CostBasis: Unvalued] {
  mutating func change(_ method: CostBasis, _ body: (inout Unvalued) -> Void) {
    var unvalued = self[method] ?? Unvalued()
    body(&unvalued)
    self[method] = unvalued.isEmpty ? nil : unvalued
  }

  /// The coins left out under each stored method, as plain numbers.
  var text: String {
    CostBasis.stored.map { (self[$0] ?? Unvalued()).text }.joined(separator: " ")
  }

  /// Reads what ``text`` wrote; `nil` for anything else.
  init?(text: some StringProtocol) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let coins = words.compactMap { Unvalued(text: $0) }
    guard words.count == coins.count, coins.count == CostBasis.stored.count else { return nil }
    self = Dictionary(uniqueKeysWithValues: zip(CostBasis.stored, coins).filter { !$1.isEmpty })
  }
}
