import FoundationEssentials
import Portfolio

/// So much of a coin that came to or left an account in one second.
struct Happening: Hashable {
  let account: String
  let coinId: String
  let kind: String
  let second: Int

  /// `nil` for a transaction without an account.
  init?(_ transaction: Transaction) {
    guard let account = transaction.account, transaction.category != .fee else { return nil }
    self.init(
      account: account, coinId: transaction.coinId, kind: transaction.type.rawValue,
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
  var atAnySecond: Happening {
    Happening(account: account, coinId: coinId, kind: kind, second: 0)
  }

  func moved(seconds: Int) -> Happening {
    Happening(account: account, coinId: coinId, kind: kind, second: second + seconds)
  }
}

/// A deposit or withdrawal that an export tells.
struct ToldMove {
  let second: Int
  var telling: Telling
}

/// What one export says of a happening in all.
struct Telling {
  /// The form, or of a form split among files the file; `nil` for the ledger.
  let form: String?
  /// Whose ids its rows have; of one exchange some forms have ids and some have not.
  let ids: String
  /// Whether its rows have none.
  let isWithoutIds: Bool
  var amount: Decimal
  /// Whether its first row is a purchase or a sale, not a reward or a move.
  var isTrade = false
  /// Whether the user deleted all of it.
  private(set) var isDeleted: Bool
  private let source: String
  private let row: RowSource?

  /// Whether another export says the same.
  func isTwin(of own: Telling, isSplit: Bool) -> Bool {
    guard amount == own.amount else { return false }
    return form == nil ? isSplit || ids != own.ids : form != own.form
  }

  /// Counts more of the same.
  mutating func add(_ other: Telling) {
    amount += other.amount
    isDeleted = isDeleted && other.isDeleted
  }

  /// Why a row is left out that says the same.
  var reason: LeftOutReason { isDeleted ? .deleted : .toldElsewhere(place) }

  /// Where its first row stands, in words.
  var place: String { row?.place ?? "one from \(source) in the ledger" }

  init(
    form: String?, id: Reference?, amount: Decimal, row: RowSource? = nil, isDeleted: Bool = false
  ) {
    (self.form, self.amount, self.row, self.isDeleted) = (form, amount, row, isDeleted)
    source = id?.source ?? ""
    isWithoutIds = id?.isDigest == true
    ids = source + (isWithoutIds ? " without ids" : "")
  }
}
