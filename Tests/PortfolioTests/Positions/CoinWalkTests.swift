import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// Walks through a coin's rows that are saved at some rows and continued.
///
/// | What | Where |
/// |---|---|
/// | a walk that was saved has the same figures as one that was not, after every row | both walks |
/// | so does a long walk | in pieces, and under HMRC |
/// | bytes that are not a checkpoint are refused | both walks |
struct CoinWalkTests {
  @Test(arguments: CostBasis.allCases, [false, true])
  func `a coin counted from checkpoints has the figures of all its rows`(
    method: CostBasis, isPerAccount: Bool
  ) throws {
    for seed in Repetition.seeds(UInt64(1)...400, few: 12) {
      let coin = InventedCoin(seed: seed)
      let carried = CarriedLots(
        coin.rows, methods: [method], accounts: isPerAccount ? coin.moves : nil)
      let calendar = method == .hmrc ? coin.calendar : .utc
      var dice = SeededGenerator(seed: seed)
      var walk = MatchedWalk(of: "coin", costBasis: method, calendar, carrying: carried)
      var closed: [MatchedCycle] = []
      for (index, row) in coin.rows.enumerated() {
        if index > 0, Int.random(in: 0..<9, using: &dice) == 0 {
          closed += walk.closedSinceCheckpoint
          walk = try #require(
            MatchedWalk(
              of: "coin", costBasis: method, calendar, carrying: carried,
              checkpoint: sections(of: walk.checkpoint())))
        }
        walk.apply(row)
        guard index % 7 == 0 || index == coin.rows.count - 1 else { continue }
        let whole = MatchedCoin(
          coinId: "coin", history: Array(coin.rows[...index]), costBasis: method, calendar,
          carrying: carried)
        let found = walk.finished()
        let name: Comment = "\(method) seed \(seed) row \(index)"
        #expect(found.sums == whole.sums, name)
        #expect(closed + found.closed == whole.closed, name)
      }
    }
  }

  @Test func `a position counted from checkpoints has the figures of all its rows`() throws {
    for seed in Repetition.seeds(UInt64(1)...400, few: 24) {
      let coin = InventedCoin(seed: seed, namesLots: false)
      let rates = WavingRates(missing: nil)
      var dice = SeededGenerator(seed: seed)
      var counter = TransactionCounter(currency: "EUR", rates: rates)
      var (whole, kept) = (CountedWalk(PositionWalk(of: "coin")), PositionWalk(of: "coin"))
      var closed: [ClosedCycle] = []
      for (index, row) in coin.rows.enumerated() {
        if Int.random(in: 0..<9, using: &dice) == 0 {
          closed += kept.finished().closed
          kept = try #require(
            PositionWalk(of: "coin", checkpoint: sections(of: try kept.checkpoint())))
        }
        try whole.apply(row, &counter)
        try kept.apply(counter.counted(row))
        let (found, all) = (kept.finished(), whole.finished())
        #expect(found.sums == all.coin.sums, "seed \(seed) row \(index)")
        #expect(closed + found.closed == all.closed, "seed \(seed) row \(index)")
      }
    }
  }

  /// Sales that no later purchase can match are dropped along the way.
  @Test func `a long history under hmrc has the figures of all its rows`() throws {
    var dice = SeededGenerator(seed: 9)
    var walk = MatchedWalk(of: "coin", costBasis: .hmrc, .auckland, carrying: .none)
    var (rows, held) = ([Transaction](), 0)
    for number in 0..<6_000 {
      let isSale = held > 0 && Int.random(in: 0..<5, using: &dice) > 1
      let isAll = isSale && Int.random(in: 0..<40, using: &dice) == 0
      let amount = isAll ? held : Int.random(in: 1...(isSale ? min(held, 8) : 9), using: &dice)
      held += isSale ? -amount : amount
      rows.append(
        Transaction(
          coinId: "coin", type: isSale ? .sell : .buy, amount: Quantity(amount),
          pricePerCoin: Price(Int.random(in: 1...997, using: &dice)) / 7,
          date: Date(millisecondsSince1970: number * 3_600_000)))
      walk.apply(rows[number])
    }
    let whole = MatchedCoin(
      coinId: "coin", history: rows, costBasis: .hmrc, .auckland, carrying: .none)
    let found = walk.finished()
    #expect(found.sums == whole.sums)
    #expect(found.closed == whole.closed)
    // Most of it is dropped: of 250 days, two months remain.
    #expect(walk.checkpoint().joined().count < 80_000)
  }

  @Test func `lots in several pieces are kept`() throws {
    var dice = SeededGenerator(seed: 3)
    var (whole, kept) = (PositionWalk(of: "coin"), PositionWalk(of: "coin"))
    var held = 0
    for number in 0..<2_600 {
      if number % 97 == 0 {
        kept = try #require(
          PositionWalk(of: "coin", checkpoint: sections(of: try kept.checkpoint())))
      }
      let isSale = number > 1_500 && Int.random(in: 0..<9, using: &dice) == 0
      let amount = Int.random(in: 1...(isSale ? held / 12 : 9), using: &dice)
      held += isSale ? -amount : amount
      let row = Transaction(
        coinId: "coin", type: isSale ? .sell : .buy, amount: Quantity(amount),
        pricePerCoin: Price(Int.random(in: 1...997, using: &dice)) / 7,
        date: Date(millisecondsSince1970: number * 60_000))
      try whole.apply(row)
      try kept.apply(row)
      guard isSale else { continue }
      #expect(kept.finished().sums == whole.finished().sums, "row \(number)")
    }
  }

  @Test func `bytes that are not those of a checkpoint are refused`() throws {
    let coin = InventedCoin(seed: 5)
    let carried = CarriedLots(coin.rows, methods: [.fifo], accounts: coin.moves)
    var walk = MatchedWalk(of: "coin", costBasis: .fifo, .utc, carrying: carried)
    var position = PositionWalk(of: "coin")
    for row in coin.rows {
      walk.apply(row)
      try position.apply(row)
    }
    let (books, lots) = (walk.checkpoint()[0], try position.checkpoint()[0])
    for count in stride(from: 0, to: books.count, by: 7) {
      #expect(
        MatchedWalk(
          of: "coin", costBasis: .fifo, .utc, carrying: carried,
          checkpoint: sections(of: [Array(books.prefix(count))])) == nil)
    }
    for count in stride(from: 0, to: lots.count, by: 7) {
      let part = Array(lots.prefix(count))
      #expect(PositionWalk(of: "coin", checkpoint: sections(of: [part])) == nil)
    }
    #expect(PositionWalk(of: "coin", checkpoint: sections(of: [lots + [0]])) == nil)
    #expect(PositionWalk(of: "other", checkpoint: sections(of: [lots])) == nil)
    // Without the moves that lots follow, account books are meaningless.
    #expect(
      MatchedWalk(
        of: "coin", costBasis: .fifo, .utc, carrying: .none, checkpoint: sections(of: [books]))
        == nil)
  }

  @Test func `lots that are missing from a checkpoint are found out when a sale needs them`() throws
  {
    var walk = PositionWalk(of: "coin")
    func row(_ type: TransactionType, _ number: Int) -> Transaction {
      Transaction(
        coinId: "coin", type: type, amount: 1, pricePerCoin: 2,
        date: Date(millisecondsSince1970: number * 1_000))
    }
    for number in 0..<2_000 { try walk.apply(row(.buy, number)) }
    var kept = try #require(
      PositionWalk(of: "coin", checkpoint: sections(of: Array(try walk.checkpoint().prefix(1)))))
    try kept.apply(row(.buy, 2_000))
    #expect(kept.finished().sums.open?.balance == 2_001)
    #expect(throws: PositionDataError(coinId: "coin")) { try kept.apply(row(.sell, 2_001)) }
  }
}

private func sections(of checkpoint: [[UInt8]]) -> (Int) -> [UInt8]? {
  { checkpoint.indices.contains($0) ? checkpoint[$0] : nil }
}

extension MatchedWalk {
  /// The cycles that a checkpoint omits because all of their sales are final.
  fileprivate var closedSinceCheckpoint: [MatchedCycle] {
    var walk = self
    _ = walk.checkpoint()
    return walk.closed
  }
}

/// A coin with every kind of event in several accounts, on days and at instants in several zones.
private struct InventedCoin {
  private(set) var rows: [Transaction] = []
  let moves: AccountMoves
  let calendar: LocalCalendar

  init(seed: UInt64, namesLots: Bool = true) {
    var dice = SeededGenerator(seed: seed)
    calendar = [.utc, .losAngeles, .auckland, .kiritimati][Int(seed % 4)]
    let start = UTCDay(number: 19_000)
    var held = 0
    var passages: [Move] = []
    var milliseconds = start.start.millisecondsSince1970
    var instant: Date { Date(millisecondsSince1970: milliseconds) }
    for _ in 0..<100 {
      switch Int.random(in: 0..<8, using: &dice) {
      case 0: break
      case 1:
        let day = UTCDay(instant).advanced(by: Int.random(in: 1...40, using: &dice))
        milliseconds = day.start.millisecondsSince1970
      default: milliseconds += Int.random(in: 1...4 * 86_400_000, using: &dice)
      }
      let account: String? = ["Kraken", "Ledger", nil].randomElement(using: &dice) ?? nil
      if Int.random(in: 0..<8, using: &dice) == 0 {
        passages += Self.passage(at: instant, &dice)
      } else if held > 0, Int.random(in: 0..<5, using: &dice) > 1 {
        let purchases = namesLots ? rows.filter { $0.type != .sell } : []
        let isAll = Int.random(in: 0..<5, using: &dice) == 0
        let amount = isAll ? held : Int.random(in: 1...max(held / 2, 1), using: &dice)
        held -= amount
        rows.append(Self.going(amount, from: account, at: instant, naming: purchases, &dice))
      } else {
        let amount = Int.random(in: 1...900, using: &dice)
        held += amount
        rows.append(Self.coming(amount, to: account, at: instant, &dice))
      }
    }
    let first = seed % 3 == 0 ? UTCDay(rows[rows.count / 3].date) : nil
    moves = AccountMoves(
      passages, rules: LotsPerAccount(from: first), until: instant.addingTimeInterval(86_400 * 90))
  }

  private static func price(_ dice: inout SeededGenerator) -> Price {
    Price(Int.random(in: 1...997, using: &dice)) / 7
  }

  private static func coming(
    _ amount: Int, to account: String?, at date: Date, _ dice: inout SeededGenerator
  ) -> Transaction {
    var row = Transaction(
      coinId: "coin", type: .buy, amount: Quantity(amount, exponent: -2),
      pricePerCoin: price(&dice), date: date, account: account)
    switch Int.random(in: 0..<8, using: &dice) {
    case 0:
      (row.type, row.kind, row.pricePerCoin) = (.gift, .gift, 0)
    case 1:
      // A gift whose giver had paid more than its value.
      (row.type, row.kind) = (.gift, .gift)
      row.payment = MoneyAmount(amount: row.amount.number * 1_000, currency: "USD")
      row.acquired = date.addingTimeInterval(-86_400 * 400)
    case 2:
      row.valuation = Valuation(kind: .dailyPrice)
      row.kind = .reward
    case 3:
      (row.kind, row.pricePerCoin) = (.reward, 0)
      row.valuation = Valuation(kind: .unknown)
    default: break
    }
    return row
  }

  private static func going(
    _ amount: Int, from account: String?, at date: Date, naming purchases: [Transaction],
    _ dice: inout SeededGenerator
  ) -> Transaction {
    var row = Transaction(
      coinId: "coin", type: .sell, amount: Quantity(amount, exponent: -2),
      pricePerCoin: price(&dice), date: date, account: account)
    switch Int.random(in: 0..<9, using: &dice) {
    case 0: (row.kind, row.pricePerCoin) = (.give, 0)
    case 1:
      (row.kind, row.pricePerCoin) = (.fee, 0)
      row.valuation = Valuation(kind: .unknown)
    case 2:
      (row.kind, row.pricePerCoin) = (.spend, 0)
      row.valuation = Valuation(kind: .unknown)
    case 3: row.lots = [purchases.randomElement(using: &dice)?.id].compactMap(\.self)
    case 4: row.valuation = Valuation(kind: .dailyPrice)
    default: break
    }
    return row
  }

  /// A transfer, or a deposit or withdrawal whose other side is unknown.
  private static func passage(at date: Date, _ dice: inout SeededGenerator) -> [Move] {
    let amount = Quantity(Int.random(in: 1...500, using: &dice), exponent: -2)
    let later = date.addingTimeInterval(Double(Int.random(in: 0...40, using: &dice)) * 86_400)
    let (left, arrived) = (UUID(), UUID())
    let out = Move(
      id: left, account: "Kraken", coinId: "coin", amount: -amount, date: date, transfer: arrived)
    let into = Move(
      id: arrived, account: "Ledger", coinId: "coin", amount: amount, date: later, transfer: left)
    return switch Int.random(in: 0..<6, using: &dice) {
    case 0: [Move(id: left, account: "Kraken", coinId: "coin", amount: -amount, date: date)]
    case 1: [Move(id: arrived, account: "Ledger", coinId: "coin", amount: amount, date: later)]
    default: [out, into]
    }
  }
}
