public import HTTP
public import Portfolio

extension PriceAnswer {
  /// Adds a failure that is not there yet: ten requests without a network are one failure.
  mutating func note(_ failure: PriceFailure) {
    if !failures.contains(failure) { failures.append(failure) }
  }

  /// Makes an answer without a single price a failure, so that nobody takes it for news.
  mutating func requirePrices() {
    guard !coins.contains(where: { $0.currentPrice != nil }) else { return }
    coins = []
    if failures.isEmpty { failures = [.malformed("none of the coins has a price")] }
  }
}

extension PriceFailure {
  /// Whether the next request would fail for the same reason and count against the limit.
  var isFinal: Bool {
    switch self {
    case .rateLimited, .overloaded, .misconfigured, .refused(401, _), .refused(403, _): true
    case .unreachable, .refused, .malformed: false
    }
  }

  /// What a failed request means for prices.
  public init(_ failure: HTTPFailure) {
    self = failure.isUnreachable ? .unreachable(failure.reason) : .malformed(failure.reason)
  }
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
