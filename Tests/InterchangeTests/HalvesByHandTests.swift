import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// What `bitpal moves answer ID mine` made of one move waits for the row of the other account.
struct HalvesByHandTests {
  private let held = Transaction(
    coinId: "bitcoin", type: .buy, amount: 9, pricePerCoin: 5, date: instant("2024-01-01"))

  @Test("the file of the other account takes the place of the half that the user made")
  func halfMadeByHand() throws {
    let first = plan(facts: [move(1, "2024-03-02", "0.0999", account: "kraken")])
    var deposit = try #require(first.moves.first)
    // What `bitpal moves answer ID mine --from coinbase` makes.
    var half = Move(
      account: "coinbase", coinId: "bitcoin", amount: -deposit.amount, date: deposit.date)
    (half.transfer, deposit.transfer) = (deposit.id, half.id)
    let held = Transaction(
      coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 5, date: instant("2024-01-01"))
    let ledger = ImportLedger(transactions: [held], moves: [deposit, half])
    let later = plan(facts: [move(2, "2024-03-02", "-0.1", account: "coinbase")], into: ledger)
    let withdrawal = try #require(later.moves.first)
    #expect(later.moves.count == 1 && withdrawal.amount == -0.0999)
    #expect(withdrawal.transfer == deposit.id)
    #expect(later.changedMoves.map(\.transfer) == [withdrawal.id])
    #expect(later.replacedMoves.map(\.id) == [half.id])
    #expect(later.added == ["2024-03-02T00:00:00Z sell 0.0001 bitcoin 0"])
    // Another withdrawal of that account is one of its own.
    let other = plan(facts: [move(2, "2024-03-02", "-0.5", account: "coinbase")], into: ledger)
    #expect(other.moves.map(\.transfer) == [nil] && other.replacedMoves.isEmpty)
  }

  /// A ledger with a withdrawal of which the user said that it went to kraken.
  private func answered() throws -> ImportLedger {
    let first = plan(facts: [move(1, "2024-03-02T10:00:00Z", "-0.1", account: "coinbase")])
    var sent = try #require(first.moves.first)
    var half = Move(account: "Kraken", coinId: "bitcoin", amount: -sent.amount, date: sent.date)
    (half.transfer, sent.transfer) = (sent.id, half.id)
    return ImportLedger(transactions: [held], moves: [sent, half])
  }

  @Test(
    "the row of the other account is the made half, however late and whatever the fee",
    arguments: [
      ("2024-03-02T23:20:00Z", "0.0999", "0.0001"), ("2024-03-02T11:00:00Z", "0.08", "0.02"),
      ("2024-03-20T10:00:00Z", "0.1", ""), ("2024-03-02T09:50:00Z", "0.09", "0.01"),
    ])
  func late(date: String, amount: String, lost: String) throws {
    let ledger = try answered()
    let rows = [move(2, date, amount, account: "kraken")]
    let later = plan(facts: rows, into: ledger)
    #expect(later.transferCount == 1 && later.moves.map(\.transfer) == [ledger.moves[0].id])
    #expect(later.replacedMoves.map(\.account) == ["Kraken"])
    #expect(
      later.added == (lost.isEmpty ? [] : ["2024-03-02T10:00:00Z sell \(lost) bitcoin 0"]))
    let after = ledger.with(later)
    #expect(after.moves.map(\.amount).reduce(0, +) == 0 && after.moves.count == 2)
    #expect(plan(facts: rows, into: after).isEmpty)
  }

  @Test func `of several rows the nearest is the half`() throws {
    let rows = [
      move(2, "2024-03-02T23:20:00Z", "0.0999", account: "kraken"),
      move(3, "2024-03-12T10:00:00Z", "0.0999", account: "kraken"),
    ]
    for rows in [rows, rows.reversed()] {
      let later = plan(facts: rows, into: try answered())
      #expect(later.moves.map { $0.transfer != nil } == [true, false])
      #expect(!later.isUnsure)
    }
  }

  @Test func `rows that are as near, too far, or another transfer's, are none, and that is said`()
    throws
  {
    let ledger = try answered()
    let two = plan(
      facts: [
        move(2, "2024-03-02T23:20:00Z", "0.0999", account: "kraken"),
        move(3, "2024-03-02T23:40:00Z", "0.0999", account: "kraken"),
      ], into: ledger)
    #expect(two.transferCount == 0 && two.replacedMoves.isEmpty)
    #expect(
      two.notices.first?.sentence.hasPrefix(
        "The deposit of 0.1 bitcoin at Kraken on 2024-03-02, which your answer made, may be one of 2 "
          + "rows that come in now.") ?? false)
    let far = plan(facts: [move(2, "2024-06-02", "0.1", account: "kraken")], into: ledger)
    #expect(far.transferCount == 0 && far.isUnsure)
    let other = plan(facts: [move(2, "2024-03-03", "0.04", account: "kraken")], into: ledger)
    #expect(other.transferCount == 0 && !other.isUnsure)
    let explained = plan(
      facts: [
        move(2, "2024-03-03T10:00:00Z", "-0.1", account: "gemini"),
        move(3, "2024-03-03T10:30:00Z", "0.1", account: "kraken"),
      ], into: ledger)
    #expect(explained.transferCount == 1 && explained.replacedMoves.isEmpty)
    #expect(!explained.isUnsure)
  }

  @Test func `a fee that the answer recorded counts once`() throws {
    var ledger = try answered()
    let fee = ledger.moves[0].loss(of: decimal("0.001"), reference: nil)
    ledger = ImportLedger(transactions: [held, fee], moves: ledger.moves)
    let later = plan(
      facts: [move(2, "2024-03-03", "0.099", account: "kraken")], into: ledger)
    #expect(later.transferCount == 1 && later.added.isEmpty)
  }
}

extension ImportPlan {
  /// Whether it says that a made half may be one of its rows.
  fileprivate var isUnsure: Bool {
    notices.contains { if case .halfByHandUnsure = $0 { true } else { false } }
  }
}
