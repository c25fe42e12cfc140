import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// The reader of an exchange that used tickers for other coins until some day.
  func with(_ tickers: FormerTicker...) -> FormatReader {
    var reader = self
    reader.read = { table in
      read(table).mapping({ $0.renamed(by: tickers) }) { part in
        var part = part
        part.asset = part.asset.renamed(by: tickers, on: part.date)
        return part
      }
    }
    return reader
  }
}

/// A ticker that meant another coin at an exchange until some day.
struct FormerTicker: Sendable {
  let old: Asset
  /// The coin's current ticker.
  let new: Asset
  /// The first day on which the ticker no longer meant it, such as `2018-12-01`.
  let end: String

  /// BCC was Bitcoin Cash until all exchanges called it BCH.
  ///
  /// Elsewhere BCC was Bitconnect then, so the ticker alone is ambiguous.
  static let bitcoinCash = FormerTicker(
    old: Asset(symbol: "BCC"), new: Asset(symbol: "BCH"), end: "2018-12-01")

  /// Binance renamed the first Terra on 2022-05-28 and distributed the second on the 31st; LUNA in
  /// between is still the first.
  static let terra = FormerTicker(
    old: Asset(symbol: "LUNA"), new: Asset(symbol: "LUNC"), end: "2022-05-31")
}

extension Asset {
  fileprivate func renamed(by tickers: [FormerTicker], on date: Date) -> Asset {
    tickers.first { $0.old == self && date.utcDayText < $0.end }?.new ?? self
  }
}

extension AssetAmount {
  fileprivate func renamed(by tickers: [FormerTicker], on date: Date) -> AssetAmount {
    AssetAmount(amount: amount, asset: asset.renamed(by: tickers, on: date))
  }
}

extension RowResult {
  fileprivate func renamed(by tickers: [FormerTicker]) -> RowResult {
    switch self {
    case .trade(var facts):
      let date = facts.date
      facts.received = facts.received?.renamed(by: tickers, on: date)
      facts.spent = facts.spent?.renamed(by: tickers, on: date)
      facts.fees = facts.fees.map { $0.renamed(by: tickers, on: date) }
      facts.feesIncluded = facts.feesIncluded.map { $0.renamed(by: tickers, on: date) }
      return .trade(facts)
    case .move(var facts):
      facts.quantity = facts.quantity.renamed(by: tickers, on: facts.date)
      return .move(facts)
    default: return self
    }
  }
}
