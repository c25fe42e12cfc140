import CellGrid
import Testing

/// Text wrapped between words.
struct WrappedTextTests {
  @Test(
    arguments: [
      ("one two three", 7, ["one two", "three"]), ("one two", 7, ["one two"]), ("", 5, []),
      ("a/long/path", 4, ["a/lo", "ng/p", "ath"]), ("币安 人生", 5, ["币安", "人生"]),
    ] as [(String, Int, [String])])
  func `a sentence breaks between words, a longer word where the line ends`(
    text: String, columns: Int, expected: [String]
  ) {
    #expect(wrapped(text, to: columns) == expected)
  }

  @Test(
    arguments: [
      ("short", 40, ["short"]),
      ("  kept  apart", 20, ["  kept  apart"]),
      ("  name  what it is for", 16, ["  name  what it", "        is for"]),
      ("plain words that go on", 12, ["plain words", "that go on"]),
      ("  indented words go on", 14, ["  indented", "    words go", "    on"]),
      ("      a meaning goes on", 14, ["      a", "      meaning", "      goes on"]),
      ("see /a/path/longer/than/this now", 12, ["see", "/a/path/longer/than/this", "now"]),
    ] as [(String, Int, [String])])
  func `a line of a list continues below its last column`(
    line: String, columns: Int, expected: [String]
  ) {
    #expect(wrappedLine(line, to: columns) == expected)
  }
}
