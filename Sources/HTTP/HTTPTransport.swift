/// A GET request, as far as bitpal needs one.
public struct HTTPRequest: Equatable, Sendable {
  /// Absolute address; never holds a key.
  public var url: String
  /// How the program names itself to the server.
  public var userAgent: String
  /// A key in its header, sent to the host of ``url`` only.
  public var privateHeader: PrivateHeader?
  /// For the whole request, redirects included.
  public var timeLimit: Duration
  /// Bytes of body, unpacked, beyond which the answer is refused.
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

/// A whole answer, whatever its status.
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

  /// Makes an answer.
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

/// What came of a request, and what it cost.
public struct HTTPExchange: Equatable, Sendable {
  /// The answer, or why there is none.
  public var result: Result<HTTPAnswer, HTTPFailure>
  /// Requests that were really sent, redirects included.
  public var requests: Int

  /// Makes an exchange.
  public init(_ result: Result<HTTPAnswer, HTTPFailure>, requests: Int = 1) {
    self.result = result
    self.requests = requests
  }
}

/// Something that fetches a web address.
public protocol HTTPTransport: Sendable {
  /// Sends the request and blocks until the answer, a failure or the time limit.
  func get(_ request: HTTPRequest) -> HTTPExchange
}
