import FoundationEssentials
import Portfolio

/// Compares the sums of a file's rows with the balances the file itself gives.
///
/// What the account held before the first row is taken from that row. Rows of one instant stand in
/// any order: what they add up to must be the balance that one of them gives.
struct BalanceCheck {
  /// What the account may hold of each asset: one amount, unless rows of the first instant differ.
  private var balances: [Asset: [Decimal]] = [:]
  /// The line that last told each asset's balance.
  private var lines: [Asset: Int] = [:]
  /// The lines of rows that moved coins though they are refused or left out, in order.
  private let uncounted: [Int]
  /// Those lines, and the lines of money alone, which is left out, too.
  private let uncountedMoney: [Int]
  private var found: [ImportNotice] = []
  /// What the account held of each asset before the rows, where the first of them tells it.
  private var openings: [Asset: Decimal] = [:]
  /// Assets that rows moved before any told a balance.
  private var moved: Set<Asset> = []
  private var isOff: Set<Asset> = []
  /// What the rows of the present instant say.
  private var instant: Instant?

  private struct Instant {
    let date: Date
    var changes: [Asset: Decimal] = [:]
    var stated: [Asset: [(amount: Decimal, source: RowSource)]] = [:]
    /// Assets whose balance does not follow from the rows.
    var unknown: Set<Asset> = []
  }

  /// A check of a file's rows.
  init(_ readings: [Reading]) {
    var (coins, money): ([Int], [Int]) = ([], [])
    for reading in readings {
      switch reading {
      case .leftOut(let row):
        if row.reason.mayMoveCoins { coins.append(row.source.line) }
        if row.reason.mayMoveMoney { money.append(row.source.line) }
      case .refused(let row):
        coins.append(row.source.line)
        money.append(row.source.line)
      default: break
      }
    }
    (uncounted, uncountedMoney) = (coins.sorted(), money.sorted())
  }

  /// The first row whose balance does not follow from the rows before it, for each asset.
  var differences: [ImportNotice] {
    var all = self
    all.closeInstant()
    return all.found
  }

  /// What the account held of each asset before the rows, as far as that follows from them.
  var openingBalances: [Asset: Decimal] {
    var all = self
    all.closeInstant()
    return all.openings
  }

  /// Takes the next row, oldest first.
  mutating func compare(_ reading: Reading) {
    switch reading {
    case .trade(let facts):
      guard !balances.isEmpty || instant != nil || !facts.balances.isEmpty else { return }
      begin(facts.date)
      if let received = facts.received { change(received, by: 1) }
      if let spent = facts.spent { change(spent, by: -1) }
      for fee in facts.fees { change(fee, by: -1) }
      if facts.isAside {
        for case let side? in [facts.received, facts.spent] { instant?.unknown.insert(side.asset) }
      }
      for balance in facts.balances { state(balance, facts.source) }
    case .move(let facts):
      guard !balances.isEmpty || instant != nil || facts.balance != nil else { return }
      begin(facts.date)
      let asset = facts.quantity.asset
      change(facts.quantity, by: 1)
      change(Quantity(amount: facts.fee, asset: asset), by: -1)
      if facts.isAside { instant?.unknown.insert(asset) }
      if let balance = facts.balance {
        state(Quantity(amount: balance, asset: asset), facts.source)
      }
    case .entry, .record, .leftOut, .refused: break
    }
  }

  private mutating func begin(_ date: Date) {
    guard instant?.date != date else { return }
    closeInstant()
    instant = Instant(date: date)
  }

  private mutating func change(_ quantity: Quantity, by sign: Decimal) {
    instant?.changes[quantity.asset, default: 0] += quantity.amount * sign
  }

  private mutating func state(_ quantity: Quantity, _ source: RowSource) {
    instant?.stated[quantity.asset, default: []].append((quantity.amount, source))
  }

  private mutating func closeInstant() {
    guard let instant else { return }
    self.instant = nil
    for (asset, change) in instant.changes where instant.stated[asset] == nil {
      moved.insert(asset)
      if let before = balances[asset] { balances[asset] = before.map { $0 + change } }
    }
    let stated = instant.stated.sorted { ($0.value[0].source.line) < ($1.value[0].source.line) }
    for (asset, rows) in stated {
      let amounts = rows.map(\.amount)
      if moved.insert(asset).inserted, amounts.count == 1, !instant.unknown.contains(asset) {
        openings[asset] = amounts[0] - (instant.changes[asset] ?? 0)
      }
      let ours = (balances[asset] ?? []).map { $0 + (instant.changes[asset] ?? 0) }
      let agreed = ours.filter { amounts.contains($0) }
      if let counted = ours.last, agreed.isEmpty, !instant.unknown.contains(asset),
        !isUncounted(asset, rows), isOff.insert(asset).inserted
      {
        let last = rows[rows.count - 1]
        found.append(
          .balanceDiffers(
            asset: asset.name, source: last.source, stated: last.amount, counted: counted))
      }
      balances[asset] = agreed.isEmpty ? amounts : agreed
      lines[asset] = rows.last?.source.line
    }
    for asset in instant.unknown where instant.stated[asset] == nil { balances[asset] = nil }
  }

  /// Whether a row between the last that told the balance and these moved what nothing here counts.
  private func isUncounted(_ asset: Asset, _ rows: [(amount: Decimal, source: RowSource)]) -> Bool {
    let all = rows.map(\.source.line) + [lines[asset] ?? rows[0].source.line]
    guard let first = all.min(), let last = all.max() else { return false }
    let uncounted = asset.isFiat ? uncountedMoney : uncounted
    return uncounted.first { $0 > first }.map { $0 < last } ?? false
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
    case .deposit, .withdrawal, .transfer, .notBack, .derivative, .otherKind, .reportedElsewhere:
      true
    case .partOfTradeElsewhere, .amongRefused: true
    case .fiatOnly, .notACoin, .notCarriedOut, .announced, .partOfTrade, .feeWithoutValue,
      .lossNotCovered, .lossSoldLater,
      .feeBeyondSale, .repeated, .deleted:
      false
    }
  }
}
