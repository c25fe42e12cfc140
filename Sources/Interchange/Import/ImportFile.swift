public import FoundationEssentials
public import Portfolio

/// What a file calls the thing that moved.
public enum Asset: Hashable, Sendable {
  /// A state's money, by its ISO 4217 code in capitals.
  case fiat(String)
  /// A coin by its CoinGecko id.
  case id(String)
  /// A coin by its ticker, with its name where the file gives one.
  case symbol(String, name: String? = nil)

  /// US dollars, the one currency bitpal keeps.
  public static let dollar = Asset.fiat("USD")
}

/// One transaction as a file tells it, its coin not yet looked up.
public struct ImportedEntry: Equatable, Sendable {
  /// The row it comes from; the first of them where a trade takes several.
  public let source: RowSource
  /// The coin.
  public let asset: Asset
  /// Direction.
  public let type: TransactionType
  /// Coins moved.
  public let amount: Decimal
  /// US dollars per coin, fees folded in.
  public let pricePerCoin: Decimal
  /// When it happened.
  public let date: Date
  /// The file's own words, then what bitpal keeps of the trade: counterpart, fee, total, reference.
  public let notes: String?
  /// The transaction's own id, which only bitpal's JSON carries.
  public let id: UUID?
}

/// A row that holds no transaction: deposits, withdrawals, cancelled orders, shares.
public struct LeftOutRow: Equatable, Sendable {
  /// The row.
  public let source: RowSource
  /// Why it was left out.
  public let reason: LeftOutReason

  /// Makes a left-out row.
  public init(source: RowSource, reason: LeftOutReason) {
    self.source = source
    self.reason = reason
  }
}

/// A row that cannot be imported; one of them is enough to import nothing.
public struct RefusedRow: Sendable {
  /// The row.
  public let source: RowSource
  /// What is wrong with it.
  public let reason: RefusalReason

  /// Makes a refused row.
  public init(source: RowSource, reason: RefusalReason) {
    self.source = source
    self.reason = reason
  }
}

/// A file that was read: every row of it is in exactly one of the lists.
public struct ImportFile: Sendable {
  /// The form it has.
  public let format: ImportFormat
  /// The transactions, oldest first; rows of one instant in the order of the file.
  public let entries: [ImportedEntry]
  /// Whether the file has the newest first, so that its rows were turned round.
  public let isNewestFirst: Bool
  /// Rows that hold no transaction, in the order of the file.
  public let leftOut: [LeftOutRow]
  /// Rows that could not be understood, in the order of the file.
  public let refused: [RefusedRow]
}
