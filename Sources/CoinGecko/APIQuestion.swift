import FoundationEssentials
internal import Portfolio

/// One question to the API: the request, and what its answer means.
struct APIQuestion {
  let configuration: APIConfiguration
  let transport: any HTTPTransport
  let now: @Sendable () -> Date

  /// Asks and reads the answer.
  ///
  /// - Parameters:
  ///   - url: The whole address.
  ///   - timeLimit: For the whole request.
  ///   - maximumBytes: The longest body taken.
  ///   - wanted: What is asked for, in a word.
  ///   - read: Makes something of the JSON, `nil` when it is not of the shape that was asked for.
  /// - Throws: ``PriceFailure``, decided by the status first and then by the shape.
  func ask<Value>(
    _ url: String, timeLimit: Duration, maximumBytes: Int, wanted: String,
    _ read: (JSONValue) -> Value?
  ) throws(PriceFailure) -> Value {
    let answer: HTTPAnswer
    do throws(HTTPFailure) {
      answer = try transport.get(
        HTTPRequest(
          url: url, userAgent: configuration.userAgent, keyHeader: configuration.keyHeader,
          timeLimit: timeLimit, maximumBytes: maximumBytes))
    } catch {
      throw PriceFailure(error)
    }
    let parsed: Result<JSONValue, JSONError>
    do throws(JSONError) {
      parsed = .success(try JSONValue(parsing: answer.body))
    } catch {
      parsed = .failure(error)
    }
    let value = if case .success(let value) = parsed { value } else { JSONValue?.none }
    let refusal = Refusal(value, key: configuration.keyHeader?.key)
    guard answer.status == 200 else {
      throw refusal.failure(status: answer.status, answer: answer, now: now())
    }
    guard let value, answer.mayBeJSON else { throw answer.notJSON }
    if let result = read(value) { return result }
    guard refusal.isRefusal else { throw .malformed("the answer holds no \(wanted)") }
    throw refusal.failure(status: answer.status, answer: answer, now: now())
  }
}
