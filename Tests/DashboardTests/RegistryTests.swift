import CellGrid
import Dashboard
import Testing

/// Every action of the dashboard has its own keys and works the same by key and by click.
///
/// - No key has two meanings in one place.
/// - Hints in the footer do what their key does.
/// - Under a form, nothing responds to the mouse.
@Suite struct Actions {
  @Test(arguments: DashboardContext.allCases)
  func `no key means two things in one place`(context: DashboardContext) {
    var owners: [Key: ActionID] = [:]
    for action in DashboardAction.all where action.contexts.contains(context) {
      for key in action.keys {
        #expect(owners[key] == nil, "\(key.label) in \(context.rawValue)")
        owners[key] = action.id
      }
    }
    #expect(owners.values.contains(.quit))
  }

  @Test func `every action is in the registry`() {
    for id in ActionID.allCases {
      #expect(DashboardAction.all.contains { $0.id == id }, "\(id.rawValue)")
    }
  }

  /// Each hint in the footer has an effect, and clicking it does the same as its key.
  @Test(arguments: Driven.scenes.indices)
  func `footer keys work by key and by click`(scene: Int) throws {
    var start = Driven(200, 40)
    Driven.scenes[scene].open(&start)
    let hits = start.frame.hits.filter { $0.area.row == 39 }
    var seen = 0
    for hit in hits {
      guard case .action(let id) = hit.target else { continue }
      seen += 1
      let here = DashboardAction.all.first {
        $0.id == id && $0.contexts.contains(start.state.context)
      }
      let key = try #require(here?.keys.first)
      var byKey = start
      let effects = byKey.press(key)
      #expect(byKey.state != start.state || !effects.isEmpty, "\(id.rawValue)")
      var byClick = start
      let mouse = DashboardMouse(.press, column: hit.area.column, row: hit.area.row)
      #expect(byClick.send(.mouse(mouse)) == effects)
      #expect(byClick.state == byKey.state)
    }
    #expect(seen > 0)
  }

  @Test func `clicks reach tabs, rows, headings and panels`() {
    var driven = Driven(120, 40)
    driven.click("3 Transactions")
    #expect(driven.state.tab == .transactions)
    driven.click("2024-06-30")
    #expect(driven.text.contains("› 2024-06-30"))
    driven.click("2024-06-30")
    #expect(driven.state.context == .coin)
    driven.click("1 Home")
    driven.click("24 h")
    #expect(driven.state.tab == .portfolio)
  }

  @Test func `nothing under a form answers to the mouse`() {
    var driven = Driven(120, 40, tab: .transactions)
    driven.type("a")
    driven.click("1 Home")
    #expect(driven.state.context == .form)
    #expect(driven.state.tab == .transactions)
  }
}
