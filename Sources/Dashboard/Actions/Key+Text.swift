public import CellGrid

extension Key {
  /// The key's label in the footer and help.
  public var label: String {
    switch self {
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .ctrl(let letter): "Ctrl-\(letter.uppercased())"
    case .function(let number): "F\(number)"
    case .character(" "): "Space"
    case .character(let character): String(character)
    default: Self.names.first { $0.key == self }?.name ?? ""
    }
  }

  /// Parses a key as written in a configuration file: `r`, `ctrl-r`, `F5`, `PgUp`, `Shift-Tab`.
  ///
  /// Returns `nil` for unknown names. The case of a single letter counts. Control letters that
  /// terminals send as Tab, Enter or Backspace map to those keys.
  public init?(text: String) {
    if let only = text.first, text.count == 1, only != " " {
      self = Self.names.first { $0.name == text }?.key ?? .character(only)
      return
    }
    let lower = text.lowercased().replacing("_", with: "-")
    if let named = Self.names.first(where: { $0.name.lowercased() == lower }) {
      self = named.key
    } else if lower.hasPrefix("f"), let number = Int(lower.dropFirst()),
      (1...Self.functionKeys).contains(number)
    {
      self = .function(number)
    } else if lower.hasPrefix("ctrl-"), lower.count == 6, let letter = lower.last,
      ("a"..."z").contains(letter), letter != "z"
    {
      self = Self.controlled(letter)
    } else {
      return nil
    }
  }

  private static let functionKeys = 24

  private static func controlled(_ letter: Character) -> Key {
    switch letter {
    case "h": .backspace
    case "i": .tab
    case "j", "m": .enter
    default: .ctrl(letter)
    }
  }

  /// The first name of each key is its label.
  private static let names: [(name: String, key: Key)] = [
    ("Enter", .enter), ("Return", .enter), ("Esc", .escape), ("Escape", .escape),
    ("Tab", .tab), ("Shift-Tab", .backTab), ("Home", .home), ("End", .end),
    ("PgUp", .pageUp), ("PageUp", .pageUp), ("PgDn", .pageDown), ("PageDown", .pageDown),
    ("Backspace", .backspace), ("Del", .delete), ("Delete", .delete), ("Ins", .insert),
    ("Insert", .insert), ("Space", .character(" ")), ("Up", .up), ("Down", .down),
    ("Left", .left), ("Right", .right), ("↑", .up), ("↓", .down), ("←", .left), ("→", .right),
  ]
}
