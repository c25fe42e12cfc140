import CellGrid
import Testing

/// A grid becomes a well-formed SVG picture in which every character is in its column.
///
/// - Box drawing, blocks, shades and arrows are shapes without gaps; other characters are text.
/// - Selected cells have a bar behind them, and linked cells a link over them.
/// - The picture follows the reader's light or dark mode unless an appearance is set.
/// - Title and description are cleaned and escaped.
/// - A recording shows one grid after another.
/// - A credit is a linked line below the picture, broken to its width.
struct SVGTextTests {
  private func picture(
    _ rows: [String], style: Style = .plain, theme: Theme = Theme()
  ) throws -> MarkupReader {
    var grid = Grid(columns: rows.map { columnWidth(of: $0) }.max() ?? 0, rows: rows.count)
    for (row, text) in rows.enumerated() { grid.write(text, column: 0, row: row, style: style) }
    grid.linkTarget = "app://portfolio"
    return try MarkupReader(SVGText(theme: theme, title: "A picture").text(of: grid))
  }

  @Test func `letters stand in their columns`() throws {
    let texts = try picture(["a <b>  c&d"]).all("text")
    #expect(texts.map(\.text) == ["a <b>", "c&d"])
    #expect(texts.map { $0.attributes["x"] } == ["14", "77"])
    #expect(texts.map { $0.attributes["textLength"] } == ["45", "27"])
  }

  @Test func `a wide character stands alone in the middle of its cells`() throws {
    let texts = try picture(["a币安b"]).all("text")
    #expect(texts.map(\.text) == ["a", "币", "安", "b"])
    #expect(texts.map { $0.attributes["x"] } == ["14", "32", "50", "59"])
    #expect(texts.map { $0.attributes["text-anchor"] } == [nil, "middle", "middle", nil])
  }

  @Test func `a frame is four lines and four bends without gaps`() throws {
    let picture = try picture(["╭──╮", "│  │", "╰──╯"])
    #expect(picture.all("text").isEmpty)
    let paths = picture.all("path").map { $0.attributes["d"] }
    #expect(
      paths == [
        "M23 24.5H41M23 66.5H41M18.5 35V56M45.5 35V56"
          + "M23 24.5Q18.5 24.5 18.5 29.5V35M41 24.5Q45.5 24.5 45.5 29.5V35"
          + "M23 66.5Q18.5 66.5 18.5 61.5V56M41 66.5Q45.5 66.5 45.5 61.5V56"
      ])
  }

  @Test(arguments: [
    ("─", "M14 24.5H23"), ("│", "M18.5 14V35"), ("┼", "M14 24.5H23M18.5 14V35"),
    ("├", "M18.5 24.5H23M18.5 14V35"), ("┤", "M14 24.5H18.5M18.5 14V35"),
    ("┬", "M14 24.5H23M18.5 24.5V35"), ("┴", "M14 24.5H23M18.5 14V24.5"),
    ("┌", "M18.5 24.5H23M18.5 24.5V35"), ("┘", "M14 24.5H18.5M18.5 14V24.5"),
    ("╴", "M14 24.5H18.5"), ("─ ─", "M14 24.5H23M32 24.5H41"), ("╴─", "M14 24.5H18.5M23 24.5H32"),
    ("━", "M14 24.5H23"), ("╹", "M18.5 14V24.5"),
  ])
  func `box drawing is drawn as lines`(text: String, path: String) throws {
    let picture = try picture([text])
    #expect(picture.all("path").map { $0.attributes["d"] } == [path])
    #expect(
      picture.all("path").first?.attributes["stroke-width"] == ("━╹".contains(text) ? "3" : nil))
  }

  @Test(arguments: [
    ("█", "M14 14H23v21H14Z"), ("▄", "M14 24.5H23v10.5H14Z"),
    ("▀", "M14 14H23v10.5H14Z"), ("▁", "M14 32.375H23v2.625H14Z"),
    ("▌", "M14 14H18.5v21H14Z"), ("▐", "M18.5 14H23v21H18.5Z"),
    ("▏", "M14 14H15.125v21H14Z"), ("▕", "M21.875 14H23v21H21.875Z"),
    ("▔", "M14 14H23v2.625H14Z"), ("▖", "M14 24.5H18.5v10.5H14Z"),
    ("▝", "M18.5 14H23v10.5H18.5Z"),
    ("▚", "M14 14H18.5v10.5H14ZM18.5 24.5H23v10.5H18.5Z"),
    ("███", "M14 14H41v21H14Z"),
    ("▀█", "M14 14H23v10.5H14ZM23 14H32v21H23Z"),
  ])
  func `blocks are drawn as rectangles`(text: String, path: String) throws {
    #expect(try picture([text]).all("path").map { $0.attributes["d"] } == [path])
  }

  @Test func `rows of a bar are one shape without a seam`() throws {
    let bars = try picture(["███▌", "███▌", "██"], style: Style(.gain)).all("path")
    #expect(bars.count == 1)
    #expect(bars.first?.attributes["d"]?.contains("M14 35H") == true, "the second row is a part")
  }

  @Test(arguments: [("░", ".25"), ("▒", ".50"), ("▓", ".75"), ("█", nil)])
  func `shades are transparent`(text: String, opacity: String?) throws {
    let shade = try #require(try picture([text], style: Style(.skeleton)).all("path").last)
    #expect(shade.attributes["fill-opacity"] == opacity)
    #expect(shade.attributes["class"] == "skeleton")
  }

  @Test func `signs of change are shapes`() throws {
    let picture = try picture(["▲▼"], style: Style(.gain))
    #expect(picture.all("text").isEmpty)
    #expect(
      picture.all("path").map { $0.attributes["d"] }
        == ["M18.5 21L22 28H15Z", "M27.5 28L31 21H24Z"])
    #expect(picture.all("path").allSatisfy { $0.attributes["class"] == "gain" })
  }

  @Test func `selected cells have a bar and keep their color`() throws {
    let picture = try picture(["ab"], style: Style(.gain, isReversed: true))
    let bar = try #require(picture.all("path").last)
    #expect(bar.attributes == ["class": "selected", "d": "M14 14H32v21H14Z"])
    #expect(picture.all("text").first?.attributes["class"] == "gain")
  }

  @Test func `linked cells are under a link`() throws {
    let picture = try picture(["ab", "cd"], style: Style(.plain, isLinked: true))
    #expect(picture.all("a").map { $0.attributes["href"] } == ["app://portfolio"])
    let area = try #require(picture.all("rect").last)
    #expect(area.path.last == "a")
    #expect(area.attributes["width"] == "18" && area.attributes["height"] == "42")
    #expect(try self.picture(["ab"]).all("a").isEmpty)
  }

  @Test func `a picture follows the reader unless it is told`() {
    let grid = Grid(columns: 1, rows: 1)
    func svg(_ appearance: Appearance) -> String {
      SVGText(theme: Theme(appearance: appearance), title: "").text(of: grid)
    }
    #expect(svg(.unknown).contains("@media (prefers-color-scheme:dark)"))
    #expect(!svg(.light).contains("@media") && svg(.light).contains("#ffffff"))
    #expect(!svg(.dark).contains("@media") && !svg(.dark).contains("#ffffff"))
  }

  @Test func `title and description are cleaned and escaped`() throws {
    let encoder = SVGText(
      theme: Theme(), title: "a\u{1B}[1m\n<b>", description: "Total value 5 & more.\u{202E}")
    let picture = try MarkupReader(encoder.text(of: Grid(columns: 1, rows: 1)))
    #expect(picture.all("title").map(\.text) == ["a <b>"])
    #expect(picture.all("desc").map(\.text) == ["Total value 5 & more."])
  }

  @Test func `a recording shows one grid after another`() throws {
    let grids = ["one", "two", "three"].map { text in
      var grid = Grid(columns: 5, rows: 1)
      grid.write(text, column: 0, row: 0, style: .plain)
      return grid
    }
    let text = SVGText(theme: Theme(), title: "Pages").text(of: grids, seconds: 2)
    let picture = try MarkupReader(text)
    let frames = picture.all("g").filter { $0.attributes["class"] == "frame" }
    #expect(frames.map { $0.attributes["visibility"] } == [nil, "hidden", "hidden"])
    #expect(
      frames.map { $0.attributes["style"] }
        == ["animation-delay:0s", "animation-delay:2s", "animation-delay:4s"])
    #expect(picture.all("text").map(\.text) == ["one", "two", "three"])
    #expect(text.contains("animation:frame 6s steps(1) infinite"))
    #expect(text.contains("{0%{visibility:visible}33.33%{visibility:hidden}}"))
    #expect(SVGText(theme: Theme(), title: "None").text(of: [], seconds: 2).isEmpty)
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `any grid is well formed and keeps its letters`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let grid = random.grid(columns: 30, rows: 5, writes: 40)
    let encoder = SVGText(theme: Theme(), title: "")
    let svg = encoder.text(of: grid)
    #expect(svg == encoder.text(of: grid))
    #expect(!svg.contains(" id="))
    let picture = try MarkupReader(svg)
    let drawn = picture.all("text").map(\.text).joined().unicodeScalars.filter { $0 != " " }
    let expected = PlainText.text(of: grid).unicodeScalars.filter {
      $0 != " " && $0 != "\n" && !isShape($0)
    }
    #expect(drawn.elementsEqual(expected), "seed \(seed)")
  }

  private func isShape(_ scalar: Unicode.Scalar) -> Bool {
    let lines = "╵╶└╷│┌├╴┘─┴┐┤┬┼╹╺┗╻┃┏┣╸┛━┻┓┫┳╋╽╿╭╮╰╯▲▼■"
    return (0x2580...0x259F).contains(scalar.value) || lines.unicodeScalars.contains(scalar)
  }

  @Test func `a credit is a linked line below the picture`() throws {
    let grid = Grid(columns: 14, rows: 2)
    var encoder = SVGText(theme: Theme(), title: "Prices")
    let bare = try MarkupReader(encoder.text(of: grid))
    encoder.credit = PictureCredit(text: "By <A>\u{1B}[2J", address: "https://a.example/?b&c")
    let credited = try MarkupReader(encoder.text(of: grid))
    #expect(bare.all("a").isEmpty)
    let height = try #require(Double(bare.all("svg").first?.attributes["height"] ?? ""))
    #expect(credited.all("svg").first?.attributes["height"] == "\(Int(height) + 21)")
    #expect(credited.all("a").first?.attributes["href"] == "https://a.example/?b&c")
    let line = try #require(credited.all("text").last)
    #expect(line.text.hasPrefix("By <A>") && !line.text.contains("\u{1B}"))
    #expect(try #require(Double(line.attributes["y"] ?? "")) > height - 14)
  }

  @Test func `a credit is broken to the width of the picture`() throws {
    let grid = Grid(columns: 12, rows: 1)
    var encoder = SVGText(theme: Theme(), title: "Prices")
    let bare = try MarkupReader(encoder.text(of: grid))
    encoder.credit = PictureCredit(text: "Prices by A, Bee, Cee", address: "https://a.example")
    let credited = try MarkupReader(encoder.text(of: grid))
    #expect(credited.all("text").map(\.text) == ["Prices by A,", "Bee, Cee"])
    #expect(credited.all("a").count == 2)
    let (before, after) = (bare.all("svg")[0].attributes, credited.all("svg")[0].attributes)
    #expect(after["width"] == before["width"])
    let height = try #require(Double(before["height"] ?? ""))
    #expect(after["height"] == "\(Int(height) + 42)")
  }

  @Test func `a line that is heavy in one half is two lines`() throws {
    let paths = try picture(["│", "╽", "┃", "╿"]).all("path")
    #expect(paths.map { $0.attributes["d"] } == ["M18.5 14V45.5M18.5 87.5V98", "M18.5 45.5V87.5"])
    #expect(paths.map { $0.attributes["stroke-width"] } == [nil, "3"])
  }
}
