import ImportForms
import ImportText

/// Which stablecoins are US dollars, as `import.stable` and `--stable` write it: `USDT,DAI=no`.
struct StablecoinList {
  private var answers: [(ticker: String, isDollar: Bool)] = []
  /// Whether no stablecoin at all counts as dollars.
  let isNone: Bool

  private static let none = "NONE"
  private static let no = "=NO"

  /// Reads a list; `nil` is one that says nothing.
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

  /// Those that are dollars, in the order in which they were named.
  var dollars: [String] { answers.filter(\.isDollar).map(\.ticker) }

  /// What was said of each coin: whether it is dollars.
  var said: [(ticker: String, isDollar: Bool)] { answers }

  /// A word that is not a stablecoin bitpal knows.
  var unknown: String? { answers.first { Stablecoin.known[$0.ticker] == nil }?.ticker }

  /// Whether something was said about a coin.
  func answers(_ ticker: String) -> Bool { isNone || answers.contains { $0.ticker == ticker } }

  /// Says of one more what it is.
  mutating func add(_ ticker: String, isDollar: Bool) {
    answers.removeAll { $0.ticker == ticker }
    answers.append((ticker, isDollar))
  }

  /// The list as the configuration keeps it.
  var text: String {
    if isNone, answers.isEmpty { return Self.none.lowercased() }
    return answers.map { $0.isDollar ? $0.ticker : $0.ticker + Self.no.lowercased() }
      .joined(separator: ",")
  }
}
