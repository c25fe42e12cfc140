public import FoundationEssentials
public import Portfolio

/// Which transactions are read, and in what order.
public struct TransactionQuery: Equatable, Sendable {
  /// What rows are ordered by.
  public enum Order: Equatable, Sendable {
    /// Ledger order.
    case oldestFirst
    /// Ledger order reversed.
    case newestFirst
    /// A column; equal rows are newest first, and rows without a value last whichever way.
    case by(Column, ascending: Bool)
  }

  /// A column that rows can be ordered by.
  public enum Column: Equatable, Sendable {
    /// The word for the kind.
    case kind
    /// The coin, in the order of these ids; others follow in the order of theirs.
    case coin([String])
    /// The amount of coins.
    case amount
    /// The price of one coin; a gift has none.
    case price
    /// What was paid or received in US dollars, fees included; a gift has none.
    case total
    /// The account's name.
    case account
    /// The notes.
    case notes
  }

  /// A word of a search; a row has it where any of these applies.
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

  /// One coin only.
  public var coinId: String?
  /// One account only.
  public var account: String?
  /// One type only.
  public var type: TransactionType?
  /// One kind only.
  public var kind: TransactionKind?
  /// From this instant on.
  public var since: Date?
  /// Before this instant.
  public var until: Date?
  /// Before the end of this day.
  public var end: DayEnd?
  /// Coin id, notes or account contain this text; case does not matter for ASCII letters.
  public var text: String?
  /// Every one of these words is found.
  public var words: [Word]
  /// The order.
  public var order: Order
  /// At most that many rows.
  public var limit: Int?
  /// Rows passed over first.
  public var offset: Int

  /// Makes a query; by default, of all rows in ledger order.
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
