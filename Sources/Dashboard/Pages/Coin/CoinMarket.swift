public import Exact
public import Portfolio
import Widgets

/// What a source says of a coin's market beyond its price, in the currency of the figures.
public struct CoinMarket: Equatable, Sendable {
  /// What the source of the price is called; empty where that is not known.
  public var source: String
  /// Market capitalization, `nil` where the source does not say.
  public var capitalization: ExactDecimal?
  /// What changed hands within 24 hours, `nil` where the source does not say.
  public var volume: ExactDecimal?
  /// Coins in circulation, `nil` where the source does not say.
  public var supply: ExactDecimal?

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

extension CoinMarket {
  private static let amountColumns = 7

  /// The figures that are known, each with its name in a line of several and in a line of its own.
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
  /// One line of the market's figures that are known, or whom they are not known from; `nil` where
  /// not even that is known.
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
