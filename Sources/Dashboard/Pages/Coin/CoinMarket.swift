public import Exact
public import Portfolio
import Widgets

/// Market data of a coin beyond its price, in the display currency.
public struct CoinMarket: Equatable, Sendable {
  /// Name of the price source; empty if unknown.
  public var source: String
  /// Market capitalization; `nil` if the source does not report it.
  public var capitalization: ExactDecimal?
  /// 24-hour trading volume; `nil` if the source does not report it.
  public var volume: ExactDecimal?
  /// Circulating supply; `nil` if the source does not report it.
  public var supply: ExactDecimal?

  /// Copies a coin's market data.
  ///
  /// - Parameters:
  ///   - coin: The coin, priced in the display currency.
  ///   - source: Name of its price source.
  public init(_ coin: Coin, source: String) {
    self.source = source
    capitalization = coin.marketCap
    volume = coin.volume24h
    supply = coin.circulatingSupply
  }
}

extension CoinMarket {
  private static let amountColumns = 7

  /// The known figures, each with a short name for a shared line and a long one for its own.
  func figures(in format: NumberFormat) -> [(short: String, long: String, figure: FormattedFigure)]
  {
    func money(_ value: ExactDecimal) -> String {
      format.money(value, isSigned: false, fitting: Self.amountColumns)
    }
    return [
      ("cap", "Market cap", capitalization.map(money)),
      ("volume 24 h", "Volume 24 h", volume.map(money)),
      ("supply", "Supply", supply.map { Figures.quantity($0.rounded(places: 0)) }),
    ].compactMap { short, long, text in text.map { (short, long, .text($0)) } }
  }
}

extension CoinFact {
  /// One line with the known market figures, or a note that the source gives only the price; `nil`
  /// if the source is unknown.
  static func market(_ market: CoinMarket?, format: NumberFormat) -> CoinFact? {
    guard let market, !market.source.isEmpty else { return nil }
    let figures = market.figures(in: format)
    guard !figures.isEmpty else {
      return CoinFact("Market", [.sign("\(market.source) gives the price alone")])
    }
    let parts = figures.enumerated().flatMap { index, figure in
      [.sign(index == 0 ? figure.short : "· \(figure.short)"), figure.figure]
    }
    return CoinFact("Market", parts)
  }
}
