extension Zone {
  /// The zone that the letters of a heading in lower case name, such as `date (kst)` or `time est`.
  ///
  /// A program that writes the letters of the day's time, such as CEST, means the clock of the
  /// place, in winter too.
  package static func named(byLettersOf heading: String) -> String? {
    let (words, inBrackets) = letters(of: heading)
    return (inBrackets.flatMap { zonesByLetters[$0] ?? zonesOfTwoLetters[$0] })
      ?? words.lazy.compactMap { zonesByLetters[$0] }.first
  }

  /// The letters of a heading in lower case that mean a zone, but not which: `time (ist)` may be
  /// India's, Ireland's or Israel's.
  package static func unclear(inHeading heading: String) -> String? {
    let (words, inBrackets) = letters(of: heading)
    if let inBrackets, !["utc", "gmt"].contains(inBrackets) {
      let isZone = inBrackets.hasSuffix("t") && (3...4).contains(inBrackets.count)
      if isZone || areas.contains(String(inBrackets.prefix { $0 != "/" })) { return inBrackets }
    }
    return words.first { unclearLetters.contains($0) }
  }

  /// Whether a word of a heading is the name of a zone and nothing else.
  package static func isLetters(_ word: String) -> Bool {
    // A tax and a currency are called so, too.
    !["pst", "local"].contains(word)
      && (zonesByLetters[word] != nil || unclearLetters.contains(word))
  }

  /// The words of a heading that has several, and what its last brackets hold.
  private static func letters(of heading: String) -> (words: [String], inBrackets: String?) {
    let words = heading.split { !$0.isLetter }.map(String.init)
    var inBrackets: String?
    if heading.hasSuffix(")"), let opening = heading.lastIndex(of: "(") {
      inBrackets = String(heading[heading.index(after: opening)...].dropLast().filter { $0 != " " })
    }
    return (words.count > 1 ? words : [], inBrackets)
  }

  private static let zonesByLetters: [String: String] = [
    "kst": "Asia/Seoul", "jst": "Asia/Tokyo", "sgt": "Asia/Singapore", "hkt": "Asia/Hong_Kong",
    "wib": "Asia/Jakarta", "myt": "Asia/Kuala_Lumpur", "pht": "Asia/Manila",
    "msk": "Europe/Moscow", "cet": "Europe/Berlin", "cest": "Europe/Berlin",
    "mez": "Europe/Berlin", "mesz": "Europe/Berlin", "eest": "Europe/Helsinki",
    "est": "America/New_York", "edt": "America/New_York", "cdt": "America/Chicago",
    "mdt": "America/Denver", "pst": "America/Los_Angeles", "pdt": "America/Los_Angeles",
    "acdt": "Australia/Adelaide", "aedt": "Australia/Sydney", "awst": "Australia/Perth",
    "nzdt": "Pacific/Auckland", "nzst": "Pacific/Auckland",
    "sast": "Africa/Johannesburg", "brt": "America/Sao_Paulo", "hst": "Pacific/Honolulu",
  ]

  /// Words of other languages, too, unless they stand in brackets.
  private static let zonesOfTwoLetters: [String: String] = [
    "et": "America/New_York", "pt": "America/Los_Angeles", "eet": "Europe/Helsinki",
    "wet": "Europe/Lisbon", "west": "Europe/Lisbon", "art": "America/Buenos_Aires",
    "trt": "Europe/Istanbul", "ict": "Asia/Bangkok",
  ]

  private static let unclearLetters: Set<String> = [
    "ist", "cst", "bst", "mst", "aest", "acst", "pkt", "local",
    "ortszeit",
  ]

  private static let areas: Set<String> = [
    "africa", "america", "asia", "atlantic", "australia", "europe", "indian", "pacific", "us",
  ]
}
