import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import Import

/// Invariants of the ledger's rows, regardless of the order of files and answers.
struct RederivationTests {
  private static let seeds = Repetition.seeds(1...300, few: 6)

  private static var lives: [SimulatedLife] {
    seeds.flatMap { seed in
      [Damage.none, .cut, .seam].map { SimulatedLife(seed: UInt64(seed), damage: $0) }
    }
  }

  private static func derived(
    _ facts: [Fact], _ answers: [Question.Key: Choice] = [:]
  ) -> DerivedLedger {
    DerivedLedger(
      DerivedLedger.Sources(facts: facts, answers: answers), rules: SimulatedForm.rules,
      valueRules: Booking.rules)
  }

  @Test func `ids are unique and the same in every derivation`() {
    for life in Self.lives {
      let ledger = Self.derived(life.facts)
      let ids = ledger.booked.transactions.map(\.id) + ledger.booked.moves.map(\.id)
      #expect(Set(ids).count == ids.count)
      #expect(Set(ledger.booked.origins.keys) == Set(ids))
      var chance = SeededGenerator(seed: 7)
      #expect(Self.derived(life.facts.shuffled(using: &chance)) == ledger)
      let rows = (ledger.booked.transactions, ledger.booked.moves)
      #expect(BookDifference(from: rows.0, moves: rows.1, to: ledger.booked).isEmpty)
    }
  }

  @Test func `every history is covered`() throws {
    for life in Self.lives {
      for (_, rows) in Dictionary(
        grouping: Self.derived(life.facts).booked.transactions, by: \.coinId)
      {
        #expect(throws: Never.self) { try validate(rows, now: .distantFuture) }
      }
    }
  }

  /// The ids of the rows, except those that are only reordered.
  private func ids(_ rows: [Transaction], _ difference: BookDifference) -> Set<UUID> {
    Set(rows.map(\.id)).subtracting(difference.reordered)
  }

  @Test func `a file removed and imported again changes nothing`() {
    for life in Self.lives {
      let whole = Self.derived(life.facts).booked
      for file in Set(life.facts.map(\.source.file)).sorted() {
        let less = Self.derived(life.facts.filter { $0.source.file != file }).booked
        let away = BookDifference(from: whole.transactions, moves: whole.moves, to: less)
        let back = BookDifference(from: less.transactions, moves: less.moves, to: whole)
        #expect(ids(away.removed, away) == ids(back.added, back))
        #expect(ids(away.added, away) == ids(back.removed, back))
        let rows = applied(back, to: applied(away, to: whole.transactions))
        #expect(rows == Set(whole.transactions))
      }
    }
  }

  private func applied(
    _ difference: BookDifference, to rows: some Sequence<Transaction>
  ) -> Set<Transaction> {
    let gone = Set((difference.removed + difference.changed).map(\.id))
    return Set(rows.filter { !gone.contains($0.id) })
      .union(difference.added).union(difference.changed)
  }

  @Test func `a file that another repeats adds no rows`() {
    var file = File(.report, "b1")
    for minute in 10..<20 {
      file.add(
        .trade, at: "12:\(minute):00", "1 ETH", for: "-3000 USD", ids: [Form.row: "\(minute)"])
    }
    file.add(.reward, at: "13:00:00", "0.1 ETH")
    file.add(.reward, at: "13:00:00", "0.1 ETH")
    let whole = ledger([file])
    for name in ["a0", "c2"] {
      var copy = File(.report, name)
      copy.repeatRows(of: file, suffix: 4)
      #expect(ledger([file, copy]).booked.transactions == whole.booked.transactions)
    }
  }

  @Test func `an answer before the import is the same answer after it`() {
    for life in Self.lives {
      var answers: [Question.Key: Choice] = [:]
      var after = Self.derived(life.facts)
      for _ in 0..<20 where !after.questions.isEmpty {
        for question in after.questions { answers[question.key] = question.choices[0] }
        after = Self.derived(life.facts, answers)
      }
      #expect(after.questions.isEmpty)
      #expect(Self.derived(life.facts, answers) == after)
    }
  }

  @Test func `what a person changed survives`() throws {
    var file = File(.report, "a1")
    file.add(.trade, at: "10:00:00", "1 ETH", for: "-3000 USD")
    file.add(.trade, at: "11:00:00", "2 ETH", for: "-6000 USD")
    let rows = ledger([file]).booked.transactions
    var said = rows[0]
    (said.amount, said.pricePerCoin) = (Quantity(15, exponent: -1), 2000)
    let overrides = [
      RowOverride(row: rows[0].id, change: .transaction(before: rows[0], after: said)),
      RowOverride(row: rows[1].id, change: .deleted),
    ]
    #expect(
      ledger([file], overrides: overrides).summary == [
        "buy buy 1.5 ethereum for 3000 USD at 2000"
      ])
    // The same rows again in another file.
    var copy = File(.report, "b1")
    copy.repeatRows(of: file, suffix: 2)
    #expect(
      ledger([file, copy], overrides: overrides).booked.transactions
        == ledger([file], overrides: overrides).booked.transactions)
    #expect(ledger([copy], overrides: overrides).summary.count == 1)
  }

  @Test func `a changed row counts while it is asked what else reports it`() throws {
    var (fine, coarse) = (File(.report, "a"), File(.report, "b"))
    fine.add(.reward, at: "11:00:00", "0.2 ETH")
    fine.add(.reward, at: "12:00:07", "0.1 ETH")
    coarse.add(.reward, at: "12:00", "0.1 ETH")
    coarse.add(.reward, at: "13:00", "0.3 ETH")
    let row = try #require(ledger([coarse]).booked.transactions.first)
    var said = row
    said.amount = Quantity(5, exponent: -1)
    let override = RowOverride(row: row.id, change: .transaction(before: row, after: said))
    let asked = ledger([fine, coarse], overrides: [override])
    #expect(asked.questions.map(\.kind) == [.sameOrTwo])
    #expect(asked.questions[0].waiting == [Fact.ID(file: "a", line: 3)])
    #expect(asked.questions[0].candidates == [Fact.ID(file: "b", line: 2)])
    #expect(
      asked.booked.transactions.map(\.amount) == [
        Quantity(2, exponent: -1), Quantity(5, exponent: -1), Quantity(3, exponent: -1),
      ])
    let key = asked.questions[0].key
    let same = ledger([fine, coarse], answers: [key: .same], overrides: [override])
    #expect(
      same.booked.transactions.map(\.amount) == [
        Quantity(2, exponent: -1), Quantity(5, exponent: -1), Quantity(3, exponent: -1),
      ])
    let two = ledger([fine, coarse], answers: [key: .two], overrides: [override])
    #expect(
      Set(two.booked.transactions.map(\.amount)) == [
        Quantity(2, exponent: -1), Quantity(5, exponent: -1), Quantity(1, exponent: -1),
        Quantity(3, exponent: -1),
      ])
  }
}
