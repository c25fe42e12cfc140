import Exact
public import FoundationEssentials
public import Portfolio
import Widgets

/// What a source says of a coin's market beyond its price, in the currency of the figures.
public struct CoinMarket: Equatable, Sendable {
  /// What the source of the price is called; empty where that is not known.
  public var source: String
  /// Market capitalization, `nil` where the source does not say.
  public var capitalization: Decimal?
  /// What changed hands within 24 hours, `nil` where the source does not say.
  public var volume: Decimal?
  /// Coins in circulation, `nil` where the source does not say.
  public var supply: Decimal?

  /// Takes the figures of a coin over.
  ///
  /// - Parameters:
  ///   - coin: The coin, priced in the currency of the figures.
  ///   - source: What the source of its price is called.
  public init(_ coin: Coin, source: String) {
    self.source = source
    capitalization = coin.marketCap
    volume = coin.volume24h
    supply = coin.circulatingSupply
  }
}

extension CoinFact {
  private static let amountColumns = 7

  /// One line of the market's figures that are known, or whom they are not known from; `nil` where
  /// not even that is known.
  static func market(_ market: CoinMarket?, format: NumberFormat) -> CoinFact? {
    guard let market, !market.source.isEmpty else { return nil }
    func money(_ value: Decimal) -> String {
      format.money(value, isSigned: false, fitting: amountColumns)
    }
    let figures = [
      ("cap", market.capitalization.map(money)), ("volume 24 h", market.volume.map(money)),
      ("supply", market.supply.map { Figures.quantity($0.rounded(toPlaces: 0)) }),
    ].compactMap { word, text in text.map { (word, $0) } }
    guard !figures.isEmpty else {
      return CoinFact("Market", [.sign("\(market.source) gives the price alone")])
    }
    let parts = figures.enumerated().flatMap { index, figure in
      [FormattedFigure.sign(index == 0 ? figure.0 : "· \(figure.0)"), .text(figure.1)]
    }
    return CoinFact("Market", parts)
  }
}
