public import Exact

/// A coin's prices over a UTC day.
///
/// A source that has only closes provides no candles: nothing in a candle is derived.
public struct DailyCandle: Equatable, Sendable {
  /// The UTC day.
  public let day: UTCDay
  /// The first price of the day, in units of a currency per coin.
  public let open: ExactDecimal
  /// The highest price.
  public let high: ExactDecimal
  /// The lowest price.
  public let low: ExactDecimal
  /// The last price.
  public let close: ExactDecimal
  /// Trading volume in coins; `nil` if the source does not provide it.
  public let volume: ExactDecimal?

  /// Creates a candle.
  ///
  /// - Returns: `nil` if a price is beyond ``LedgerRange``, the volume is negative, or the first or
  ///   the last price is outside the lowest and the highest.
  public init?(
    day: UTCDay, open: ExactDecimal, high: ExactDecimal, low: ExactDecimal, close: ExactDecimal,
    volume: ExactDecimal?
  ) {
    guard [open, high, low, close].allSatisfy(LedgerRange.isPossiblePrice),
      low <= min(open, close), high >= max(open, close), volume.map({ $0 >= 0 }) ?? true
    else { return nil }
    self.day = day
    self.open = open
    self.high = high
    self.low = low
    self.close = close
    self.volume = volume
  }

  /// The candle converted to another currency; `nil` if its prices are not possible there.
  public func converted(_ rate: ExchangeRate) -> DailyCandle? {
    DailyCandle(
      day: day, open: rate.converted(open), high: rate.converted(high), low: rate.converted(low),
      close: rate.converted(close), volume: volume)
  }
}

/// The response of a candle source.
public struct CandleAnswer: Equatable, Sendable {
  /// The candles of days that have ended, oldest first, without days that the source does not have.
  public var candles: [DailyCandle]
  /// Why nothing was fetched, `nil` if the source answered.
  public var failure: PriceFailure?
  /// The number of requests made, for the call budget.
  public var calls: Int

  /// Creates an answer.
  public init(candles: [DailyCandle] = [], failure: PriceFailure? = nil, calls: Int = 0) {
    self.candles = candles
    self.failure = failure
    self.calls = calls
  }
}

/// The average of the closes over a number of days up to each day.
///
/// - Parameters:
///   - closes: Known closes by day.
///   - length: The number of days to average, at least 1.
/// - Returns: The averages by day, each an exact sum divided once; a day has one only if every
///   close it needs is known.
public func movingAverage(_ closes: [UTCDay: ExactDecimal], days length: Int) -> [UTCDay:
  ExactDecimal]
{
  closes.keys.reduce(into: [:]) { averages, day in
    var sum = ExactDecimal.zero
    for back in 0..<length {
      guard let close = closes[day.advanced(by: -back)] else { return }
      sum += close
    }
    averages[day] = sum.quotient(by: ExactDecimal(length))
  }
}
