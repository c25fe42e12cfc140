import BitpalTesting
import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Files imported one by one, in any order, make the ledger that they make together.
struct OrderOfImportsTests {
  private let held = Transaction(
    coinId: "bitcoin", type: .buy, amount: 100, pricePerCoin: 5, date: instant("2023-01-01"))

  private func ledger(
    _ pieces: [[Reading]], _ policy: ImportPolicy, covered: Bool = true
  ) -> ImportLedger {
    pieces.reduce(ImportLedger(transactions: covered ? [held] : [])) { ledger, piece in
      ledger.with(plan(facts: piece, policy, into: ledger))
    }
  }

  /// Every order of some things.
  private func orders<Thing>(of things: [Thing]) -> [[Thing]] {
    guard things.count > 1 else { return [things] }
    return things.indices.flatMap { place in
      var rest = things
      let first = rest.remove(at: place)
      return orders(of: rest).map { [first] + $0 }
    }
  }

  @Test(arguments: [false, true])
  func `moves that may make several transfers`(areGifts: Bool) {
    var policy = ImportPolicy()
    policy.depositsAreGifts = areGifts
    for seed in Repetition.seeds(1...60, few: 5) {
      var random = Numbers(seed)
      let moves = (1...random.next(3...5)).map { line in
        let minute = random.next(0...3) * 10 + line
        let amount = (random.next(0...2) == 0 ? "0.98" : "1")
        let isOut = random.next(0...1) == 0
        let date = "2024-01-02T10:\(minute < 10 ? "0" : "")\(minute):00Z"
        let account = ["kraken", "ledger", "trezor"][random.next(0...2)]
        return move(line, date, isOut ? "-" + amount : amount, account: account) {
          if random.next(0...3) == 0 { $0.hash = "h\(random.next(1...2))" }
          if isOut, random.next(0...2) == 0 { $0.fee = decimal("0.001") }
        }
      }
      let whole = ledger([moves], policy).lines
      for order in orders(of: moves) {
        #expect(ledger(order.map { [$0] }, policy).lines == whole, "seed \(seed)")
      }
      let half = moves.count / 2
      let pieces = [Array(moves[..<half]), Array(moves[half...])]
      #expect(ledger(pieces, policy).lines == whole, "seed \(seed)")
      #expect(ledger(pieces.reversed(), policy).lines == whole, "seed \(seed)")
    }
  }

  @Test(arguments: [false, true])
  func `moves of several hours, of which one decides what others are`(areGifts: Bool) {
    var policy = ImportPolicy()
    policy.depositsAreGifts = areGifts
    for seed in Repetition.seeds(1...30, few: 3) {
      var random = Numbers(seed)
      let moves = (1...random.next(4...5)).map { line in
        let hour = random.next(0...23)
        let isOut = random.next(0...1) == 0
        return move(
          line, "2024-01-02T\(hour < 10 ? "0" : "")\(hour):0\(line):00Z", isOut ? "-1" : "1",
          account: isOut ? "kraken" : "ledger"
        ) { if isOut, random.next(0...3) == 0 { $0.fee = decimal("0.001") } }
      }
      let whole = ledger([moves], policy).lines
      for order in orders(of: moves) {
        #expect(ledger(order.map { [$0] }, policy).lines == whole, "seed \(seed)")
      }
    }
  }

  @Test func `sales that lack coins, with deposits and purchases that bring them`() {
    var policy = ImportPolicy()
    policy.missingCoinsAreGifts = true
    for seed in Repetition.seeds(1...60, few: 5) {
      var random = Numbers(seed)
      let rows = (1...random.next(3...5)).map { line in
        let date = "2024-01-0\(random.next(1...9))T0\(line):00:00Z"
        let coins = quantity("\(random.next(1...4))", "BTC")
        switch random.next(0...4) {
        case 0: return trade(line, date, get: coins, give: quantity("100", "USD"))
        case 1: return move(line, date, "\(random.next(1...4))", account: "kraken")
        // A fee on a row of its own is a sale that lacks coins, too.
        case 2: return trade(line, date, give: coins) { $0.category = .fee }
        default: return trade(line, date, get: quantity("100", "USD"), give: coins)
        }
      }
      let whole = ledger([rows], policy, covered: false).lines
      for order in orders(of: rows) {
        let pieces = order.map { [$0] }
        #expect(ledger(pieces, policy, covered: false).lines == whole, "seed \(seed)")
      }
    }
  }

  @Test func `a transfer that the user made is none of the importer's`() throws {
    let first = plan(facts: [
      move(1, "2024-01-02T10:00:00Z", "-1", account: "kraken"),
      move(2, "2024-01-02T11:00:00Z", "1", account: "ledger"),
      move(3, "2024-01-02T11:30:00Z", "1", account: "trezor"),
    ])
    #expect(first.transferCount == 0)
    var moves = first.moves
    (moves[0].transfer, moves[1].transfer) = (moves[1].id, moves[0].id)
    let later = plan(
      facts: [move(4, "2024-01-02T10:30:00Z", "-1", account: "coinbase")],
      into: ImportLedger(transactions: [held], moves: moves))
    #expect(later.changedMoves.map(\.id) == [moves[2].id])
    #expect(later.openedCount == 0)
  }

  @Test func `a gift that the user gave, or changed, is none of the importer's`() throws {
    var policy = ImportPolicy()
    policy.depositsAreGifts = true
    let deposit = [move(1, "2024-01-02T11:00:00Z", "1", account: "ledger")]
    let sent = [move(2, "2024-01-02T10:00:00Z", "-1", account: "kraken")]
    let gift = try #require(plan(facts: deposit, policy).additions.first)
    func later(_ gift: Transaction) -> ImportPlan {
      plan(facts: sent, into: ImportLedger(transactions: [held, gift]))
    }
    let back = later(gift)
    #expect(back.replaced.map(\.id) == [gift.id] && back.transferCount == 1)
    #expect(back.notices.contains(.depositsBack(1)))
    var changed = gift
    (changed.type, changed.pricePerCoin) = (.buy, 7)
    #expect(later(changed).replaced.isEmpty)
    // What sales of the ledger need stays, too.
    let sale = Transaction(
      coinId: "bitcoin", type: .sell, amount: 1, pricePerCoin: 9, date: instant("2024-01-03"))
    let needed = plan(facts: sent, into: ImportLedger(transactions: [gift, sale]))
    #expect(needed.replaced.isEmpty && needed.transferCount == 0)
    #expect(plan(facts: deposit, into: ImportLedger(transactions: [gift])).alreadyThere == 1)
  }

  @Test func `a gift made up for a sale goes when its open deposit is explained later`() {
    var gifts = ImportPolicy()
    gifts.missingCoinsAreGifts = true
    let sale = trade(1, "2024-01-03", get: quantity("300", "USD"), give: quantity("1", "BTC"))
    let made = ledger([[sale]], gifts, covered: false)
    let deposit = move(2, "2024-01-02", "2", account: "kraken")
    let open = made.with(plan(facts: [deposit], ImportPolicy(), into: made))
    #expect(open.transactions.map(\.type) == [.gift, .sell])
    var given = ImportPolicy()
    given.depositsAreGifts = true
    let after = open.with(plan(facts: [deposit], given, into: open))
    #expect(after.transactions.map(\.amount) == [2, 1])
    #expect(after.moves.isEmpty)
    // What the user answers takes its place as well, as far as it reaches.
    for (amount, left) in [(2, []), (decimal("0.75"), [decimal("0.25")])] {
      let answer = Transaction(
        coinId: "bitcoin", type: .buy, amount: amount, pricePerCoin: 9, date: instant("2024-01-02"))
      let beside = changes(beside: answer, in: open, now: testNow)
      #expect(beside.removed.map(\.amount).contains(1))
      #expect(beside.added.filter { $0.type == .gift }.map(\.amount) == left)
      #expect(beside.added.contains(answer))
      #expect(beside.notices == [.missingCoinsBrought("bitcoin", amount: 1 - left.reduce(0, +))])
    }
    let late = Transaction(
      coinId: "bitcoin", type: .buy, amount: 2, pricePerCoin: 9, date: instant("2024-01-04"))
    let beside = changes(beside: late, in: open, now: testNow)
    #expect(beside.added == [late])
    #expect(beside.removed == [])
  }

  @Test func `coins that were made up and changed by hand stay`() throws {
    var policy = ImportPolicy()
    policy.missingCoinsAreGifts = true
    let sale = trade(1, "2024-01-02", get: quantity("100", "USD"), give: quantity("1", "BTC"))
    let first = plan(facts: [sale], policy).additions
    let bought = [trade(2, "2024-01-01", get: quantity("0.4", "BTC"), give: quantity("9", "USD"))]
    let later = plan(facts: bought, into: ImportLedger(transactions: first))
    #expect(later.replaced.map(\.amount) == [1, 1])
    #expect(later.additions.map(\.amount) == [decimal("0.4"), decimal("0.6"), 1])
    #expect(later.totals.count == 2)
    #expect(later.notices.contains(.missingCoinsBrought("bitcoin", amount: decimal("0.4"))))
    var edited = first
    edited[0].amount = 3
    #expect(plan(facts: bought, into: ImportLedger(transactions: edited)).replaced.isEmpty)
  }
}

/// Numbers that are the same everywhere.
private struct Numbers {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next(_ range: ClosedRange<Int>) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Int((state >> 33) % UInt64(range.count))
  }
}
