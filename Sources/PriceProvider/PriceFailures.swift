public import FoundationEssentials
public import HTTP
public import Portfolio

extension PriceAnswer {
  /// Adds a failure unless it is already listed: ten requests without a network are one failure.
  public mutating func note(_ failure: PriceFailure) {
    if !failures.contains(failure) { failures.append(failure) }
  }

  /// Turns a result without prices into a failure, so that it does not count as fresh.
  public mutating func requirePrices() {
    guard !coins.contains(where: { $0.currentPrice != nil }) else { return }
    coins = []
    if failures.isEmpty { failures = [.noPrice] }
  }
}

extension PriceFailure {
  /// Whether the next request would fail for the same reason and count against the limit.
  public var isFinal: Bool {
    switch self {
    case .rateLimited, .overloaded, .misconfigured, .refused(401, _), .refused(403, _): true
    case .unreachable, .refused, .malformed: false
    }
  }

  /// Converts a failed request.
  public init(_ failure: HTTPFailure) {
    self = failure.isUnreachable ? .unreachable(failure.reason) : .malformed(failure.reason)
  }

  /// Converts a response with a status other than 200.
  ///
  /// - Parameters:
  ///   - answer: The response.
  ///   - words: The provider's message in one line, or `nil`.
  ///   - now: The local time, which a date in `Retry-After` is relative to if the response has no
  ///     date.
  public init(_ answer: HTTPAnswer, words: String?, now: Date) {
    let wait = RetryAfter.seconds(answer.retryAfter, date: answer.date, now: now)
    switch (answer.status, wait) {
    case (429, _): self = .rateLimited(retryAfter: wait)
    case (503, let wait?): self = .overloaded(status: 503, retryAfter: wait)
    default:
      self = .refused(status: answer.status, words ?? Self.meaning(of: answer.status))
    }
  }

  /// The meaning of a status code, as part of a sentence.
  public static func meaning(of status: Int) -> String {
    switch status {
    case 401: "the key was refused"
    case 403: "access was refused"
    case 404: "not found. Check the base URL"
    case 408, 504: "the server gave up waiting"
    case 500...599: "the server has a problem"
    default: "the request was refused"
    }
  }

  /// The failure of a provider that lacks the requested data, which does not affect the next
  /// request.
  public static func notThere(_ words: String) -> PriceFailure { .refused(status: 404, words) }
}

extension HTTPAnswer {
  /// The failure for a response that is not JSON.
  var notJSON: PriceFailure {
    let start = body.first { !" \t\r\n".utf8.contains($0) }
    if contentType.lowercased().contains("html") || start == UInt8(ascii: "<") {
      return .malformed("a web page was received instead of prices, perhaps a login page")
    }
    return .malformed(start == nil ? "the response is empty" : "the response is not complete JSON")
  }
}
