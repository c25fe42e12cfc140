import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// One row of a format in which a trade spans several rows.
struct Leg: Sendable {
  let record: CSVRecord
  /// The index of its file if several are read.
  var file = 0
  /// The key shared by the rows of its trade.
  var key = ""
  var date: Date
  var asset: Asset
  /// The amount received, or spent if negative, without the fee.
  var change: ExactDecimal
  /// The fee in the same asset.
  var fee: ExactDecimal = 0
  /// The fee in another asset, or `nil`.
  var otherFee: AssetAmount?
  /// Whether the row has a fee and no side.
  var isFee = false
  /// The exchange's id of the trade, or empty.
  var reference: String = ""
  /// The file's own words.
  var words: String = ""
  /// The stated value of this side in US dollars, without a sign, or `nil`.
  var dollars: ExactDecimal?
  /// The stated value of this side in a fiat currency, or `nil`.
  var native: AssetAmount?
  /// The account's balance of the asset after the row, or `nil`.
  var balance: ExactDecimal?
  /// Whether the row is in a part of the account with a separate balance.
  var isAside = false
  /// The account the file names, or empty.
  var account: String = ""
  /// The hash of the transaction on its chain, or empty.
  var hash: String = ""
  /// The cell of the file's own column of notes, or empty.
  var notes: String = ""
  /// Whether this side is a complete sale or purchase if the rows do not form one trade.
  ///
  /// Examples are several small amounts exchanged at once, and tokens renamed on different days.
  var mayStandAlone: Bool = false
  /// Whether fiat and the coin it was exchanged for may be up to two seconds apart.
  var joinsNear: Bool = false
  /// The other side according to the row's description, for files with only one side.
  var other: AssetAmount?
  /// Whether the file of another coin has the whole trade.
  var isReportedElsewhere: Bool = false
  /// The meaning of a transfer without a kind if no other row has its key.
  var lone: UnpairedTransfer?
  /// Whether another row with the same key replaces it once it is booked.
  var isPending: Bool = false
  /// Whether the coins are those of a failed withdrawal.
  var isReturned: Bool = false
  /// The exchange's id of this row alone, or empty.
  var id: String = ""
  /// Identifies a counterpart that may have another timestamp.
  var half: DistantHalf?
  /// For rows that only their own reader can interpret.
  var together: JointRows?
}

extension Leg {
  /// The account's balance of the asset before the row, if the row states the one after.
  var balanceBefore: ExactDecimal? {
    balance.map { fees.filter { $0.asset == asset }.reduce($0 - change) { $0 + $1.amount } }
  }
}

/// Identifies the counterpart of a leg when it may have another timestamp.
struct DistantHalf: Sendable {
  /// The key shared by both.
  let name: String
  /// The maximum distance in seconds.
  var seconds = 30 * 86_400
}

/// The meaning of a transfer that names no kind and has no counterpart.
enum UnpairedTransfer: Sendable, Equatable {
  /// An airdrop, or a withdrawal.
  case airdropOrWithdrawal
  /// Coins moved into or out of a product; several coins with one key were exchanged for each
  /// other.
  case inside
  /// Coins bought, unless no row with their key has the amount paid; then an open deposit.
  case unpaid
  /// Coins returned from a product of the exchange, unless no row moved any there; then an open
  /// deposit.
  case back
  /// A withdrawal, dated by the pending row with its key if there is one.
  case sent
  /// Coins taken away, unless a row has the amount given for them.
  case taken
  /// Coins that entered or left; several coins with one key were exchanged for each other.
  case moved
  /// Ambiguous: any of these, or half of an internal move; the text is the file's word for it.
  case refused(String)
}

/// The meaning of a leg.
enum LegMeaning {
  /// A side or the fee of a trade.
  case part(Leg)
  /// Coins received for free, on a separate row.
  case reward(Leg, kind: String)
  /// Coins that entered or left the account from or to another account of the owner.
  case move(Leg)
  /// A trade, payment or fee that is complete in this row.
  case trade(TradeFacts)
  /// The result of a borrowed position, with the file's word for it.
  case contract(TradeFacts, String)
  case leftOut(LeftOutReason)
}

extension Leg {
  func leftOut(_ reason: LeftOutReason) -> RowResult {
    .leftOut(LeftOutRow(source: record.source, reason: reason))
  }

  /// The row's fees.
  var fees: [AssetAmount] {
    (fee == 0 ? [] : [AssetAmount(amount: fee, asset: asset)]) + (otherFee.map { [$0] } ?? [])
  }

  /// The facts of this row alone: coins received, or given.
  var facts: TradeFacts {
    var facts = TradeFacts(source: record.source, date: date)
    facts.addSide(change, asset)
    facts.fees = fees
    facts.dollars = dollars
    if let native { facts.worth(native.amount, native.asset) }
    facts.words = words
    facts.reference = reference
    facts.account = account
    facts.notes = notes
    facts.hash = hash
    facts.balances = balance.map { [AssetAmount(amount: $0, asset: asset)] } ?? []
    facts.isAside = isAside
    return facts
  }

  /// A sale or purchase at its own value, because its other side is shared with other rows.
  var alone: RowResult {
    guard !asset.isFiat else {
      return .leftOut(LeftOutRow(source: record.source, reason: .fiatOnly(asset.name)))
    }
    guard change != 0 else { return leftOut(.notCarriedOut("0 \(asset.name)")) }
    var facts = facts
    facts.category = .trade
    return .trade(facts)
  }

  /// Coins taken back without compensation.
  var taken: RowResult {
    guard !asset.isFiat else { return leftOut(.fiatOnly(asset.name)) }
    var facts = facts
    facts.category = .payment
    return .trade(facts)
  }

  var reportedElsewhere: RowResult {
    let name = asset.name
    return .leftOut(
      LeftOutRow(
        source: record.source,
        reason: asset.isFiat
          ? .fiatOnly(name) : .otherKind("trade that is in the other coin's file")))
  }

  /// A fee whose trade is not in the file.
  var feeAlone: RowResult {
    guard !asset.isFiat else {
      return .leftOut(LeftOutRow(source: record.source, reason: .fiatOnly(asset.name)))
    }
    var facts = facts
    facts.fees = []
    facts.spent = AssetAmount(amount: fee, asset: asset)
    facts.category = .fee
    return .trade(facts)
  }

  func reward(kind: String) -> RowResult {
    guard change > 0 else {
      return .leftOut(LeftOutRow(source: record.source, reason: .otherKind(kind)))
    }
    var facts = TradeFacts(source: record.source, date: date)
    facts.received = AssetAmount(amount: change, asset: asset)
    facts.fees = fees
    facts.category = .reward
    facts.dollars = dollars
    facts.words = ImportText.words("reward: \(kind)", words)
    facts.reference = reference
    facts.account = account
    facts.notes = notes
    facts.balances = balance.map { [AssetAmount(amount: $0, asset: asset)] } ?? []
    facts.isAside = isAside
    return .trade(facts)
  }

  var move: RowResult {
    guard !asset.isUnambiguousFiat else {
      return .leftOut(LeftOutRow(source: record.source, reason: .fiatOnly(asset.name)))
    }
    return .move(
      MoveFacts(
        source: record.source, date: date, quantity: AssetAmount(amount: change, asset: asset),
        fee: fee, account: account, hash: hash, reference: reference, balance: balance,
        isAside: isAside, isReturned: isReturned))
  }
}

extension [Leg] {
  /// Deposits or withdrawals with one id.
  ///
  /// A withdrawal is dated by its pending row, if there is one, because it may be booked after the
  /// coins have arrived.
  var sent: [RowResult] {
    map { leg in
      let other = first {
        $0.isPending != leg.isPending && $0.asset == leg.asset
          && $0.change == leg.change
      }
      guard !leg.isPending else {
        return leg.leftOut(
          other.map { .announced(line: $0.record.row.line) } ?? .notCarriedOut("pending"))
      }
      var leg = leg
      if let pending = other, leg.change < 0 {
        leg.date = Swift.min(leg.date, pending.date)
      }
      return leg.move
    }
  }
}

extension [Leg] {
  /// Transfers of one coin to and from a product: a return up to the amount invested is internal,
  /// and only the excess is a deposit.
  var beyondBrought: [RowResult] {
    var brought: ExactDecimal = 0
    var results = [RowResult?](repeating: nil, count: count)
    for index in indices.sorted(by: { (self[$0].date, $0) < (self[$1].date, $1) }) {
      let row = self[index]
      brought -= row.change
      guard brought < 0 else {
        results[index] = row.leftOut(.transfer)
        continue
      }
      var deposit = row
      deposit.change = -brought
      // The balance is that after the whole row.
      if deposit.change != row.change { deposit.balance = nil }
      results[index] = deposit.move
      brought = 0
    }
    return results.compactMap(\.self)
  }
}

extension [[Leg]] {
  /// The groups of rows, with the halves of a trade joined.
  var joined: [[Leg]] {
    var groups = self
    groups.joinNear()
    return groups.joiningHalves
  }

  /// Joins pairs of single-row groups if each is the other's only possible half.
  ///
  /// A row with several candidates becomes a sale or purchase at its own value.
  private var joiningHalves: [[Leg]] {
    var indices: [String: [Int]] = [:]
    for (index, group) in enumerated() where group.count == 1 {
      if let half = group[0].half { indices[half.name, default: []].append(index) }
    }
    guard !indices.isEmpty else { return self }
    var groups = self
    for lone in indices.values where lone.count > 1 {
      for index in lone where !groups[index].isEmpty {
        let others = lone.filter { isOtherHalf($0, of: index) }
        guard let other = others.first else { continue }
        if others.count == 1, lone.filter({ isOtherHalf($0, of: other) }).count == 1 {
          groups[Swift.min(index, other)] =
            self[Swift.min(index, other)] + self[Swift.max(index, other)]
          groups[Swift.max(index, other)] = []
        } else {
          groups[index][0].lone = nil
        }
      }
    }
    return groups.filter { !$0.isEmpty }
  }

  private func isOtherHalf(_ index: Int, of other: Int) -> Bool {
    let (one, two) = (self[index][0], self[other][0])
    return one.asset != two.asset && (one.change < 0) != (two.change < 0)
      && abs(one.date.millisecondsSince1970 - two.date.millisecondsSince1970)
        <= (one.half?.seconds ?? 0) * 1000
  }
}

extension [[Leg]] {
  /// Joins fiat and the coin it was exchanged for.
  ///
  /// Their rows must be alone in their trades, of the same kind and at most two seconds apart,
  /// without another candidate.
  mutating func joinNear() {
    let halves = indices.filter { self[$0].count == 1 && self[$0][0].joinsNear }
    let money = halves.filter { self[$0][0].asset.isFiat }
    let coins = halves.filter { !self[$0][0].asset.isFiat }
      .sorted { self[$0][0].date < self[$1][0].date }
    var joined: [(money: Int, coin: Int)] = []
    var timesTaken: [Int: Int] = [:]
    for one in money {
      let near = coins.near(self[one][0].date) { self[$0][0].date }.filter {
        self[$0][0].isOtherSide(of: self[one][0])
      }
      for coin in near { timesTaken[coin, default: 0] += 1 }
      if near.count == 1 { joined.append((one, near[0])) }
    }
    var gone: Set<Int> = []
    for (money, coin) in joined where timesTaken[coin] == 1 {
      self[money] += self[coin]
      gone.insert(coin)
    }
    self = indices.filter { !gone.contains($0) }.map { self[$0] }
  }
}

extension [Int] {
  /// The elements within two seconds of a date; they must be sorted by date.
  fileprivate func near(_ date: Date, by dateOf: (Int) -> Date) -> ArraySlice<Int> {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if dateOf(self[middle]) < date - Leg.nearSeconds {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return self[low...].prefix { dateOf($0) <= date + Leg.nearSeconds }
  }
}

extension Leg {
  /// The maximum distance in seconds between fiat and the coin it was exchanged for.
  static let nearSeconds = 2.0

  /// Whether one row of the same kind was received and the other given.
  fileprivate func isOtherSide(of other: Leg) -> Bool {
    (change < 0) != (other.change < 0) && words == other.words
  }
}

extension [Leg] {
  /// The row with the smallest id, independent of file order; the first if all ids are equal or
  /// empty.
  var naming: Leg? {
    var named = first
    for row in dropFirst() where row.reference != named?.reference {
      guard let other = named, !row.reference.isEmpty else { continue }
      if other.reference.isEmpty || row.reference.isNumbered(before: other.reference) {
        named = row
      }
    }
    return named
  }
}

extension String {
  /// Whether an id precedes another, with numbers in order: `9` before `10`.
  fileprivate func isNumbered(before other: String) -> Bool {
    let (count, others) = (utf8.count, other.utf8.count)
    return count == others ? self < other : count < others
  }
}
