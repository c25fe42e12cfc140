public import CallBudget
import Exact
import FoundationEssentials
import HTTP
import Portfolio
public import PriceProvider

/// DefiLlama's coins API, which needs no key: `https://coins.llama.fi`.
///
/// Its ids are `coingecko:` plus bitpal's own, so no table is needed. Prices are in US dollars
/// only.
public struct DefiLlamaAPI: Sendable {
  /// The source's name.
  public static let sourceName = "DefiLlama"
  static let host = "coins.llama.fi"
  static let prefix = "coingecko:"
  /// The minimum of DefiLlama's confidence, from 0 to 1, for a price to be used.
  static let minConfidence = ExactDecimal(9, exponent: -1)

  /// The provider.
  public let provider: KeylessProvider

  /// Makes the API over the system's HTTP library.
  ///
  /// - Parameters:
  ///   - baseURL: Replaces DefiLlama's own, for a proxy or a test.
  ///   - version: bitpal's version.
  public init(baseURL: String? = nil, version: String) {
    self.init(
      KeylessProvider(ProviderAddress(host: Self.host, baseURL: baseURL, version: version)))
  }

  init(_ provider: KeylessProvider) { self.provider = provider }

  func ask<Value>(
    _ path: String, timeLimit: Duration, maximumBytes: Int, read: (JSONValue, Date) -> Value?
  ) -> ProviderQuestion.Reply<Value> {
    provider.ask(
      path, timeLimit: timeLimit, maximumBytes: maximumBytes, read: read, refusal: Self.refusal)
  }

  /// Errors are `{"message": "invalid period"}` with an error status.
  private static func refusal(
    _ json: JSONValue?, _ answer: HTTPAnswer, _ now: Date
  ) -> PriceFailure? {
    let words = json?["message"]?.string.map { UntrustedText.line($0, limit: 160) }
    let shown = words.flatMap { $0.isEmpty || $0.contains("<") ? nil : $0 }
    guard answer.status != 200 || shown != nil else { return nil }
    return PriceFailure(answer, words: shown, now: now)
  }

  /// Whether DefiLlama is confident of a price; rows of early years have no confidence.
  static func isConfident(_ row: JSONValue) -> Bool {
    guard let confidence = row["confidence"] else { return true }
    return confidence.decimal.map { $0 >= minConfidence } ?? false
  }

  /// A price within the valid range; `nil` for anything else.
  static func price(_ value: JSONValue?) -> ExactDecimal? {
    guard case .number? = value, let price = value?.decimal, LedgerRange.isPossiblePrice(price)
    else { return nil }
    return price
  }

  /// An instant in whole seconds.
  static func seconds(_ value: JSONValue?) -> Int? {
    guard case .number(let text)? = value, let seconds = Int(text), (0...253_402_300_799) ~= seconds
    else { return nil }
    return seconds
  }
}

extension CallLimits {
  /// The limits for DefiLlama's free host; it publishes none, but clients make 90 calls a minute.
  public static let defiLlama = CallLimits(perMinute: 30)
}
