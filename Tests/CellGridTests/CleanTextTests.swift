import CellGrid
import Testing

/// Text from outside becomes one line that draws only characters of known width.
///
/// - Whitespace, line breaks included, becomes single spaces.
/// - Invisible and direction-changing characters and whole escape sequences are dropped.
/// - Combining marks join their letter where one character exists, and are dropped otherwise.
/// - Characters of unknown width become U+FFFD, and cleaning twice changes nothing more.
struct CleanTextTests {
  @Test(
    arguments: [
      ("Bitcoin", "Bitcoin"), ("", ""), (" ", ""), ("  Wrapped   Bitcoin ", "Wrapped Bitcoin"),
      ("a\tb\nc\r\nd", "a b c d"), ("a\u{85}b\u{2028}c\u{2029}d", "a b c d"),
      ("a\u{A0}b\u{3000}c\u{2009}d", "a b c d"), ("\u{A0}\u{3000}", ""),
      ("a\u{0}b\u{7}c\u{8}d\u{7F}e", "abcde"), ("a \u{200B} b", "a b"),
    ] as [(String, String)])
  func `a text is one line of single spaces`(text: String, expected: String) {
    #expect(cleaned(text) == expected)
  }

  @Test(
    arguments: [
      ("zero\u{200B}width\u{200C}\u{200D}\u{2060}", "zerowidth"), ("\u{FEFF}Coin", "Coin"),
      ("\u{202E}nioC\u{202C}", "nioC"), ("\u{2066}a\u{2069}\u{200E}\u{200F}", "a"),
      ("soft\u{AD}hyphen", "softhyphen"), ("tag\u{E0041}\u{E007F}", "tag"),
      ("x\u{3164}\u{115F}\u{FFA0}y", "xy"), ("\u{1F44D}\u{1F3FD}", "\u{1F44D}"),
      ("\u{2764}\u{FE0F}", "\u{2764}"), ("1\u{FE0F}\u{20E3}", "1"),
      ("\u{1F468}\u{200D}\u{1F469}", "\u{1F468}\u{1F469}"), ("\u{600}1", "1"),
    ] as [(String, String)])
  func `characters that draw nothing are dropped`(text: String, expected: String) {
    #expect(cleaned(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test(arguments: ["\u{E000}", "\u{F8FF}", "\u{10FFFD}", "\u{FFFE}", "\u{378}", "\u{1FABF}"])
  func `characters of unknown width are replaced`(text: String) {
    #expect(cleaned("a\(text)b") == "a\u{FFFD}b")
  }

  @Test(
    arguments: [
      ("Cafe\u{301}", "Caf\u{E9}"), ("A\u{30A}ngstro\u{308}m", "\u{C5}ngstr\u{F6}m"),
      ("Vie\u{323}\u{302}t", "Vi\u{1EC7}t"), ("Vie\u{302}\u{323}t", "Vi\u{1EC7}t"),
      ("\u{438}\u{306}", "\u{439}"), ("\u{3B1}\u{301}", "\u{3AC}"),
      ("\u{304B}\u{3099}", "\u{304C}"),
      ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"), ("\u{1100}\u{1161}", "\u{AC00}"),
      ("\u{AC00}\u{11A8}", "\u{AC01}"), ("\u{1161}", ""), ("\u{11A8}x", "x"),
      ("q\u{301}", "q"), ("\u{301}a", "a"), ("Z\u{351}\u{36B}\u{343}a\u{34B}l", "Zal"),
      ("e\u{301}\u{33F}", "\u{E9}"), ("\u{915}\u{94D}\u{937}", "\u{915}\u{937}"),
    ] as [(String, String)])
  func `marks join their letter or go`(text: String, expected: String) {
    #expect(cleaned(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test(
    arguments: [
      ("\u{1B}[31mRed\u{1B}[0m", "Red"), ("\u{1B}[38;5;196;1mRed", "Red"),
      ("\u{1B}]0;title\u{7}x", "x"), ("\u{1B}]8;;http://a\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
      ("\u{1B}]52;c;ZXZpbA==\u{9C}x", "x"), ("\u{9B}31mRed", "Red"), ("\u{9D}0;t\u{7}x", "x"),
      ("\u{1B}P1$qm\u{1B}\\x", "x"), ("\u{1B}(0x", "x"), ("\u{1B}cx", "x"), ("x\u{1B}", "x"),
      ("\u{1B}\u{1B}[2Jx", "x"), ("\u{1B}[31", ""), ("\u{1B}[31é", "é"), ("a\u{1B}Eb", "ab"),
      ("\u{1B}]no end", "no end"), ("â\u{80}\u{9D} Coin", "â Coin"), ("\u{1B}[?1049hx", "x"),
      ("\u{1B}_payload\u{1B}\\x\u{1B}^pm\u{7}y\u{1B}Xsos\u{9C}z", "xyz"),
    ] as [(String, String)])
  func `Escape sequences go whole`(text: String, expected: String) {
    #expect(cleaned(text) == expected)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `cleaning anything gives one drawable line`(seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<500 {
      let text = random.text(length: 24)
      let clean = cleaned(text)
      let scalars = Array(clean.unicodeScalars)
      #expect(
        scalars.allSatisfy { columnWidth(of: $0) > 0 }, "seed \(seed): \(text.debugDescription)")
      #expect(scalars.first != " " && scalars.last != " ", "seed \(seed)")
      #expect(
        !zip(scalars, scalars.dropFirst()).contains { $0 == " " && $1 == " " }, "seed \(seed)")
      #expect(cleaned(clean).unicodeScalars.elementsEqual(scalars), "seed \(seed)")
    }
  }
}
