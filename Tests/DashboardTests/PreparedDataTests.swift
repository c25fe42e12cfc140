import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

@testable import Dashboard

/// Precomputed data has the same content as what it was computed from.
@Suite struct PreparedData {
  private static let coins = ["bitcoin", "ethereum", "solana"]

  /// A ledger with many equal days, amounts and prices, in which no sale is uncovered.
  private static func randomLedger(_ random: inout SeededGenerator, rows: Int) -> [Transaction] {
    var held: [String: Int] = [:]
    return (0..<rows).map { row in
      let coin = coins.randomElement(using: &random) ?? ""
      let isSale = held[coin, default: 0] > 0 && Bool.random(using: &random)
      let amount = Int.random(in: 1...(isSale ? held[coin, default: 1] : 5), using: &random)
      held[coin, default: 0] += isSale ? -amount : amount
      let isGift = !isSale && Int.random(in: 0..<4, using: &random) == 0
      return Transaction(
        coinId: coin, type: isSale ? .sell : isGift ? .gift : .buy, amount: Quantity(amount),
        pricePerCoin: isGift ? 0 : Price(Int.random(in: 1...3, using: &random)),
        date: Sample.now.addingTimeInterval(TimeInterval(row / 3 - rows) * 60),
        notes: [nil, "", "b", "A"].randomElement(using: &random) ?? nil)
    }
  }

  private static func book(_ transactions: [Transaction]) -> CoinBook {
    CoinBook(Positions(transactions: transactions, currentPrices: Sample.coins))
  }

  private static func memory(_ transactions: [Transaction]) -> LedgerInMemory {
    LedgerInMemory(transactions, book: book(transactions))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a change is refused exactly where the whole history refuses it`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let transactions = Self.randomLedger(&random, rows: 40)
    for transaction in transactions {
      let history = CoinHistory(transactions.filter { $0.coinId == transaction.coinId })
      let mine = transactions.filter { $0.coinId == transaction.coinId }
      let rest = mine.filter { $0.id != transaction.id }
      #expect(
        refusal { () throws(PortfolioError) in
          try history.validate(without: [transaction.id], now: Sample.now)
        } == refusal { () throws(PortfolioError) in try validate(rest, now: Sample.now) })
      #expect(
        history.held(without: [transaction.id])
          == computeHoldings(transactions: rest, currentPrices: [:]).first?.exact.amount ?? 0)

      var changed = transaction
      changed.type = [.buy, .sell].randomElement(using: &random) ?? .buy
      changed.pricePerCoin = 2
      changed.amount = Quantity(Int.random(in: 1...9, using: &random))
      changed.date += TimeInterval(Int.random(in: -9...9, using: &random)) * 60
      let index = try #require(mine.firstIndex { $0.id == transaction.id })
      var edited = mine
      edited[index] = changed
      let added = Transaction(
        coinId: changed.coinId, type: changed.type, amount: changed.amount, pricePerCoin: 2,
        date: changed.date)
      for (old, new, whole) in [
        (Set([transaction.id]), changed, edited), ([], added, mine + [added]),
        ([transaction.id], added, rest + [added]),
      ] {
        #expect(
          refusal { () throws(PortfolioError) in
            try history.validate(without: old, with: [new], now: Sample.now)
          }
            == refusal { () throws(PortfolioError) in
              try validate(inLedgerOrder(whole), now: Sample.now)
            })
      }
    }
  }

  private func refusal(_ check: () throws(PortfolioError) -> Void) -> String? {
    do throws(PortfolioError) { try check() } catch { return "\(error)" }
    return nil
  }

  @Test(arguments: TransactionColumn.allCases)
  func `sorted rows follow their column, equal ones newest first`(column: TransactionColumn) throws
  {
    var random = SeededGenerator(seed: 3)
    let transactions = Self.randomLedger(&random, rows: 200)
    let book = Self.book(transactions)
    let ledger = Self.memory(transactions)
    for isAscending in [false, true] {
      let indices = ledger.indices(in: TransactionOrder(column, isAscending: isAscending))
      #expect(Set(indices).count == 200)
      for (first, second) in zip(indices, indices.dropFirst()) {
        let keys = [first, second].map { key(transactions[Int($0)], column, book) }
        if keys[0] == keys[1] {
          #expect(first > second || column == .day)
        } else if let left = keys[0], let right = keys[1] {
          #expect((left < right) == isAscending)
        } else {
          #expect(keys[1] == nil)
        }
      }
    }
  }

  /// A column's sort key, as text in the same order.
  private func key(
    _ transaction: Transaction, _ column: TransactionColumn, _ book: CoinBook
  ) -> String? {
    func text(_ value: some ExactValue) -> String {
      let text = value.description
      return String(repeating: "0", count: 10 - text.count) + text
    }
    let isGift = transaction.type == .gift
    switch column {
    case .day: return transaction.date.utcText
    case .kind: return transaction.kind.displayName
    case .symbol: return book[transaction.coinId].symbol
    case .name: return book[transaction.coinId].name
    case .amount: return text(transaction.amount)
    case .price: return isGift ? nil : text(transaction.pricePerCoin)
    case .total: return isGift ? nil : text(transaction.total)
    case .account: return transaction.account?.lowercased()
    case .notes: return transaction.notes.flatMap { $0.isEmpty ? nil : $0.lowercased() }
    }
  }

  @Test(arguments: [
    ("buy", true), ("bu", true), ("uy", false), ("coin", true), ("BTC", true), ("émil", true),
    ("Émil", true), ("mile", true), ("emil", false), ("milex", false), ("coin uy", false),
    ("btc buy", true),
  ])
  func `filters find kinds by their beginning, coins and notes by a part`(
    text: String, isFound: Bool
  ) throws {
    var transaction = try #require(ledger("buy 1 at 2").first)
    transaction.notes = "for Émile"
    let other = Sample.row(9, "solana", .sell, "1", "1", "2025-01-01")
    let found = Self.memory([transaction, other]).indices(matching: SearchWords(text))
    #expect(found.contains(0) == isFound)
    #expect(!found.contains(1))
  }
}
