import CellGrid
import Testing

/// Text is clipped and padded by terminal columns, so that wide characters are never cut in half.
struct FittedTextTests {
  @Test(
    arguments: [
      ("Bitcoin", 7, "Bitcoin"), ("Bitcoin", 6, "Bitco…"), ("Bitcoin", 1, "…"), ("Bitcoin", 0, ""),
      ("Bitcoin", -1, ""), ("", 0, ""), ("", 5, ""), ("Wrapped Bitcoin", 9, "Wrapped…"),
      ("币安人生", 8, "币安人生"), ("币安人生", 7, "币安人…"), ("币安人生", 6, "币安…"),
      ("币安", 2, "…"), ("币", 1, "…"), ("a币", 2, "a…"),
    ] as [(String, Int, String)])
  func `a text is cut by columns`(text: String, columns: Int, expected: String) {
    #expect(clipped(text, to: columns) == expected)
  }

  @Test func `an ellipsis without room is left out`() {
    #expect(clipped("Bitcoin", to: 2, ellipsis: "...") == "Bi")
    #expect(clipped("Bitcoin", to: 5, ellipsis: "...") == "Bi...")
  }

  @Test(
    arguments: [
      ("ab", 5, .leading, "ab   "), ("ab", 5, .trailing, "   ab"), ("ab", 5, .center, " ab  "),
      ("币", 5, .trailing, "   币"), ("abc", 2, .trailing, "abc"), ("", 2, .center, "  "),
      ("a", -3, .leading, "a"),
    ] as [(String, Int, TextAlignment, String)])
  func `a text is filled up by columns`(
    text: String, columns: Int, alignment: TextAlignment, expected: String
  ) {
    #expect(padded(text, to: columns, alignment) == expected)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `clipped and padded text is exactly as wide as its room`(seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<200 {
      let columns = Int.random(in: 0...20, using: &random)
      let text = clipped(cleaned(random.text(length: 20)), to: columns)
      #expect(columnWidth(of: text) <= columns, "seed \(seed)")
      #expect(columnWidth(of: padded(text, to: columns)) == columns, "seed \(seed)")
    }
  }
}
