import FoundationEssentials
import Portfolio

/// Compares the sums of a file's rows with the balances the file itself gives.
///
/// What the account held before the first row is taken from that row.
struct BalanceCheck {
  private var balances: [Asset: Decimal] = [:]
  /// The line that last told each asset's balance.
  private var lines: [Asset: Int] = [:]
  /// The lines of rows that are left out though they moved coins, in order.
  private let uncounted: [Int]
  /// Those lines, and the lines of money alone, which is left out, too.
  private let uncountedMoney: [Int]
  /// The first row whose balance does not follow from the rows before it, for each asset.
  private(set) var differences: [ImportNotice] = []
  private var isOff: Set<Asset> = []

  /// A check of a file's rows.
  init(_ readings: [Reading]) {
    var (coins, money): ([Int], [Int]) = ([], [])
    for case .leftOut(let row) in readings {
      if row.reason.mayMoveCoins { coins.append(row.source.line) }
      if row.reason.mayMoveMoney { money.append(row.source.line) }
    }
    (uncounted, uncountedMoney) = (coins.sorted(), money.sorted())
  }

  /// Takes the next row, oldest first.
  mutating func compare(_ reading: Reading) {
    switch reading {
    case .trade(let facts):
      guard !balances.isEmpty || !facts.balances.isEmpty else { return }
      var changes: [Asset: Decimal] = [:]
      if let received = facts.received { changes[received.asset, default: 0] += received.amount }
      if let spent = facts.spent { changes[spent.asset, default: 0] -= spent.amount }
      for fee in facts.fees { changes[fee.asset, default: 0] -= fee.amount }
      apply(changes, stated: facts.balances, source: facts.source)
    case .move(let facts):
      guard !balances.isEmpty || facts.balance != nil else { return }
      let asset = facts.quantity.asset
      apply(
        [asset: facts.quantity.amount - facts.fee],
        stated: facts.balance.map { [Quantity(amount: $0, asset: asset)] } ?? [],
        source: facts.source)
    case .entry, .record, .leftOut, .refused: break
    }
  }

  private mutating func apply(
    _ changes: [Asset: Decimal], stated: [Quantity], source: RowSource
  ) {
    for (asset, change) in changes where balances[asset] != nil {
      balances[asset, default: 0] += change
    }
    for quantity in stated {
      if let ours = balances[quantity.asset], ours != quantity.amount,
        !(quantity.asset.isFiat ? uncountedMoney : uncounted)
          .hasLine(between: lines[quantity.asset] ?? source.line, and: source.line),
        isOff.insert(quantity.asset).inserted
      {
        differences.append(
          .balanceDiffers(
            asset: quantity.asset.name, source: source, stated: quantity.amount, counted: ours))
      }
      balances[quantity.asset] = quantity.amount
      lines[quantity.asset] = source.line
    }
  }
}

extension [Int] {
  /// Whether one of the lines, which are in order, is between two others.
  fileprivate func hasLine(between one: Int, and other: Int) -> Bool {
    let first = firstIndex { $0 > Swift.min(one, other) }
    return first.map { self[$0] < Swift.max(one, other) } ?? false
  }
}

extension LeftOutReason {
  /// Whether the row changed what the account held of state money.
  fileprivate var mayMoveMoney: Bool {
    if case .fiatOnly = self { return true }
    return mayMoveCoins
  }

  /// Whether the row changed what the account held of a coin.
  fileprivate var mayMoveCoins: Bool {
    switch self {
    case .deposit, .withdrawal, .transfer, .derivative, .otherKind, .toldElsewhere: true
    case .fiatOnly, .notACoin, .notCarriedOut, .partOfTrade, .feeWithoutValue, .lossNotCovered,
      .repeated:
      false
    }
  }
}
