/// The country implied by the script of headings: files with Japanese headings do not count in
/// dollars.
package struct HeadingLocale {
  /// The country's currency and time in words for the user.
  package let words: String
  package let money: String
  package let zone: String

  /// Whether any column name contains Korean letters.
  package static func isKorean(_ header: CSVHeader) -> Bool {
    header.columns.keys.contains { HeadingLocale($0)?.money == "KRW" }
  }

  /// The country of a text's script; `nil` if several use it.
  package init?(_ text: String) {
    func hasLetter(in range: ClosedRange<Unicode.Scalar>) -> Bool {
      text.unicodeScalars.contains { range.contains($0) }
    }
    if hasLetter(in: "\u{AC00}"..."\u{D7A3}") {
      (words, money, zone) = ("South Korean won and Korea's time", "KRW", "Asia/Seoul")
    } else if hasLetter(in: "\u{3041}"..."\u{30FA}")
      || ["約定", "取引", "売", "日時", "日付"].contains(where: { text.contains($0) })
    {
      // Chinese headings contain neither these syllables nor these words.
      (words, money, zone) = ("yen and Japan's time", "JPY", "Asia/Tokyo")
    } else {
      return nil
    }
  }
}
