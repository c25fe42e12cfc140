import FoundationEssentials
import Portfolio

/// Coins that sales take and nothing brings: open deposits become gifts, and what is missing then
/// is made up.
extension ImportPlanner {
  /// Takes such coins as gifts where the user allows it, and looks again at those that imports
  /// before took so: what the files bring now was no gift.
  ///
  /// - Parameters:
  ///   - before: The ledger before its moves were looked at again; `nil` to leave its gifts alone.
  ///   - changed: The moves of the ledger that change.
  mutating func giveMissingCoins(before: ImportLedger?, _ changed: inout [Move]) {
    let coins = Set(rows.lazy.map(\.transaction.coinId))
      .union(moves.lazy.filter { $0.move.amount > 0 }.map(\.move.coinId))
    let gifts = before?.giftsForSales(ofCoins: coins) ?? [:]
    guard policy.missingCoinsAreGifts || !gifts.isEmpty else { return }
    let walks = CoinWalks(ledger, fillsGaps: policy.missingCoinsAreGifts)
    let byCoin = Dictionary(grouping: rowsInTime, by: \.transaction.coinId)
    let open = Dictionary(
      grouping: policy.missingCoinsAreGifts ? openDeposits(changed) : [], by: \.move.coinId)
    // One side of a swap is not a gift, and what it brings is not to be made up either.
    let swaps = policy.missingCoinsAreGifts ? swappedDeposits(changed) : []
    let swapped = Set(swaps.lazy.map(\.move.id))
    let gone = Set(takenBack.lazy.map(\.id))
    var missing: [MissingCoins] = []
    var madeUp: [UUID: Decimal] = [:]
    for coinId in coins.sorted() {
      let former = gifts[coinId] ?? GiftsForSales()
      let deposits = former.deposits.filter { !gone.contains($0.gift.id) }
      let needed = deposits.map {
        PlannedMove(source: RowSource(line: 0, text: ""), move: $0.deposit)
      }
      let filling = walks.filling(
        of: coinId, past: byCoin[coinId] ?? [], without: former.ids,
        before == nil ? nil : former.lacked,
        deposits: ((open[coinId] ?? []) + needed + swaps.filter { $0.move.coinId == coinId })
          .sorted { $0.move.date < $1.move.date })
      let given = filling.given.filter { !swapped.contains($0.move.id) }
      give(given, besides: deposits, &changed)
      missing += takeBack(former, of: coinId, besides: filling.missing)
      madeUp.merge(former.madeUp) { first, _ in first }
    }
    rows = self.gifts(of: missing, madeUp) + putBehind(missing) + rows
  }

  /// Makes gifts of deposits, and deposits again of those that are not needed any more.
  private mutating func give(
    _ given: [PlannedMove], besides former: [GiftsForSales.Deposit], _ changed: inout [Move]
  ) {
    let ids = Set(given.lazy.map(\.move.id))
    for item in former where !ids.contains(item.deposit.id) {
      takeBack(item.gift, for: item.deposit)
    }
    let known = Set(former.map(\.deposit.id))
    let more = given.filter { !known.contains($0.move.id) }
    givenDeposits.needed += more.count
    answerDeposits(more, as: .needed, &changed)
  }

  /// Removes what was made up and is not exactly what sales lack.
  ///
  /// - Returns: What is to be made up.
  private mutating func takeBack(
    _ former: GiftsForSales, of coinId: String, besides missing: [MissingCoins]
  ) -> [MissingCoins] {
    let lacked = missing.bySale
    let kept = Set(former.madeUp.keys.filter { former.madeUp[$0] == lacked[$0] })
    for gift in former.gifts where !kept.contains(gift.sale) { takeBack(gift.gift) }
    let less = former.madeUp.reduce(0) { $0 + max($1.value - lacked[$1.key, default: 0], 0) }
    if less > 0 { notices.insert(.missingCoinsBrought(coinId, amount: less), at: 0) }
    return missing.filter { !kept.contains($0.row.transaction.id) }
  }

  /// Puts sales of the ledger behind the gifts that are made up for them, with what stands beside
  /// them in their instant.
  private mutating func putBehind(_ missing: [MissingCoins]) -> [PlannedRow] {
    let sales = missing.lazy.filter(\.isOfLedger).map(\.row.transaction)
    guard !sales.isEmpty else { return [] }
    let instants = Dictionary(grouping: sales, by: \.coinId).mapValues { Set($0.map(\.date)) }
    let moved = ledger.transactions.filter { instants[$0.coinId]?.contains($0.date) ?? false }
    movedBehind += moved
    ledger = ledger.without(Set(moved.lazy.map(\.id)))
    return moved.map { PlannedRow(source: RowSource(line: 0, text: ""), transaction: $0) }
  }

  /// Gifts of the moments of the sales.
  ///
  /// - Parameter before: What was made up for sales of the ledger, by these.
  mutating func gifts(
    of missing: [MissingCoins], _ before: [UUID: Decimal] = [:]
  ) -> [PlannedRow] {
    var gifts: [PlannedRow] = []
    var sums: [String: Decimal] = [:]
    // A sale may lack coins itself, and take some that a later one of the ledger lacks then.
    var counts: [UUID: Int] = [:]
    for item in missing {
      let sale = item.row.transaction
      let count = counts[sale.id, default: 0] + 1
      counts[sale.id] = count
      let gift = Transaction(
        id: newId(), coinId: sale.coinId, type: .gift, amount: item.amount, pricePerCoin: 0,
        date: sale.date, account: sale.account, reference: sale.reference?.ofMissing(count))
      gifts.append(PlannedRow(source: item.row.source, transaction: gift))
      let more = item.amount - (count == 1 ? before[sale.id, default: 0] : 0)
      if more > 0 { sums[sale.coinId, default: 0] += more }
    }
    // They matter more than how tickers were read.
    notices =
      sums.sorted { $0.key < $1.key }.map { .missingCoinsGiven($0.key, amount: $0.value) }
      + heldBefore(sums) + notices
    return gifts
  }

  /// Where the file says that there was more of a coin before its rows than was made up.
  private mutating func heldBefore(_ given: [String: Decimal]) -> [ImportNotice] {
    var found: [ImportNotice] = []
    for (asset, amount) in openings.sorted(by: { $0.key.name < $1.key.name })
    where !asset.isFiat && names.wasRead(asset) {
      do throws(RefusalReason) {
        let coinId = try names.id(of: asset)
        // What the ledger has of the coin may be what was there.
        guard let made = given[coinId], made < amount, ledger.overview.last[coinId] == nil else {
          continue
        }
        found.append(.heldBefore(coinId, amount: amount, made: made))
      } catch {
        // A name that is not a coin's has no history.
      }
    }
    return found
  }
}

/// What imports before took as gifts because sales of one coin lacked it, as they took it.
struct GiftsForSales {
  /// A deposit that became a gift.
  typealias Deposit = (deposit: Move, gift: Transaction)

  /// What was made up, and for which sale.
  fileprivate(set) var gifts: [(gift: Transaction, sale: UUID)] = []
  /// The deposits that became gifts.
  fileprivate(set) var deposits: [Deposit] = []
  /// How many coins were made up, by the sale.
  fileprivate(set) var madeUp: [UUID: Decimal] = [:]
  /// How many coins sales lack without all that, by the sale.
  fileprivate(set) var lacked: [UUID: Decimal] = [:]

  /// The ids of the gifts.
  var ids: Set<UUID> { Set(gifts.map(\.gift.id) + deposits.map(\.gift.id)) }
}

extension ImportLedger {
  /// What was taken as gifts for the sales of some coins, by the coins; none of a coin of which they
  /// are not any more what its sales lack, because the user changed something and knows better.
  fileprivate func giftsForSales(ofCoins coins: Set<String>) -> [String: GiftsForSales] {
    let made = transactions.filter { coins.contains($0.coinId) && $0.isForSales }
    guard !made.isEmpty else { return [:] }
    let wanted = Set(made.compactMap(\.reference?.ofLackingSale))
    var sales: [Reference: Transaction] = [:]
    for row in transactions where row.type == .sell {
      if let reference = row.reference, wanted.contains(reference) { sales[reference] = row }
    }
    let walks = CoinWalks(self, fillsGaps: true)
    let ofCoins = Dictionary(grouping: made, by: \.coinId)
    return ofCoins.compactMapValues { gifts(for: sales, $0, walks) }
  }

  private func gifts(
    for sales: [Reference: Transaction], _ made: [Transaction], _ walks: CoinWalks
  ) -> GiftsForSales? {
    guard let coinId = made.first?.coinId else { return nil }
    var found = GiftsForSales()
    for gift in made {
      if let deposit = gift.givenDeposit(id: UUID()) {
        found.deposits.append((deposit, gift))
        continue
      }
      guard let sale = gift.reference?.ofLackingSale.flatMap({ sales[$0] }),
        sale.coinId == coinId, sale.date == gift.date
      else { return nil }
      found.gifts.append((gift, sale.id))
      found.madeUp[sale.id, default: 0] += gift.amount
    }
    found.lacked = walks.walk(of: coinId, past: [], without: found.ids, [:]).gaps.bySale
    // A deposit that is open still came later than they: it would have been taken before.
    let filling = walks.filling(
      of: coinId, past: [], without: found.ids, [:],
      deposits: found.deposits.map(\.deposit).sorted { $0.date < $1.date }.map {
        PlannedMove(source: RowSource(line: 0, text: ""), move: $0)
      })
    guard filling.missing.bySale == found.madeUp,
      Set(filling.given.map(\.move.id)) == Set(found.deposits.map(\.deposit.id))
    else { return nil }
    return found
  }
}

/// What covers sales that lack coins.
struct GapFilling {
  /// Deposits that become gifts.
  var given: [PlannedMove] = []
  /// What is missing beside them.
  var missing: [MissingCoins] = []
}

extension CoinWalks {
  /// Finds what covers the sales of a coin, deposits before anything is made up.
  ///
  /// - Parameters:
  ///   - rows: New rows of the coin, sorted by date.
  ///   - gifts: Transactions of the ledger that do not count.
  ///   - lacked: As for ``CoinWalk``.
  ///   - deposits: Those that may become gifts, oldest first.
  fileprivate func filling(
    of coinId: String, past rows: [PlannedRow], without gifts: Set<UUID>,
    _ lacked: [UUID: Decimal]?, deposits: [PlannedMove]
  ) -> GapFilling {
    var filling = GapFilling()
    var left = deposits
    var rows = rows
    while true {
      filling.missing = walk(of: coinId, past: rows, without: gifts, lacked).gaps
      let needed = left.covering(filling.missing)
      guard !needed.isEmpty else { return filling }
      let ids = Set(needed.lazy.map(\.move.id))
      left.removeAll { ids.contains($0.move.id) }
      filling.given += needed
      rows += needed.map {
        PlannedRow(source: $0.source, transaction: $0.move.given(as: .needed, id: $0.move.id))
      }
      rows.sort { $0.transaction.date < $1.transaction.date }
    }
  }
}

extension [PlannedMove] {
  /// The deposits that bring what sales lack, of deposits oldest first.
  func covering(_ missing: [MissingCoins]) -> [PlannedMove] {
    var open = Dictionary(grouping: self, by: \.move.coinId)
    var spare: [String: Decimal] = [:]
    var needed: [PlannedMove] = []
    for item in missing {
      let (coinId, date) = (item.row.transaction.coinId, item.row.transaction.date)
      var left = spare[coinId, default: 0] - item.amount
      while left < 0, let deposit = open[coinId]?.first, deposit.move.date <= date {
        left += deposit.move.amount
        needed.append(deposit)
        open[coinId]?.removeFirst()
      }
      spare[coinId] = Swift.max(left, 0)
    }
    return needed
  }
}

extension [MissingCoins] {
  fileprivate var bySale: [UUID: Decimal] {
    Dictionary(map { ($0.row.transaction.id, $0.amount) }, uniquingKeysWith: +)
  }
}

extension Transaction {
  /// Whether an import took it as a gift because sales lacked coins.
  var isForSales: Bool {
    guard type == .gift, category == nil, let reference else { return false }
    return reference.ofLackingSale != nil || reference.ofGivenDeposit?.kind == .needed
  }
}

extension Reference {
  private static let missing = ":missing"

  /// That of the gift which is made up for what a sale lacks.
  fileprivate func ofMissing(_ count: Int) -> Reference {
    Reference(source: source, id: id + Self.missing + (count == 1 ? "" : "\(count)"))
  }

  /// That of the sale, where this is such a gift's.
  fileprivate var ofLackingSale: Reference? {
    let name = id.utf8.lastIndex(of: UInt8(ascii: ":")).map { id[$0...] } ?? ""
    guard name.hasPrefix(Self.missing), name.dropFirst(Self.missing.count).allSatisfy(\.isNumber)
    else { return nil }
    return Reference(source: source, id: String(id.dropLast(name.count)))
  }
}
