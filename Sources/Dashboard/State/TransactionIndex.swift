import FoundationEssentials
import Portfolio

/// Precomputed index of a ledger: each coin's transactions, and the texts that filters compare.
///
/// Indices follow ledger order; 32 bits are enough for any ledger.
struct TransactionIndex: Equatable, Sendable {
  /// Coin ids in order of first appearance.
  private(set) var coins: [String] = []
  /// Indices of each coin's transactions.
  private(set) var histories: [[Int32]] = []
  private var numbers: [String: Int] = [:]
  private var coinNumbers: [Int32] = []
  private var notes: [UInt8] = []
  private var noteEnds: [Int32] = []

  init() {}

  init(_ transactions: [Transaction]) {
    coinNumbers.reserveCapacity(transactions.count)
    noteEnds.reserveCapacity(transactions.count)
    for (index, transaction) in transactions.enumerated() {
      let number = number(of: transaction.coinId)
      coinNumbers.append(Int32(number))
      histories[number].append(Int32(index))
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

  /// Ranks of the transactions by a rank of their coins.
  func ranks(_ coins: Ranks) -> Ranks { Ranks(coins, of: coinNumbers) }

  /// Indices of one coin's transactions.
  func history(of coin: String) -> [Int32] { numbers[coin].map { histories[$0] } ?? [] }

  /// Indices of the transactions that match a filter, in the given order.
  ///
  /// Every word must match the coin, the kind, the date, the account or the notes.
  func indices(
    matching words: [RowWord], in transactions: [Transaction], among indices: [Int32]
  ) -> [Int32] {
    let words = words.map { WordMatch($0, coins: coins) }
    return notes.withUnsafeBufferPointer { notes in
      indices.filter { index in
        let index = Int(index)
        let start = index == 0 ? 0 : Int(noteEnds[index - 1])
        return words.allSatisfy { word in
          word.matches(transactions[index], coin: Int(coinNumbers[index]))
            || word.text?.isFound(in: notes[start..<Int(noteEnds[index])]) == true
        }
      }
    }
  }
}

extension RowWord {
  /// Resolves a term; `nil` for a bound on amounts.
  init?(_ term: SearchWords.Term, coinIDs: [String], book: CoinBook) {
    self.init()
    switch term {
    case .word(let word):
      text = word.string
      self.coinIDs = book.coins(matching: word, among: coinIDs)
      kinds = Self.kinds(beginningWith: word)
      dayDigits = DatePrefix(word)?.text
    case .kind(let word): kinds = Self.kinds(beginningWith: word)
    case .account(let word): account = word.string
    case .days(let days): self.days = days
    case .amount: return nil
    }
  }

  private static func kinds(beginningWith word: SearchText) -> [TransactionKind] {
    TransactionKind.allCases.filter { SearchText($0.displayName).bytes.starts(with: word.bytes) }
  }
}

/// A filter word and its matches apart from notes.
private struct WordMatch {
  let text: SearchText?
  private let account: SearchText?
  private let kinds: [TransactionKind]
  private let isCoinFound: [Bool]
  private let date: DatePrefix?
  private let days: DayRange?

  init(_ word: RowWord, coins: [String]) {
    text = word.text.map { SearchText($0) }
    account = (word.text ?? word.account).map { SearchText($0) }
    kinds = word.kinds
    isCoinFound = coins.map(word.coinIDs.contains)
    date = word.dayDigits.flatMap { DatePrefix(SearchText($0)) }
    days = word.days
  }

  func matches(_ transaction: Transaction, coin: Int) -> Bool {
    isCoinFound[coin] || kinds.contains(transaction.kind)
      || date?.matches(transaction.date) == true
      || days?.contains(DatePrefix.digits(of: transaction.date)) == true
      || account.map { SearchText(transaction.account ?? "").contains($0) } == true
  }
}
