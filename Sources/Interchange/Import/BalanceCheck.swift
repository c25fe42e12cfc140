import FoundationEssentials
import Portfolio

/// Compares the sums of a file's rows with the balances the file itself gives.
///
/// What the account held before the first row is taken from that row.
struct BalanceCheck {
  private var balances: [Asset: Decimal] = [:]
  /// The first row whose balance does not follow from the rows before it, for each asset.
  private(set) var differences: [ImportNotice] = []
  private var isOff: Set<Asset> = []

  /// Takes the next row, oldest first.
  mutating func compare(_ reading: Reading) {
    switch reading {
    case .trade(let facts):
      var changes: [Asset: Decimal] = [:]
      if let received = facts.received { changes[received.asset, default: 0] += received.amount }
      if let spent = facts.spent { changes[spent.asset, default: 0] -= spent.amount }
      for fee in facts.fees { changes[fee.asset, default: 0] -= fee.amount }
      apply(changes, stated: facts.balances, source: facts.source)
    case .move(let facts):
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
        isOff.insert(quantity.asset).inserted
      {
        differences.append(
          .balanceDiffers(
            asset: quantity.asset.name, source: source, stated: quantity.amount, counted: ours))
      }
      balances[quantity.asset] = quantity.amount
    }
  }
}
