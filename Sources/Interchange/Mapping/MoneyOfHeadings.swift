extension MapProposal {
  /// The money, and with it the zone, to ask about where a file names none: nobody with headings in
  /// Japanese counts in dollars.
  public var moneyOfHeadings: (words: String, fields: String) {
    let text = header.joined()
    func hasLetter(in range: ClosedRange<Unicode.Scalar>) -> Bool {
      text.unicodeScalars.contains { range.contains($0) }
    }
    if hasLetter(in: "\u{AC00}"..."\u{D7A3}") {
      return ("South Korean won and Korea's time", "currency==KRW,zone=Asia/Seoul")
    }
    // Chinese headings have neither these syllables nor these words.
    if hasLetter(in: "\u{3041}"..."\u{30FA}")
      || ["約定", "取引", "売"].contains(where: { text.contains($0) })
    {
      return ("yen and Japan's time", "currency==JPY,zone=Asia/Tokyo")
    }
    return ("US dollars", "currency==USD")
  }
}
