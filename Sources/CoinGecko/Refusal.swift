import Exact
import FoundationEssentials
internal import HTTP
internal import Portfolio

/// What an answer without prices means: the status decides, then the shape.
///
/// The API's errors come in four JSON shapes, as HTML and as nothing (docs of the API, "Common
/// errors & rate limit").
struct Refusal {
  /// The API's own number, such as 10010.
  private(set) var code: Int?
  /// The API's own words in one line, without the key.
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

  /// Whether the shape is one of an error at all; for answers that come under 200.
  var isRefusal: Bool { code != nil || message != nil }

  func failure(status: Int, answer: HTTPAnswer, now: Date) -> PriceFailure {
    let wait = RetryAfter.seconds(answer.retryAfter, date: answer.date, now: now)
    if status == 429 || code == 429 { return .rateLimited(retryAfter: wait) }
    if status == 503, let wait { return .overloaded(status: status, retryAfter: wait) }
    switch code {
    case 10010: return .refused(status: status, "this is a pro key: set the tier to pro")
    case 10011: return .refused(status: status, "this is a demo key: set the tier to demo")
    default: return .refused(status: status, message ?? Self.meaning(of: status))
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
    let line = ForeignText.line(known, limit: 160)
    return line.isEmpty || line.contains("<") ? nil : line
  }

  private static func meaning(of status: Int) -> String {
    switch status {
    case 401: "the key was refused"
    case 403: "access was refused"
    case 404: "nothing is there: check the base URL"
    case 408, 504: "the server gave up waiting"
    case 500...599: "the server has a problem"
    default: "the request was refused"
    }
  }
}

extension String {
  fileprivate func without(_ secret: String) -> String {
    split(separator: secret, omittingEmptySubsequences: false).joined(separator: "…")
  }
}
