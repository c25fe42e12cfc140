/// Why there is no complete response; the texts are the transport library's messages.
public enum HTTPFailure: Error, Equatable, Sendable {
  /// There is no usable HTTP library.
  case noLibrary(String)
  /// The host name could not be resolved.
  case unknownHost
  /// The connection was refused, or broke before a response began.
  case noConnection
  /// The proxy's name could not be resolved.
  case unknownProxy(String)
  /// The connection to the proxy was refused.
  case noProxyConnection(String)
  /// The proxy refused to forward the request; the number is its HTTP status.
  case proxyRefused(String, status: Int)
  /// The certificate is not trusted, or the TLS handshake failed.
  case untrusted(String)
  /// The time limit was reached.
  case timedOut
  /// The body is larger than the request allows.
  case tooLarge
  /// The headers are larger than any legitimate response's.
  case headTooLarge
  /// The response was cut off.
  case cut
  /// Redirected too often or to another scheme.
  case redirected
  /// Cancelled from outside.
  case cancelled
  /// Anything else.
  case other(String)
}

extension HTTPFailure {
  /// Whether no server responded, as opposed to an unusable response.
  public var isUnreachable: Bool {
    switch self {
    case .tooLarge, .headTooLarge, .cut, .redirected: false
    default: true
    }
  }

  /// The reason as part of a sentence, safe to display.
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
