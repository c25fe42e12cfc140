import BitpalTesting
import CellGrid
import Dashboard
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

/// A dashboard that a test drives by keys.
struct Driven {
  private(set) var state: DashboardState
  private(set) var effects: [DashboardEffect] = []
  var now = Sample.now

  init(
    _ columns: Int = 80, _ rows: Int = 24, tab: DashboardTab = .home,
    data: DashboardData? = Sample.whole, overrides: [String: [String]] = [:],
    calendar: LocalCalendar = .utc, ownThemes: [String] = []
  ) {
    state = DashboardState(
      columns: columns, rows: rows, tab: tab, data: data, keyMap: KeyMap(overrides: overrides),
      calendar: calendar, ownThemes: ownThemes)
  }

  /// The screen's contents.
  var frame: DashboardFrame { view(state, now: now) }
  var text: String { PlainText.text(of: frame.grid) }

  /// Restores the state of an earlier session.
  mutating func restore(_ memory: SessionMemory) { state.restore(memory) }

  /// The lines of the screen that contain a text.
  func lines(with text: String) -> [String] {
    self.text.split(separator: "\n").map(String.init).filter { $0.contains(text) }
  }

  func row(_ row: Int) -> String { frame.grid.text(row: row) }

  @discardableResult
  mutating func send(_ event: DashboardEvent) -> [DashboardEffect] {
    let new = update(&state, event, now: now, makeID: { Self.newID })
    effects += new
    return new
  }

  @discardableResult
  mutating func press(_ keys: Key...) -> [DashboardEffect] {
    keys.flatMap { send(.key($0)) }
  }

  /// Types a text, character by character.
  @discardableResult
  mutating func type(_ text: String) -> [DashboardEffect] {
    text.flatMap { send(.key(.character($0))) }
  }

  /// Clicks on the first occurrence of a text.
  @discardableResult
  mutating func click(_ text: String) -> [DashboardEffect] {
    for row in 0..<frame.grid.rows {
      let line = frame.grid.text(row: row)
      guard let range = line.firstRange(of: text) else { continue }
      let column = columnWidth(of: String(line[..<range.lowerBound]))
      return send(.mouse(DashboardMouse(.press, column: column, row: row)))
    }
    Issue.record("'\(text)' is not on the screen:\n\(self.text)")
    return []
  }

  /// Shows the moves and types keys.
  mutating func openMoves(_ keys: String = "") {
    send(.portfolioChanged(Sample.moved))
    type("3t" + keys)
  }

  static let newID = UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9))

  /// The dashboard on each of its pages, forms and overlays.
  static let scenes: [(name: String, open: @Sendable (inout Driven) -> Void)] = [
    ("home", { _ in }),
    ("home-small", { $0.type("S") }),
    ("home-offline", { $0.send(.portfolioChanged(Sample.offline)) }),
    ("portfolio", { $0.type("2") }),
    ("portfolio-private", { $0.type("p2") }),
    ("portfolio-filtered", { $0.type("2/s") }),
    ("transactions", { $0.type("3") }),
    ("moves", { $0.openMoves() }),
    ("moves-open", { $0.openMoves("j") }),
    ("moves-filtered", { $0.openMoves("/kraken") }),
    ("moves-edit", { $0.openMoves("e") }),
    ("moves-delete", { $0.openMoves("d") }),
    ("moves-empty", { $0.type("3t") }),
    ("inbox", { $0.openInbox() }),
    ("inbox-private", { $0.openInbox("p") }),
    (
      "inbox-answer",
      { driven in
        driven.openInbox("jA")
        driven.press(.enter, .down)
      }
    ),
    (
      "inbox-question",
      { driven in
        driven.openInbox("A")
        driven.press(.enter, .enter)
      }
    ),
    ("inbox-answers", { $0.openInbox("t") }),
    ("inbox-empty", { $0.openInbox(data: Sample.answered) }),
    (
      "transactions-moved",
      { driven in
        driven.send(.portfolioChanged(Sample.moved))
        driven.type("3")
      }
    ),
    ("transactions-sorted", { $0.type("3ooooo") }),
    (
      "coin",
      { driven in
        driven.type("2jj")
        driven.press(.enter)
      }
    ),
    (
      "form",
      { driven in
        driven.type("2a")
        driven.press(.right, .tab)
        driven.type("5")
      }
    ),
    ("form-swap", { $0.fillForm(.swap, "0.1", "eth", "1.6") }),
    ("form-reward", { $0.fillForm(.reward, "0.002") }),
    ("form-transfer", { $0.fillForm(.transfer, "0.05", "Coinbase") }),
    ("delete", { $0.type("3d") }),
    ("form-coins", { $0.type("as") }),
    ("help", { $0.type("2?") }),
    ("help-filtered", { $0.type("?/sort") }),
    ("palette", { $0.type("2:") }),
    ("palette-typed", { $0.type("3:tra") }),
    ("empty", { $0.send(.portfolioChanged(Sample.empty)) }),
    (
      "empty-transactions",
      { driven in
        driven.send(.portfolioChanged(Sample.empty))
        driven.type("3")
      }
    ),
    ("waiting", { $0 = Driven($0.state.columns, $0.state.rows, data: nil) }),
  ]
}
