import CellGrid
import Testing

/// The documentation's examples, verbatim.
@Suite struct DocumentedExampleTests {
  @Test func `text in a grid`() {
    var grid = Grid(columns: 16, rows: 1)
    grid.write("Hello, 世界", column: 2, row: 0, style: Style(Role("greeting")))
    #expect(PlainText.text(of: grid) == "  Hello, 世界\n")
  }

  @Test func `a role and its look`() {
    var grid = Grid(columns: 2, rows: 1)
    grid.write("up", column: 0, row: 0, style: Style(Role("gain")))
    let theme = Theme(roles: [Role("gain"): RoleLook(.green, isBold: true)])
    let text = ANSIText(theme: theme, depth: .ansi16).text(of: grid)
    #expect(text.contains("\u{1B}[1;32mup"))
  }
}
