import BitpalTesting
import CellGrid
import Testing

/// A grid becomes the escape sequences that make a terminal show it.
///
/// - Only changes of style are sent, and plain text has no escapes.
/// - Each row ends with plain style and closed links, and keeps trailing blanks that are visible.
/// - No color depth uses colors beyond its own; without colors there are no escapes.
/// - A simulated terminal shows exactly the cells of any grid.
struct ANSITextTests {
  private func row(_ parts: (String, Style)...) -> Grid {
    var grid = Grid(columns: parts.reduce(0) { $0 + columnWidth(of: $1.0) }, rows: 1)
    var column = 0
    for (text, style) in parts {
      grid.write(text, column: column, row: 0, style: style)
      column += columnWidth(of: text)
    }
    return grid
  }

  @Test func `only what changes is sent`() {
    let grid = row(
      ("a", Style(.gain)), ("b", Style(.loss)), ("c", Style(.prominent)), ("d", .plain),
      ("e", Style(.secondary)), ("f", Style(.selection)))
    #expect(
      ANSIText(theme: Theme(), depth: .ansi16).text(of: grid)
        == "\u{1B}[32ma\u{1B}[31mb\u{1B}[0;1mc\u{1B}[0md\u{1B}[2me\u{1B}[0;7mf\u{1B}[0m\n")
  }

  @Test func `plain text needs no escapes`() {
    #expect(ANSIText(theme: Theme(), depth: .trueColor).text(of: row(("abc", .plain))) == "abc\n")
  }

  @Test func `without depth there is no Escape`() {
    let grid = row(("a", Style(.error, isReversed: true)), ("b", Style(.gain, isLinked: true)))
    #expect(ANSIText(theme: Theme(), depth: .none).text(of: grid) == "ab\n")
  }

  @Test func `a link is opened and closed in its row`() {
    var grid = row(("a", .plain), ("b ", Style(.plain, isLinked: true)))
    #expect(ANSIText(theme: Theme(), depth: .none, hasLinks: true).text(of: grid) == "ab\n")
    grid.linkTarget = "app://portfolio"
    let expected = "a\u{1B}]8;id=grid;app://portfolio\u{1B}\\b \u{1B}]8;;\u{1B}\\\n"
    #expect(ANSIText(theme: Theme(), depth: .none, hasLinks: true).text(of: grid) == expected)
    #expect(ANSIText(theme: Theme(), depth: .none).text(of: grid) == "ab\n")
  }

  @Test func `blanks at the end stay when they show`() {
    let selected = Style(.plain, isReversed: true)
    let grid = row(("a", selected), ("  ", selected), ("  ", .plain))
    #expect(ANSIText(theme: Theme(), depth: .ansi8).text(of: grid) == "\u{1B}[7ma  \u{1B}[0m\n")
  }

  @Test(arguments: ColorDepth.allCases, [false, true])
  func `a terminal shows the grid again`(depth: ColorDepth, hasLinks: Bool) {
    for seed in UInt64(1)...40 {
      var random = SeededRandom(seed)
      let encoder = ANSIText(theme: random.theme(), depth: depth, hasLinks: hasLinks)
      let grid = random.grid(columns: 24, rows: 6, writes: 30)
      // One more row, which the last newline moves to.
      var terminal = VirtualTerminal(columns: 24, rows: 7)
      for line in encoder.text(of: grid).split(separator: "\n", omittingEmptySubsequences: false) {
        terminal.play(lines: String(line))
        #expect(terminal.pen == VirtualTerminal.Pen(), "seed \(seed)")
        if terminal.row < 6 { terminal.play(lines: "\n") }
      }
      #expect(terminal.strangers.isEmpty && terminal.row == 6, "seed \(seed)")
      #expect(terminal.shows(grid, as: encoder, from: 0), "seed \(seed)")
    }
  }

  @Test(arguments: ColorDepth.allCases)
  func `no depth asks for more Colours than it has`(depth: ColorDepth) {
    for palette in Palette.allCases {
      for appearance in Appearance.allCases {
        let theme = Theme(palette: palette, appearance: appearance)
        for role in Role.allCases {
          let needed: ColorDepth =
            switch theme.look(of: Style(role), depth: depth).foreground {
            case nil: .none
            case .ansi(let number): number < 8 ? .ansi8 : .ansi16
            case .indexed(let number): number < 16 ? .none : .ansi256
            case .rgb: .trueColor
            }
          #expect(needed <= depth, "\(theme) \(role)")
        }
      }
    }
  }
}
