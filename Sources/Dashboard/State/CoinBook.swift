import CellGrid
import CoinCatalogue
import Portfolio

/// How coins are called on the screen: names from outside, cleaned once.
struct CoinBook: Equatable, Sendable {
  struct Label: Equatable, Sendable {
    /// The symbol that the coin may share with others.
    let ownSymbol: String
    let name: String
    /// What distinguishes it from those.
    fileprivate(set) var mark = ""
    private let key: SearchText

    init(id: String, symbol: String, name: String) {
      let id = cleaned(id)
      let symbol = cleaned(symbol).uppercased()
      let name = cleaned(name)
      ownSymbol = symbol.isEmpty ? id.uppercased() : symbol
      self.name = name.isEmpty ? id : name
      key = SearchText("\(ownSymbol)\0\(self.name)")
    }

    /// The symbol as lists show it: of coins that share one, with the beginning of the id, as in
    /// `DOGE:dogec`.
    var symbol: String { mark.isEmpty ? ownSymbol : "\(ownSymbol):\(mark)" }

    /// Whether other coins have its symbol, so that all of ``symbol`` counts.
    var isMarked: Bool { !mark.isEmpty }

    init(_ coin: Coin) { self.init(id: coin.id, symbol: coin.symbol, name: coin.name) }

    /// The name where it says more than the symbol next to it: not for XRP, whose name is XRP.
    var secondName: String { name.uppercased() == symbol ? "" : name }

    /// Symbol and name, once where they are the same.
    var title: String { secondName.isEmpty ? symbol : "\(symbol) \(name)" }

    /// How well a word of a filter finds the coin, 0 being best; `nil` where it does not.
    func rank(of word: SearchText) -> Int? {
      if SearchText(ownSymbol) == word { return 0 }
      if [ownSymbol, name].contains(where: { SearchText($0).bytes.starts(with: word.bytes) }) {
        return 1
      }
      return key.contains(word) ? 2 : nil
    }

    /// The typing mistakes that make a word of the coin's another; `nil` for too many.
    func typos(_ meter: inout EditDistance) -> Int? {
      let words = [ownSymbol] + name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      var least: Int?
      for word in words {
        let typos = Array(word.utf8).withUnsafeBytes { meter.typos(in: $0) }
        least = [least, typos].compactMap(\.self).min()
      }
      return least
    }
  }

  private var labels: [String: Label] = [:]

  init() {}

  init(_ positions: Positions) {
    for position in positions.closedPositions where labels[position.coinId] == nil {
      labels[position.coinId] = Label(
        id: position.coinId, symbol: position.coinSymbol, name: position.coinName)
    }
    for holding in positions.holdings { labels[holding.id] = Label(holding.coin) }
    distinguish()
  }

  private static let widestMark = 5

  /// Marks the coins that share a symbol.
  private mutating func distinguish() {
    for ids in Dictionary(grouping: labels.keys, by: { self[$0].ownSymbol }).values {
      for id in ids { labels[id]?.mark = ids.count > 1 ? Self.mark(of: id, among: ids) : "" }
    }
  }

  /// The shortest beginning of an id that no other one has, or else its shortest such end, or else
  /// its beginning with its place among them.
  private static func mark(of id: String, among ids: [String]) -> String {
    let parts: [(String, Int) -> Substring] = [{ $0.prefix($1) }, { $0.suffix($1) }]
    for part in parts {
      for length in 2...widestMark
      where !ids.contains(where: { $0 != id && part($0, length) == part(id, length) }) {
        return cleaned(String(part(id, length)))
      }
    }
    let place = (ids.sorted().firstIndex(of: id) ?? 0) + 1
    return cleaned(id.prefix(widestMark - 2) + "\(place)")
  }

  /// Adds coins that are not named yet.
  mutating func add(_ coins: [Coin]) {
    for coin in coins where labels[coin.id] == nil { labels[coin.id] = Label(coin) }
    distinguish()
  }

  /// Keeps the names of coins that are gone, for messages about them.
  mutating func remember(_ former: CoinBook) {
    for (id, label) in former.labels where labels[id] == nil { labels[id] = label }
    distinguish()
  }

  subscript(id: String) -> Label { labels[id] ?? Label(id: id, symbol: id, name: id) }

  /// The coins that a word finds, the best match first; if it is in no name, the coins whose names
  /// it may be with typing mistakes.
  func coins(matching word: SearchText, among ids: [String]) -> [String] {
    let ranked = ids.compactMap { id in self[id].rank(of: word).map { (id: id, rank: $0) } }
    guard ranked.isEmpty else { return ranked.inOrder }
    var meter = EditDistance(word.bytes)
    return ids.compactMap { id in self[id].typos(&meter).map { (id: id, rank: $0) } }.inOrder
  }
}

extension [(id: String, rank: Int)] {
  /// The ids by rank; those of one rank as they came.
  fileprivate var inOrder: [String] {
    enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element.id)
  }
}
