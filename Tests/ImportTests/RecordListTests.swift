import Exact
import Testing
import Import

/// Decoding a file's compressed records returns the same records.
struct RecordListTests {
  private static let scope = Scope(account: "exchange", owner: "222")

  private static func record(_ line: Int, balance: Quantity? = nil) -> Record {
    func fact(_ part: Int) -> Fact {
      Fact(
        source: FactSource(form: "ledger", file: "a1", line: line, part: part, cells: "c\(line)"),
        scope: scope, role: .trade, instant: instant("10:00:00"), amount: amount("\(line) BTC"),
        counter: amount("-2 USD"), ids: [IDSpace("exchange", .trade): "T\(line)"],
        balance: balance)
    }
    return Record(
      line: line, cells: "c\(line)", state: .read, facts: [fact(0), fact(1)], notes: "n\(line)")
  }

  private static let others = [
    Record(line: 1, cells: "", state: .leftOut(LeftOut(.money, word: "fiat"))),
    Record(
      line: 2, cells: "c2",
      state: .asks(RowQuestion(.wordUnknown, subject: "lost", reason: "Not a known word."))),
  ]

  private static func list(_ records: [Record]) -> RecordList {
    RecordList(records, form: "ledger", file: "a1")
  }

  @Test func `records come out as they went in, however many there are`() {
    let records = Self.others + (3...3_000).map { Self.record($0) }
    let list = Self.list(records)
    #expect(list.elementsEqual(records))
    #expect(list.extents == FileExtents(records.flatMap(\.facts)))
    #expect(list.instant(at: 0) == nil)
    #expect(list.instant(at: 2_500) == instant("10:00:00").at)
    #expect(!list.hasBalances)
  }

  @Test func `a record in bytes has what the ledger finds it by`() {
    let list = Self.list(Self.others + [Self.record(3)])
    #expect(list.packed(at: 1).record == Self.others[1])
    #expect(list.packed(at: 1).firstFact == nil && list.packed(at: 1).facts.isEmpty)
    let packed = list.packed(at: 2)
    #expect(
      packed.firstFact?.scope == Self.scope && packed.firstFact?.instant == instant("10:00:00").at)
    #expect(packed.facts == Self.record(3).facts.bytes)
  }

  @Test func `records that are set take the place of those there were`() {
    let records = (1...2_500).map { Self.record($0) }
    var list = Self.list(records)
    let new = [0: Self.record(1, balance: 5), 2_400: Self.others[0]]
    list.replace(new)
    var expected = records
    for (index, record) in new { expected[index] = record }
    #expect(list.elementsEqual(expected))
    #expect(list.hasBalances)
  }
}
