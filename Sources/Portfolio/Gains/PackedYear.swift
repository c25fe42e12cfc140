import Exact
import FoundationEssentials

/// The sales and rewards of one coin in one calendar year, as bytes for storage.
public struct PackedYear: Sendable {
  private enum Record: UInt8 {
    /// The name of an account; the first is number one.
    case account
    /// A sale with its rows.
    case sale
    /// A reward.
    case income
  }

  private struct IncomeFlags: OptionSet {
    let rawValue: UInt8
    static let hasValue = IncomeFlags(rawValue: 1)
    static let isUnvalued = IncomeFlags(rawValue: 2)
    static let isEstimated = IncomeFlags(rawValue: 4)
  }

  /// The year in its stored form.
  public private(set) var bytes: [UInt8] = []
  private var accounts = Names()

  /// A year without sales and rewards.
  public init() {}

  /// Restores a year from its ``bytes``.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Adds the rows of one sale.
  mutating func append(sale rows: [GainRow], order: Int) {
    guard let first = rows.first else { return }
    let account = first.account.map { number(of: $0) } ?? 0
    bytes.append(Record.sale.rawValue)
    bytes.append(count: UInt(order))
    first.appendHeader(0, account, rows.count, to: &bytes)
    for row in rows { row.append(to: &bytes) }
  }

  /// Adds a reward.
  mutating func append(_ reward: IncomeRow, order: Int) {
    var flags: IncomeFlags = []
    if reward.exactValue != nil { flags.insert(.hasValue) }
    if reward.isUnvalued { flags.insert(.isUnvalued) }
    if reward.isEstimated { flags.insert(.isEstimated) }
    let label = reward.label.flatMap { TransactionLabel.allCases.firstIndex(of: $0) }
    bytes.append(Record.income.rawValue)
    bytes.append(count: UInt(order))
    bytes.append(flags.rawValue)
    bytes.append(UInt8((label ?? -1) + 1))
    bytes.append(signed: reward.date.millisecondsSince1970)
    bytes.append(signed: reward.day.number)
    reward.exactAmount.append(to: &bytes)
    reward.exactValue?.append(to: &bytes)
  }

  private mutating func number(of account: String) -> Int {
    let (number, isNew) = accounts.numbered(account)
    if isNew {
      bytes.append(Record.account.rawValue)
      bytes.append(count: UInt(account.utf8.count))
      bytes.append(contentsOf: account.utf8)
    }
    return number + 1
  }

  /// Calls `sale` with the rows of each sale and `income` with each reward, in the order in which
  /// they were added, along with their order in the ledger.
  ///
  /// - Parameter coinId: The coin of the sales and rewards.
  func forEach(
    of coinId: String, sale: (_ rows: [GainRow], _ order: Int) -> Void,
    income: (_ reward: IncomeRow, _ order: Int) -> Void
  ) {
    var names: [String] = []
    var at = 0
    while at < bytes.count {
      let record = Record(rawValue: bytes[at])
      at += 1
      let number = Int(bytes.count(at: &at) ?? 0)
      switch record {
      case .account:
        names.append(String(decoding: bytes[at..<at + number], as: UTF8.self))
        at += number
      case .sale: sale(GainRow.sale(bytes, at: &at, coinId: coinId, accounts: names), number)
      case .income: income(reward(at: &at, coinId: coinId), number)
      case nil: return
      }
    }
  }

  private func reward(at offset: inout Int, coinId: String) -> IncomeRow {
    let flags = IncomeFlags(rawValue: bytes[offset])
    let label = Int(bytes[offset + 1])
    offset += 2
    let date = Date(millisecondsSince1970: bytes.signed(at: &offset))
    let day = UTCDay(number: bytes.signed(at: &offset))
    let amount = Quantity(bytes: bytes, at: &offset) ?? 0
    let value = flags.contains(.hasValue) ? Cost(bytes: bytes, at: &offset) : nil
    return IncomeRow(
      date: date, day: day, coinId: coinId,
      label: label == 0 ? nil : TransactionLabel.allCases[label - 1], exactAmount: amount,
      exactValue: value, isUnvalued: flags.contains(.isUnvalued),
      isEstimated: flags.contains(.isEstimated))
  }
}
