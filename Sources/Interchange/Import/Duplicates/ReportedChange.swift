import FoundationEssentials
import Portfolio

/// So much of a coin that came to or left an account in one second.
struct AccountChange: Hashable {
  let account: String
  let coinId: String
  let kind: String
  let second: Int

  /// `nil` for a transaction without an account.
  init?(_ transaction: Transaction) {
    guard let account = transaction.account, transaction.category != .fee else { return nil }
    // Fills name no account, and are those of both.
    let place = account.lowercased() == "coinbase-pro" ? "coinbase" : account
    self.init(
      account: place, coinId: transaction.coinId, kind: transaction.type.rawValue,
      transaction.date)
  }

  init(_ move: Move) {
    self.init(
      account: move.account, coinId: move.coinId, kind: move.amount < 0 ? "out" : "in", move.date)
  }

  private init(account: String, coinId: String, kind: String, _ date: Date) {
    self.init(
      account: account.lowercased(), coinId: coinId, kind: kind,
      second: date.millisecondsSince1970 / 1000)
  }

  private init(account: String, coinId: String, kind: String, second: Int) {
    (self.account, self.coinId, self.kind, self.second) = (account, coinId, kind, second)
  }

  /// Whether it is a deposit or a withdrawal.
  var isMove: Bool { kind == "in" || kind == "out" }

  /// The same at a second that is nobody's.
  var atAnySecond: AccountChange {
    AccountChange(account: account, coinId: coinId, kind: kind, second: 0)
  }

  func moved(seconds: Int) -> AccountChange {
    AccountChange(account: account, coinId: coinId, kind: kind, second: second + seconds)
  }
}

/// A deposit or withdrawal of one report, at its second.
struct ReportedMove {
  let second: Int
  var report: ReportedChange
}

/// What one export says of a change in all.
struct ReportedChange {
  /// The form, or of a form split among files the file; `nil` for the ledger.
  private(set) var form: String?
  /// Whose ids its rows have; of one exchange some forms have ids and some have not.
  let ids: String
  /// Whether its rows have none.
  let isWithoutIds: Bool
  /// Coins, of moves with the fee.
  private(set) var amount: Decimal
  /// The same before a fee in the coin itself.
  private(set) var gross: Decimal
  /// What each of its rows adds to ``gross``.
  private(set) var rows: [Decimal]
  /// Whether its first row is a purchase or a sale, not a reward or a move.
  let isTrade: Bool
  private let isMove: Bool
  /// Whether the user deleted all of it.
  private(set) var isDeleted: Bool
  private let source: String
  private let row: RowSource?
  /// What says it: rows of files by their places, what is in the ledger by its references.
  private(set) var origins: Set<Origin>
  /// Whether something else may take its place that says more.
  private(set) var isReplaceable = true
  /// Whether it says the fee, and the hash, of a move.
  private var hasFee: Bool
  private let hasHash: Bool

  /// What says something of a change.
  enum Origin: Hashable {
    case row(RowPlace)
    case reference(Reference)
  }

  /// What a transaction says; without a row the ledger's.
  ///
  /// - Parameter rows: The amounts of the rows that make it up, where there are several.
  init(
    _ transaction: Transaction, row: RowSource? = nil, of rows: [Decimal] = [],
    isDeleted: Bool = false
  ) {
    amount = transaction.amount
    gross = transaction.amount
    if let fee = transaction.fee, fee.currency == transaction.coinId {
      gross += transaction.type.isAcquisition ? fee.amount : -fee.amount
    }
    self.rows = rows.isEmpty ? [gross] : rows
    isTrade = transaction.category == .trade
    (isMove, hasFee, hasHash) = (false, transaction.fee.map { $0.amount != 0 } ?? false, false)
    origins = Self.origins(row, transaction.reference)
    (ids, isWithoutIds) = (Self.ids(of: transaction.reference), transaction.reference.isDigest)
    (self.row, self.isDeleted, source) = (row, isDeleted, transaction.reference?.source ?? "")
  }

  /// What a move says.
  init(_ move: Move, row: RowSource? = nil, isDeleted: Bool = false) {
    amount = abs(move.amount) + move.fee
    gross = amount
    rows = [amount]
    isTrade = false
    (isMove, hasFee, hasHash) = (true, move.fee != 0, move.hash != nil)
    origins = Self.origins(row, move.reference)
    (ids, isWithoutIds) = (Self.ids(of: move.reference), move.reference.isDigest)
    (self.row, self.isDeleted, source) = (row, isDeleted, move.reference?.source ?? "")
  }

  private static func origins(_ row: RowSource?, _ reference: Reference?) -> Set<Origin> {
    if let row { return [.row(row.rowPlace)] }
    return reference.map { [.reference($0)] } ?? []
  }

  /// Whose ids a reference is one of.
  static func ids(of reference: Reference?) -> String {
    guard let reference else { return "" }
    return reference.source
      + (reference.isDigest ? " without ids" : reference.namesMarket ? " of markets" : "")
  }

  /// What tells apart the reports that say something.
  var reportName: String { "\(form ?? "") \(ids)" }

  /// The same, where a form of a file says it.
  func reported(by form: String) -> ReportedChange {
    var reported = self
    reported.form = form
    return reported
  }

  /// Whether another export says the same; some know the fee that was taken from the coins.
  func isTwin(of own: ReportedChange, isSplit: Bool) -> Bool {
    isOfAnother(than: own, isSplit: isSplit) && isAsMuch(as: own)
  }

  /// Whether another report says it.
  func isOfAnother(than own: ReportedChange, isSplit: Bool) -> Bool {
    guard form != nil else { return isSplit || ids != own.ids }
    return form != own.form || isWithoutIds != own.isWithoutIds
  }

  /// Whether it is as much, with the fee or without.
  func isAsMuch(as own: ReportedChange) -> Bool { amount == own.amount || gross == own.gross }

  /// Whether it says all that another report says, and the fee besides, or the hash of a move.
  func isMoreComplete(than other: ReportedChange) -> Bool {
    guard isMove else { return hasFee && !other.hasFee }
    guard origins.count == 1, other.origins.count == 1 else { return false }
    return hasFee || hasHash ? !(other.hasFee || other.hasHash) : false
  }

  /// The same, where nothing may take its place.
  var irreplaceable: ReportedChange {
    var irreplaceable = self
    irreplaceable.isReplaceable = false
    return irreplaceable
  }

  /// Counts more of the same.
  mutating func add(_ other: ReportedChange) {
    origins.formUnion(other.origins)
    isReplaceable = isReplaceable && other.isReplaceable
    hasFee = hasFee || other.hasFee
    amount += other.amount
    gross += other.gross
    rows += other.rows
    isDeleted = isDeleted && other.isDeleted
  }

  /// Counts the fee of a move, which is part of what left.
  mutating func addFee(_ fee: Decimal) {
    add(fee)
    hasFee = true
  }

  private mutating func add(_ more: Decimal) {
    amount += more
    gross += more
  }

  /// The same of which so much less is counted.
  func less(_ known: Decimal) -> ReportedChange {
    var less = self
    less.add(-known)
    return less
  }

  /// Why a row is left out that says the same.
  var reason: LeftOutReason { isDeleted ? .deleted : .reportedElsewhere(place) }

  /// The line of its first row.
  var line: Int { row?.line ?? 0 }

  /// Where its first row stands, in words.
  var place: String { row?.place ?? "one from \(source) in the ledger" }
}

extension Reference? {
  fileprivate var isDigest: Bool { self?.isDigest == true }
}
