public import CellGrid

/// Which keys do what: the registry's own, changed as the user wishes.
///
/// Escape always goes back and Ctrl-C always quits, so that no one is locked in.
public struct KeyMap: Equatable, Sendable {
  /// Every action with the keys it has now.
  public private(set) var actions = DashboardAction.all
  /// What of the wishes cannot be, or is in the way of another; a sentence each.
  public private(set) var problems: [String] = []
  private var wished: Set<ActionID> = []

  /// The registry's own keys.
  public init() {}

  /// The registry's keys, some of them replaced.
  ///
  /// - Parameters:
  ///   - overrides: Names of actions, and the keys each is to have instead of its own. Hyphens,
  ///     underscores and case do not count in names. No keys at all leave an action to the palette.
  ///   - nearest: The word of some that a mistyped one most likely means.
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
    settleConflicts()
  }

  /// The action a key stands for in a context.
  public func action(for key: Key, in context: DashboardContext) -> DashboardAction? {
    actions.first { $0.contexts.contains(context) && $0.keys.contains(key) }
  }

  /// How an action works in a context, `nil` where it does not.
  func action(_ id: ActionID, in context: DashboardContext) -> DashboardAction? {
    actions.first { $0.id == id && $0.contexts.contains(context) }
  }

  /// The key to press for an action on any page, `nil` when it has none.
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
        // Where text is typed a letter is not a key, and so the old keys stay.
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

  /// Where two actions want one key, the one that was wished for has it; of two, the first.
  private mutating func settleConflicts() {
    for context in DashboardContext.allCases {
      for index in actions.indices
      where wished.contains(actions[index].id) && actions[index].contexts.contains(context) {
        for key in actions[index].keys { give(key, to: index, in: context) }
      }
    }
  }

  private mutating func give(_ key: Key, to index: Int, in context: DashboardContext) {
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
  /// Whether the key types something where text is typed.
  var isText: Bool { if case .character = self { true } else { false } }
}
