import CellGrid
import CoinCatalogue
import Portfolio

/// Display names of coins; names from outside are cleaned once.
struct CoinBook: Equatable, Sendable {
  struct Label: Equatable, Sendable {
    /// The coin's symbol, which others may share.
    let ownSymbol: String
    let name: String
    /// The suffix that distinguishes coins sharing the symbol.
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

    /// The symbol shown in lists; with the start of the id if several coins share it, as in
    /// `DOGE:dogec`.
    var symbol: String { mark.isEmpty ? ownSymbol : "\(ownSymbol):\(mark)" }

    /// Whether other coins share the symbol, so it cannot be shortened.
    var isMarked: Bool { !mark.isEmpty }

    init(_ coin: Coin) { self.init(id: coin.id, symbol: coin.symbol, name: coin.name) }

    /// The name, or empty if it equals the symbol, as for XRP.
    var secondName: String { name.uppercased() == symbol ? "" : name }

    /// Symbol and name, or one of them if they are equal.
    var title: String { secondName.isEmpty ? symbol : "\(symbol) \(name)" }

    /// How well a filter word matches the coin, 0 being best; `nil` for no match.
    func rank(of word: SearchText) -> Int? {
      if SearchText(ownSymbol) == word { return 0 }
      if [ownSymbol, name].contains(where: { SearchText($0).bytes.starts(with: word.bytes) }) {
        return 1
      }
      return key.contains(word) ? 2 : nil
    }

    /// Edit distance to the coin's nearest word; `nil` if too great.
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

  /// Marks coins that share a symbol.
  private mutating func distinguish() {
    for ids in Dictionary(grouping: labels.keys, by: { self[$0].ownSymbol }).values {
      for id in ids { labels[id]?.mark = ids.count > 1 ? Self.mark(of: id, among: ids) : "" }
    }
  }

  /// The shortest unique prefix of an id, else its shortest unique suffix, else a prefix with the
  /// index among the ids.
  private static func mark(of id: String, among ids: [String]) -> String {
    let parts: [(String, Int) -> Substring] = [{ $0.prefix($1) }, { $0.suffix($1) }]
    for part in parts {
      for length in 2...widestMark
      where !ids.contains(where: { $0 != id && part($0, length) == part(id, length) }) {
        return cleaned(String(part(id, length)))
      }
    }
    let number = (ids.sorted().firstIndex(of: id) ?? 0) + 1
    return cleaned(id.prefix(widestMark - 2) + "\(number)")
  }

  /// Adds coins that have no entry yet.
  mutating func add(_ coins: [Coin]) {
    for coin in coins where labels[coin.id] == nil { labels[coin.id] = Label(coin) }
    distinguish()
  }

  /// Keeps names of coins that are gone, for messages about them.
  mutating func remember(_ previous: CoinBook) {
    for (id, label) in previous.labels where labels[id] == nil { labels[id] = label }
    distinguish()
  }

  subscript(id: String) -> Label { labels[id] ?? Label(id: id, symbol: id, name: id) }

  /// Coins matching a word, best first; with no match, coins whose names are near misspellings.
  func coins(matching word: SearchText, among ids: [String]) -> [String] {
    let ranked = ids.compactMap { id in self[id].rank(of: word).map { (id: id, rank: $0) } }
    guard ranked.isEmpty else { return ranked.inOrder }
    var meter = EditDistance(word.bytes)
    return ids.compactMap { id in self[id].typos(&meter).map { (id: id, rank: $0) } }.inOrder
  }
}

extension [(id: String, rank: Int)] {
  /// The ids by rank; ties keep their order.
  fileprivate var inOrder: [String] {
    enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element.id)
  }
}
