/// Account names, compared case-insensitively; an account keeps its first spelling.
public struct AccountNames: Sendable {
  private var known: Set<String> = []
  private var spellings: [String: String] = [:]

  /// Creates names from the recorded ones.
  public init(_ names: some Sequence<String> = []) {
    for name in names { insert(name) }
  }

  /// The recorded spelling of a name; a new name is returned unchanged.
  public func spelling(of name: String) -> String {
    known.contains(name) ? name : spellings[name.lowercased()] ?? name
  }

  /// Adds a name with its spelling.
  public mutating func insert(_ name: String) {
    guard known.insert(name).inserted else { return }
    let letters = name.lowercased()
    if spellings[letters] == nil { spellings[letters] = name }
  }
}
