import BitpalTesting
import Testing
import CellGrid

/// A chart printed to the terminal gets its line as a picture, in place and under its letters.
///
/// - The cursor ends below the chart, also at the end of the screen.
/// - Sixels cover letters, which are written again afterward.
/// - A grid without lines has no picture.
struct PictureOverlayTests {
  private static let cell = CellSize(width: 10, height: 20)

  /// A line with a letter on it, between an axis and a label.
  private var chart: Grid {
    var grid = Grid(columns: 12, rows: 5)
    grid.write("High 9", column: 0, row: 0, style: Style(.secondary))
    for row in 1..<4 { grid.write("│", column: 2, row: row, style: Style(.border)) }
    grid.write("⡠⠊⢕⢕⠒⠤⣀", column: 3, row: 2, style: Style(.accent))
    grid.write("B", column: 5, row: 2, style: Style(.gain))
    grid.write("币", column: 8, row: 2, style: Style(.gain))
    grid.write("2025", column: 4, row: 4)
    grid.lines = [
      GridLine(.accent, [GridPoint(x: 3_250, y: 2_800), GridPoint(x: 9_750, y: 2_200)])
    ]
    return grid
  }

  /// What a screen shows, and the cursor position at each picture.
  private func play(
    _ text: String, on terminal: inout VirtualTerminal
  ) -> [(column: Int, row: Int)] {
    var positions: [(Int, Int)] = []
    var rest = text[...]
    while let start = rest.firstMatch(of: /\x1B[P_][^\x1B]*\x1B\\/) {
      terminal.play(lines: String(rest[..<start.range.lowerBound]))
      positions.append((terminal.column, terminal.row))
      rest = rest[start.range.upperBound...]
    }
    terminal.play(lines: String(rest))
    return positions
  }

  @Test(arguments: [PictureProtocol.kitty, .sixel], [false, true])
  func `the picture lies where the line was, under its letters`(
    pictures: PictureProtocol, isAtEnd: Bool
  ) throws {
    let encoder = ANSIText(theme: Theme(), depth: .ansi256)
    let overlay = PictureOverlay(encoder, pictures, cell: Self.cell, glyphs: .unicode)
    var terminal = VirtualTerminal(columns: 12, rows: 9)
    terminal.play(lines: String(repeating: "$\n", count: isAtEnd ? 8 : 2))
    terminal.play(lines: encoder.text(of: chart))
    let cursor = (terminal.column, terminal.row)
    let top = terminal.row - chart.rows
    let positions = play(overlay.text(over: chart), on: &terminal)
    #expect(terminal.strangers.isEmpty)
    #expect((terminal.column, terminal.row) == cursor, "the prompt follows the chart")
    let first = try #require(positions.first)
    #expect(positions.count == 1 && first == (3, top + 2))
    let rows = (0..<chart.rows).map { terminal.text(row: top + $0) }
    #expect(rows == ["High 9", "  │", "  │  B  币", "  │", "    2025"])
  }

  @Test func `sixels cover letters, which are then written again`() throws {
    let encoder = ANSIText(theme: Theme(), depth: .ansi256)
    let text = PictureOverlay(encoder, .sixel, cell: Self.cell, glyphs: .unicode).text(over: chart)
    let after = try #require(text.split(separator: "\u{1B}\\").last)
    #expect(after.contains("B") && after.contains("币") && !after.contains("High"))
  }

  @Test func `a grid without lines has no picture`() {
    let encoder = ANSIText(theme: Theme(), depth: .ansi256)
    var grid = chart
    grid.lines = []
    #expect(
      PictureOverlay(encoder, .sixel, cell: Self.cell, glyphs: .unicode).text(over: grid) == "")
  }
}

/// Charts use the finest graphics that the setting allows and the terminal is known to show.
///
/// - `auto` uses sextants only in terminals that draw them, never in a multiplexer.
/// - Pictures follow the terminal's own answer; a multiplexer is not asked.
/// - Lines of dots have a form in sextants, and wide characters keep their width.
struct ChartGraphicsTests {
  @Test(arguments: [
    (["TERM": "xterm-kitty"], true), (["TERM": "foot"], true), (["TERM": "foot-extra"], true),
    (["TERM": "xterm-ghostty"], true), (["TERM": "wezterm"], true),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], true),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"], true),
    (["TERM": "xterm-256color"], false), (["TERM": "footless"], false), ([:], false),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false),
    (["TERM": "tmux-256color", "TERM_PROGRAM": "WezTerm"], false),
    (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux,1,0"], false),
  ])
  func `sextants are for terminals that draw them, or by name`(
    environment: [String: String], isKnown: Bool
  ) {
    for graphics in ChartGraphics.allCases {
      let glyphs = graphics.glyphs(.unicode, environment: environment)
      let isWanted = graphics == .sextants || graphics == .auto && isKnown
      #expect(glyphs == (isWanted ? .sextants : .unicode), "\(graphics)")
      for level in [GlyphLevel.ascii, .blocks] {
        #expect(graphics.glyphs(level, environment: environment) == level)
      }
    }
  }

  @Test(arguments: [
    ["TERM": "screen-256color"], ["TERM": "tmux-256color"],
    ["TERM": "xterm-256color", "TMUX": "/tmp/tmux,1,0"],
    ["TERM": "xterm-256color", "STY": "1.pts"], ["TERM": "xterm-kitty", "ZELLIJ": "0"],
  ])
  func `a multiplexer is asked for no picture`(environment: [String: String]) {
    for graphics in ChartGraphics.allCases {
      #expect(!graphics.wantsPictures(environment: environment))
    }
    let wanted = ChartGraphics.allCases.filter { $0.wantsPictures(environment: ["TERM": "foot"]) }
    #expect(wanted == [.kitty, .sixel, .auto])
  }

  /// Each line: the terminal's answers, then the format drawn for kitty, sixel and auto.
  @Test(arguments: [
    ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4;22c", [PictureProtocol.kitty, .sixel, .kitty]),
    ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62c", [.kitty, nil, .kitty]),
    ("\u{1B}_Gi=31;ENOENT:x\u{1B}\\\u{1B}[?62;4c", [nil, .sixel, .sixel]),
    ("\u{1B}[?65;22;4c", [nil, .sixel, .sixel]), ("\u{1B}[?4;6c", [nil, nil, nil]),
    ("\u{1B}[?62;14;24;44c", [nil, nil, nil]), ("", [nil, nil, nil]),
  ])
  func `what the terminal offers is drawn where it was asked for`(
    answer: String, drawn: [PictureProtocol?]
  ) {
    let reply = TerminalReply(Array("q\(answer)".utf8))
    #expect(reply.isComplete == !answer.isEmpty)
    #expect(reply.typedAhead == Array("q".utf8))
    #expect([ChartGraphics.kitty, .sixel, .auto].map { $0.pictures(offered: reply) } == drawn)
    for graphics in [ChartGraphics.text, .sextants] {
      #expect(graphics.pictures(offered: reply) == nil)
    }
  }

  @Test(arguments: [
    (GlyphLevel.unicode, "币⠁"), (.sextants, "币🬀"), (.blocks, "币▔"), (.ascii, "??'"),
  ])
  func `a wide character stays one where the level has it`(level: GlyphLevel, text: String) {
    var grid = Grid(columns: 3, rows: 1)
    grid.write("币⠁", column: 0, row: 0)
    #expect(PlainText.text(of: grid.drawn(with: level)) == "\(text)\n")
  }

  @Test(arguments: [
    ("⠉", "🬂"), ("⠒", "🬋"), ("⠤", "🬋"), ("⣀", "🬭"), ("⡇", "▌"), ("⢸", "▐"), ("⣿", "█"),
    ("⠁", "🬀"), ("⢀", "🬞"), ("⠊", "🬅"), ("⢕", "⢕"), ("⠡", "⠡"), ("⠀", "⠀"), ("B", "B"),
    ("⡸", "🬘"), ("⣷", "🬺"),
  ])
  func `a line of dots is a line of sextants`(dots: String, blocks: String) {
    var grid = Grid(columns: 1, rows: 1)
    grid.write(dots, column: 0, row: 0)
    #expect(PlainText.text(of: grid.drawn(with: .sextants)) == "\(blocks)\n")
  }
}
