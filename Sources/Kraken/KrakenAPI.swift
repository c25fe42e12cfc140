public import CallBudget
import Exact
import FoundationEssentials
import HTTP
import Portfolio
public import PriceProvider

/// Kraken's public market data, which needs no key: `https://api.kraken.com`.
///
/// Coins are mapped by a table that was checked against prices when it was made
/// (`scripts/make-kraken-pairs.py`), never by symbol.
public struct KrakenAPI: Sendable {
  /// The source's name.
  public static let sourceName = "Kraken"
  static let host = "api.kraken.com"

  /// The provider.
  public let provider: KeylessProvider

  /// Makes the API over the system's HTTP library.
  ///
  /// - Parameters:
  ///   - baseURL: Replaces Kraken's own, for a proxy or a test.
  ///   - version: bitpal's version.
  public init(baseURL: String? = nil, version: String) {
    self.init(
      KeylessProvider(ProviderAddress(host: Self.host, baseURL: baseURL, version: version)))
  }

  init(_ provider: KeylessProvider) { self.provider = provider }

  /// The coins with a checked pair at Kraken, by CoinGecko id.
  public static var coinIds: Set<String> { Set(KrakenPair.all.keys) }

  /// Requests a method's result; errors have the status 200, so the body decides first.
  func ask<Value>(
    _ query: String, timeLimit: Duration, maximumBytes: Int, read: (JSONObject, Date) -> Value?
  ) -> ProviderQuestion.Reply<Value> {
    provider.ask(
      "/0/public/\(query)", timeLimit: timeLimit, maximumBytes: maximumBytes,
      read: { value, now in
        guard Self.errors(value).isEmpty, let result = value["result"]?.object else { return nil }
        return read(result, now)
      }, refusal: Self.refusal)
  }

  /// The errors in a response, without warnings, which begin with `W`.
  private static func errors(_ value: JSONValue) -> [String] {
    (value["error"]?.array ?? []).compactMap(\.string).filter { !$0.hasPrefix("W") }
  }

  private static func refusal(
    _ json: JSONValue?, _ answer: HTTPAnswer, _ now: Date
  ) -> PriceFailure? {
    let errors = json.map(errors) ?? []
    guard let error = errors.first else {
      return answer.status == 200 ? nil : PriceFailure(answer, words: nil, now: now)
    }
    if error.contains("Too many requests") || error.contains("Rate limit exceeded") {
      return .rateLimited(
        retryAfter: RetryAfter.seconds(answer.retryAfter, date: answer.date, now: now))
    }
    let words = UntrustedText.line(error, limit: 160)
    if error.hasPrefix("EQuery:Unknown asset pair") { return .notThere(words) }
    return PriceFailure(answer, words: words.contains("<") ? nil : words, now: now)
  }

  /// A price within the valid range, which Kraken sends as text; `nil` for anything else.
  static func price(_ value: JSONValue?) -> ExactDecimal? {
    guard case .string? = value, let price = value?.decimal, LedgerRange.isPossiblePrice(price)
    else { return nil }
    return price
  }
}

extension CallLimits {
  /// The limits for Kraken's public host: it refuses thirty calls within three seconds, and allows
  /// one per second.
  public static let kraken = CallLimits(perMinute: 20)
}
