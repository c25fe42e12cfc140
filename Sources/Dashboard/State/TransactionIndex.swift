import FoundationEssentials
import Portfolio

/// What can be said about a ledger's transactions before anybody asks: which belong to which coin,
/// and what a filter compares.
///
/// Places are those in the ledger's order; 32 bits hold more than any ledger.
struct TransactionIndex: Equatable, Sendable {
  /// The ids of the coins, in the order in which they first appear.
  private(set) var coins: [String] = []
  /// Each coin's transactions.
  private(set) var histories: [[Int32]] = []
  private var numbers: [String: Int] = [:]
  private var coinOfPlace: [Int32] = []
  private var notes: [UInt8] = []
  private var noteEnds: [Int32] = []

  init() {}

  init(_ transactions: [Transaction]) {
    coinOfPlace.reserveCapacity(transactions.count)
    noteEnds.reserveCapacity(transactions.count)
    for (place, transaction) in transactions.enumerated() {
      let number = number(of: transaction.coinId)
      coinOfPlace.append(Int32(number))
      histories[number].append(Int32(place))
      if let text = transaction.notes { notes += SearchText(text).bytes }
      noteEnds.append(Int32(notes.count))
    }
  }

  private mutating func number(of coin: String) -> Int {
    if let known = numbers[coin] { return known }
    numbers[coin] = coins.count
    coins.append(coin)
    histories.append([])
    return coins.count - 1
  }

  /// The order of the transactions by something their coins have.
  func ranks(_ coins: Ranks) -> Ranks { Ranks(coins, of: coinOfPlace) }

  /// The places of one coin's transactions.
  func history(of coin: String) -> [Int32] { numbers[coin].map { histories[$0] } ?? [] }

  /// The places that a filter lets through, in the order given, or else the newest first.
  ///
  /// Every word has to be found in the coin's name or symbol, the kind, the date or the notes.
  func places(
    matching key: SearchWords, in transactions: [Transaction], book: CoinBook,
    among places: [Int32]? = nil
  ) -> [Int32] {
    let words = key.words.map { WordMatch($0, coins: coins.map { book[$0] }) }
    return notes.withUnsafeBufferPointer { notes in
      func isMatch(_ place: Int32) -> Bool {
        let place = Int(place)
        let coin = Int(coinOfPlace[place])
        let start = place == 0 ? 0 : Int(noteEnds[place - 1])
        return words.allSatisfy { word in
          word.matches(transactions[place], coin: coin)
            || word.text.isFound(in: notes[start..<Int(noteEnds[place])])
        }
      }
      if let places { return places.filter(isMatch) }
      var found: [Int32] = []
      for place in stride(from: Int32(transactions.count) - 1, through: 0, by: -1)
      where isMatch(place) { found.append(place) }
      return found
    }
  }
}

extension RowWord {
  /// Works out what a word finds.
  init(_ word: SearchText, coinIDs: [String], book: CoinBook) {
    self.init(
      text: String(decoding: word.bytes, as: UTF8.self),
      coinIDs: coinIDs.filter { book[$0].contains(word) },
      kinds: TransactionKind.allCases.filter {
        SearchText($0.displayName).bytes.starts(with: word.bytes)
      },
      dayDigits: DatePrefix(word)?.text)
  }
}

/// A word of a filter, with what it finds apart from notes.
private struct WordMatch {
  let text: SearchText
  private let kinds: [TransactionKind]
  private let isCoinFound: [Bool]
  private let date: DatePrefix?

  init(_ text: SearchText, coins: [CoinBook.Label]) {
    self.text = text
    kinds = TransactionKind.ofTransactions.filter {
      SearchText($0.displayName).bytes.starts(with: text.bytes)
    }
    isCoinFound = coins.map { $0.contains(text) }
    date = DatePrefix(text)
  }

  func matches(_ transaction: Transaction, coin: Int) -> Bool {
    isCoinFound[coin] || kinds.contains(transaction.kind)
      || date?.matches(transaction.date) == true
  }
}
