import CellGrid
import FoundationEssentials
import Gallery
import Testing
import BitpalCommands

/// The gallery check reports every difference between drawn and recorded pictures.
///
/// - A changed character or style is named by row and column, with its old and new value.
/// - Missing files, extra files, foreign files and changed line ends are named as such.
/// - The first of many differences are listed in full and the others counted.
/// - The HTML page shows both pictures next to each other and marks what changed.
/// - File names and contents never become markup or control characters in the output.
struct GalleryCheckTests {
  @Test func `an equal gallery has no differences`() throws {
    let check = try GalleryCheck(DrawnGallery.texts)
    #expect(check.differences.isEmpty && check.text.isEmpty)
    let count = try DrawnGallery.pictures.count
    #expect(check.summary == "All \(count) pictures are as recorded in shots.")
  }

  @Test func `a changed character is named with old and new text`() throws {
    let check = try changed("small-fresh", "│ $41,576.22 ", "│ $41,576.28 ")
    #expect(
      check.text == """
        changed shots/small-fresh.snapshot
          row 2, column 11: "8" prominent linked → "2" prominent linked
        --- shots/small-fresh.snapshot
        +++ shots/small-fresh.snapshot
        @@ -2,7 +2,7 @@
         case small/fresh  size 24x11
         ╭──────────────────────╮¶
         │ Portfolio            │¶
        -│ $41,576.28           │¶
        +│ $41,576.22           │¶
         │                      │¶
         │ 24 h ▼        -1.06% │¶
         │                      │¶

        """)
    let count = try DrawnGallery.pictures.count
    #expect(check.summary == "\(count) pictures, not as recorded in shots: 1 changed.")
  }

  @Test func `a change of style alone is named`() throws {
    let check = try changed("small-fresh", "7: 0-0 border; 7-7 gain", "7: 0-0 border; 7-7 loss")
    let difference = try #require(check.differences.first)
    #expect(
      difference.facts == [
        #"row 7, column 7: "▲" loss linked → "▲" gain linked"#
      ])
    #expect(check.text.contains("-7: 0-0 border; 7-7 loss; 11-21 gain; 23-23 border\n"))
    #expect(check.text.contains("+7: 0-0 border; 7-7 gain; 11-21 gain; 23-23 border\n"))
  }

  @Test func `a missing and an extra file are named`() throws {
    var texts = try DrawnGallery.texts
    texts["medium-gone"] = texts.removeValue(forKey: "large-offline")
    let check = try GalleryCheck(texts)
    #expect(
      check.text == """
        missing shots/large-offline.snapshot
          this picture was never recorded
        extra shots/medium-gone.snapshot
          no picture has this name

        """)
    #expect(check.summary.hasSuffix(": 1 missing, 1 extra."))
  }

  @Test
  func `a file that is no snapshot is a difference too`() throws {
    let check = try changed("large-empty", "bitpal-snapshot 1", "hello \u{1B}[31m\u{202E}world")
    #expect(check.text.contains("is not a snapshot by bitpal"))
    #expect(check.text.contains("-hello world\n+bitpal-snapshot 1\n"))
    #expect(check.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(check.page.contains("The file cannot be drawn."))
  }

  @Test func `of many pictures the first are listed in full and the others counted`() throws {
    let texts = try DrawnGallery.texts.mapValues { $0.replacing("$", with: "€") }
    let check = try GalleryCheck(texts)
    #expect(check.differences.count > 100)
    let lines = check.text.split(separator: "\n")
    #expect(lines.count(where: { $0.hasPrefix("changed ") }) == check.differences.count)
    #expect(lines.count(where: { $0.hasPrefix("--- ") }) == 3)
    #expect(lines.count < check.differences.count + 400)
    #expect(lines.last?.contains(" change") == true)
    let facts = lines.drop { !$0.hasPrefix("changed ") }.dropFirst().prefix { $0.hasPrefix("  ") }
    #expect(facts.count <= 13)
  }

  @Test func `changed line ends are explained`() throws {
    var texts = try DrawnGallery.texts
    texts["small-zero"] = texts["small-zero"].map {
      $0.split(separator: "\n").map { $0 + "\r\n" }.joined()
    }
    #expect(try GalleryCheck(texts).text.contains("its lines end in CR LF"))
  }

  @Test func `the page has both pictures side by side`() throws {
    var texts = try DrawnGallery.texts
    texts["small-fresh"] = texts["small-fresh"]?.replacing("7-7 gain", with: "7-7 loss")
    texts["medium-<b>"] = texts.removeValue(forKey: "large-offline")
    let page = try GalleryCheck(texts).page
    #expect(page.split(separator: "<section>").count == 4)
    #expect(page.split(separator: "<svg ").count == 5)
    #expect(page.contains("<title>Recorded: small/fresh</title>"))
    #expect(page.contains("<title>Drawn now: small/fresh</title>"))
    #expect(page.contains("gain linked") && page.contains("-7: 0-0 border; 7-7 loss"))
    #expect(page.contains("medium-&lt;b&gt;") && !page.contains("<b>"))
  }

  @Test func `the page marks what changed in both pictures`() throws {
    let check = try changed("small-fresh", "│ $41,576.22 ", "│ $41,576.28 ")
    let mark = "<rect class=\"mark\" x=\"95\" y=\"32\" width=\"9\" height=\"42\""
    #expect(check.page.components(separatedBy: mark).count == 3)
    #expect(check.page.contains("id=\"switch\"") && !check.page.contains("<script"))
  }

  @Test func `the summary is a table in which nothing is markup`() throws {
    var texts = try DrawnGallery.texts
    texts["small-fresh"] = texts["small-fresh"]?.replacing("7-7 gain", with: "7-7 loss")
    texts["medium-<b>|x"] = texts.removeValue(forKey: "large-offline")
    let markdown = try GalleryCheck(texts).markdown
    #expect(markdown.contains("| small-fresh | changed | row 7, column 7: &quot;▲"))
    #expect(markdown.contains("| missing | this picture was never recorded |"))
    #expect(!markdown.contains("<b>"))
  }

  @Test(.timeLimit(.minutes(1)))
  func `a large file that is no snapshot takes no longer than it must`() throws {
    var texts = try DrawnGallery.texts
    texts["small-zero"] = (0..<300_000).map { "line \($0 &* 7_919)\n" }.joined()
    let check = try GalleryCheck(texts)
    #expect(check.text.utf8.count < 100_000)
  }

  /// The check of a gallery after altering one recorded text.
  private func changed(_ name: String, _ text: String, _ other: String) throws -> GalleryCheck {
    var texts = try DrawnGallery.texts
    let old = try #require(texts[name])
    try #require(old.contains(text))
    texts[name] = old.replacing(text, with: other)
    return try GalleryCheck(texts)
  }
}
