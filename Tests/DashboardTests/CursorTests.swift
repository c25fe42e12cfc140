import CellGrid
import Dashboard
import FoundationEssentials
import Testing

/// The cursor follows the user's focus, for screen readers and input methods.
struct CursorTests {
  /// The character under the cursor, and the rest of the row.
  private func underCursor(_ driven: Driven) throws -> String {
    let cursor = try #require(driven.frame.cursor)
    return (cursor.column..<driven.frame.grid.columns).map {
      String(driven.frame.grid[$0, cursor.row].scalar)
    }.joined()
  }

  @Test(arguments: [DashboardTab.portfolio, .transactions, .charts, .gains])
  func `it stands on the selected row of every list`(tab: DashboardTab) throws {
    var driven = Driven(120, 40, tab: tab)
    driven.type("j")
    let first = try #require(driven.frame.cursor)
    #expect(try underCursor(driven).hasPrefix("›"))
    driven.type("k")
    let second = try #require(driven.frame.cursor)
    #expect(try underCursor(driven).hasPrefix("›"))
    #expect(second.column == first.column && second.row < first.row)
  }

  @Test func `it stands on the selected row of a coin's page`() throws {
    var driven = Driven(120, 40, tab: .portfolio)
    driven.press(.enter)
    #expect(try underCursor(driven).hasPrefix("›"))
  }

  @Test func `it is hidden where nothing has the focus`() {
    var driven = Driven()
    #expect(driven.frame.cursor == nil, "Home")
    driven.type("2?")
    #expect(driven.frame.cursor == nil, "help")
    driven.press(.escape)
    #expect(driven.frame.cursor != nil)
    driven.send(.portfolioChanged(Sample.empty))
    #expect(driven.frame.cursor == nil, "an empty portfolio")
  }

  @Test func `a form has it at the insertion point`() throws {
    var driven = Driven(tab: .portfolio)
    driven.type("a")
    let kind = try #require(driven.frame.cursor)
    driven.press(.tab)
    let amount = try #require(driven.frame.cursor)
    #expect(amount.row > kind.row)
    driven.type("0.25")
    let typed = try #require(driven.frame.cursor)
    #expect(typed.row == amount.row)
    driven.press(.left, .left)
    #expect(try underCursor(driven).hasPrefix("25"))
    #expect(driven.frame.cursor == CellPlace(column: typed.column - 2, row: typed.row))
    #expect(!driven.frame.grid[typed.column - 2, typed.row].style.isReversed)
  }

  @Test func `what the form selects whole ends at it`() throws {
    var driven = Driven(tab: .transactions)
    driven.type("e")
    let cursor = try #require(driven.frame.cursor)
    let grid = driven.frame.grid
    #expect(grid[cursor.column - 1, cursor.row].style.isReversed)
    #expect(!grid[cursor.column, cursor.row].style.isReversed)
  }

  @Test(arguments: [("/", "/"), (":", ":"), ("?/", "/")])
  func `a line that is typed has it at its end`(keys: String, mark: String) throws {
    for columns in [40, 80, 200] {
      var driven = Driven(columns, 24, tab: .portfolio)
      driven.type(keys)
      for text in ["", "so", "so long that it needs the whole width of a narrow terminal"] {
        driven.type(text)
        let cursor = try #require(driven.frame.cursor)
        let row = driven.row(cursor.row)
        #expect(cursor.row == 23 && cursor.column < columns)
        let before = String(row.prefix(cursor.column))
        #expect(before.hasSuffix(text.isEmpty ? mark : String(text.suffix(2))), "\(row)")
        #expect(try underCursor(driven).hasPrefix(" "))
      }
    }
  }

  @Test func `a question takes it from the list below`() throws {
    var driven = Driven(tab: .transactions)
    let row = try #require(driven.frame.cursor)
    driven.type("d")
    let asked = try #require(driven.frame.cursor)
    #expect(asked != row)
    #expect(driven.row(asked.row).contains("Delete"))
    driven.type("n")
    #expect(driven.frame.cursor == row)
  }
}
