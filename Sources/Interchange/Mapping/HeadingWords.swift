import Portfolio

/// A heading as it is compared: its words without accents and signs, and the unit among them.
struct HeadingWords {
  /// The words but for the unit, written together.
  let text: String
  /// The words outside brackets.
  let bare: String
  /// A currency or well-known coin that the heading names, such as `USD` in `Price (USD)`.
  let unit: String?

  init(_ heading: String) {
    var words = Self.folded(heading).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    words = words.enumerated().filter { $0.offset == 0 || !Self.isNoise($0.element) }.map(\.element)
    if words.count == 1, let parts = Self.parts(ofGlued: words[0]) { words = parts }
    let place = words.count > 1 ? words.lastIndex { Self.isUnit($0) } : nil
    unit = place.map { words.remove(at: $0).uppercased() }
    if unit != nil, words.count > 1, words.last == "in" { words.removeLast() }
    text = words.joined()
    let outside = heading.prefix { $0 != "(" }
    bare = Self.folded(String(outside)).filter { $0.isLetter || $0.isNumber }
  }

  /// Whether the unit is a state's money.
  var isOfMoney: Bool { unit.map { Asset(symbol: $0).isFiat } ?? false }

  /// The place of the heading among names, written together or apart, with what stands in brackets
  /// or without it.
  func rank(among places: [String: Int]) -> Int? {
    places[text] ?? places[bare].map { $0 + places.count }
  }

  /// Words that say nothing of what a column holds.
  private static func isNoise(_ word: String) -> Bool {
    ["utc", "gmt", "optional", "only", "read", "coordinated", "universal"].contains(word)
      || Zone.isLetters(word) || word.allSatisfy(\.isNumber)
  }

  /// The words of a heading such as `ValueUsd`, whose capitals are lost.
  private static func parts(ofGlued word: String) -> [String]? {
    let (name, unit) = (String(word.dropLast(3)), String(word.suffix(3)))
    let isName = ["value", "amount", "price", "total", "fee", "cost", "net"].contains(name)
    return isName && StateMoney.traded.contains(unit.uppercased()) ? [name, unit] : nil
  }

  private static func isUnit(_ word: String) -> Bool {
    let code = word.uppercased()
    if ["BTC", "ETH", "USDT", "USDC"].contains(code) { return true }
    return StateMoney.traded.contains(code)
  }

  /// Letters without their accents.
  private static func folded(_ text: String) -> String {
    String(text.lowercased().flatMap { plain[$0] ?? String($0) })
  }

  private static let plain: [Character: String] = {
    var plain: [Character: String] = [
      "ß": "ss", "æ": "ae", "ø": "o", "¹": "", "²": "", "³": "",
    ]
    for (letter, accented) in [
      ("a", "äàáâãå"), ("c", "ç"), ("e", "éèêë"), ("i", "íìîï"), ("n", "ñ"), ("o", "öóòôõ"),
      ("u", "üúùû"),
    ] {
      for character in accented { plain[character] = letter }
    }
    return plain
  }()
}
