import Portfolio

/// A coin's stored position, with its last row and the digest of all its rows.
///
/// Lots are stored separately (``LotStore``), because neither reports nor purchases need them.
struct StoredPosition {
  /// The totals that reports need.
  var summary: CoinPositionSummary
  var rowCount = 0
  var last = RowSortKey.first
  /// The digest of all of its rows.
  var digest = RowDigest()
  /// The number of first rows whose lots are stored; only purchases follow them.
  var lotRows = 0
  /// The last row that changed lots without a checkpoint; every later one has one.
  var unlogged = RowSortKey.first

  /// The position before the first row.
  init(coinId: String) { summary = CoinPosition(coinId: coinId).summary }

  init(_ summary: CoinPositionSummary) { self.summary = summary }

  var coinId: String { summary.coinId }
}
