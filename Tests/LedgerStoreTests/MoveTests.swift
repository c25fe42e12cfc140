import BitpalTesting
import Exact
import Foundation
import LedgerStore
import Portfolio
import Testing

/// Deposits, withdrawals and transfers, and account balances.
@Suite struct MoveTests {
  let folder: TemporaryFolder
  let ledger: SQLiteLedger
  let now = LedgerContract.now
  let out = Move(
    account: "kraken", coinId: "bitcoin", amount: -1, fee: exact("0.001"),
    date: LedgerContract.day(2), hash: "ab12", reference: Reference(source: "kraken", id: "M1"))
  let into = Move(account: "wallet", coinId: "bitcoin", amount: 1, date: LedgerContract.day(3))

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
    var bought = try LedgerContract.transaction(.buy, "3", on: LedgerContract.day(1))
    bought.account = "kraken"
    try ledger.apply(.add([bought]), now: now)
    try ledger.moves.add([out, into], label: "import", clock: { LedgerContract.now })
  }

  @Test func `moves are read as they were added`() throws {
    #expect(try ledger.moves.all() == [out, into])
    #expect(try ledger.moves.all(MoveQuery(account: "wallet")) == [into])
    #expect(try ledger.moves.all(MoveQuery(coinId: "ethereum")) == [])
  }

  @Test func `balances come from transactions and moves with their fees`() throws {
    #expect(
      try ledger.balances() == [
        AccountBalance(account: "kraken", coinId: "bitcoin", amount: exact("1.999")),
        AccountBalance(account: "wallet", coinId: "bitcoin", amount: 1),
      ])
  }

  @Test func `what a batch replaces goes and comes back`() throws {
    var part = try LedgerContract.transaction(.buy, "2", on: LedgerContract.day(4))
    part.reference = Reference(source: "gate", id: "77")
    try ledger.apply(.add([part]), now: now)
    let before = try ledger.transactions()
    var whole = try LedgerContract.transaction(.buy, "1.5", on: LedgerContract.day(4))
    whole.reference = part.reference
    try ledger.add(label: "import", clock: { LedgerContract.now }) { _ in
      LedgerBatch(transactions: [whole], removed: [part], removedMoves: [into])
    }
    #expect(try ledger.transactions() == before.dropLast() + [whole])
    #expect(try ledger.moves.all() == [out])
    #expect(try ledger.verifyStorage(now: now).faults == [])
    _ = try ledger.undo(now: now)
    #expect(try ledger.transactions() == before)
    #expect(try ledger.moves.all() == [out, into])
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `two moves become one transfer and two again`() throws {
    try ledger.moves.pair(out.id, into.id, clock: { now })
    #expect(try ledger.moves.all(MoveQuery(isOpen: true)) == [])
    #expect(try ledger.moves.all().map(\.transfer) == [into.id, out.id])
    try ledger.moves.unpair(into.id, clock: { now })
    var withoutFee = out
    _ = withoutFee.takeFee()
    #expect(try ledger.moves.all() == [withoutFee, into])
    _ = try ledger.undo(now: now)
    #expect(try ledger.moves.all().map(\.transfer) == [into.id, out.id])
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `a transfer is one line of a list and an open move another`() throws {
    try ledger.moves.pair(out.id, into.id, clock: { now })
    var late = Move(
      account: "Überseebank", coinId: "solana", amount: 2, date: LedgerContract.day(4))
    late.notes = "old wallet"
    try ledger.moves.add([late], clock: { now })
    #expect(try ledger.moves.counts() == (2, 1))
    let sequences = try ledger.moves.sequences()
    let events = try ledger.moves.events(at: sequences)
    #expect(events.map { $0.moves.map(\.id) } == [[late.id], [out.id, into.id]])
    #expect(events[1].transactions.map(\.amount) == [exact("0.001")])
    #expect(
      try ledger.moves.events(at: sequences.reversed()).map(\.moves.first?.id) == [out.id, late.id])
    #expect(try ledger.moves.sequence(of: out.id) == sequences[1])
    #expect(try ledger.moves.sequence(of: UUID()) == nil)
  }

  @Test(arguments: [
    ("WALLET", [1, 0]), ("kraken", [1]), ("über", [0]), ("open", [0]), ("sol", [0]),
    ("none", []),
  ]) func `a word is found in both accounts the coin and the notes`(text: String, found: [Int])
    throws
  {
    try ledger.moves.pair(out.id, into.id, clock: { now })
    let late = Move(
      account: "Überseebank", coinId: "solana", amount: 2, date: LedgerContract.day(1),
      notes: "old wallet")
    try ledger.moves.add([late], clock: { now })
    let ids = [late.id, out.id]
    func lines(_ word: TransactionQuery.Word) throws -> [UUID?] {
      try ledger.moves.events(at: ledger.moves.sequences([word])).map(\.moves.first?.id)
    }
    #expect(try lines(.init(text)) == found.map { ids[$0] })
    #expect(try lines(.init("-", kinds: [.deposit])) == [late.id])
    #expect(try lines(.init("-", kinds: [.transfer])) == [out.id])
    #expect(try lines(.init("-", coinIds: ["bitcoin"])) == [out.id])
    #expect(try lines(.init("-", dayDigits: "1999")) == [])
  }

  @Test func `a transfer is deleted whole with its fee and comes back`() throws {
    try ledger.moves.pair(out.id, into.id, clock: { now })
    let (moves, rows) = (try ledger.moves.all(), try ledger.transactions())
    try ledger.moves.delete(
      out.id, deletesOther: true, expecting: moves.map { .move($0) }, clock: { now })
    #expect(try ledger.moves.all() == [] && ledger.transactions().count == rows.count - 1)
    #expect(try ledger.verifyStorage(now: now).faults == [])
    _ = try ledger.undo(now: now)
    #expect(try ledger.moves.all() == moves && ledger.transactions() == rows)
  }

  @Test func `a rehearsal tells a change from none`() throws {
    let same = ledger.rehearsal
    try same.edit(events: [into.id], expecting: [], clock: { now }) { _, _ in }
    #expect(!same.hasRehearsedChange)
    let other = ledger.rehearsal
    try other.edit(events: [into.id], expecting: [], clock: { now }) { $1.moves[0].notes = "mine" }
    #expect(other.hasRehearsedChange)
    #expect(try ledger.moves.all() == [out, into])
  }

  @Test func `what left and did not arrive is a loss`() throws {
    let bought = try LedgerContract.transaction(.buy, "2", on: LedgerContract.day(0))
    try ledger.apply(.add([bought]), now: now)
    let before = try ledger.transactions().count
    let late = Move(
      account: "wallet", coinId: "bitcoin", amount: exact("0.75"), date: LedgerContract.day(3))
    try ledger.moves.add([late], clock: { now })
    let lost = try ledger.moves.pair(out.id, late.id, clock: { now })
    #expect(lost == exact("0.251"))
    let sale = try #require(try ledger.transactions().last { $0.kind == .fee })
    #expect(sale.type == .sell && sale.amount == exact("0.25") && sale.pricePerCoin == 0)
    #expect(sale.account == out.account && sale.date == out.date)
    #expect(try ledger.moves.all().first { $0.id == out.id }?.amount == exact("-0.75"))
    #expect(try ledger.verifyStorage(now: now).faults == [])
    _ = try ledger.undo(now: now)
    #expect(try ledger.transactions().count == before)
    #expect(try ledger.moves.all().first { $0.id == out.id } == out)
  }

  @Test func `a move takes the place of the half that an answer made`() throws {
    try ledger.moves.answer(out.id, label: "mine", clock: { now }) { move, _ in
      .transfer(Move(account: "Wallet", coinId: "bitcoin", amount: 1, date: move.date))
    }
    let before = try (ledger.moves.all(), ledger.transactions())
    let lost = try ledger.moves.pair(out.id, into.id, clock: { now })
    #expect(try lost == 0 && ledger.transactions() == before.1)
    #expect(try ledger.moves.all().map(\.id) == [out.id, into.id])
    #expect(try ledger.moves.all().map(\.transfer) == [into.id, out.id])
    #expect(try ledger.verifyStorage(now: now).faults == [])
    _ = try ledger.undo(now: now)
    #expect(try ledger.moves.all() == before.0)
    // A half stated by a file cannot be replaced.
    let other = Move(
      account: "wallet", coinId: "bitcoin", amount: 1, date: LedgerContract.day(3),
      reference: Reference(source: "wallet", id: "9"))
    try ledger.moves.add([other], clock: { now })
    try ledger.moves.pair(out.id, other.id, clock: { now })
    #expect(throws: LedgerStoreError.notATransfer) {
      try ledger.moves.pair(out.id, into.id, clock: { now })
    }
  }

  @Test func `a fee that was recorded before counts once`() throws {
    var fee = try LedgerContract.transaction(.sell, "0.25", on: LedgerContract.day(2))
    (fee.kind, fee.pricePerCoin) = (.fee, 0)
    fee.reference = Reference(source: "kraken", id: "M2:fee")
    try ledger.apply(.add([fee]), now: now)
    let sent = Move(
      account: "kraken", coinId: "bitcoin", amount: -1, date: LedgerContract.day(2),
      reference: Reference(source: "kraken", id: "M2"))
    let got = Move(
      account: "wallet", coinId: "bitcoin", amount: exact("0.75"), date: LedgerContract.day(9))
    try ledger.moves.add([sent, got], clock: { now })
    #expect(try ledger.moves.pair(sent.id, got.id, clock: { now }) == 0)
    #expect(try ledger.transactions().count { $0.kind == .fee } == 1)
  }

  @Test func `the fees of a transfer are a loss too`() throws {
    let bought = try LedgerContract.transaction(.buy, "9", on: LedgerContract.day(0))
    try ledger.apply(.add([bought]), now: now)
    let withdrawal = Move(
      account: "a", coinId: "bitcoin", amount: -1, fee: exact("0.001"), date: LedgerContract.day(3))
    let deposit = Move(
      account: "b", coinId: "bitcoin", amount: exact("0.9"), fee: exact("0.002"),
      date: LedgerContract.day(3))
    let open = Move(
      account: "a", coinId: "bitcoin", amount: exact("-0.5"), fee: exact("0.01"),
      date: LedgerContract.day(4))
    try ledger.moves.add([withdrawal, deposit, open], clock: { now })
    let before = try (ledger.moves.all(), ledger.transactions().count)
    #expect(try ledger.moves.pair(withdrawal.id, deposit.id, clock: { now }) == exact("0.103"))
    try ledger.moves.answer(open.id, label: "mine", clock: { now }) { move, _ in
      .transfer(Move(account: "m", coinId: "bitcoin", amount: -move.amount, date: move.date))
    }
    let losses = try ledger.transactions().filter { $0.kind == .fee }
    #expect(
      Set(losses.map { "\($0.account ?? "") \($0.amount)" })
        == ["a 0.001", "a 0.1", "b 0.002", "a 0.01"])
    #expect(try ledger.moves.all().filter { $0.id != out.id }.allSatisfy { $0.fee == 0 })
    #expect(try ledger.verifyStorage(now: now).faults == [])
    _ = try ledger.undo(now: now)
    _ = try ledger.undo(now: now)
    #expect(try ledger.moves.all() == before.0 && ledger.transactions().count == before.1)
  }

  @Test func `coins neither come from nowhere nor arrive before they leave`() throws {
    let more = Move(account: "wallet", coinId: "bitcoin", amount: 5, date: LedgerContract.day(3))
    let early = Move(account: "wallet", coinId: "bitcoin", amount: 1, date: LedgerContract.day(0))
    try ledger.moves.add([more, early], clock: { now })
    for deposit in [more.id, early.id] {
      #expect(throws: LedgerStoreError.notATransfer) {
        try ledger.moves.pair(out.id, deposit, clock: { now })
      }
    }
    #expect(try ledger.moves.all(MoveQuery(isOpen: true)).count == 4)
  }

  @Test func `only a withdrawal and a deposit of one coin are a transfer`() throws {
    let other = Move(account: "wallet", coinId: "ethereum", amount: 1, date: LedgerContract.day(4))
    try ledger.moves.add([other], clock: { now })
    for (first, second) in [(into.id, out.id), (out.id, other.id), (out.id, out.id)] {
      #expect(throws: LedgerStoreError.notATransfer) {
        try ledger.moves.pair(first, second, clock: { now })
      }
    }
    let unknown = UUID()
    #expect(throws: LedgerStoreError.moveNotFound(unknown)) {
      try ledger.moves.pair(out.id, unknown, clock: { now })
    }
  }

  @Test func `deleting half a transfer opens the other`() throws {
    try ledger.moves.pair(out.id, into.id, clock: { now })
    try ledger.moves.delete(out.id, clock: { now })
    #expect(try ledger.moves.all() == [into])
    #expect(try ledger.peekUndo()?.moves == 2)
    _ = try ledger.undo(now: now)
    #expect(try ledger.moves.all().map(\.transfer) == [into.id, out.id])
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `a move that no row may hold is refused`() throws {
    var moves: [Move] = []
    for change in [
      { $0.amount = 0 }, { $0.fee = -1 }, { $0.account = "" },
      { $0.date = LedgerContract.day(400) }, { $0.coinId = "" },
    ] as [(inout Move) -> Void] {
      var move = Move(account: "a", coinId: "bitcoin", amount: 1, date: LedgerContract.day(1))
      change(&move)
      moves.append(move)
    }
    for move in moves {
      #expect(throws: PortfolioError.self) { try ledger.moves.add([move], clock: { now }) }
    }
    #expect(try ledger.moves.all().count == 2)
  }

  @Test func `transactions and moves go in together or not at all`() throws {
    let fine = try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(5))
    let wrong = Move(account: "", coinId: "bitcoin", amount: 1, date: LedgerContract.day(5))
    #expect(throws: PortfolioError.self) {
      try ledger.add([fine], moves: [wrong], label: "import", clock: { now })
    }
    #expect(try ledger.count() == 1)
    let right = Move(account: "a", coinId: "bitcoin", amount: 1, date: LedgerContract.day(5))
    try ledger.add([fine], moves: [right], label: "import", clock: { now })
    #expect(try ledger.peekUndo()?.rows == 2)
    _ = try ledger.undo(now: now)
    #expect((try ledger.count(), try ledger.moves.all().count) == (1, 2))
  }
}
