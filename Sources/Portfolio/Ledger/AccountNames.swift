/// Accounts by their names: those that differ only in case are one account, which keeps the
/// spelling it had first.
public struct AccountNames: Sendable {
  private var known: Set<String> = []
  private var spellings: [String: String] = [:]

  /// Makes names of those that are recorded.
  public init(_ names: some Sequence<String> = []) {
    for name in names { insert(name) }
  }

  /// The name as it is recorded; a new one as it is.
  public func spelling(of name: String) -> String {
    known.contains(name) ? name : spellings[name.lowercased()] ?? name
  }

  /// Adds a name as it is spelled.
  public mutating func insert(_ name: String) {
    guard known.insert(name).inserted else { return }
    let letters = name.lowercased()
    if spellings[letters] == nil { spellings[letters] = name }
  }
}
