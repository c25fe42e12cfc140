import ImportForms
import ImportText

/// Which stablecoins count as US dollars, in the format of `import.stable` and `--stable`:
/// `USDT,DAI=no`.
struct StablecoinList {
  private var answers: [(ticker: String, isDollar: Bool)] = []
  /// Whether no stablecoin counts as US dollars.
  let isNone: Bool

  private static let none = "NONE"
  private static let no = "=NO"

  /// Parses a list; `nil` is an empty list.
  init(_ text: String?) {
    let words = (text ?? "").split(separator: ",").map { word in
      word.filter { !$0.isWhitespace }.uppercased()
    }.filter { !$0.isEmpty }
    isNone = words == [Self.none]
    for word in isNone ? [] : words {
      let isDollar = !word.hasSuffix(Self.no)
      add(isDollar ? word : String(word.dropLast(Self.no.count)), isDollar: isDollar)
    }
  }

  /// The coins that count as US dollars, in order.
  var dollars: [String] { answers.filter(\.isDollar).map(\.ticker) }

  /// Whether each listed coin counts as US dollars.
  var said: [(ticker: String, isDollar: Bool)] { answers }

  /// A word that is not a known stablecoin.
  var unknown: String? { answers.first { Stablecoin.known[$0.ticker] == nil }?.ticker }

  /// Whether the list covers a coin.
  func answers(_ ticker: String) -> Bool { isNone || answers.contains { $0.ticker == ticker } }

  /// Adds a coin.
  mutating func add(_ ticker: String, isDollar: Bool) {
    answers.removeAll { $0.ticker == ticker }
    answers.append((ticker, isDollar))
  }

  /// The list in the format of the configuration.
  var text: String {
    if isNone, answers.isEmpty { return Self.none.lowercased() }
    return answers.map { $0.isDollar ? $0.ticker : $0.ticker + Self.no.lowercased() }
      .joined(separator: ",")
  }
}
