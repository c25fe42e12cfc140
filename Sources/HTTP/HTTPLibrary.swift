internal import CCurl

/// The system's HTTP library, as `bitpal doctor` reports it.
public struct HTTPLibrary: Equatable, Sendable {
  /// Its version, such as `7.88.1`.
  public let version: String
  /// Its TLS library, such as `OpenSSL/3.0.17`; empty if it has none.
  public let encryption: String
  /// Whether it supports HTTP/2.
  public let hasHTTP2: Bool

  /// Loads the library.
  ///
  /// - Throws: ``HTTPFailure`` `noLibrary`, with the loader's message.
  public static func found() throws(HTTPFailure) -> HTTPLibrary {
    var library = bitpal_http_library()
    bitpal_http_describe(&library)
    guard library.is_usable else { throw .noLibrary(text(of: library.reason)) }
    return HTTPLibrary(
      version: text(of: library.version), encryption: text(of: library.tls),
      hasHTTP2: library.has_http2)
  }
}
