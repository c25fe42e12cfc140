public import Exact
import FoundationEssentials
public import Portfolio

/// Something in a new file that the user should check, although no row waits for it.
public enum ImportNotice: Sendable, Hashable {
  /// The first row with a balance of an asset that contradicts the preceding rows.
  case balance(row: Fact.ID, asset: String, stated: Quantity, counted: Quantity)
  /// The first row whose dollars for one coin are far from the day's price, and the number of such
  /// rows of that coin.
  case price(row: Fact.ID, coinId: String, stated: ExactDecimal, known: ExactDecimal, rows: Int)
  /// A file with numbers that a spreadsheet truncated, and the number of affected rows.
  case cutDigits(file: String, rows: Int)
  /// A file whose rows name no account, so that they match none of those of other accounts.
  case noAccount(file: String)
  /// A zone that the user named but that no time of a file needed.
  case unusedZone(String, file: String)
}

// MARK: - Balances

/// Compares the sums of a file's rows with the balances that the file itself states.
///
/// The first row gives the opening balance. Rows of one instant may be in any order: their sum must
/// match the balance that one of them states.
///
/// - Parameter records: All records of one file.
/// - Returns: One notice for each asset of an account.
public func balanceNotices(_ records: RecordList) -> [ImportNotice] {
  guard records.hasBalances else { return [] }
  var check = BalanceCheck(records)
  var positions: [(at: Int64, record: Int, part: Int)] = []
  positions.reserveCapacity(records.count)
  for (index, record) in records.enumerated() {
    for (part, fact) in record.facts.enumerated() {
      positions.append((fact.instant.at, index, part))
    }
  }
  positions.sort { $0 < $1 }
  var rest = positions[...]
  while let first = rest.first {
    let instant = rest.prefix { $0.at == first.at }
    check.add(instant.map { records[$0.record].facts[$0.part] })
    rest = rest[instant.endIndex...]
  }
  return check.notices
}

private struct BalanceCheck {
  private struct Key: Hashable {
    let scope: Scope
    let asset: String
  }

  /// The rows of a trade that move an asset.
  private struct Leg: Hashable {
    let group: String
    let asset: String

    init(_ group: String, _ asset: String) { (self.group, self.asset) = (group, asset) }
  }

  private struct Held {
    /// The possible balances: several if rows of one instant state several.
    var amounts: [Quantity]
    /// The line that stated it.
    var line: Int
  }

  private var held: [Key: Held] = [:]
  private var isOff: Set<Key> = []
  /// The lines, in order, of rows that may have moved something that is not counted here.
  private let uncounted: [Int]
  private(set) var notices: [ImportNotice] = []

  init(_ records: RecordList) {
    uncounted = records.lazy.filter { record in
      switch record.state {
      case .read: false
      case .asks: true
      case .leftOut(let reason): [.money, .inside, .contract, .other].contains(reason.kind)
      }
    }.map(\.line).sorted()
  }

  mutating func add(_ instant: [Fact]) {
    var changes: [Key: Quantity] = [:]
    var stated: [Key: [(amount: Quantity, row: Fact.ID)]] = [:]
    var unknown: Set<Key> = []
    let legs = Set(
      instant.lazy.filter { !$0.group.isEmpty }.map { Leg($0.group, $0.amount.asset) })
    for fact in instant {
      func change(_ amount: Amount?, by sign: ExactDecimal) {
        guard let amount else { return }
        let key = Key(scope: fact.scope, asset: amount.asset)
        changes[key] = (changes[key] ?? .zero) + amount.value * sign
      }
      change(fact.amount, by: 1)
      // The other row of a trade moves what this one only states.
      if let counter = fact.counter, !legs.contains(Leg(fact.group, counter.asset)) {
        change(counter, by: 1)
      }
      // The amount of a withdrawal includes its fee.
      let fees = fact.role == .withdrawal ? [] : [fact.fee].compactMap(\.self) + fact.otherFees
      for fee in fees { change(fee, by: -1) }
      let key = Key(scope: fact.scope, asset: fact.amount.asset)
      if fact.role == .inside { unknown.insert(key) }
      if let balance = fact.balance { stated[key, default: []].append((balance, fact.id)) }
    }
    for (key, change) in changes where stated[key] == nil {
      guard let before = held[key]?.amounts else { continue }
      held[key]?.amounts = before.map { $0 + change }
    }
    for key in unknown where stated[key] == nil { held[key] = nil }
    for (key, rows) in stated.sorted(by: { $0.value[0].row < $1.value[0].row }) {
      compare(key, rows, change: changes[key] ?? .zero, isKnown: !unknown.contains(key))
    }
  }

  private mutating func compare(
    _ key: Key, _ rows: [(amount: Quantity, row: Fact.ID)], change: Quantity, isKnown: Bool
  ) {
    let amounts = rows.map(\.amount)
    let counted = (held[key]?.amounts ?? []).map { $0 + change }
    let agreed = counted.filter { amounts.contains($0) }
    let last = rows[rows.count - 1]
    if let sum = counted.last, agreed.isEmpty, isKnown, !isUncounted(key, rows.map(\.row.line)),
      isOff.insert(key).inserted
    {
      notices.append(
        .balance(row: last.row, asset: key.asset, stated: last.amount, counted: sum))
    }
    held[key] = Held(amounts: agreed.isEmpty ? amounts : agreed, line: last.row.line)
  }

  /// Whether a row between those stating the balance moved something that is not counted here.
  private func isUncounted(_ key: Key, _ lines: [Int]) -> Bool {
    let all = lines + [held[key]?.line ?? lines[0]]
    guard let first = all.min(), let last = all.max() else { return false }
    return uncounted.first { $0 > first }.map { $0 < last } ?? false
  }
}

// MARK: - Prices

/// Finds rows whose dollars differ from the coin's price of the day by more than half.
///
/// The file stays the evidence, because a daily price is an average and people trade off market.
/// But this is the first sign of a wrong coin or column.
public struct PriceCheck {
  private struct Found {
    let first: Fact.ID
    let stated: ExactDecimal
    let known: ExactDecimal
    var rows = 1
  }

  private let evidence: Evidence
  private var found: [String: Found] = [:]

  /// Begins a check.
  ///
  /// - Parameter evidence: The known prices.
  public init(evidence: Evidence) { self.evidence = evidence }

  /// Checks a new row.
  ///
  /// - Parameters:
  ///   - row: The row; rows are added in date order.
  ///   - origin: The fact that it was made from.
  public mutating func add(_ row: Transaction, from origin: Fact.ID) {
    guard let total = row.statedDollars,
      let known = evidence.price(of: row.coinId, on: UTCDay(row.date))?.rate
    else { return }
    let expected = row.amount * Price(known)
    guard
      total + total > expected + expected + expected
        || total + total + total < expected + expected
    else { return }
    if found[row.coinId] != nil {
      found[row.coinId]?.rows += 1
      return
    }
    found[row.coinId] = Found(
      first: origin, stated: total.perCoin(of: row.amount).number, known: known)
  }

  /// One notice for each coin.
  public var notices: [ImportNotice] {
    found.sorted { $0.key < $1.key }.map { coinId, found in
      .price(
        row: found.first, coinId: coinId, stated: found.stated, known: found.known,
        rows: found.rows)
    }
  }
}

extension Transaction {
  /// The value of the coins before fees, if its evidence is not the coin's own price of the day.
  fileprivate var statedDollars: Cost? {
    guard [.buy, .sell, .swap, .reward, .spend].contains(kind), amount > 0 else { return nil }
    let isMoney = payment.map { $0.currency == "USD" } ?? true
    if isMoney, valuation?.kind == .dailyPrice || valuation?.kind == .unknown { return nil }
    let total = payment.map { Cost($0.amount) * (valuation?.rate ?? 1) } ?? pricePerCoin * amount
    return total > 0 ? total : nil
  }
}

// MARK: - Digits

/// The number of rows in a file with numbers that a spreadsheet truncated: `1.23457E+17`, or ids of
/// at least sixteen digits that all have zeros after the fifteenth.
///
/// Spreadsheets show six digits of very large and very small numbers and keep fifteen.
public func rowsWithCutDigits(_ bytes: [UInt8]) -> Int {
  var digits = CutDigits()
  var start = bytes.startIndex
  for (index, byte) in bytes.enumerated() {
    // Digits, letters and multibyte UTF-8 are above the comma; a minus sign is part of a number.
    if byte > UInt8(ascii: ","), byte != UInt8(ascii: ";") { continue }
    if byte == UInt8(ascii: "+") { continue }
    digits.add(bytes[start..<index])
    start = index + 1
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { digits.endRow() }
  }
  digits.add(bytes[start...])
  digits.endRow()
  return digits.rows
}

/// Counts rows whose cells show spreadsheet damage.
private struct CutDigits {
  /// Rows with a number such as `1.23457E+17`.
  private var short = 0
  /// Rows with a number of more than fifteen digits that ends in zeros.
  private var rounded = 0
  private var hasLongNumber = false
  private var isShort = false
  private var isRounded = false

  private static let kept = 15
  private static let longest = 40

  /// The number of affected rows; a few ids end in zeros by chance.
  var rows: Int { short + (hasLongNumber || rounded < 3 ? 0 : rounded) }

  mutating func endRow() {
    if isShort { short += 1 } else if isRounded { rounded += 1 }
    (isShort, isRounded) = (false, false)
  }

  mutating func add(_ cell: ArraySlice<UInt8>) {
    let number = cell.first == UInt8(ascii: "-") ? cell.dropFirst() : cell
    guard number.count >= 11, number.count < Self.longest, number.first.map(isDigit) == true
    else { return }
    if isScientific(Array(number)) { isShort = true }
    guard number.count > Self.kept, number.allSatisfy(isDigit) else { return }
    if number.dropFirst(Self.kept).allSatisfy({ $0 == UInt8(ascii: "0") }) {
      isRounded = true
    } else {
      hasLongNumber = true
    }
  }

  /// Whether a number is like `1.23457E+17`; with fewer decimals nothing was lost.
  private func isScientific(_ number: [UInt8]) -> Bool {
    number[1] == UInt8(ascii: ".") && number[2...6].allSatisfy(isDigit)
      && number[7] == UInt8(ascii: "E")
      && [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(number[8])
      && number[9...].allSatisfy(isDigit)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
