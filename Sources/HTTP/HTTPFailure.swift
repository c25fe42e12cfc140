/// Why no whole answer came; the texts are the transport library's own words.
public enum HTTPFailure: Error, Equatable, Sendable {
  /// The system has no HTTP library that can be used.
  case noLibrary(String)
  /// The host's name is not known.
  case unknownHost
  /// Nothing listens there, or the connection broke before an answer began.
  case noConnection
  /// The name of the proxy is not known.
  case unknownProxy(String)
  /// Nothing listens at the proxy.
  case noProxyConnection(String)
  /// The proxy would not pass the request on; the number is its HTTP status.
  case proxyRefused(String, status: Int)
  /// The certificate is not trusted, or no encryption could be agreed on.
  case untrusted(String)
  /// The time limit was reached.
  case timedOut
  /// The body is larger than the request allows.
  case tooLarge
  /// The head is larger than that of any honest answer.
  case headTooLarge
  /// The answer broke off.
  case cut
  /// Redirected too often or to another scheme.
  case redirected
  /// Cancelled from outside.
  case cancelled
  /// Anything else.
  case other(String)
}

extension HTTPFailure {
  /// Whether no server answered, as against one that answered with something unusable.
  public var isUnreachable: Bool {
    switch self {
    case .tooLarge, .headTooLarge, .cut, .redirected: false
    default: true
    }
  }

  /// The reason as a part of a sentence, safe to show.
  public var reason: String {
    switch self {
    case .noLibrary(let reason): "\(reason): install libcurl 4"
    case .unknownHost: "the host's name cannot be resolved"
    case .noConnection: "no connection"
    case .unknownProxy(let name): "the proxy's name \(name) cannot be resolved"
    case .noProxyConnection(let name): "no connection to the proxy \(name)"
    case .proxyRefused(let name, 407):
      "the proxy \(name) wants a user name and password (HTTP 407)"
    case .proxyRefused(let name, let status): "the proxy \(name) refused (HTTP \(status))"
    case .untrusted(let reason):
      "the server is not trusted: \(UntrustedText.line(reason, limit: 160))"
    case .timedOut: "no answer in time"
    case .cancelled: "canceled"
    case .other(let reason): UntrustedText.line(reason, limit: 160)
    case .tooLarge: "the response is too large"
    case .headTooLarge: "the response's headers are too large"
    case .cut: "the response is cut off"
    case .redirected: "the address redirects elsewhere, perhaps to a login page"
    }
  }
}
