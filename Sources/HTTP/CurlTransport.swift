internal import CCurl
public import FoundationEssentials

/// HTTP over the system's libcurl: its proxies, certificates and protocols.
///
/// The library is loaded when the first request is made. The variables that curl's own program
/// knows name certificates in place of the system's: `CURL_CA_BUNDLE`, else `SSL_CERT_FILE` and
/// `SSL_CERT_DIR`.
public struct CurlTransport: HTTPTransport {
  /// No connection takes longer to open than this.
  private static let connectLimit = Duration.seconds(10)

  private let certificateFile: String?
  private let certificateFolder: String?
  private let cancellation: Cancellation?

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - environment: Where the variables that name certificates are looked up.
  ///   - cancellation: Ends the requests of this transport when it is thrown.
  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    cancellation: Cancellation? = nil
  ) {
    func path(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    certificateFile = path("CURL_CA_BUNDLE") ?? path("SSL_CERT_FILE")
    certificateFolder = path("CURL_CA_BUNDLE") == nil ? path("SSL_CERT_DIR") : nil
    self.cancellation = cancellation
  }

  /// Sends the request and blocks until the answer or the time limit.
  ///
  /// - Returns: The answer, whatever its status, after three redirects at most.
  /// - Throws: ``HTTPFailure`` when there is no whole answer.
  public func get(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPAnswer {
    var response = bitpal_http_response()
    defer { bitpal_http_release(&response) }
    perform(request, into: &response)
    if let failure = failure(of: response) { throw failure }
    return HTTPAnswer(
      status: Int(response.status),
      body: Array(UnsafeBufferPointer(start: response.body, count: response.body_length)),
      contentType: text(of: response.content_type),
      retryAfter: text(of: response.retry_after),
      date: text(of: response.date))
  }

  private func perform(_ request: HTTPRequest, into response: inout bitpal_http_response) {
    let limit = request.timeLimit
    withOptionalCString(request.keyHeader?.line) { keyLine in
      withOptionalCString(certificateFile) { file in
        withOptionalCString(certificateFolder) { folder in
          request.url.withCString { url in
            request.userAgent.withCString { userAgent in
              var query = bitpal_http_request()
              query.url = url
              query.user_agent = userAgent
              query.private_header = keyLine
              query.certificate_file = file
              query.certificate_folder = folder
              query.connect_milliseconds = min(limit, Self.connectLimit).milliseconds
              query.total_milliseconds = limit.milliseconds
              query.maximum_body = max(0, request.maximumBytes)
              query.cancel = cancellation.map { UnsafePointer($0.flag) }
              withExtendedLifetime(cancellation) { bitpal_http_get(&query, &response) }
            }
          }
        }
      }
    }
  }

  private func failure(of response: bitpal_http_response) -> HTTPFailure? {
    switch response.outcome {
    case BITPAL_HTTP_ANSWERED: nil
    case BITPAL_HTTP_NO_LIBRARY: .noLibrary(text(of: response.reason))
    case BITPAL_HTTP_RESOLVE: .unknownHost
    case BITPAL_HTTP_CONNECT: .noConnection
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

extension KeyHeader {
  fileprivate var line: String { "\(name): \(key.text)" }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

private func withOptionalCString(
  _ text: String?, _ body: (UnsafePointer<CChar>?) -> Void
) {
  if let text { text.withCString(body) } else { body(nil) }
}

/// The text of a C array of characters that ends in a zero.
func text<Characters>(of characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
