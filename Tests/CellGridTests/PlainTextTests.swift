import CellGrid
import Testing

/// Plain text loses trailing blanks, and each drawn character has an ASCII form of its width.
struct PlainTextTests {
  @Test func `rows lose the blanks at their ends`() {
    var grid = Grid(columns: 8, rows: 3)
    grid.write("币安 a", column: 1, row: 0, style: Style(.gain, isReversed: true))
    grid.write("b", column: 7, row: 2)
    #expect(PlainText.text(of: grid) == " 币安 a\n\n       b\n")
    #expect(PlainText.text(of: Grid(columns: 3, rows: 0)).isEmpty)
  }

  @Test(
    arguments: [
      ("╭─┬─╮", "+-+-+"), ("│ ┃ ║", "| | |"), ("├─┼─┤", "+-+-+"), ("╰─┴─╯", "+-+-+"),
      ("━╋━", "-+-"),
      ("▲ ▼ ↑ ↓", "^ v ^ v"), ("…", "."), ("░▒▓█", "####"), ("—", "-"), ("▁▃▅█", "_-=#"),
      ("›", ">"), ("•", "*"), ("▄▄▖▖", "--.."), ("▘▙▞▚", "'#/\\"), ("é€₿", "???"), ("币x", "??x"),
      ("a~", "a~"), ("\u{FFFD}", "?"),
    ] as [(String, String)])
  func `every character has a stand in of its width`(text: String, expected: String) {
    var grid = Grid(columns: columnWidth(of: text), rows: 1)
    grid.write(text, column: 0, row: 0, style: Style(.loss))
    #expect(grid.drawn(with: .ascii).text(row: 0) == expected)
    #expect(grid.drawn(with: .ascii).cells.first?.style == Style(.loss))
    #expect(grid.drawn(with: .unicode) == grid)
  }

  @Test func `every line block and arrow has a stand in`() {
    for value in [0x2190...0x2193, 0x2500...0x259F, 0x2800...0x28FF].joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      var grid = Grid(columns: 1, rows: 1)
      grid.write(String(scalar), column: 0, row: 0)
      let drawn = grid.drawn(with: .ascii)[0, 0].scalar
      #expect(drawn.isASCII && drawn != "?", "U+\(String(value, radix: 16))")
    }
  }

  @Test func `gain and loss differ without colour in ASCII`() {
    var grid = Grid(columns: 4, rows: 2)
    grid.write("▲ +1", column: 0, row: 0)
    grid.write("▼ -1", column: 0, row: 1)
    #expect(PlainText.text(of: grid.drawn(with: .ascii)) == "^ +1\nv -1\n")
  }
}
