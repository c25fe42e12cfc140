import CellGrid
import Testing

/// Text printed as it is loses only what a terminal would execute, reorder or hide.
struct TerminalSafeTextTests {
  @Test(arguments: [
    ("plain text\n\twith lines\n", "plain text\n\twith lines\n"),
    ("a\u{1B}]52;c;aGk=\u{07}b", "ab"), ("a\u{9B}31mb\u{7F}\r\u{08}", "ab"),
    ("\u{202E}abc\u{202C} \u{2066}x\u{2069}\u{200F}", "abc x"),
    ("pay\u{200B}pal\u{FEFF}\u{00AD}\u{2060}", "paypal"),
    ("👩\u{200D}👩\u{200D}👧 🏳️\u{200D}🌈", "👩\u{200D}👩\u{200D}👧 🏳️\u{200D}🌈"),
    ("a\u{200D}b \u{200D}👩", "ab 👩"), ("می\u{200C}خواهم x\u{200C}y", "می\u{200C}خواهم xy"),
    ("é 币 عملة e\u{301}", "é 币 عملة e\u{301}"), ("", ""),
  ])
  func `only what a terminal would obey or hide goes`(text: String, safe: String) {
    #expect(Array(terminalSafe(text).unicodeScalars) == Array(safe.unicodeScalars))
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a safe text is safe`(seed: UInt64) {
    var random = SeededRandom(seed)
    let safe = terminalSafe(random.text(length: 60))
    #expect(terminalSafe(safe).unicodeScalars.elementsEqual(safe.unicodeScalars), "seed \(seed)")
    #expect(!safe.unicodeScalars.contains { $0 == "\u{1B}" || (0x7F...0x9F).contains($0.value) })
  }
}
