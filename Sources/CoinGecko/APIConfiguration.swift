public import CallBudget
internal import HTTP

/// The API's address and credentials.
public struct APIConfiguration: Equatable, Sendable {
  /// The user's CoinGecko plan; it determines both the host and the key's header.
  public enum Tier: Equatable, Sendable {
    /// No key; all users of an IP address share the limit.
    case keyless
    /// A free key.
    case demo(APIKey)
    /// A paid key, with its plan's call limits.
    case pro(APIKey, CallLimits)
    /// A key that is invalid in a header; no requests are made.
    case unusableKey
  }

  /// The plan.
  public let tier: Tier
  /// The base URL, without a trailing slash.
  public let baseURL: String
  /// The `User-Agent` header.
  public let userAgent: String

  /// Makes a configuration; ``problem`` says whether it is usable.
  ///
  /// - Parameters:
  ///   - tier: The user's CoinGecko plan.
  ///   - baseURL: Replaces the plan's own host, for a proxy or a test; trailing slashes are
  ///     dropped.
  ///   - version: bitpal's version.
  public init(tier: Tier = .keyless, baseURL: String? = nil, version: String) {
    self.tier = tier
    let base = baseURL ?? tier.defaultBaseURL
    self.baseURL = String(base.reversed().drop { $0 == "/" }.reversed())
    userAgent = "bitpal/\(version) (portfolio for the terminal)"
  }

  /// The plan's call limits.
  public var limits: CallLimits {
    switch tier {
    case .keyless, .unusableKey: .keyless
    case .demo: .demo
    case .pro(_, let limits): limits
    }
  }

  /// The host, without a port; `nil` if the base URL is not valid.
  public var host: String? { WebAddress(baseURL)?.host }

  var key: APIKey? {
    switch tier {
    case .keyless, .unusableKey: nil
    case .demo(let key), .pro(let key, _): key
    }
  }

  var keyHeader: PrivateHeader? {
    switch tier {
    case .keyless, .unusableKey: nil
    case .demo(let key): PrivateHeader(name: "x-cg-demo-api-key", value: key.text)
    case .pro(let key, _): PrivateHeader(name: "x-cg-pro-api-key", value: key.text)
    }
  }
}

extension APIConfiguration {
  static let publicHost = "api.coingecko.com"
  static let proHost = "pro-api.coingecko.com"

  /// Why a configuration is unusable.
  public enum Problem: Equatable, Sendable {
    /// The base URL is malformed, or has a query or invalid characters.
    case invalidBaseURL
    /// The base URL has a user name.
    case userInBaseURL
    /// Plain HTTP to another machine.
    case unencrypted
    /// A demo key or no key on the host of the paid plans.
    case proHostWithoutProKey
    /// A pro key on the public host.
    case proKeyOnPublicHost
    /// A key with spaces, control characters or other invalid characters.
    case unusableKey
  }

  /// Why the configuration is unusable, or `nil`.
  public var problem: Problem? {
    if case .unusableKey = tier { return .unusableKey }
    guard let address = WebAddress(baseURL) else {
      return WebAddress.hasUser(baseURL) ? .userInBaseURL : .invalidBaseURL
    }
    guard address.isEncrypted || address.isLoopback else { return .unencrypted }
    switch (address.host, tier) {
    case (Self.proHost, .keyless), (Self.proHost, .demo): return .proHostWithoutProKey
    case (Self.publicHost, .pro): return .proKeyOnPublicHost
    default: return nil
    }
  }
}

extension APIConfiguration.Problem {
  /// What is wrong and what to do, in one line.
  public var sentence: String {
    switch self {
    case .invalidBaseURL:
      "the base URL is not a web address such as https://\(APIConfiguration.publicHost)/api/v3"
    case .userInBaseURL: "the base URL has a user name: leave out what is before the @"
    case .unencrypted:
      "plain http is only for this machine: use an https base URL"
    case .proHostWithoutProKey:
      "\(APIConfiguration.proHost) takes pro keys only: set the tier to pro or drop the base URL"
    case .unusableKey:
      "the API key has characters that no key has: set it again, without spaces"
    case .proKeyOnPublicHost:
      "a pro key belongs to \(APIConfiguration.proHost): drop the base URL or set the tier to demo"
    }
  }
}

extension APIConfiguration.Tier {
  fileprivate var defaultBaseURL: String {
    switch self {
    case .keyless, .demo, .unusableKey: "https://\(APIConfiguration.publicHost)/api/v3"
    case .pro: "https://\(APIConfiguration.proHost)/api/v3"
    }
  }
}
