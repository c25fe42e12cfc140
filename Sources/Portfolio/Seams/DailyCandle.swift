public import Exact

/// What a coin cost in the series of a UTC day.
///
/// A source that knows only closes makes none: nothing in it is derived.
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
  /// Coins that changed hands; `nil` where the source does not say.
  public let volume: ExactDecimal?

  /// Makes a candle.
  ///
  /// - Returns: `nil` where a price is beyond ``LedgerRange``, the volume is negative, or the first
  ///   or the last price lies outside the lowest and the highest.
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

  /// The candle in another currency, by one rate; `nil` where its prices are not possible there.
  public func converted(_ rate: ExchangeRate) -> DailyCandle? {
    DailyCandle(
      day: day, open: rate.converted(open), high: rate.converted(high), low: rate.converted(low),
      close: rate.converted(close), volume: volume)
  }
}

/// What a source of candles brought.
public struct CandleAnswer: Equatable, Sendable {
  /// The candles of days that have ended, oldest first; a day that the source does not have is
  /// absent.
  public var candles: [DailyCandle]
  /// Why nothing was fetched, `nil` where the source answered.
  public var failure: PriceFailure?
  /// Requests that were made, for the call budget.
  public var calls: Int

  /// Makes an answer.
  public init(candles: [DailyCandle] = [], failure: PriceFailure? = nil, calls: Int = 0) {
    self.candles = candles
    self.failure = failure
    self.calls = calls
  }
}

/// The average of the closes of so many days up to each day.
///
/// - Parameters:
///   - closes: Known closes by day.
///   - length: Days of an average, at least 1.
/// - Returns: The averages by day, each the exact sum divided once; a day has one only where every
///   close of its days is known.
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
