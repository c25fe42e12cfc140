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
    case .rateLimited, .misconfigured, .refused(401, _), .refused(403, _): true
    case .unreachable, .refused, .malformed: false
    }
  }

  /// What a failed request means for prices.
  public init(_ failure: HTTPFailure) {
    self =
      switch failure {
      case .noLibrary(let reason): .unreachable("\(reason): install libcurl 4")
      case .unknownHost: .unreachable("the host's name is not known")
      case .noConnection: .unreachable("no connection")
      case .untrusted(let reason):
        .unreachable("the server is not trusted: \(PlainText.line(reason, limit: 160))")
      case .timedOut: .unreachable("no answer in time")
      case .cancelled: .unreachable("cancelled")
      case .other(let reason): .unreachable(PlainText.line(reason, limit: 160))
      case .tooLarge: .malformed("the answer is too large")
      case .cut: .malformed("the answer broke off")
      case .redirected: .malformed("the address leads elsewhere, perhaps to a login page")
      }
  }
}

extension HTTPAnswer {
  /// Whether the content type allows JSON; an absent one leaves it to the body.
  var mayBeJSON: Bool { contentType.isEmpty || contentType.lowercased().contains("json") }

  /// What to call an answer that is none.
  var notJSON: PriceFailure {
    let start = body.first { !" \t\r\n".utf8.contains($0) }
    if contentType.lowercased().contains("html") || start == UInt8(ascii: "<") {
      return .malformed("a web page came instead of prices, perhaps a login page")
    }
    return .malformed(start == nil ? "the answer is empty" : "the answer is not whole JSON")
  }
}
