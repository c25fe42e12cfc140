import CellGrid
import Glibc
import Testing

/// Characters are as wide as the C library says, and undrawable ones have no width.
struct WidthTests {
  private typealias Measure = @convention(c) (wchar_t) -> CInt

  /// `wcwidth` in a UTF-8 locale, looked up by name since the importer omits it.
  private static let wcwidth: Measure? = {
    guard setlocale(LC_CTYPE, "C.UTF-8") != nil else { return nil }
    return dlsym(nil, "wcwidth").map { unsafeBitCast($0, to: Measure.self) }
  }()

  @Test func `every scalar that cleaning keeps is as wide as the c library says`() throws {
    let wcwidth = try #require(Self.wcwidth)
    var kept = 0
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      let width = columnWidth(of: scalar)
      // A single space is trimmed, so it is the only drawable scalar that cleaning does not
      // preserve.
      let isKept = scalar == " " || cleaned(text) == text
      if isKept != (width > 0) {
        Issue.record("cleaning and width disagree on \(scalar.properties)")
      }
      guard isKept else { continue }
      kept += 1
      let expected = Int(wcwidth(wchar_t(bitPattern: value)))
      if width != expected {
        Issue.record("U+\(String(value, radix: 16)): \(width), C \(expected)")
      }
    }
    #expect(kept > 141_000, "the table must cover what Unicode 14 can draw")
  }

  @Test func `every scalar the c library cannot measure is taken out`() throws {
    let wcwidth = try #require(Self.wcwidth)
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      guard wcwidth(wchar_t(bitPattern: value)) < 1 else { continue }
      if cleaned(String(scalar)).unicodeScalars.contains(scalar) {
        Issue.record("U+\(String(value, radix: 16)) survived")
      }
    }
  }

  @Test(
    arguments: [
      ("a", 1), ("~", 1), (" ", 1), ("é", 1), ("₿", 1), ("Ξ", 1), ("▲", 1), ("│", 1), ("╭", 1),
      ("░", 1), ("█", 1), ("…", 1), ("€", 1), ("Ж", 1), ("ا", 1), ("ก", 1), ("ｶ", 1),
      ("币", 2), ("人", 2), ("한", 2), ("ア", 2), ("，", 2), ("Ａ", 2), ("🚀", 2), ("𠀀", 2), ("⌚", 2),
      ("\t", 0), ("\u{7F}", 0), ("\u{9B}", 0), ("\u{301}", 0), ("\u{200B}", 0), ("\u{202E}", 0),
      ("\u{AD}", 0), ("\u{FE0F}", 0), ("\u{E000}", 0), ("\u{10FFFF}", 0), ("\u{A0}", 0),
      ("\u{3000}", 0), ("\u{1F3FD}", 0), ("\u{3164}", 0),
    ] as [(String, Int)])
  func `a scalar is one or two columns or undrawable`(text: String, width: Int) {
    #expect(columnWidth(of: text) == width)
  }

  @Test func `a text is as wide as its scalars`() {
    #expect(columnWidth(of: "币安人生 BNB") == 12)
    #expect(columnWidth(of: "") == 0)
  }
}
