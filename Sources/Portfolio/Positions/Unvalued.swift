public import Exact

/// Coins that figures of cost and gain leave out, because nothing says what they were worth, under
/// one method (SPEC §3.11).
public struct Unvalued: Equatable, Sendable {
  /// Coins held whose cost nothing says.
  public internal(set) var held: Quantity = 0
  /// Coins sold whose cost or proceeds nothing says.
  public internal(set) var sold: Quantity = 0
  /// Received for those of ``sold`` whose proceeds are known.
  public internal(set) var proceeds: Cost = 0
  /// Paid for those of ``sold`` whose cost is known.
  public internal(set) var cost: Cost = 0

  /// Nothing is left out.
  public init() {}

  /// Whether nothing is left out.
  public var isEmpty: Bool { self == Unvalued() }

  /// What results leave out with these coins.
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

  /// What was sold, of some cycles together.
  static func + (left: Unvalued, right: Unvalued) -> Unvalued {
    var sum = left
    sum.held += right.held
    sum.sold += right.sold
    sum.proceeds += right.proceeds
    sum.cost += right.cost
    return sum
  }

  /// Leaves a sale out, or the part of it that took coins whose cost nothing says.
  ///
  /// - Parameters:
  ///   - taken: What the sale took.
  ///   - total: Received for all of it.
  ///   - isUnvalued: Whether nothing says what was received.
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

/// Coins that left a book, and those of them whose cost nothing says.
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

  /// The coins left out under each method that is kept, in plain numbers.
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
