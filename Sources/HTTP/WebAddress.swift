/// The parts of a base URL that decide whether a key may be sent there.
///
/// Stricter than the standard, so that every other URL parser interprets it the same way.
public struct WebAddress {
  /// Whether the scheme is `https`.
  public let isEncrypted: Bool
  /// The host in lower case, without the port.
  public let host: String

  /// Parses an address; `nil` if it is malformed, or has a user name, a query or a fragment.
  public init?(_ text: String) {
    let lowered = text.lowercased()
    if lowered.hasPrefix("https://") {
      isEncrypted = true
    } else if lowered.hasPrefix("http://") {
      isEncrypted = false
    } else {
      return nil
    }
    let rest = lowered.dropFirst(isEncrypted ? 8 : 7)
    let authority = rest.prefix { $0 != "/" }
    guard let host = Self.host(of: authority),
      rest.dropFirst(authority.count).unicodeScalars.allSatisfy(Self.isPathScalar)
    else { return nil }
    self.host = host
  }

  /// Whether an address has a user name before its host.
  public static func hasUser(_ text: String) -> Bool {
    guard let start = text.firstRange(of: "://") else { return false }
    return text[start.upperBound...].prefix { $0 != "/" }.contains("@")
  }

  /// Whether the host is this machine.
  public var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in
        (1...3).contains(part.utf8.count) && part.allSatisfy { ("0"..."9").contains($0) }
      }
  }

  private static func host(of authority: Substring) -> String? {
    let isBracketed = authority.hasPrefix("[")
    let host =
      isBracketed
      ? authority[...(authority.firstIndex(of: "]") ?? authority.startIndex)]
      : authority.prefix { $0 != ":" }
    let port = authority.dropFirst(host.count)
    let isPort = port.isEmpty || (port.hasPrefix(":") && UInt16(port.dropFirst()) != nil)
    let isClosed = isBracketed == host.hasSuffix("]")
    let isName = host.unicodeScalars.allSatisfy { scalar in
      isBracketed
        ? "[]:.0123456789abcdef".unicodeScalars.contains(scalar)
        : isLetterOrDigit(scalar) || scalar == "-" || scalar == "."
    }
    return !host.isEmpty && isClosed && isPort && isName ? String(host) : nil
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  private static func isPathScalar(_ scalar: Unicode.Scalar) -> Bool {
    isLetterOrDigit(scalar) || "/-._~".unicodeScalars.contains(scalar)
  }
}
