public import CellGrid

/// Maps keys to actions: the defaults with the user's overrides.
///
/// Escape always goes back and Ctrl-C always quits, so users cannot lock themselves in.
public struct KeyMap: Equatable, Sendable {
  /// All actions with their current keys.
  public private(set) var actions = DashboardAction.all
  /// Invalid or conflicting overrides, one sentence each.
  public private(set) var problems: [String] = []
  private var wished: Set<ActionID> = []

  /// Creates the default key map.
  public init() {}

  /// Creates a key map with some default keys replaced.
  ///
  /// - Parameters:
  ///   - overrides: Keys by action name, replacing the defaults. Hyphens, underscores and case
  ///     are ignored in names. An empty list leaves the action to the command palette.
  ///   - nearest: Finds the candidate that a mistyped word most likely means.
  public init(
    overrides: [String: [String]], nearest: (String, [String]) -> String? = { _, _ in nil }
  ) {
    for (name, texts) in overrides.sorted(by: { $0.key < $1.key }) {
      guard let id = Self.action(called: name) else {
        problems.append(Self.unknown(name, nearest))
        continue
      }
      let keys = texts.compactMap { text in
        let key = Key(text: text)
        if key == nil {
          problems.append(
            "\"\(text)\" for \(id.rawValue) is not a key; write one like r, ctrl-r, F5 or PgUp")
        }
        return key
      }
      if texts.isEmpty || !keys.isEmpty { bind(keys, for: id) }
    }
    resolveConflicts()
  }

  /// The action that a key triggers in a context.
  public func action(for key: Key, in context: DashboardContext) -> DashboardAction? {
    actions.first { $0.contexts.contains(context) && $0.keys.contains(key) }
  }

  /// The action in a context; `nil` if it does not work there.
  func action(_ id: ActionID, in context: DashboardContext) -> DashboardAction? {
    actions.first { $0.id == id && $0.contexts.contains(context) }
  }

  /// The key for an action on any page; `nil` if it has none.
  func label(of id: ActionID) -> String? {
    actions.first { $0.id == id && !$0.contexts.isDisjoint(with: DashboardContext.pages) }?
      .keys.first?.label
  }

  private static let untouchable: Set<Key> = [.escape, .ctrl("c")]

  private mutating func bind(_ keys: [Key], for id: ActionID) {
    for key in keys where Self.untouchable.contains(key) {
      let owns = actions.contains { $0.id == id && $0.keys.contains(key) }
      if !owns {
        let use = key == .escape ? "goes back" : "quits"
        problems.append("\(key.label) always \(use) and cannot be \(id.rawValue)'s key")
      }
    }
    wished.insert(id)
    var refused: [Key] = []
    var isTaken = keys.isEmpty
    for index in actions.indices where actions[index].id == id {
      let own = actions[index].keys
      var new = keys.filter { !Self.untouchable.contains($0) }
      if !actions[index].contexts.isDisjoint(with: DashboardContext.typing) {
        refused = new.filter(\.isText)
        new.removeAll(where: \.isText)
        // A letter types text here, so keep the default keys.
        if new.isEmpty, !keys.isEmpty { new = own }
      }
      if new != own { isTaken = true }
      actions[index].keys = new + own.filter { Self.untouchable.contains($0) && !new.contains($0) }
    }
    if !isTaken, let key = refused.first {
      problems.append(
        "\(id.rawValue) works while text is typed, where \(key.label) is text; "
          + "give it a key like F5 or ctrl-x")
    }
  }

  /// Resolves conflicts: an override beats a default, and the first override beats later ones.
  private mutating func resolveConflicts() {
    for context in DashboardContext.allCases {
      for index in actions.indices
      where wished.contains(actions[index].id) && actions[index].contexts.contains(context) {
        for key in actions[index].keys { assign(key, to: index, in: context) }
      }
    }
  }

  private mutating func assign(_ key: Key, to index: Int, in context: DashboardContext) {
    let winner = actions[index].id
    let rival = actions.indices.first {
      actions[$0].id != winner && actions[$0].contexts.contains(context)
        && actions[$0].keys.contains(key)
    }
    guard let rival else { return }
    actions[rival].keys.removeAll { $0 == key }
    let rest = actions[rival].keys.map(\.label).joined(separator: " ")
    let loser = actions[rival].id.rawValue
    problems.append(
      "\(key.label) is a key of \(loser) and of \(winner.rawValue) in \(context.title); "
        + "it does \(winner.rawValue), and \(loser) has \(rest.isEmpty ? "no key" : rest)")
  }
}

extension KeyMap {
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  private static func action(called name: String) -> ActionID? {
    ActionID.allCases.first { plain($0.rawValue) == plain(name) }
  }

  private static func unknown(
    _ name: String, _ nearest: (String, [String]) -> String?
  ) -> String {
    let advice =
      nearest(name, ActionID.allCases.map(\.rawValue)).map { "did you mean \($0)?" }
      ?? "`bitpal config keys` lists the names"
    return "No action is called \"\(name)\"; \(advice)"
  }
}

extension Key {
  /// Whether the key types text.
  var isText: Bool { if case .character = self { true } else { false } }
}
