public import CallBudget
internal import HTTP

/// Where prices are asked for, and as whom.
public struct APIConfiguration: Equatable, Sendable {
  /// What the user has with CoinGecko; host and header of the key follow from it together.
  public enum Tier: Equatable, Sendable {
    /// No key; everyone at the same IP address shares the limit.
    case keyless
    /// A free key.
    case demo(APIKey)
    /// A paid key, with the calls its plan allows.
    case pro(APIKey, CallLimits)
    /// A key that no header could hold: nothing may be asked.
    case unusableKey
  }

  /// The tier.
  public let tier: Tier
  /// The base of every address, without a slash at the end.
  public let baseURL: String
  /// How bitpal names itself.
  public let userAgent: String

  /// Makes a configuration; ``problem`` says whether it can be used.
  ///
  /// - Parameters:
  ///   - tier: What the user has with CoinGecko.
  ///   - baseURL: In place of the tier's own host, for a proxy or a test; slashes at its end are
  ///     dropped.
  ///   - version: bitpal's own version.
  public init(tier: Tier = .keyless, baseURL: String? = nil, version: String) {
    self.tier = tier
    let base = baseURL ?? tier.defaultBaseURL
    self.baseURL = String(base.reversed().drop { $0 == "/" }.reversed())
    userAgent = "bitpal/\(version) (portfolio for the terminal)"
  }

  /// The calls the tier allows.
  public var limits: CallLimits {
    switch tier {
    case .keyless, .unusableKey: .keyless
    case .demo: .demo
    case .pro(_, let limits): limits
    }
  }

  /// The host that is asked, without a port; `nil` when the base is not a web address.
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

  /// Why nothing may be asked with this configuration.
  public enum Problem: Equatable, Sendable {
    /// The base is not a web address, or holds a user name, a query or characters out of place.
    case invalidBaseURL
    /// Plain http to somewhere else than this machine.
    case unencrypted
    /// A demo key, or none, on the host of the paid plans.
    case proHostWithoutProKey
    /// A pro key on the public host.
    case proKeyOnPublicHost
    /// A key with blanks, control characters or letters that no key has.
    case unusableKey
  }

  /// Why nothing may be asked with this configuration, or `nil` when all is well.
  public var problem: Problem? {
    if case .unusableKey = tier { return .unusableKey }
    guard let address = WebAddress(baseURL) else { return .invalidBaseURL }
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
