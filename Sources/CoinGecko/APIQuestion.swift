import Exact
import FoundationEssentials
internal import HTTP
internal import Portfolio
internal import PriceProvider

/// One question to the API: the request, and what its answer means.
struct APIQuestion {
  let configuration: APIConfiguration
  let transport: any HTTPTransport
  let now: @Sendable () -> Date

  typealias Reply<Value> = ProviderQuestion.Reply<Value>

  /// Asks and reads the answer; a failure is decided by the status first and then by the shape.
  ///
  /// - Parameters:
  ///   - url: The whole address.
  ///   - timeLimit: For the whole request.
  ///   - maximumBytes: The longest body taken.
  ///   - wanted: What is asked for, in a word.
  ///   - read: Makes something of the JSON, `nil` when it is not of the shape that was asked for.
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
