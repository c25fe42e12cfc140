import Exact
public import FoundationEssentials
import GRDB
public import Portfolio

/// Selects and orders transactions.
public struct TransactionQuery: Equatable, Sendable {
  /// The order of rows.
  public enum Order: Equatable, Sendable {
    /// Ledger order.
    case oldestFirst
    /// Ledger order reversed.
    case newestFirst
    /// By a column; equal rows are newest first, and rows without a value are always last.
    case by(Column, ascending: Bool)
  }

  /// A column that rows can be ordered by.
  public enum Column: Equatable, Sendable {
    /// The name of the kind.
    case kind
    /// The coin, in the order of these ids; others follow by id.
    case coin([String])
    /// The amount of coins.
    case amount
    /// The price of one coin; gifts have none.
    case price
    /// The amount paid or received in US dollars, including fees; gifts have none.
    case total
    /// The account's name.
    case account
    /// The notes.
    case notes
  }

  /// A search word; a row matches if any of these applies.
  public struct Word: Equatable, Sendable {
    /// Notes or account contain this text; case does not matter.
    public var text: String?
    /// The account contains this text; case does not matter.
    public var account: String?
    /// The coin is one of these.
    public var coinIds: [String]
    /// The kind is one of these.
    public var kinds: [TransactionKind]
    /// The UTC day begins with these digits, such as `2025` or `202503`.
    public var dayDigits: String?
    /// The UTC day is not before one that begins with these digits.
    public var firstDay: String?
    /// The UTC day is not after one that begins with these digits.
    public var lastDay: String?

    /// Makes a word.
    public init(
      _ text: String? = nil, account: String? = nil, coinIds: [String] = [],
      kinds: [TransactionKind] = [], dayDigits: String? = nil,
      days: (first: String?, last: String?)? = nil
    ) {
      self.text = text
      self.account = account
      (firstDay, lastDay) = days ?? (nil, nil)
      self.coinIds = coinIds
      self.kinds = kinds
      self.dayDigits = dayDigits
    }
  }

  /// Only this coin.
  public var coinId: String?
  /// Only this account.
  public var account: String?
  /// Only this type.
  public var type: TransactionType?
  /// Only this kind.
  public var kind: TransactionKind?
  /// From this instant onward.
  public var since: Date?
  /// Before this instant.
  public var until: Date?
  /// Before the end of this day.
  public var end: DayEnd?
  /// Coin id, notes or account contain this text; case does not matter for ASCII letters.
  public var text: String?
  /// The row matches every one of these words.
  public var words: [Word]
  /// The order.
  public var order: Order
  /// The maximum number of rows.
  public var limit: Int?
  /// The number of rows to skip.
  public var offset: Int

  /// Makes a query; by default it selects all rows in ledger order.
  public init(
    coinId: String? = nil, account: String? = nil, type: TransactionType? = nil,
    kind: TransactionKind? = nil, since: Date? = nil, until: Date? = nil,
    end: DayEnd? = nil, text: String? = nil,
    words: [Word] = [],
    order: Order = .oldestFirst, limit: Int? = nil, offset: Int = 0
  ) {
    self.coinId = coinId
    self.account = account
    self.type = type
    self.kind = kind
    self.since = since
    self.until = until
    self.end = end
    self.text = text
    self.words = words
    self.order = order
    self.limit = limit
    self.offset = offset
  }
}

extension TransactionQuery {
  /// The `WHERE` clause with its arguments.
  var condition: (sql: String, arguments: StatementArguments) {
    var clause = Clause()
    if let coinId { clause.add("coinId = ?", coinId) }
    if let account { clause.add("account = ?", account) }
    if let type { clause.add("type = ?", type.rawValue) }
    if let kind { clause.add("kind = ?", kind.rawValue) }
    if let since { clause.add("date >= ?", since.millisecondsSince1970) }
    if let until { clause.add("date < ?", until.millisecondsSince1970) }
    if let end {
      clause.add(
        "date < ? AND date IS NOT ?", end.instant.millisecondsSince1970,
        end.nextDay?.millisecondsSince1970)
    }
    if let text, !text.isEmpty { clause.add(text, in: ["coinId", "notes", "account"]) }
    for word in words { clause.add(word) }
    return clause.whole
  }

  /// The `WHERE` clause for the same words among moves: a transfer matches by either account, and
  /// is represented by its outgoing half.
  var moveCondition: (sql: String, arguments: StatementArguments) {
    var clause = Clause()
    clause.add("(transfer IS NULL OR substr(amount, 1, 1) = '-')")
    for word in words {
      clause.add(
        word,
        kind: """
          CASE WHEN transfer IS NOT NULL THEN 'transfer'
            WHEN substr(amount, 1, 1) = '-' THEN 'withdrawal' ELSE 'deposit' END
          """,
        texts: [
          "notes", "account", "coinId", "CASE WHEN transfer IS NULL THEN 'open' END",
          Self.toAccount,
        ], accounts: ["account", Self.toAccount])
    }
    return clause.whole
  }

  private static let toAccount =
    "(SELECT o.account FROM ledgerMove o WHERE o.id = ledgerMove.transfer)"

  /// The `ORDER BY` and `LIMIT` clauses.
  var orderAndPage: String {
    let page = limit == nil && offset == 0 ? "" : " LIMIT \(limit ?? -1) OFFSET \(offset)"
    return "ORDER BY \(orderTerms)\(page)"
  }

  /// The terms of the order, which is total.
  private var orderTerms: String {
    switch order {
    case .oldestFirst: return "date, sequence"
    case .newestFirst: return "date DESC, sequence DESC"
    case .by(let column, let isAscending):
      let direction = isAscending ? "ASC" : "DESC"
      let terms = column.terms.map { "\($0) \(direction) NULLS LAST" }
      return (terms + ["date DESC", "sequence DESC"]).joined(separator: ", ")
    }
  }

  /// Registers the functions that the clauses call.
  func addFunctions(to db: Database) throws {
    if words.contains(where: { [$0.text, $0.account].contains { $0?.isASCII == false } }) {
      db.add(function: containsFunction)
    }
    guard case .by(let column, _) = order else { return }
    switch column {
    case .coin(let ids): db.add(function: indexFunction(ids))
    case .total: db.add(function: totalFunction)
    case .kind, .amount, .price, .account, .notes: break
    }
  }
}

extension TransactionQuery.Column {
  /// The expressions that rows are ordered by.
  ///
  /// Decimals are stored in canonical form: the one with more digits before the point is greater,
  /// and for equal lengths the text decides.
  fileprivate var terms: [String] {
    switch self {
    case .kind: ["kind"]
    case .coin: ["bitpal_place(coinId)", "coinId"]
    case .amount: ["instr(amount || '.', '.')", "amount"]
    case .price:
      ["pricePerCoin", "instr(pricePerCoin || '.', '.')"].reversed().map {
        "CASE WHEN pricePerCoin <> '0' THEN \($0) END"
      }
    case .total: ["CASE WHEN pricePerCoin <> '0' THEN bitpal_total(\(LedgerRows.countedList)) END"]
    case .account: ["account COLLATE NOCASE"]
    case .notes: ["nullif(notes, '') COLLATE NOCASE"]
    }
  }
}

/// A conjunction of conditions.
private struct Clause {
  private var parts: [String] = []
  private var arguments = StatementArguments()

  var whole: (sql: String, arguments: StatementArguments) {
    (parts.isEmpty ? "" : "WHERE " + parts.joined(separator: " AND "), arguments)
  }

  mutating func add(_ part: String, _ values: (any DatabaseValueConvertible)?...) {
    parts.append(part)
    arguments += StatementArguments(values)
  }

  /// Requires a text in any of some columns.
  mutating func add(_ text: String, in columns: [String]) {
    add(Self.containing(columns), pattern(text), pattern(text), pattern(text))
  }

  /// Requires a word to match a coin, a kind, a day or one of some texts.
  mutating func add(
    _ word: TransactionQuery.Word, kind: String = "kind",
    texts: [String] = ["notes", "account"], accounts: [String] = ["account"]
  ) {
    var either: [String] = []
    var values: [(any DatabaseValueConvertible)?] = []
    if !word.coinIds.isEmpty {
      either.append("coinId IN (\(Self.placeholders(word.coinIds.count)))")
      values += word.coinIds
    }
    if !word.kinds.isEmpty {
      either.append("\(kind) IN (\(Self.placeholders(word.kinds.count)))")
      values += word.kinds.map(\.rawValue)
    }
    let day = "strftime('%Y%m%d', date / 1000.0, 'unixepoch')"
    if let digits = word.dayDigits {
      either.append("\(day) GLOB ? || '*'")
      values.append(digits)
    }
    if word.firstDay != nil || word.lastDay != nil {
      either.append("\(day) BETWEEN ? AND ? || '99999999'")
      values += [word.firstDay ?? "", word.lastDay ?? ""]
    }
    for (text, columns) in [(word.text, texts), (word.account, accounts)] {
      guard let text else { continue }
      if text.isASCII {
        either.append(Self.containing(columns))
        values += columns.map { _ in pattern(text) }
      } else {
        either += columns.map { "bitpal_contains(\($0), ?)" }
        values += columns.map { _ in text.lowercased() }
      }
    }
    parts.append(either.isEmpty ? "0" : "(\(either.joined(separator: " OR ")))")
    arguments += StatementArguments(values)
  }

  private static func placeholders(_ count: Int) -> String {
    Array(repeating: "?", count: count).joined(separator: ", ")
  }

  private static func containing(_ columns: [String]) -> String {
    "(\(columns.map { "\($0) LIKE ? ESCAPE '\\'" }.joined(separator: " OR ")))"
  }

  private func pattern(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("%", with: "\\%")
      .replacing("_", with: "\\_")
    return "%\(escaped)%"
  }
}

extension String {
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

/// Whether a text contains another, lower-case one; SQLite only folds the case of ASCII.
private let containsFunction = DatabaseFunction(
  "bitpal_contains", argumentCount: 2, pure: true
) { values in
  guard let text = String.fromDatabaseValue(values[0]),
    let part = String.fromDatabaseValue(values[1])
  else { return nil }
  return text.lowercased().contains(part)
}

/// The index of a coin in a list; `NULL` if it is not in it.
private func indexFunction(_ ids: [String]) -> DatabaseFunction {
  let indices = Dictionary(
    ids.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  return DatabaseFunction("bitpal_place", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).flatMap { indices[$0] }
  }
}

/// The dollar value of a row as bytes that sort like the number.
private let totalFunction = DatabaseFunction(
  "bitpal_total", argumentCount: LedgerTable.transactions.columns.count, pure: true
) { values in
  let row = try LedgerRow(
    ValueColumns(values: values),
    at: .init(path: "", table: LedgerTable.transactions.name))
  return row.transaction.total.orderedBytes
}

/// The arguments of a function.
private struct ValueColumns: ColumnSource {
  let values: [DatabaseValue]

  func integer(_ index: Int) -> Int? { Int.fromDatabaseValue(values[index]) }
  func text(_ index: Int) -> String? { String.fromDatabaseValue(values[index]) }
  func bytes(_ index: Int) -> [UInt8]? { Data.fromDatabaseValue(values[index]).map(Array.init) }
}

extension ExactDecimal {
  /// Bytes that sort like the number: sign, digits before the point, text; inverted if negative.
  fileprivate var orderedBytes: Data {
    let text = magnitude.description
    let length = text.utf8.firstIndex(of: UInt8(ascii: ".")).map {
      text.utf8.distance(from: text.startIndex, to: $0)
    }
    let bytes = [1, UInt8(clamping: length ?? text.utf8.count)] + Array(text.utf8) + [0]
    return Data(self < 0 ? bytes.map { ~$0 } : bytes)
  }
}
