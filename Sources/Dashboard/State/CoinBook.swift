import CellGrid
import Portfolio

/// How coins are called on the screen: names from outside, cleaned once.
struct CoinBook: Equatable, Sendable {
  struct Label: Equatable, Sendable {
    let symbol: String
    let name: String
    private let key: SearchText

    init(id: String, symbol: String, name: String) {
      let id = cleaned(id)
      let symbol = cleaned(symbol).uppercased()
      let name = cleaned(name)
      self.symbol = symbol.isEmpty ? id.uppercased() : symbol
      self.name = name.isEmpty ? id : name
      key = SearchText("\(self.symbol)\0\(self.name)")
    }

    init(_ coin: Coin) { self.init(id: coin.id, symbol: coin.symbol, name: coin.name) }

    /// The name where it says more than the symbol next to it: not for XRP, whose name is XRP.
    var secondName: String { name.uppercased() == symbol ? "" : name }

    /// Symbol and name, once where they are the same.
    var title: String { secondName.isEmpty ? symbol : "\(symbol) \(name)" }

    /// Whether a filter finds the coin.
    func matches(_ filter: SearchWords) -> Bool { filter.words.allSatisfy(key.contains) }

    /// Whether one word of a filter finds the coin.
    func contains(_ word: SearchText) -> Bool { key.contains(word) }
  }

  private var labels: [String: Label] = [:]

  init() {}

  init(_ positions: Positions) {
    for position in positions.closedPositions where labels[position.coinId] == nil {
      labels[position.coinId] = Label(
        id: position.coinId, symbol: position.coinSymbol, name: position.coinName)
    }
    for holding in positions.holdings { labels[holding.id] = Label(holding.coin) }
  }

  /// Adds coins that are not named yet.
  mutating func add(_ coins: [Coin]) {
    for coin in coins where labels[coin.id] == nil { labels[coin.id] = Label(coin) }
  }

  /// Keeps the names of coins that are gone, for messages about them.
  mutating func remember(_ former: CoinBook) {
    for (id, label) in former.labels where labels[id] == nil { labels[id] = label }
  }

  subscript(id: String) -> Label { labels[id] ?? Label(id: id, symbol: id, name: id) }
}
