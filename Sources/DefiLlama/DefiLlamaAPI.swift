public import CallBudget
import Exact
import FoundationEssentials
import HTTP
import Portfolio
public import PriceProvider

/// DefiLlama's coins API, which needs no key: `https://coins.llama.fi`.
///
/// Its ids are `coingecko:` and bitpal's own, so it needs no table. It knows US dollars only.
public struct DefiLlamaAPI: Sendable {
  /// What the source is called.
  public static let sourceName = "DefiLlama"
  static let host = "coins.llama.fi"
  static let prefix = "coingecko:"
  /// DefiLlama's own measure of how sure it is of a price, from 0 to 1; a less sure one is left out.
  static let leastConfidence = ExactDecimal(9, exponent: -1)

  /// Where it is asked.
  public let provider: KeylessProvider

  /// Makes the API over the system's HTTP library.
  ///
  /// - Parameters:
  ///   - baseURL: In place of DefiLlama's own, for a proxy or a test.
  ///   - version: bitpal's own version.
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

  /// The refusals are `{"message": "invalid period"}` under their own status.
  private static func refusal(
    _ json: JSONValue?, _ answer: HTTPAnswer, _ now: Date
  ) -> PriceFailure? {
    let words = json?["message"]?.string.map { UntrustedText.line($0, limit: 160) }
    let shown = words.flatMap { $0.isEmpty || $0.contains("<") ? nil : $0 }
    guard answer.status != 200 || shown != nil else { return nil }
    return PriceFailure(answer, words: shown, now: now)
  }

  /// Whether DefiLlama is sure of a price; rows of early years have no measure.
  static func isConfident(_ row: JSONValue) -> Bool {
    guard let confidence = row["confidence"] else { return true }
    return confidence.decimal.map { $0 >= leastConfidence } ?? false
  }

  /// A price within the range of prices; `nil` for anything else.
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
  /// What DefiLlama's free host is asked at most; it publishes no number, clients make 90 a minute.
  public static let defiLlama = CallLimits(perMinute: 30)
}
