import Exact
import Testing
import Reports

/// What reports say about missing rows and moves.
@Suite struct OpenItemsTests {
  @Test(arguments: [
    (OpenItems(), [String]()),
    (OpenItems(rows: 1), ["1 row waits: bitpal inbox"]),
    (
      OpenItems(moves: 1, rows: 12),
      ["1 move is open and not in these figures: bitpal moves", "12 rows wait: bitpal inbox"]
    ),
  ]) func `they say how many and how to see them`(open: OpenItems, notes: [String]) {
    #expect(open.notes() == notes)
  }

  @Test func `balances have open moves, and miss rows that wait`() {
    #expect(
      OpenItems(moves: 2, rows: 3).notes(areMovesCounted: true) == [
        "2 moves are open: bitpal moves", "3 rows wait: bitpal inbox",
      ])
  }

  @Test func `programs read the counts`() {
    let json = JSONValue.object(JSONObject(OpenItems(moves: 2, rows: 3).members))
    #expect(json["openMoveCount"] == .number("2") && json["waitingRowCount"] == .number("3"))
  }
}
