public import Charts
public import Exact
public import Portfolio

/// A coin's daily candles and their moving average.
public struct CoinCandles: Equatable, Sendable {
  /// Days in the moving average.
  public static let averageDays = 20

  /// The candles in the display currency, oldest first.
  public let candles: [DailyCandle]
  /// Name of the source.
  public let source: String
  /// Why some or all candles are missing; `nil` if none are.
  public let absence: String?
  /// Moving average of the closes over ``averageDays`` days, by day.
  public let averages: [UTCDay: ExactDecimal]

  /// Creates the candles of a coin.
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
  /// Creates a chart candle.
  public init(_ candle: DailyCandle) {
    self.init(
      candle.day.start, open: candle.open, high: candle.high, low: candle.low,
      close: candle.close)
  }
}
