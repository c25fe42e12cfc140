public import Portfolio

/// What a name in a file turned out to be.
public enum CoinResolution: Equatable, Sendable {
  /// The catalogue lists that id.
  case listed(String)
  /// The symbol's highest-ranked coin; the user is told.
  case bySymbol(String)
  /// An id the catalogue lacks, taken as it is; the user is told.
  case unlisted(String)
  /// Nothing can be made of the name; its rows are refused.
  case unknown
}

/// Something the user should know about an import, though nothing is wrong.
public enum ImportNotice: Equatable, Sendable {
  /// A symbol was read as its highest-ranked coin.
  case symbolRead(symbol: String, coinId: String)
  /// A coin the catalogue lacks was taken as it is.
  case unlistedCoin(String)
  /// The rows of the file were turned round: it has the newest first.
  case newestFirst
}

/// What an import would do to the ledger; nothing is written by making one.
///
/// The import is all or nothing: with a refused row, nothing may be applied.
public struct ImportPlan: Sendable {
  /// The form of the file.
  public let format: ImportFormat
  /// New transactions, to be inserted in this order.
  public let additions: [Transaction]
  /// Rows whose transaction the ledger has already.
  public let alreadyThere: Int
  /// Rows that hold no transaction.
  public let leftOut: [LeftOutRow]
  /// Rows that cannot be imported, by line.
  public let refused: [RefusedRow]
  /// What the user should know.
  public let notices: [ImportNotice]

  /// Whether the additions may be applied.
  public var isAcceptable: Bool { refused.isEmpty }
}
