import CellGrid
import Dashboard
import Testing

/// Any action can be assigned keys by name, and conflicts are reported.
///
/// - Every key reads back as it is written.
/// - Escape and Ctrl-C keep their meaning, and text can always be typed.
/// - A misspelled action is named with the nearest one.
@Suite struct Keys {
  @Test(arguments: [
    ("r", Key.character("r")), ("R", .character("R")), ("?", .character("?")),
    ("space", .character(" ")), ("ctrl-q", .ctrl("q")), ("Ctrl-Q", .ctrl("q")),
    ("F5", .function(5)), ("f12", .function(12)), ("PgUp", .pageUp), ("pagedown", .pageDown),
    ("shift-tab", .backTab), ("Shift_Tab", .backTab), ("Esc", .escape), ("up", .up), ("↑", .up),
    ("del", .delete), ("Ins", .insert), ("ctrl-i", .tab), ("ctrl-m", .enter),
    ("ctrl-h", .backspace), ("f", .character("f")),
  ])
  func `keys are written by name`(text: String, key: Key) {
    #expect(Key(text: text) == key)
  }

  @Test(arguments: ["", " ", "rr", "F0", "F25", "ctrl-", "ctrl-1", "ctrl-z", "contrl-r", "alt-x"])
  func `what no terminal sends is no key`(text: String) {
    #expect(Key(text: text) == nil)
  }

  @Test func `every key of the registry is written as it is read`() {
    for key in DashboardAction.all.flatMap(\.keys) {
      #expect(Key(text: key.label) == key, "\(key.label)")
    }
  }

  @Test(arguments: DashboardAction.all.map(\.id))
  func `every action can be given a key and taken it`(id: ActionID) throws {
    let map = KeyMap(overrides: [id.rawValue: ["F9"]])
    #expect(map.problems.isEmpty)
    for action in map.actions where action.id == id { #expect(action.keys.first == .function(9)) }
    let none = KeyMap(overrides: [id.rawValue: []])
    for action in none.actions where action.id == id {
      #expect(action.keys.allSatisfy { [.escape, .ctrl("c")].contains($0) })
    }
  }

  @Test func `new keys take the place of the old ones and are shown`() {
    var driven = Driven(150, 30, overrides: ["refresh": ["F5", "ctrl-l"], "add": ["n"]])
    #expect(driven.press(.character("r")).isEmpty)
    #expect(driven.press(.function(5)) == [.refresh])
    #expect(driven.press(.ctrl("l")) == [.refresh])
    #expect(driven.row(29).contains("n add"))
    driven.type("?/refresh")
    #expect(driven.text.contains("F5 Ctrl-L"))
    driven.press(.escape, .escape)
    driven.type(":refresh")
    #expect(driven.lines(with: "Refresh prices now")[0].contains("F5"))
    driven.press(.escape)
    driven.send(.portfolioChanged(Sample.data([])))
    #expect(driven.text.contains("n   Add a transaction"))
  }

  @Test func `names of actions are read as people write them`() {
    for name in ["togglePrivacy", "toggle-privacy", "toggle_privacy", "TOGGLEPRIVACY"] {
      var driven = Driven(overrides: [name: ["x"]])
      driven.type("x")
      #expect(driven.state.isPrivate, "\(name)")
    }
  }

  @Test func `a mistyped action is named with the nearest one`() {
    let map = KeyMap(overrides: ["refrehs": ["r"]]) { typed, words in
      words.first { typed.hasPrefix("ref") && $0.hasPrefix("ref") }
    }
    #expect(map.problems == ["No action is called \"refrehs\"; did you mean refresh?"])
  }

  @Test(arguments: [
    (["teleport": ["t"]], "No action is called \"teleport\"; `bitpal config keys` lists the names"),
    (
      ["refresh": ["hyper-r"]],
      "\"hyper-r\" for refresh is not a key; write one like r, ctrl-r, F5 or PgUp"
    ),
    (["refresh": ["esc"]], "Esc always goes back and cannot be refresh's key"),
    (["refresh": ["ctrl-c"]], "Ctrl-C always quits and cannot be refresh's key"),
    (
      ["save": ["s"]],
      "save works while text is typed, where s is text; give it a key like F5 or ctrl-x"
    ),
    (
      ["copy": ["r"]],
      "r is a key of refresh and of copy in Portfolio; it does copy, and refresh has no key"
    ),
    (
      ["filter": ["j"]],
      "j is a key of down and of filter in Portfolio; it does filter, and down has ↓"
    ),
    (
      ["undo": ["Z"], "redo": ["Z"]],
      "Z is a key of redo and of undo in Home; it does undo, and redo has no key"
    ),
  ])
  func `what cannot be is reported`(overrides: [String: [String]], sentence: String) {
    #expect(KeyMap(overrides: overrides).problems == [sentence])
    let driven = Driven(200, 24, overrides: overrides)
    #expect(driven.state.message?.isError == true)
    #expect(driven.row(23).contains(sentence))
  }

  @Test func `keys that change places are no conflict`() {
    let map = KeyMap(overrides: ["sort": ["O"], "reverse": ["o"], "quit": ["ctrl-q"]])
    #expect(map.problems.isEmpty)
    #expect(map.action(for: .character("O"), in: .portfolio)?.id == .sort)
    #expect(map.action(for: .ctrl("q"), in: .form)?.id == .quit)
    #expect(map.action(for: .character("q"), in: .portfolio) == nil)
  }

  @Test(arguments: DashboardContext.allCases)
  func `Escape and Ctrl-C keep their meaning`(context: DashboardContext) {
    let names = ActionID.allCases.map(\.rawValue)
    let wild = KeyMap(overrides: Dictionary(uniqueKeysWithValues: names.map { ($0, ["F1"]) }))
    let plain = KeyMap()
    for key in [Key.escape, .ctrl("c")] {
      #expect(wild.action(for: key, in: context)?.id == plain.action(for: key, in: context)?.id)
    }
  }

  @Test func `text is typed whatever the keys are`() {
    var driven = Driven(tab: .portfolio, overrides: ["quit": ["b"], "up": ["t"], "erase": ["c"]])
    driven.type("/btc")
    #expect(driven.row(23).contains("/btc"))
    driven.press(.escape)
    driven.type("g:btc")
    #expect(driven.text.contains(":btc"))
    #expect(driven.effects.isEmpty)
  }

  @Test func `every action says where it works`() {
    #expect(Set(DashboardAction.all.map(\.id)) == Set(ActionID.allCases))
    let refresh = DashboardAction.all.first { $0.id == .refresh }
    #expect(refresh?.contextNames == "Everywhere")
    let edit = DashboardAction.all.first { $0.id == .edit }
    #expect(edit?.contextNames == "Transactions, Coin page")
  }
}
