import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// What `--account` names is kept apart, though two people may have equal rows.
struct NamedAccountTests {
  private static let head =
    "Timestamp,Transaction Type,Asset,Quantity Transacted,USD Spot Price at Transaction,"
    + "USD Subtotal,USD Total (inclusive of fees),USD Fees,Notes\n"
  private static let march = "2021-03-01T09:00:00Z,Buy,BTC,0.001,49000,49,50.00,1.00,Bought\n"
  private static let april = "2021-04-01T09:00:00Z,Buy,BTC,0.00085,58000,49,50.00,1.00,Bought\n"
  private static let may = "2021-05-01T09:00:00Z,Buy,BTC,0.0009,56000,49,50.00,1.00,Bought\n"
  private static let sent = "2021-05-02T09:00:00Z,Send,BTC,0.0002,56000,,,,Sent\n"

  /// A plan, which is the same for a file that is read piece by piece.
  private func plan(
    _ rows: [String], _ account: String?, into ledger: ImportLedger
  ) throws -> ImportPlan {
    let bytes = Array((Self.head + rows.joined()).utf8)
    var policy = ImportPolicy()
    policy.account = account
    let file = try readImport(bytes)
    let coins = CoinDirectory(resolve: testCatalogue)
    let whole = planImport([file], into: ledger, policy: policy, coins: coins, now: testNow)
    var added: [Transaction] = []
    do {
      let streamed = try StreamedFiles([StreamedFile(RowBytes(bytes))]).plan(
        into: ledger.pieceByPiece([file]), policy: policy, coins: coins, now: testNow
      ) { added.append($0) }
      #expect(streamed.notices == whole.notices)
      #expect(streamed.alreadyThere == whole.alreadyThere)
      #expect(added.map(\.reference) == whole.additions.map(\.reference))
    } catch is MustReadWhole {
      #expect(whole.notices.contains { if case .equalRows = $0 { true } else { false } })
    }
    return whole
  }

  private func ledger(_ rows: [String], _ account: String?) throws -> ImportLedger {
    let empty = ImportLedger(transactions: [])
    return empty.with(try plan(rows, account, into: empty))
  }

  private func equalRows(_ plan: ImportPlan) -> [EqualRows] {
    plan.notices.compactMap { if case .equalRows(let rows) = $0 { rows } else { nil } }
  }

  @Test func `what two people bought alike is there for both`() throws {
    let anna = try ledger([Self.march, Self.april], "anna")
    let rows = [Self.march, Self.april, Self.may, Self.sent]
    let bob = try plan(rows, "bob", into: anna)
    #expect(
      bob.additions.map(\.amount) == [decimal("0.001"), decimal("0.00085"), decimal("0.0009")])
    #expect(bob.additions.allSatisfy { $0.account == "bob" })
    #expect(
      equalRows(bob) == [EqualRows(count: 2, account: "bob", other: "anna", outcome: .added)])
    let both = anna.with(bob)
    for (rows, name) in [(rows, "bob"), (rows, "Bob"), ([Self.march, Self.april], "anna")] {
      let again = try plan(rows, name, into: both)
      #expect(again.isEmpty, "\(name)")
      #expect(equalRows(again).isEmpty, "\(name)")
    }
    #expect(try plan(rows, nil, into: both).isEmpty)
  }

  @Test func `a file known of another account alone is not imported, and the preview says so`()
    throws
  {
    let anna = try ledger([Self.march, Self.april, Self.sent], "anna")
    let copy = try plan([Self.march, Self.april, Self.sent], "anna2", into: anna)
    #expect(copy.isEmpty)
    #expect(copy.alreadyThere == 3)
    #expect(
      equalRows(copy) == [EqualRows(count: 3, account: "anna2", other: "anna", outcome: .wholeFile)]
    )
    let sentence = try #require(copy.notices.first).sentence
    #expect(sentence.hasPrefix("All rows are in the ledger as those of anna"))
  }

  @Test func `rows whose account was renamed are known under either name`() throws {
    let rows = [Self.march, Self.april, Self.sent]
    for name in [nil, "anna"] {
      let before = try ledger(rows, name)
      var (transactions, moves) = (before.transactions, before.moves)
      for index in transactions.indices { transactions[index].account = "old phone" }
      for index in moves.indices { moves[index].account = "old phone" }
      let renamed = ImportLedger(transactions: transactions, moves: moves)
      for again in [nil, "anna", "old phone"] {
        let plan = try plan(rows, again, into: renamed)
        #expect(plan.isEmpty, "\(name ?? "") as \(again ?? "")")
        let longer = try self.plan(rows + [Self.may], again, into: renamed)
        #expect(longer.additions.map(\.amount) == [decimal("0.0009")])
      }
    }
  }

  @Test func `rows of no named account are not another's, and the preview names whose they are`()
    throws
  {
    let first = try ledger([Self.march, Self.april], nil)
    let named = try plan([Self.march, Self.april, Self.may], "anna", into: first)
    #expect(named.additions.map(\.amount) == [decimal("0.0009")])
    #expect(
      equalRows(named) == [
        EqualRows(count: 2, account: "anna", other: "coinbase", outcome: .known)
      ])
  }
}
