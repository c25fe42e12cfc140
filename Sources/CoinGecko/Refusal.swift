import Exact
import FoundationEssentials
internal import HTTP
internal import Portfolio
import PriceProvider

/// Interprets a response without prices: the status decides, then the shape.
///
/// The API's errors have four JSON shapes, or are HTML or empty (API documentation, "Common errors
/// & rate limit").
struct Refusal {
  /// The API's error code, such as 10010.
  private(set) var code: Int?
  /// The API's message in one line, without the key.
  private(set) var message: String?

  init(_ value: JSONValue?, key: APIKey?) {
    guard let value else { return }
    let error = value["error"]
    let status = error?["status"] ?? value["status"]
    code =
      [status?["error_code"], value["error_code"], error?["error_code"]]
      .lazy.compactMap { $0.flatMap(Self.whole) }.first
    let words = status?["error_message"] ?? error ?? value["error_message"]
    message = words?.string.flatMap { Self.shown($0, key: key) }
  }

  /// Whether the shape is that of an error, for responses with status 200.
  var isRefusal: Bool { code != nil || message != nil }

  func failure(_ answer: HTTPAnswer, now: Date) -> PriceFailure {
    switch code {
    case 429:
      .rateLimited(
        retryAfter: RetryAfter.seconds(answer.retryAfter, date: answer.date, now: now))
    case 10010: .refused(status: answer.status, "this is a pro key: set the tier to pro")
    case 10011: .refused(status: answer.status, "this is a demo key: set the tier to demo")
    // A limit of the plan, not an outage: the next request may succeed.
    case 10012: .notThere(message ?? "the plan has no prices of days so far back")
    default: PriceFailure(answer, words: message, now: now)
    }
  }

  private static func whole(_ value: JSONValue) -> Int? {
    switch value {
    case .number(let text), .string(let text): Int(text)
    default: nil
    }
  }

  private static func shown(_ words: String, key: APIKey?) -> String? {
    let known = key.map { words.without($0.text) } ?? words
    let line = UntrustedText.line(known, limit: 160)
    return line.isEmpty || line.contains("<") ? nil : line
  }
}

extension String {
  fileprivate func without(_ secret: String) -> String {
    split(separator: secret, omittingEmptySubsequences: false).joined(separator: "…")
  }
}
