import Exact
import FoundationEssentials
internal import HTTP
internal import Portfolio
internal import PriceProvider

/// A request to the API, and the interpretation of its response.
struct APIQuestion {
  let configuration: APIConfiguration
  let transport: any HTTPTransport
  let now: @Sendable () -> Date

  typealias Reply<Value> = ProviderQuestion.Reply<Value>

  /// Sends the request and reads the response; failures are decided by the status first, then by
  /// the shape.
  ///
  /// - Parameters:
  ///   - url: The full address.
  ///   - timeLimit: For the whole request.
  ///   - maximumBytes: The maximum size of the body.
  ///   - wanted: What is requested, in a word.
  ///   - read: Converts the JSON; `nil` if it does not have the requested shape.
  func ask<Value>(
    _ url: String, timeLimit: Duration, maximumBytes: Int, wanted: String,
    _ read: (JSONValue) -> Value?
  ) -> Reply<Value> {
    let question = ProviderQuestion(
      transport: transport, userAgent: configuration.userAgent,
      privateHeader: configuration.keyHeader, now: now)
    return question.ask(
      .init(url: url, timeLimit: timeLimit, maximumBytes: maximumBytes, noun: wanted),
      read: { json, _ in read(json) },
      refusal: { json, answer, now in
        let refusal = Refusal(json, key: configuration.key)
        guard answer.status != 200 || refusal.isRefusal else { return nil }
        return refusal.failure(answer, now: now)
      })
  }
}
