import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension ImportFile {
  /// The first rows in words, for a user who confirms a map.
  ///
  /// For refused rows it gives their number and the reason of the first.
  public func firstRows(_ count: Int) -> [String] {
    let refused = results.filter { if case .refused = $0 { true } else { false } }
    // Rows that are left out show little of the columns' content.
    let read = results.filter { $0.isRead }
    let leftOut = results.filter { if case .leftOut = $0 { true } else { false } }
    var words = (read.prefix(count) + leftOut.prefix(max(0, count - read.count))).map(\.words)
    if let first = refused.first {
      let share = "\(refused.count) of \(results.count) rows refused"
      words.append(refused.count == 1 ? first.words : "\(share), the first: \(first.words)")
      if case .refused(let row) = first, case .unknownKind(let word) = row.reason {
        words.append(
          "Say in the map what the word means, such as buy=\(word), or trade=\(word) where the sign "
            + "of the amount tells the side")
      }
    }
    return words
  }

  /// Whether there are rows and all of them are refused.
  public var isRefused: Bool {
    !results.isEmpty && results.allSatisfy { if case .refused = $0 { true } else { false } }
  }

  /// The names of the columns in lower case; `nil` for JSON.
  var columns: [String]? { header?.columns }
}

extension RowResult {
  /// Whether the row was imported.
  fileprivate var isRead: Bool {
    switch self {
    case .leftOut, .refused: false
    default: true
    }
  }

  /// A description such as `2024-03-01T10:00:00Z: 0.5 BTC for 20000 USD, fee 10 USD`.
  fileprivate var words: String {
    switch self {
    case .trade(let facts): "\(facts.date.utcText): \(facts.sides)\(facts.feeWords)"
    case .move(let facts):
      "\(facts.date.utcText): \(facts.quantity.amount < 0 ? "withdrawal" : "deposit") of "
        + AssetAmount(amount: abs(facts.quantity.amount), asset: facts.quantity.asset).words
        + (facts.fee == 0
          ? "" : ", fee \(AssetAmount(amount: facts.fee, asset: facts.quantity.asset).words)")
    case .entry(let entry): "\(entry.transaction.date.utcText): \(entry.transaction.type.rawValue)"
    case .record(let record): "\(record.move.date.utcText): a move"
    case .leftOut(let row): "\(row.source.location): left out. \(row.reason.sentence)"
    case .refused(let row): "\(row.source.location): refused. \(row.reason.sentence)"
    }
  }
}

extension TradeFacts {
  fileprivate var sides: String {
    switch (received, spent) {
    case (let received?, let spent?):
      received.asset.isMoney && !spent.asset.isMoney
        || received.asset.isFiat && !spent.asset.isFiat
        ? "sold \(spent.words) for \(received.words)"
        : "bought \(received.words) for \(spent.words)"
    case (let received?, nil): "received \(received.words)"
    case (nil, let spent?): "gave \(spent.words)"
    case (nil, nil): "nothing"
    }
  }

  fileprivate var feeWords: String {
    fees.isEmpty ? "" : ", fee " + fees.map(\.words).joined(separator: " and ")
  }
}

extension Asset {
  /// Whether it is used for payment: a fiat currency or a stablecoin.
  var isMoney: Bool { isFiat || Stablecoin.known[name.uppercased()] != nil }
}
