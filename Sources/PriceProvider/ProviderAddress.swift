internal import HTTP

/// The address of a provider without keys, and bitpal's `User-Agent`.
public struct ProviderAddress: Equatable, Sendable {
  /// The base URL, without a trailing slash.
  public let baseURL: String
  /// The `User-Agent` header.
  public let userAgent: String
  private let host: String

  /// Makes an address.
  ///
  /// - Parameters:
  ///   - host: The provider's own host.
  ///   - baseURL: Replaces the provider's own, for a proxy or a test; trailing slashes are dropped.
  ///   - version: bitpal's version.
  public init(host: String, baseURL: String?, version: String) {
    let base = baseURL ?? "https://\(host)"
    self.host = host
    self.baseURL = String(base.reversed().drop { $0 == "/" }.reversed())
    userAgent = "bitpal/\(version) (portfolio for the terminal)"
  }

  /// Why the address is unusable, in one line, or `nil`.
  public var problem: String? {
    guard let address = WebAddress(baseURL) else {
      return "the base URL is not a web address such as https://\(host)"
    }
    guard address.isEncrypted || address.isLoopback else {
      return "plain http is only for this machine: use an https base URL"
    }
    return nil
  }
}
