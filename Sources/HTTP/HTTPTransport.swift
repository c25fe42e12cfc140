/// A GET request, as far as bitpal needs one.
public struct HTTPRequest: Equatable, Sendable {
  /// Absolute address; never holds a key.
  public var url: String
  /// How the program names itself to the server.
  public var userAgent: String
  /// A key in its header, sent to the host of ``url`` only.
  public var keyHeader: KeyHeader?
  /// For the whole request, redirects included.
  public var timeLimit: Duration
  /// Bytes of body, unpacked, beyond which the answer is refused.
  public var maximumBytes: Int

  /// Makes a request.
  public init(
    url: String, userAgent: String, keyHeader: KeyHeader? = nil, timeLimit: Duration,
    maximumBytes: Int
  ) {
    self.url = url
    self.userAgent = userAgent
    self.keyHeader = keyHeader
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

/// Why no whole answer came; the texts are the transport library's own words.
public enum HTTPFailure: Error, Equatable, Sendable {
  /// The system has no HTTP library that can be used.
  case noLibrary(String)
  /// The host's name is not known.
  case unknownHost
  /// Nothing listens there, or the connection broke before an answer began.
  case noConnection
  /// The certificate is not trusted, or no encryption could be agreed on.
  case untrusted(String)
  /// The time limit was reached.
  case timedOut
  /// The body is larger than the request allows.
  case tooLarge
  /// The answer broke off.
  case cut
  /// Redirected too often or to another scheme.
  case redirected
  /// Cancelled from outside.
  case cancelled
  /// Anything else.
  case other(String)
}

/// Something that fetches a web address.
public protocol HTTPTransport: Sendable {
  /// Sends the request and blocks until the answer or the time limit.
  ///
  /// - Returns: The answer, whatever its status.
  /// - Throws: ``HTTPFailure`` when there is no whole answer.
  func get(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPAnswer
}
