import BitpalTesting
import Testing

@testable import CellGrid

/// In terminals that place pictures in cells, chart lines become such cells and letters stay text.
///
/// - A picture is sent only when it changes, or again after the terminal lost it.
/// - A selected row, and a chart that is too wide, keep their characters.
/// - Only Kitty and Ghostty outside of multiplexers get such pictures.
struct PictureCellsTests {
  private static let cell = CellSize(width: 10, height: 20)

  /// A line with a letter on it below a blank row, to the right of an axis.
  private var chart: Grid {
    var grid = Grid(columns: 12, rows: 4)
    grid.write("│⠤⠤⠤⠤B⠤⠤⠤", column: 2, row: 2, style: Style(.accent))
    grid.lines = [
      GridLine(.accent, [GridPoint(x: 3_000, y: 2_500), GridPoint(x: 10_900, y: 2_500)])
    ]
    return grid
  }

  private func shown(
    _ cells: inout PictureCells, _ grid: Grid, theme: Theme = Theme()
  ) -> (grid: Grid, sequence: String) {
    cells.shown(grid, glyphs: .unicode, theme: theme, cell: Self.cell)
  }

  @Test func `cells of a line are places of the picture, and letters stay`() throws {
    var cells = PictureCells()
    let (grid, sequence) = shown(&cells, chart)
    #expect(sequence.hasPrefix("\u{1B}_Ga=T,f=32,o=z,s=100,v=20,c=10,r=1,U=1,i=201,q=2,m=0;"))
    #expect(grid[2, 2].scalar == "│" && grid[7, 2].scalar == "B" && grid[0, 0].scalar == " ")
    let pictureCells = [3, 4, 5, 6, 8, 9, 10].map { PicturePlace(grid[$0, 2].scalar) }
    #expect(pictureCells == [1, 2, 3, 4, 6, 7, 8].map { PicturePlace(column: $0, row: 0) })
    #expect(PicturePlace(column: 8, row: 0).marks.row == 0x0305)
    #expect(PicturePlace(column: 8, row: 1).marks.row == 0x030D)
    #expect(PicturePlace(column: 296, row: 0).marks.column == 0x1D244)
  }

  @Test func `a picture is sent when it changes, and again when the terminal lost it`() {
    var cells = PictureCells()
    let first = shown(&cells, chart)
    let again = shown(&cells, chart)
    #expect(again.sequence.isEmpty && again.grid == first.grid)
    var selected = chart
    selected.write("row", column: 0, row: 0)
    #expect(shown(&cells, selected).sequence.isEmpty, "letters are no part of it")
    cells.forget()
    #expect(shown(&cells, selected).sequence == first.sequence)
    let light = shown(&cells, chart, theme: Theme(appearance: .light)).sequence
    #expect(light.hasPrefix("\u{1B}_Ga=T,") && light != first.sequence)
    var bare = selected
    bare.lines = []
    #expect(shown(&cells, bare) == (bare, PictureCells.removal))
    #expect(shown(&cells, bare).sequence.isEmpty)
  }

  @Test func `the selected row, and a line that is too wide, stay characters`() {
    var cells = PictureCells()
    var selected = chart
    selected.restyle(columns: 0..<12, row: 2) { $0.isReversed = true }
    #expect(shown(&cells, selected).grid == selected)
    var wide = Grid(columns: 320, rows: 2)
    wide.write(String(repeating: "⠤", count: 320), column: 0, row: 1)
    wide.lines = [GridLine(.accent, [GridPoint(x: 0, y: 1_500), GridPoint(x: 319_000, y: 1_500)])]
    #expect(shown(&cells, wide) == (wide, PictureCells.removal))
  }

  @Test func `only terminals that show pictures in cells are drawn on so`() {
    for (environment, isWanted) in [
      (["TERM": "xterm-kitty"], true), (["TERM_PROGRAM": "ghostty"], true),
      (["TERM_PROGRAM": "WezTerm"], false), (["TERM": "xterm-256color"], false),
      (["TERM": "xterm-kitty", "TMUX": "/tmp/t,1,0"], false),
    ] {
      #expect(ChartGraphics.kitty.wantsPictureCells(environment: environment) == isWanted)
      #expect(ChartGraphics.auto.wantsPictureCells(environment: environment) == isWanted)
      #expect(!ChartGraphics.sixel.wantsPictureCells(environment: environment))
      #expect(!ChartGraphics.text.wantsPictureCells(environment: environment))
    }
  }
}
