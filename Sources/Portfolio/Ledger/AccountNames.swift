/// Account names, compared case-insensitively; an account keeps its first spelling.
public struct AccountNames: Sendable {
  private var known: Set<String> = []
  private var spellings: [String: String] = [:]
  private let key: @Sendable (String) -> String

  /// Creates names from the recorded ones.
  ///
  /// - Parameter key: What the names of one account share; by default, everything but case.
  public init(
    _ names: some Sequence<String> = [],
    key: @escaping @Sendable (String) -> String = { $0.lowercased() }
  ) {
    self.key = key
    for name in names { insert(name) }
  }

  /// The recorded spelling of a name; a new name is returned unchanged.
  public func spelling(of name: String) -> String {
    known.contains(name) ? name : spellings[key(name)] ?? name
  }

  /// Adds a name with its spelling.
  public mutating func insert(_ name: String) {
    guard known.insert(name).inserted else { return }
    let key = key(name)
    if spellings[key] == nil { spellings[key] = name }
  }
}
