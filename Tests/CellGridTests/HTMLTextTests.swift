import CellGrid
import Testing

/// A grid becomes a well-formed HTML page that keeps its text, styles and links.
///
/// - Text from the grid and the title never becomes markup.
/// - Selected text keeps the color of its role.
/// - Borders are drawn as lines and stay in the text that is copied.
/// - The page follows the reader's light or dark mode unless an appearance is set.
/// - A credit is a linked line below the picture, broken to its width.
struct HTMLTextTests {
  private let voids: Set<String> = ["meta"]

  private func rows(_ grid: Grid, _ theme: Theme = Theme()) throws -> [String] {
    let html = HTMLText(theme: theme, title: "").text(of: grid)
    let start = try #require(html.firstRange(of: "<pre dir=\"ltr\">\n")?.upperBound)
    let end = try #require(html.firstRange(of: "</pre>")?.lowerBound)
    return html[start..<end].split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init
    )
    .dropLast()
  }

  @Test func `a row is spans of roles`() throws {
    var grid = Grid(columns: 10, rows: 2)
    grid.write("a<b", column: 0, row: 0)
    grid.write("+$1", column: 4, row: 0, style: Style(.gain))
    grid.write("币", column: 7, row: 0, style: Style(.secondary))
    grid.write("é", column: 0, row: 1)
    #expect(
      try rows(grid) == [
        "a&lt;b <span class=\"gain\">+$1</span><span class=\"secondary wide\">币</span> ",
        "<span>é         </span>",
      ])
  }

  @Test func `links are closed in their row`() throws {
    var grid = Grid(columns: 3, rows: 2)
    grid.linkTarget = "app://portfolio"
    grid.write("abc", column: 0, row: 0, style: Style(.plain, isLinked: true))
    grid.write("d", column: 0, row: 1, style: Style(.gain, isLinked: true))
    #expect(
      try rows(grid) == [
        "<a href=\"app://portfolio\">abc</a>",
        "<a href=\"app://portfolio\"><span class=\"gain\">d</span></a>  ",
      ])
  }

  @Test func `selected text keeps its role`() throws {
    var grid = Grid(columns: 1, rows: 1)
    grid.write("a", column: 0, row: 0, style: Style(.prominent, isReversed: true))
    #expect(try rows(grid) == ["<span class=\"prominent\">a</span>"])
    let html = HTMLText(theme: Theme(), title: "").text(of: grid)
    let picture = try #require(MarkupReader(html, voids: voids).all("path").first)
    #expect(picture.attributes["d"] == "M14 14H23v21H14Z")
  }

  @Test func `borders are drawn as lines and stay in the text`() throws {
    var grid = Grid(columns: 4, rows: 1)
    grid.write("╭a─█", column: 0, row: 0, style: Style(.border))
    #expect(
      try rows(grid) == [
        "<span class=\"border\"><span class=\"shape\" style=\"width:1ch\">╭</span>a<span class=\"shape\" style=\"width:2ch\">─█</span></span>"
      ])
    let reader = try MarkupReader(HTMLText(theme: Theme(), title: "").text(of: grid), voids: voids)
    #expect(reader.all("path").count == 2, "the line and the block")
  }

  @Test func `a page follows the reader unless it is told`() {
    let grid = Grid(columns: 1, rows: 1)
    func page(_ appearance: Appearance) -> String {
      HTMLText(theme: Theme(appearance: appearance), title: "").text(of: grid)
    }
    #expect(page(.unknown).contains("@media (prefers-color-scheme:dark)"))
    #expect(!page(.light).contains("@media") && !page(.dark).contains("@media"))
    #expect(!page(.dark).contains("#ffffff"))
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `any grid is well formed and keeps its text`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let grid = random.grid(columns: 30, rows: 5, writes: 40)
    let html = HTMLText(theme: Theme(), title: random.text(length: 20)).text(of: grid)
    _ = try MarkupReader(html, voids: voids)
    for (row, markup) in try rows(grid).enumerated() {
      let texts = try MarkupReader("<pre>\(markup)</pre>").elements.map(\.text.unicodeScalars.count)
      #expect(texts.reduce(0, +) == grid.text(row: row).unicodeScalars.count, "seed \(seed)")
    }
  }

  @Test func `a credit is a link after the text in its font and width`() {
    var page = HTMLText(theme: Theme(), title: "")
    var grid = Grid(columns: 8, rows: 1)
    grid.write("─", column: 0, row: 0)
    #expect(!page.text(of: grid).contains("credit"))
    #expect(page.text(of: grid).contains("height:21px\" viewBox"))
    page.credit = PictureCredit(text: "By A & Bee", address: "https://a.example")
    #expect(
      page.text(of: grid).contains(
        "</pre>\n<p class=\"secondary credit\"><a href=\"https://a.example\">"
          + "By A &amp;\nBee</a></p>\n</div>"))
    #expect(page.text(of: grid).contains("height:63px\" viewBox"), "the picture takes it in")
  }
}
