import CellGrid
import Testing

/// A snapshot records a grid's text, styles and links so that it reads back as the same grid.
///
/// - A text that is not a snapshot, or was altered, is refused with the line at fault.
/// - The differences of two grids cover exactly the cells that differ, by row and column.
struct SnapshotTests {
  private var sample: Grid {
    var grid = Grid(columns: 8, rows: 3)
    grid.write("╭──────╮", column: 0, row: 0, style: Style(.border, isLinked: true))
    grid.write("▼ -$1 币", column: 0, row: 1, style: Style(.loss))
    grid.restyle(columns: 6..<7, row: 1) { $0 = Style(.plain, isReversed: true) }
    return grid
  }

  private let golden = """
    bitpal-snapshot 1
    case small/loss  size 8x3
    ╭──────╮¶
    ▼ -$1 币¶
            ¶
    styles:
    0: 0-7 border
    1: 0-5 loss; 6-7 plain reversed
    links:
    0-0: 0-7

    """

  @Test func `a snapshot shows text styles and links`() {
    #expect(Snapshot(name: "small/loss", grid: sample).text == golden)
  }

  @Test func `a snapshot is read back`() throws {
    #expect(try Snapshot(text: golden) == Snapshot(name: "small/loss", grid: sample))
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `any snapshot is read back as it is`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let columns = Int.random(in: 0...20, using: &random)
    let rows = Int.random(in: 0...6, using: &random)
    var grid = random.grid(columns: columns, rows: rows, writes: 20)
    // The text marks which cells are linked, but not their targets.
    grid.linkTarget = nil
    let snapshot = Snapshot(name: random.text(length: 12), grid: grid)
    #expect(try Snapshot(text: snapshot.text) == snapshot, "seed \(seed)")
  }

  @Test(arguments: [
    ("", SnapshotError.notASnapshot), ("bitpal-snapshot 2\n", .notASnapshot),
    ("bitpal-snapshot 1\n", .unreadable(line: 2)),
    ("bitpal-snapshot 1\ncase a  size 2\n", .unreadable(line: 2)),
    ("bitpal-snapshot 1\ncase a  size 9999x9999\n", .unreadable(line: 2)),
    ("bitpal-snapshot 1\ncase a  size 2x1\nab\n", .unreadable(line: 3)),
    ("bitpal-snapshot 1\ncase a  size 2x1\nab¶\n", .unreadable(line: 4)),
    ("bitpal-snapshot 1\ncase a  size 2x1\nab¶\nstyles:\n0: 0-1 gain+\n", .unreadable(line: 5)),
    ("bitpal-snapshot 1\ncase a  size 2x1\nab¶\nstyles:\n0: 1-0 gain\n", .unreadable(line: 5)),
    ("bitpal-snapshot 1\ncase a  size 2x1\nabc¶\nstyles:\n", .altered),
    ("bitpal-snapshot 1\ncase a  size 2x1\nab¶\nstyles:\n0: 0-9 gain\n", .altered),
    ("bitpal-snapshot 1\ncase a  size 2x1\nab¶\nstyles:\n0: 0-1 plain\n", .altered),
    ("bitpal-snapshot 1\ncase a  size 2x1\nab¶\nstyles:", .unreadable(line: 5)),
  ])
  func `what is no snapshot is refused`(text: String, error: SnapshotError) {
    #expect(throws: error) { try Snapshot(text: text) }
  }

  @Test func `changes name text and style`() {
    var old = Grid(columns: 8, rows: 2)
    old.write("▲ +1 币", column: 0, row: 0, style: Style(.gain))
    var new = old
    new.write("▼ -", column: 0, row: 0, style: Style(.loss))
    new.write("安", column: 5, row: 0, style: Style(.gain))
    new.restyle(columns: 1..<2, row: 1) { $0.isLinked = true }
    let changes = Snapshot.differences(between: old, and: new)
    #expect(
      changes == [
        CellChange(
          row: 0, columns: 0..<3, old: .init("▲ +", Style(.gain)), new: .init("▼ -", Style(.loss))),
        CellChange(
          row: 0, columns: 5..<7, old: .init("币", Style(.gain)), new: .init("安", Style(.gain))),
        CellChange(
          row: 1, columns: 1..<2, old: .init(" ", .plain),
          new: .init(" ", Style(.plain, isLinked: true))),
      ])
    #expect(
      changes.map(\.description) == [
        "row 0, columns 0-2: \"▲ +\" gain → \"▼ -\" loss",
        "row 0, columns 5-6: \"币\" gain → \"安\" gain",
        "row 1, column 1: \" \" plain → \" \" plain linked",
      ])
    #expect(Snapshot.differences(between: old, and: old).isEmpty)
  }

  @Test func `cells that only one grid has are changes`() {
    let old = Grid(columns: 2, rows: 1)
    let new = Grid(columns: 3, rows: 2)
    let changes = Snapshot.differences(between: old, and: new)
    #expect(changes.map(\.old) == [nil, nil])
    #expect(changes.map(\.columns) == [2..<3, 0..<3])
    let back = Snapshot.differences(between: new, and: old)
    #expect(back.map(\.new) == [nil, nil])
    #expect(back.first?.description == "row 0, column 2: \" \" plain → nothing")
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `changes cover exactly the cells that differ`(seed: UInt64) {
    var random = SeededRandom(seed)
    let old = random.grid(columns: 20, rows: 4, writes: 20)
    let new = random.grid(columns: 20, rows: 4, writes: 20)
    var copy = old
    for change in Snapshot.differences(between: old, and: new) {
      copy.write(
        change.new?.text ?? "", column: change.columns.lowerBound, row: change.row,
        style: change.new?.style ?? .plain)
    }
    copy.linkTarget = new.linkTarget
    #expect(copy == new, "seed \(seed)")
  }
}
