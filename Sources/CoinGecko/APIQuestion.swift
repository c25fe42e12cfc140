import Exact
import FoundationEssentials
internal import HTTP
internal import Portfolio

/// One question to the API: the request, and what its answer means.
struct APIQuestion {
  let configuration: APIConfiguration
  let transport: any HTTPTransport
  let now: @Sendable () -> Date

  /// What came of a question, and what it cost.
  struct Reply<Value> {
    let result: Result<Value, PriceFailure>
    /// Requests that were sent.
    let calls: Int
    /// The server's own clock, when it told it.
    let serverTime: Date?
  }

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
    let exchange = transport.get(
      HTTPRequest(
        url: url, userAgent: configuration.userAgent, privateHeader: configuration.keyHeader,
        timeLimit: timeLimit, maximumBytes: maximumBytes))
    let calls = max(1, exchange.requests)
    switch exchange.result {
    case .failure(let failure):
      return Reply(result: .failure(PriceFailure(failure)), calls: calls, serverTime: nil)
    case .success(let answer):
      return Reply(
        result: meaning(of: answer, wanted: wanted, read), calls: calls,
        serverTime: HTTPDate.instant(answer.date))
    }
  }

  /// The value of an answer, whatever it calls itself: a list of coins is not a web page.
  private func meaning<Value>(
    of answer: HTTPAnswer, wanted: String, _ read: (JSONValue) -> Value?
  ) -> Result<Value, PriceFailure> {
    let json: JSONValue?
    do throws(JSONError) {
      json = try JSONValue(parsing: answer.body)
    } catch {
      json = nil
    }
    let refusal = Refusal(json, key: configuration.key)
    guard answer.status == 200 else {
      return .failure(refusal.failure(status: answer.status, answer: answer, now: now()))
    }
    guard let json else { return .failure(answer.notJSON) }
    if let value = read(json) { return .success(value) }
    guard refusal.isRefusal else { return .failure(.malformed("the response has no \(wanted)")) }
    return .failure(refusal.failure(status: answer.status, answer: answer, now: now()))
  }
}
