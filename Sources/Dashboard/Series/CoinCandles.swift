public import Charts
public import Exact
public import Portfolio

/// What is known of a coin's daily candles.
public struct CoinCandles: Equatable, Sendable {
  /// Days of the moving average.
  public static let averageDays = 20

  /// The candles in the currency of the figures, oldest first.
  public let candles: [DailyCandle]
  /// What their source is called.
  public let source: String
  /// Why there are none, or not those of the last days; `nil` where none is missing.
  public let absence: String?
  /// The averages of the closes of ``averageDays`` days, by day.
  public let averages: [UTCDay: ExactDecimal]

  /// Makes the knowledge of a coin's candles.
  public init(_ candles: [DailyCandle], source: String, absence: String? = nil) {
    self.candles = candles
    self.source = source
    self.absence = absence
    averages = movingAverage(
      Dictionary(candles.map { ($0.day, $0.close) }, uniquingKeysWith: { $1 }),
      days: Self.averageDays)
  }
}

extension ChartCandle {
  /// A candle as a chart draws it.
  public init(_ candle: DailyCandle) {
    self.init(
      candle.day.start, open: candle.open, high: candle.high, low: candle.low,
      close: candle.close)
  }
}
