internal import CCurl
public import FoundationEssentials
import Glibc

/// HTTP over the system's libcurl, with its proxies, certificates and protocols.
///
/// The library is loaded for the first request. As in curl itself, `CURL_CA_BUNDLE`, else
/// `SSL_CERT_FILE` and `SSL_CERT_DIR` replace the system's certificates; see ``Proxy`` for proxies.
public struct CurlTransport: HTTPTransport {
  /// The time limit for connecting.
  private static let connectLimit = Duration.seconds(10)

  private let certificateFile: String?
  private let certificateFolder: String?
  private let proxy: Proxy?
  private let cancellation: Cancellation?

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - environment: The variables for certificates and the proxy.
  ///   - cancellation: Cancels the requests of this transport.
  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    cancellation: Cancellation? = nil
  ) {
    func path(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    certificateFile = path("CURL_CA_BUNDLE") ?? path("SSL_CERT_FILE")
    certificateFolder = path("CURL_CA_BUNDLE") == nil ? path("SSL_CERT_DIR") : nil
    proxy = Proxy(environment: environment)
    self.cancellation = cancellation
  }

  /// Sends the request and blocks until the response or the time limit.
  ///
  /// - Returns: The response, regardless of its status, after at most three redirects, or why it is
  ///   incomplete.
  public func get(_ request: HTTPRequest) -> HTTPExchange {
    var response = bitpal_http_response()
    defer { bitpal_http_release(&response) }
    perform(request, into: &response)
    let requests = Int(response.requests)
    if let failure = failure(of: response, at: request.url) {
      return HTTPExchange(.failure(failure), requests: requests)
    }
    let answer = HTTPAnswer(
      status: Int(response.status),
      body: Array(UnsafeBufferPointer(start: response.body, count: response.body_length)),
      contentType: text(of: response.content_type),
      retryAfter: text(of: response.retry_after),
      date: text(of: response.date))
    return HTTPExchange(.success(answer), requests: requests)
  }

  private func perform(_ request: HTTPRequest, into response: inout bitpal_http_response) {
    let limit = request.timeLimit
    let texts = [
      request.url, request.userAgent, request.privateHeader?.line, certificateFile,
      certificateFolder, proxy?.address, proxy?.exceptionList,
    ]
    withCStrings(texts) { texts in
      var query = bitpal_http_request()
      query.url = texts[0]
      query.user_agent = texts[1]
      query.private_header = texts[2]
      query.certificate_file = texts[3]
      query.certificate_folder = texts[4]
      query.proxy = texts[5]
      query.no_proxy = texts[6]
      query.connect_milliseconds = min(limit, Self.connectLimit).milliseconds
      query.total_milliseconds = limit.milliseconds
      query.maximum_body = max(0, request.maximumBytes)
      query.cancel = cancellation.map { UnsafePointer($0.flag) }
      withExtendedLifetime(cancellation) { bitpal_http_get(&query, &response) }
    }
  }

  private func failure(of response: bitpal_http_response, at url: String) -> HTTPFailure? {
    let proxy = WebAddress(origin(of: url)).flatMap { address in
      self.proxy.flatMap { address.isEncrypted && $0.serves(host: address.host) ? $0.name : nil }
    }
    return switch response.outcome {
    case BITPAL_HTTP_ANSWERED: nil
    case BITPAL_HTTP_NO_LIBRARY: .noLibrary(text(of: response.reason))
    case BITPAL_HTTP_RESOLVE: .unknownHost
    case BITPAL_HTTP_CONNECT: proxy.map { .noProxyConnection($0) } ?? .noConnection
    case BITPAL_HTTP_PROXY_RESOLVE: .unknownProxy(proxy ?? "")
    case BITPAL_HTTP_PROXY_REFUSED:
      .proxyRefused(proxy ?? "", status: Int(response.connect_status))
    case BITPAL_HTTP_HEAD_TOO_LARGE: .headTooLarge
    case BITPAL_HTTP_TLS: .untrusted(text(of: response.reason))
    case BITPAL_HTTP_TIMEOUT: .timedOut
    case BITPAL_HTTP_TOO_LARGE: .tooLarge
    case BITPAL_HTTP_CUT: .cut
    case BITPAL_HTTP_REDIRECT: .redirected
    case BITPAL_HTTP_CANCELLED: .cancelled
    default: .other(text(of: response.reason))
    }
  }
}

/// The part of an address before its path.
private func origin(of url: String) -> String {
  url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
    .joined(separator: "/")
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

/// Calls `body` with the texts as C strings.
private func withCStrings(
  _ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Void
) {
  let copies = texts.map { $0.flatMap { strdup($0) } }
  defer { copies.forEach { free($0) } }
  body(copies.map { $0.map { UnsafePointer($0) } })
}

/// The text of a null-terminated C array.
func text<Characters>(of characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
