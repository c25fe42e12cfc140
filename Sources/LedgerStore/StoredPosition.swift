import Portfolio

/// A coin's position as it is stored, with the last row it holds and the digest of all of them.
///
/// Its lots are apart (``LotStore``): reports need none, and neither does a purchase.
struct StoredPosition {
  /// All that reports need.
  var summary: CoinPositionSummary
  var rowCount = 0
  var last = RowPlace.first
  /// The digest of all of its rows.
  var digest = RowDigest()
  /// The number of first rows whose lots are stored; only purchases follow them.
  var lotRows = 0
  /// The last row that changed lots without a checkpoint; every later one has one.
  var unlogged = RowPlace.first

  /// The position before the first row.
  init(coinId: String) { summary = CoinPosition(coinId: coinId).summary }

  init(_ summary: CoinPositionSummary) { self.summary = summary }

  var coinId: String { summary.coinId }
}
