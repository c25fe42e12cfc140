import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// Operations that succeed in every ledger.
@Suite struct LedgerContractTests {
  let now = LedgerContract.now

  @Test(arguments: LedgerKind.allCases)
  func `an empty ledger holds nothing and has no past`(kind: LedgerKind) throws {
    let ledger = try kind.ledger()
    #expect(try ledger.transactions() == [])
    #expect(try ledger.undo(now: now) == nil)
    #expect(try ledger.redo(now: now) == nil)
  }

  @Test(arguments: LedgerKind.allCases)
  func `transactions come by date and then by insertion`(kind: LedgerKind) throws {
    let noon = LedgerContract.day(2, milliseconds: 43_200_000)
    let first = try LedgerContract.transaction(.buy, "1", on: noon)
    let second = try LedgerContract.transaction(.sell, "1", on: noon)
    let third = try LedgerContract.transaction(.buy, "3", on: noon, coin: "ethereum")
    let earlier = try LedgerContract.transaction(.gift, "4", on: LedgerContract.day(1))
    let ledger = try kind.ledger()
    try ledger.apply(.add([first, second]), now: now)
    try ledger.apply(.add([third, earlier]), now: now)
    #expect(try ledger.transactions() == [earlier, first, second, third])
  }

  @Test(arguments: LedgerKind.allCases)
  func `an edit keeps the place of insertion`(kind: LedgerKind) throws {
    let noon = LedgerContract.day(2)
    var first = try LedgerContract.transaction(.buy, "1", on: noon)
    let second = try LedgerContract.transaction(.sell, "1", on: noon)
    let ledger = try kind.ledger()
    try ledger.apply(.add([first, second]), now: now)
    first.amount = 2
    first.notes = "two, not one"
    try ledger.apply(.edit(first), now: now)
    #expect(try ledger.transactions() == [first, second])
  }

  @Test(arguments: LedgerKind.allCases)
  func `undo takes back and redo does again`(kind: LedgerKind) throws {
    let noon = LedgerContract.day(2)
    let bought = try LedgerContract.transaction(.buy, "1", on: noon)
    let sold = try LedgerContract.transaction(.sell, "1", on: noon)
    var edited = bought
    edited.pricePerCoin = 101
    let ledger = try kind.ledger()
    try ledger.apply(.add([bought, sold]), now: now)
    try ledger.apply(.edit(edited), now: now)
    try ledger.apply(.delete(sold.id), now: now)

    #expect(try ledger.undo(now: now) == step((nil, sold)))
    #expect(try ledger.undo(now: now) == step((edited, bought)))
    #expect(try ledger.transactions() == [bought, sold])
    #expect(try ledger.undo(now: now) == step((bought, nil), (sold, nil)))
    #expect(try ledger.transactions() == [])
    #expect(try ledger.undo(now: now) == nil)

    #expect(try ledger.redo(now: now) == step((nil, bought), (nil, sold)))
    #expect(try ledger.redo(now: now) == step((bought, edited)))
    #expect(try ledger.redo(now: now) == step((sold, nil)))
    #expect(try ledger.redo(now: now) == nil)
    #expect(try ledger.transactions() == [edited])
  }

  @Test(arguments: LedgerKind.allCases)
  func `a deleted row comes back to its place`(kind: LedgerKind) throws {
    let noon = LedgerContract.day(2)
    let rows = try (1...3).map { try LedgerContract.transaction(.buy, "\($0)", on: noon) }
    let ledger = try kind.ledger()
    try ledger.apply(.add(rows), now: now)
    try ledger.apply(.delete(rows[0].id), now: now)
    #expect(try ledger.transactions() == [rows[1], rows[2]])
    _ = try ledger.undo(now: now)
    #expect(try ledger.transactions() == rows)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a new change ends what could be redone`(kind: LedgerKind) throws {
    let old = try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(1))
    let new = try LedgerContract.transaction(.buy, "2", on: LedgerContract.day(2))
    let ledger = try kind.ledger()
    try ledger.apply(.add([old]), now: now)
    _ = try ledger.undo(now: now)
    try ledger.apply(.add([new]), now: now)
    #expect(try ledger.redo(now: now) == nil)
    #expect(try ledger.undo(now: now) == step((new, nil)))
    #expect(try ledger.undo(now: now) == nil)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a change that changes nothing is not undone`(kind: LedgerKind) throws {
    let row = try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(1))
    let ledger = try kind.ledger()
    try ledger.apply(.add([row]), now: now)
    try ledger.apply(.edit(row), now: now)
    try ledger.apply(.add([]), now: now)
    #expect(try ledger.undo(now: now) == step((row, nil)))
  }

  @Test(arguments: LedgerKind.allCases)
  func `the last thousand changes can be undone`(kind: LedgerKind) throws {
    let ledger = try kind.ledger()
    for index in 0..<1_002 {
      let row = try LedgerContract.transaction(
        .buy, "1", on: LedgerContract.day(0), coin: "coin-\(index)")
      try ledger.apply(.add([row]), now: now)
    }
    var undone = 0
    while try ledger.undo(now: now) != nil { undone += 1 }
    #expect(undone == 1_000)
    #expect(try ledger.transactions().count == 2)
  }

  @Test(
    arguments: LedgerKind.allCases,
    [
      "0.000000000000000001", "123456789012.123456789012345678", "1000000000000",
      "999999999999.99999999999999999999999999", "0.10000000000000000000000000000000000001",
    ])
  func `every digit is kept`(kind: LedgerKind, digits: String) throws {
    let row = try LedgerContract.transaction(.buy, digits, at: digits, on: LedgerContract.day(1))
    let ledger = try kind.ledger()
    try ledger.apply(.add([row]), now: now)
    let read = try #require(try ledger.transactions().first)
    #expect(read == row)
    #expect(read.amount.description == digits)
    #expect(read.pricePerCoin.description == digits)
  }

  @Test(
    arguments: LedgerKind.allCases,
    [nil, "", "üñí 🪙", "two\nlines", "zero\0byte", "'); DROP TABLE ledgerTransaction; --"])
  func `notes are kept as they are`(kind: LedgerKind, notes: String?) throws {
    let row = try LedgerContract.transaction(
      .buy, "1", on: LedgerContract.day(1), notes: notes)
    let ledger = try kind.ledger()
    try ledger.apply(.add([row]), now: now)
    #expect(try ledger.transactions() == [row])
    try ledger.apply(.delete(row.id), now: now)
    _ = try ledger.undo(now: now)
    #expect(try ledger.transactions() == [row])
  }

  @Test(arguments: LedgerKind.allCases)
  func `instants are kept to the millisecond`(kind: LedgerKind) throws {
    let exact = LedgerContract.day(1, milliseconds: 1)
    let row = try LedgerContract.transaction(.buy, "1", on: exact.addingTimeInterval(0.000_4))
    let ledger = try kind.ledger()
    try ledger.apply(.add([row]), now: now)
    #expect(try ledger.transactions().map(\.date) == [exact])
  }

  @Test(arguments: LedgerKind.allCases)
  func `the present instant is not in the future`(kind: LedgerKind) throws {
    let now = LedgerContract.now.addingTimeInterval(0.000_7)
    let row = try LedgerContract.transaction(.buy, "1", on: now)
    let ledger = try kind.ledger()
    try ledger.apply(.add([row]), now: now)
    #expect(try ledger.transactions().count == 1)
  }

  private func step(_ rows: (Transaction?, Transaction?)...) -> LedgerStep {
    LedgerStep(rows: rows.map { LedgerStep.Row(before: $0, after: $1) })
  }
}
