public import FoundationEssentials
public import HTTP
public import Portfolio

extension PriceAnswer {
  /// Adds a failure that is not there yet: ten requests without a network are one failure.
  public mutating func note(_ failure: PriceFailure) {
    if !failures.contains(failure) { failures.append(failure) }
  }

  /// Makes an answer without a single price a failure, so that it does not count as fresh.
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

  /// What a failed request means for prices.
  public init(_ failure: HTTPFailure) {
    self = failure.isUnreachable ? .unreachable(failure.reason) : .malformed(failure.reason)
  }

  /// What an answer with another status than 200 means.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - words: The provider's own words in one line, `nil` where it has none.
  ///   - now: Our clock, against which a date in `Retry-After` is measured where the answer has no
  ///     date of its own.
  public init(_ answer: HTTPAnswer, words: String?, now: Date) {
    let wait = RetryAfter.seconds(answer.retryAfter, date: answer.date, now: now)
    switch (answer.status, wait) {
    case (429, _): self = .rateLimited(retryAfter: wait)
    case (503, let wait?): self = .overloaded(status: 503, retryAfter: wait)
    default:
      self = .refused(status: answer.status, words ?? Self.meaning(of: answer.status))
    }
  }

  /// What a status says by itself, as a part of a sentence.
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

  /// The failure of a provider that does not have what was asked for, which says nothing about the
  /// next request.
  public static func notThere(_ words: String) -> PriceFailure { .refused(status: 404, words) }
}

extension HTTPAnswer {
  /// What to call an answer that is not JSON.
  var notJSON: PriceFailure {
    let start = body.first { !" \t\r\n".utf8.contains($0) }
    if contentType.lowercased().contains("html") || start == UInt8(ascii: "<") {
      return .malformed("a web page was received instead of prices, perhaps a login page")
    }
    return .malformed(start == nil ? "the response is empty" : "the response is not complete JSON")
  }
}
