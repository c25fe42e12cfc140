import Exact
import FoundationEssentials

/// How the rows of a ledger count on a country's forms, if its rules differ from the ledger's (SPEC
/// §3.17, §3.20).
///
/// No amounts are added: a rule decides which coin a fee belongs to, what received coins cost, and
/// whether a gift is a disposal.
public struct TaxRules: Sendable {
  /// The amounts of a swap's sides.
  fileprivate struct Swap {
    /// The worth of the coins received.
    let worth: Cost
    /// The total received: the coins, and the cash side.
    let proceeds: Cost
    /// The cost of the swap, including coins withheld.
    let fees: Cost
    /// The worth of the coins withheld from those received.
    let withheld: Cost
    /// The fee on the side of the coins received.
    let purchaseFee: TransactionFee?
  }

  let country: TaxCountry
  /// The swaps whose rows are changed.
  private var swaps: [UUID: Swap] = [:]
  /// Sides of swaps whose other side has not been read yet.
  private var single: [UUID: Transaction] = [:]

  /// Creates a country's rules, for rows that need not be in memory together.
  ///
  /// - Parameters:
  ///   - country: The country.
  ///   - transactions: Rows to read first, as ``read(_:)`` does.
  public init(_ country: TaxCountry, _ transactions: [Transaction] = []) {
    self.country = country
    for transaction in transactions { read(transaction) }
  }

  /// Whether both sides of every swap must be read before a row is counted.
  public var needsSwaps: Bool { country == .unitedStates }

  /// Reads a row, in the currency of the form.
  public mutating func read(_ row: Transaction) {
    guard needsSwaps, row.kind == .swap, let link = row.link else { return }
    guard let other = single[link] else { return single[link] = row }
    guard other.type != row.type else { return }
    single[link] = nil
    let (sale, purchase) = row.type == .sell ? (row, other) : (other, row)
    guard sale.isTotalKnown, sale.counted.map({ $0.cash != nil }) ?? true else { return }
    let swap = Swap(sale: sale, purchase: purchase)
    if purchase.fee != nil || purchase.exactTotal != swap.worth { swaps[link] = swap }
  }

  /// The row as it counts; unchanged if no rule applies.
  public func counted(_ row: Transaction) -> Transaction {
    switch country {
    case .unitedStates: swapped(row)
    case .unitedKingdom: disposed(row)
    case .france: row
    }
  }

  /// Coins received cost their worth, and the costs of a swap are deducted from the proceeds.
  ///
  /// The costs reduce the proceeds of the coins given (26 CFR 1.1012-1(h)(2)(ii)(B), (h)(3)), which
  /// include money received (1.1001-7(b)(1)(i)). Coins withheld from those received are units just
  /// received and realize nothing (1.1012-1(j)(3)(iii), 1.1001-7(b)(2)(ii)).
  private func swapped(_ row: Transaction) -> Transaction {
    guard row.kind == .swap, let swap = row.link.flatMap({ swaps[$0] }) else { return row }
    var row = row
    if row.type == .sell {
      row.fee = row.fee ?? swap.purchaseFee
      row.counted = CountedMoney(total: swap.proceeds - swap.fees, fee: swap.fees)
    } else {
      row.fee = nil
      row.counted = CountedMoney(total: swap.worth - swap.withheld, fee: 0)
    }
    return row
  }

  /// A gift is a disposal at market value (CRYPTO22100); without a known worth its proceeds are
  /// unknown.
  private func disposed(_ row: Transaction) -> Transaction {
    guard row.isDisposedGift else { return row }
    var row = row
    if !row.isWorthKnown { row.counted = CountedMoney(total: nil, fee: nil) }
    row.kind = .spend
    return row
  }
}

extension Transaction {
  /// Whether it is a gift to others that counts as a disposal.
  fileprivate var isDisposedGift: Bool { kind == .give && !isGivenWithoutGain }
}

extension TaxRules.Swap {
  fileprivate init(sale: Transaction, purchase: Transaction) {
    proceeds = sale.exactTotal + sale.exactFee
    worth = proceeds - sale.exactCash
    let isWithheld = purchase.fee.map { $0.currency == purchase.coinId } ?? false
    if isWithheld, let coins = purchase.fee.map({ Quantity($0.amount) }) {
      withheld = worth.prorated(coins, of: purchase.amount + coins)
    } else {
      withheld = 0
    }
    fees = sale.exactFee + purchase.exactFee + withheld
    purchaseFee = purchase.fee
  }
}
