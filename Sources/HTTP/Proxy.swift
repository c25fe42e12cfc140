/// The proxy that the environment names for encrypted requests.
///
/// Plain http never goes through one: it is meant for this machine.
public struct Proxy: Equatable, Sendable {
  /// Host and port as they may be shown: without a user name or password.
  public let name: String
  /// The whole address, for libcurl and for nothing else.
  let address: String
  /// The variable that names it, such as `HTTPS_PROXY`.
  public let variable: String
  private let exceptions: [String]

  /// The proxy of an environment, or `nil` when it names none.
  ///
  /// The names are those that curl's own program reads, in its order.
  public init?(environment: [String: String]) {
    let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    let found = names.lazy.compactMap { name in
      environment[name].flatMap { $0.isEmpty ? nil : (name, $0) }
    }
    guard let (variable, address) = found.first else { return nil }
    self.variable = variable
    self.address = address
    name = Self.shown(address)
    let listed = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    exceptions = listed.lowercased().split { ", \t".contains($0) }.map {
      String($0.drop { $0 == "." })
    }
  }

  /// Whether requests to a host go through the proxy.
  public func serves(host: String) -> Bool {
    let host = host.lowercased()
    return !exceptions.contains { exception in
      exception == "*" || host == exception || host.hasSuffix(".\(exception)")
    }
  }

  /// What libcurl reads as the hosts without a proxy.
  var exceptionList: String { exceptions.joined(separator: ",") }

  private static func shown(_ address: String) -> String {
    let rest = address.split(separator: "://", maxSplits: 1).last.map(String.init) ?? address
    let authority = rest.prefix { $0 != "/" }
    let host = authority.split(separator: "@").last.map(String.init) ?? ""
    return UntrustedText.line(host, limit: 100)
  }
}
