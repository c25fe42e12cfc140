/// The proxy that the environment sets for HTTPS requests.
///
/// Plain HTTP never uses one, because it is only allowed to this machine.
public struct Proxy: Equatable, Sendable {
  /// Host and port, without user name and password, so safe to display.
  public let name: String
  /// The full address; only for libcurl.
  let address: String
  /// The variable that sets it, such as `HTTPS_PROXY`.
  public let variable: String
  private let exceptions: [String]

  /// The proxy set by an environment, or `nil`.
  ///
  /// It reads the same variables as curl, in the same order.
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

  /// Whether requests to a host use the proxy.
  public func serves(host: String) -> Bool {
    let host = host.lowercased()
    return !exceptions.contains { exception in
      exception == "*" || host == exception || host.hasSuffix(".\(exception)")
    }
  }

  /// The hosts without a proxy, in libcurl's format.
  var exceptionList: String { exceptions.joined(separator: ",") }

  private static func shown(_ address: String) -> String {
    let rest = address.split(separator: "://", maxSplits: 1).last.map(String.init) ?? address
    let authority = rest.prefix { $0 != "/" }
    let host = authority.split(separator: "@").last.map(String.init) ?? ""
    return UntrustedText.line(host, limit: 100)
  }
}
