internal import HTTP

/// Where a provider without keys is asked, and how bitpal names itself there.
public struct ProviderAddress: Equatable, Sendable {
  /// The base of every address, without a slash at the end.
  public let baseURL: String
  /// How bitpal names itself.
  public let userAgent: String
  private let host: String

  /// Makes an address.
  ///
  /// - Parameters:
  ///   - host: The provider's own host.
  ///   - baseURL: In place of the provider's own, for a proxy or a test; slashes at its end are
  ///     dropped.
  ///   - version: bitpal's own version.
  public init(host: String, baseURL: String?, version: String) {
    let base = baseURL ?? "https://\(host)"
    self.host = host
    self.baseURL = String(base.reversed().drop { $0 == "/" }.reversed())
    userAgent = "bitpal/\(version) (portfolio for the terminal)"
  }

  /// Why nothing may be asked there, in one line; `nil` when all is well.
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
