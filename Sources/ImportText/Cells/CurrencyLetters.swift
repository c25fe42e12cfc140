extension CSVRecord {
  /// The number of a cell with currency letters next to it: `kr202.07`, `-CHF 31`, `49,90 zł`.
  ///
  /// - Returns: `nil` if no cell or heading names a currency with these letters: they may mean
  ///   several, and only the file can say which.
  package func withoutCurrency(_ text: String) -> String? {
    guard let (number, letters) = splitLetters(of: text) else { return nil }
    let code = letters.uppercased()
    let codes = Asset(symbol: code).isFiat ? [code] : currencyLetters[letters.lowercased()] ?? []
    return codes.contains { names($0) } ? number : nil
  }

  /// Whether a cell is the code of a currency, or a heading contains it as a word.
  private func names(_ code: String) -> Bool {
    if row.cells.contains(where: { $0.trimmed.uppercased() == code }) { return true }
    return header.columns.keys.contains { heading in
      heading.split { !$0.isLetter }.contains { $0.uppercased() == code }
    }
  }
}

/// The number of a cell without adjacent letters that may mean a currency.
package func number(_ text: String, withoutLettersOf code: String) -> String? {
  guard let (number, letters) = splitLetters(of: text) else { return nil }
  let isCode = letters.uppercased() == code
  return isCode || currencyLetters[letters.lowercased()]?.contains(code) == true ? number : nil
}

/// The only currency that the letters or sign next to a number can mean, or `nil`.
package func currency(nextTo text: String) -> String? {
  let signs: [Character: String] = [
    "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₩": "KRW", "₺": "TRY", "₹": "INR", "₽": "RUB",
  ]
  guard let (_, letters) = splitLetters(of: text) else { return nil }
  if Asset(symbol: letters).isFiat { return letters.uppercased() }
  if let codes = currencyLetters[letters.lowercased()] { return codes.count == 1 ? codes[0] : nil }
  return letters.count == 1 ? letters.first.flatMap { signs[$0] } : nil
}

/// Whether a number has another currency's sign: `€3100` in a column of dollars.
package func hasSign(_ text: String, ofOtherMoneyThan code: String) -> Bool {
  let signs: [Character: Set<String>] = [
    "€": ["EUR"], "£": ["GBP", "EGP", "GIP", "FKP", "SHP"], "₹": ["INR"], "₩": ["KRW"],
    "₽": ["RUB"], "₺": ["TRY"], "¥": ["JPY", "CNY"], "₿": ["BTC"], "₫": ["VND"], "₦": ["NGN"],
    "₴": ["UAH"], "฿": ["THB"], "₱": ["PHP"], "₪": ["ILS"],
  ]
  if text.contains("$") { return signs.values.contains { $0.contains(code) } }
  return signs.contains { text.contains($0) && !$1.contains(code) }
}

/// The currencies that the letters next to a number may mean, except codes.
package func currenciesByLetters(of text: String) -> [String] {
  splitLetters(of: text).flatMap { currencyLetters[$0.letters.lowercased()] } ?? []
}

/// The number and the letters next to it, without signs and blanks.
private func splitLetters(of text: String) -> (number: String, letters: String)? {
  func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
  guard let first = text.firstIndex(where: isDigit), let last = text.lastIndex(where: isDigit)
  else { return nil }
  let signs: Set<Character> = ["-", "+", "\u{2212}", "(", ")"]
  let (before, after) = (text[..<first], text[text.index(after: last)...])
  func letters(_ part: Substring) -> String {
    String(part.filter { !signs.contains($0) && !$0.isWhitespace })
  }
  let sides = (letters(before), letters(after))
  guard sides.0.isEmpty != sides.1.isEmpty else { return nil }
  let number =
    before.filter { signs.contains($0) } + text[first...last]
    + after.filter { signs.contains($0) }
  return (String(number), sides.0 + sides.1)
}

/// Currency abbreviations written next to a number, in lower case.
private let currencyLetters: [String: [String]] = [
  "kr": ["SEK", "NOK", "DKK", "ISK"], "kr.": ["SEK", "NOK", "DKK", "ISK"],
  "fr": ["CHF"], "fr.": ["CHF"], "sfr.": ["CHF"], "zł": ["PLN"], "kč": ["CZK"], "ft": ["HUF"],
  "lei": ["RON"], "лв": ["BGN"], "лв.": ["BGN"], "kn": ["HRK"], "tl": ["TRY"], "r$": ["BRL"],
  "a$": ["AUD"], "au$": ["AUD"], "c$": ["CAD"], "ca$": ["CAD"], "s$": ["SGD"], "sg$": ["SGD"],
  "nz$": ["NZD"], "mx$": ["MXN"], "hk$": ["HKD"], "nt$": ["TWD"], "us$": ["USD"],
  "rs": ["INR", "PKR", "LKR"], "rs.": ["INR", "PKR", "LKR"], "rp": ["IDR"], "rm": ["MYR"],
  "円": ["JPY"], "원": ["KRW"], "r": ["ZAR"], "s/": ["PEN"], "ksh": ["KES"], "cn¥": ["CNY"],
]
