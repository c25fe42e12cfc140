import Exact
import FoundationEssentials

/// What the rows of a ledger count as for a country's forms, where its rules are not the ledger's
/// (SPEC §3.17, §3.20).
///
/// Nothing is paid or received in addition: a rule says which coin a fee belongs to, what received
/// coins cost, and whether a gift is a disposal.
public struct TaxRules: Sendable {
  /// What the sides of a swap amount to.
  fileprivate struct Swap {
    /// What the coins received were worth.
    let worth: Cost
    /// What came in all: the coins received, and the money next to them.
    let proceeds: Cost
    /// What it cost, the coins withheld included.
    let fees: Cost
    /// What the coins withheld of those received were worth.
    let withheld: Cost
    /// The fee on the side of the coins received.
    let purchaseFee: TransactionFee?
  }

  let country: TaxCountry
  /// The swaps whose rows count as something else.
  private var swaps: [UUID: Swap] = [:]
  /// Sides of swaps until the other one is read.
  private var single: [UUID: Transaction] = [:]

  /// The rules of a country, for rows that need not be in memory together.
  ///
  /// - Parameters:
  ///   - country: The state.
  ///   - transactions: Rows to read first, as ``read(_:)`` does.
  public init(_ country: TaxCountry, _ transactions: [Transaction] = []) {
    self.country = country
    for transaction in transactions { read(transaction) }
  }

  /// Whether both sides of every swap must be read before a row is counted.
  public var needsSwaps: Bool { country == .unitedStates }

  /// Reads a row, in the money of the form.
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

  /// The row as it counts; the same where no rule changes it.
  public func counted(_ row: Transaction) -> Transaction {
    switch country {
    case .unitedStates: swapped(row)
    case .unitedKingdom: disposed(row)
    case .france: row
    }
  }

  /// Coins received cost what they were worth, and the costs of a swap are taken off the proceeds.
  ///
  /// Those are the proceeds of the coins given (26 CFR 1.1012-1(h)(2)(ii)(B), (h)(3)), and money
  /// received is a part of them (1.1001-7(b)(1)(i)). Coins withheld of those received are of the
  /// units just received and realize nothing (1.1012-1(j)(3)(iii), 1.1001-7(b)(2)(ii)).
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

  /// A gift is a disposal at market value (CRYPTO22100); one without a known worth is one of unknown
  /// proceeds.
  private func disposed(_ row: Transaction) -> Transaction {
    guard row.isDisposedGift else { return row }
    var row = row
    if !row.isWorthKnown { row.counted = CountedMoney(total: nil, fee: nil) }
    row.kind = .spend
    return row
  }
}

extension Transaction {
  /// Whether it is a gift to others that is a disposal where gifts are.
  fileprivate var isDisposedGift: Bool { kind == .give && !isGivenWithoutGain }
}

extension TaxRules.Swap {
  fileprivate init(sale: Transaction, purchase: Transaction) {
    proceeds = sale.exactTotal + sale.exactFee
    worth = proceeds - sale.exactCash
    let isWithheld = purchase.fee.map { $0.currency == purchase.coinId } ?? false
    if isWithheld, let coins = purchase.fee.map({ Quantity($0.amount) }) {
      withheld = worth.prorated(coins, of: purchase.exactAmount + coins)
    } else {
      withheld = 0
    }
    fees = sale.exactFee + purchase.exactFee + withheld
    purchaseFee = purchase.fee
  }
}
