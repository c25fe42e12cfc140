/// A GET request.
public struct HTTPRequest: Equatable, Sendable {
  /// Absolute address; never contains a key.
  public var url: String
  /// The `User-Agent` header.
  public var userAgent: String
  /// A header with a key, sent only to the host of ``url``.
  public var privateHeader: PrivateHeader?
  /// The limit for the whole request, including redirects.
  public var timeLimit: Duration
  /// The maximum size of the unpacked body.
  public var maximumBytes: Int

  /// Makes a request.
  public init(
    url: String, userAgent: String, privateHeader: PrivateHeader? = nil, timeLimit: Duration,
    maximumBytes: Int
  ) {
    self.url = url
    self.userAgent = userAgent
    self.privateHeader = privateHeader
    self.timeLimit = timeLimit
    self.maximumBytes = maximumBytes
  }
}

/// A complete response, regardless of its status.
public struct HTTPAnswer: Equatable, Sendable {
  /// HTTP status, such as 200.
  public var status: Int
  /// Unpacked body.
  public var body: [UInt8]
  /// `Content-Type`, empty when absent.
  public var contentType: String
  /// `Retry-After`, empty when absent.
  public var retryAfter: String
  /// `Date`, empty when absent.
  public var date: String

  /// Makes a response.
  public init(
    status: Int, body: [UInt8], contentType: String = "application/json", retryAfter: String = "",
    date: String = ""
  ) {
    self.status = status
    self.body = body
    self.contentType = contentType
    self.retryAfter = retryAfter
    self.date = date
  }
}

/// The result and the cost of a request.
public struct HTTPExchange: Equatable, Sendable {
  /// The response, or why there is none.
  public var result: Result<HTTPAnswer, HTTPFailure>
  /// The number of requests actually sent, including redirects.
  public var requests: Int

  /// Makes an exchange.
  public init(_ result: Result<HTTPAnswer, HTTPFailure>, requests: Int = 1) {
    self.result = result
    self.requests = requests
  }
}

/// Fetches web addresses.
public protocol HTTPTransport: Sendable {
  /// Sends the request and blocks until a response, a failure or the time limit.
  func get(_ request: HTTPRequest) -> HTTPExchange
}
