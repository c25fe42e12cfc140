import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// Operations that every ledger refuses without changing anything.
@Suite struct LedgerRefusalTests {
  let now = LedgerContract.now
  let day = { LedgerContract.day($0) }

  @Test(arguments: LedgerKind.allCases)
  func `a sale of more than is owned is refused without a date`(kind: LedgerKind) throws {
    let ledger = try kind.ledger()
    try ledger.apply(.add([try LedgerContract.transaction(.buy, "1", on: day(1))]), now: now)
    let sale = try LedgerContract.transaction(.sell, "1.5", on: day(2))
    expect(
      ledger, refuses: .add([sale]),
      for: .insufficientBalance(coin: "bitcoin", owned: 1, attempted: sale.amount, date: nil))
  }

  @Test(arguments: LedgerKind.allCases)
  func `backdated-sell: a backdated sell is refused naming the date and what was available`(
    kind: LedgerKind
  ) throws {
    let ledger = try kind.ledger()
    try ledger.apply(
      .add([
        try LedgerContract.transaction(.buy, "3", on: day(1)),
        try LedgerContract.transaction(.sell, "2", on: day(5)),
      ]), now: now)
    expect(
      ledger, refuses: .add([try LedgerContract.transaction(.sell, "2", on: day(3))]),
      for: .insufficientBalance(coin: "bitcoin", owned: 1, attempted: 2, date: day(5)))
    expect(
      ledger, refuses: .add([try LedgerContract.transaction(.sell, "1", on: day(0))]),
      for: .insufficientBalance(coin: "bitcoin", owned: 0, attempted: 1, date: day(0)))
  }

  @Test(arguments: LedgerKind.allCases)
  func `delete-a-needed-buy: a needed buy cannot be deleted`(kind: LedgerKind) throws {
    let ledger = try kind.ledger()
    let bought = try LedgerContract.transaction(.buy, "3", on: day(1))
    let sold = try LedgerContract.transaction(.sell, "2", on: day(5))
    try ledger.apply(.add([bought, sold]), now: now)
    expect(
      ledger, refuses: .delete(bought.id),
      for: .insufficientBalance(coin: "bitcoin", owned: 0, attempted: 2, date: day(5)))
  }

  @Test(arguments: LedgerKind.allCases)
  func `edit-below-sold: a buy cannot be edited below what was sold`(kind: LedgerKind) throws {
    let ledger = try kind.ledger()
    var bought = try LedgerContract.transaction(.buy, "3", on: day(1))
    let sold = try LedgerContract.transaction(.sell, "2", on: day(5))
    try ledger.apply(.add([bought, sold]), now: now)
    bought.amount = exact("1.99")
    expect(
      ledger, refuses: .edit(bought),
      for: .insufficientBalance(
        coin: "bitcoin", owned: bought.amount, attempted: 2, date: day(5)))
  }

  @Test(arguments: LedgerKind.allCases)
  func `a sell cannot be edited above what was owned`(kind: LedgerKind) throws {
    let ledger = try kind.ledger()
    var sold = try LedgerContract.transaction(.sell, "2", on: day(5))
    try ledger.apply(
      .add([try LedgerContract.transaction(.buy, "3", on: day(1)), sold]), now: now)
    sold.amount = 4
    expect(
      ledger, refuses: .edit(sold),
      for: .insufficientBalance(coin: "bitcoin", owned: 3, attempted: 4, date: nil))
  }

  @Test(arguments: LedgerKind.allCases)
  func `a buy cannot be moved to another coin or behind its sale`(kind: LedgerKind) throws {
    let ledger = try kind.ledger()
    let bought = try LedgerContract.transaction(.buy, "3", on: day(1))
    let sold = try LedgerContract.transaction(.sell, "2", on: day(5))
    try ledger.apply(.add([bought, sold]), now: now)
    let refusal = LedgerRefusal.insufficientBalance(
      coin: "bitcoin", owned: 0, attempted: 2, date: day(5))
    var moved = bought
    moved.coinId = "ethereum"
    expect(ledger, refuses: .edit(moved), for: refusal)
    moved = bought
    moved.date = day(6)
    expect(ledger, refuses: .edit(moved), for: refusal)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a batch goes in whole or not at all`(kind: LedgerKind) throws {
    let ledger = try kind.ledger()
    let batch = [
      try LedgerContract.transaction(.buy, "1", on: day(1), coin: "ethereum"),
      try LedgerContract.transaction(.buy, "1", on: day(1)),
      try LedgerContract.transaction(.sell, "2", on: day(2)),
    ]
    expect(
      ledger, refuses: .add(batch),
      for: .insufficientBalance(coin: "bitcoin", owned: 1, attempted: 2, date: day(2)))
    #expect(try ledger.transactions() == [])
    #expect(try ledger.undo(now: now) == nil)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a residue below the tolerance is forgotten`(kind: LedgerKind) throws {
    let ledger = try kind.ledger()
    try ledger.apply(
      .add([
        try LedgerContract.transaction(.buy, "1", on: day(1)),
        try LedgerContract.transaction(.sell, "1.000000009", on: day(2)),
      ]), now: now)
    expect(
      ledger, refuses: .add([try LedgerContract.transaction(.sell, "0.00000001", on: day(3))]),
      for: .insufficientBalance(
        coin: "bitcoin", owned: 0, attempted: exact("0.00000001"), date: nil))
  }

  @Test(arguments: LedgerKind.allCases)
  func `a gift costs nothing`(kind: LedgerKind) throws {
    let ledger = try kind.ledger()
    let gift = try LedgerContract.transaction(.gift, "1", on: day(1))
    try ledger.apply(.add([gift]), now: now)
    #expect(try ledger.transactions() == [gift])
    var paid = gift
    paid.pricePerCoin = 1
    expect(ledger, refuses: .edit(paid), for: .invalidPrice)
  }

  @Test(arguments: LedgerKind.allCases)
  func `zero-price-is-refused: only a gift has no price`(kind: LedgerKind) throws {
    let ledger = try kind.ledger()
    for type in [TransactionType.buy, .sell] {
      let free = try LedgerContract.transaction(type, "1", at: "0", on: day(1))
      expect(ledger, refuses: .add([free]), for: .invalidPrice)
    }
  }

  @Test(arguments: LedgerKind.allCases, ["0", "-1"])
  func `an amount is greater than zero`(kind: LedgerKind, amount: String) throws {
    let ledger = try kind.ledger()
    let row = try LedgerContract.transaction(.buy, amount, on: day(1))
    expect(ledger, refuses: .add([row]), for: .invalidAmount)
  }

  @Test(arguments: LedgerKind.allCases)
  func `the future is refused`(kind: LedgerKind) throws {
    let ledger = try kind.ledger()
    let row = try LedgerContract.transaction(.buy, "1", on: now.addingTimeInterval(0.001))
    expect(ledger, refuses: .add([row]), for: .futureDate)
  }

  @Test(arguments: LedgerKind.allCases)
  func `undo is checked against the present too`(kind: LedgerKind) throws {
    let ledger = try kind.ledger()
    let row = try LedgerContract.transaction(.buy, "1", on: day(9))
    try ledger.apply(.add([row]), now: now)
    try ledger.apply(.delete(row.id), now: now)
    #expect(LedgerRefusal { _ = try ledger.undo(now: day(8)) } == .futureDate)
    #expect(try ledger.transactions() == [])
    _ = try ledger.undo(now: now)
    #expect(try ledger.transactions() == [row])
  }

  @Test(arguments: LedgerKind.allCases)
  func `unknown and doubled ids are refused`(kind: LedgerKind) throws {
    let ledger = try kind.ledger()
    let known = try LedgerContract.transaction(.buy, "1", on: day(1))
    let unknown = try LedgerContract.transaction(.buy, "2", on: day(1))
    try ledger.apply(.add([known]), now: now)
    expect(ledger, refuses: .edit(unknown), for: .notFound(unknown.id))
    expect(ledger, refuses: .delete(unknown.id), for: .notFound(unknown.id))
    expect(ledger, refuses: .add([unknown, known]), for: .saveFailed)
    expect(ledger, refuses: .add([unknown, unknown]), for: .saveFailed)
  }

  @Test(arguments: LedgerKind.allCases, ["", "bit\0coin"])
  func `a coin has a name`(kind: LedgerKind, coin: String) throws {
    let ledger = try kind.ledger()
    let row = try LedgerContract.transaction(.buy, "1", on: day(1), coin: coin)
    expect(ledger, refuses: .add([row]), for: .coinNotFound(coin))
  }

  @Test(arguments: LedgerKind.allCases)
  func `a thirty ninth digit is refused rather than lost`(kind: LedgerKind) throws {
    let ledger = try kind.ledger()
    var row = try LedgerContract.transaction(.buy, "1", on: day(1))
    let digits = try ExactDecimal(exact: String(repeating: "9", count: 38)) + 2
    row.amount = Quantity(digits.scaled(byPowerOfTen: -24))
    try #require(row.amount.description.count == 40)
    try #require(!row.amount.description.hasSuffix("0"))
    expect(ledger, refuses: .add([row]), for: .saveFailed)
  }

  private func expect(
    _ ledger: any TransactionLedger, refuses change: LedgerChange, for refusal: LedgerRefusal,
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: Never.self, sourceLocation: location) {
      let before = try ledger.transactions()
      let found = LedgerRefusal { try ledger.apply(change, now: now) }
      #expect(found == refusal, sourceLocation: location)
      let after = try ledger.transactions()
      #expect(after == before, sourceLocation: location)
    }
  }
}
