import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// By what rows are known, and what becomes of those that look like others.
struct KnownRowsTests {
  private let orders = "Time,Symbol,Side,Filled,Price,Order ID\n"

  private func plan(
    orders rows: [String], into ledger: ImportLedger = ImportLedger(transactions: [])
  ) throws -> ImportPlan {
    let map = try ColumnMap(
      "date=Time,side=Side,pair=Symbol,amount=Filled,price=Price,id=Order ID,zone==UTC")
    let file = try readImport(Array((orders + rows.joined()).utf8), map: map)
    return planImport(file, existing: ledger.transactions, now: testNow, resolve: testCatalogue)
  }

  private func fill(_ minute: Int, _ amount: String) -> String {
    "2025-01-31 10:0\(minute):00,BTC/USD,Buy,\(amount),25000,170\n"
  }

  @Test func `parts of an order whose earlier ones are gone do not share a number`() throws {
    let before = try plan(orders: (1...4).map { fill($0, "0.\($0)") })
    // The first three were deleted.
    let ledger = ImportLedger(transactions: [before.additions[3]])
    let rows = (5...9).map { fill($0, "0.\($0)") }
    let plan = try plan(orders: rows, into: ledger)
    #expect(plan.additions.map(\.amount) == [0.5, 0.6, 0.7, 0.8, 0.9])
    let references = plan.additions.map(\.reference) + [before.additions[3].reference]
    #expect(Set(references).count == 6)
  }

  @Test(
    "a deposit is there where its id is of what became of it, and of nothing else",
    arguments: [
      (TransactionType.gift, "bitcoin", TransactionCategory?.none, true),
      (.buy, "bitcoin", nil, true), (.sell, "bitcoin", nil, false),
      (.gift, "ethereum", nil, false), (.sell, "bitcoin", .fee, false),
    ])
  func answered(
    type: TransactionType, coinId: String, category: TransactionCategory?, isThere: Bool
  ) {
    let facts = MoveFacts(
      source: RowSource(line: 2, text: "a"), date: instant("2024-03-02"),
      quantity: quantity("1", "BTC"), reference: "kucoin x1")
    let reference = Reference(source: "kucoin", id: "x1")
    let other = Transaction(
      coinId: coinId, type: type, amount: 1, pricePerCoin: type == .gift ? 0 : 5,
      date: instant("2024-03-02"), reference: reference
    ).with(category)
    let held = Transaction(
      coinId: "bitcoin", type: .buy, amount: 9, pricePerCoin: 5, date: instant("2024-03-01"))
    let plan = InterchangeTests.plan(
      facts: [.move(facts)], into: ImportLedger(transactions: [held, other]))
    #expect(plan.moves.isEmpty == isThere)
    #expect(plan.alreadyThere == (isThere ? 1 : 0))
  }

  @Test func `a fee of coins that the ledger sells later is left out, and says when`() {
    let held = Transaction(
      coinId: "bitcoin", type: .buy, amount: 2, pricePerCoin: 5, date: instant("2024-03-01"))
    let sold = Transaction(
      coinId: "bitcoin", type: .sell, amount: 2, pricePerCoin: 5, date: instant("2024-03-09"))
    let facts = MoveFacts(
      source: RowSource(line: 2, text: "a"), date: instant("2024-03-05"),
      quantity: quantity("-1", "BTC"), fee: decimal("0.01"))
    let later = InterchangeTests.plan(
      facts: [.move(facts)], into: ImportLedger(transactions: [held, sold]))
    #expect(later.additions.isEmpty)
    #expect(
      later.leftOut.map(\.reason) == [
        .lossSoldLater(decimal("0.01"), "bitcoin", instant("2024-03-09"))
      ])
    // The move keeps it, until the coins come.
    #expect(later.moves.map(\.fee) == [decimal("0.01")])
    let before = InterchangeTests.plan(facts: [.move(facts)])
    #expect(before.leftOut.map(\.reason) == [.lossNotCovered(decimal("0.01"), "bitcoin")])
  }

  @Test func `of what was filled in part a column of what was filled has that part`() throws {
    func readings(_ heading: String) throws -> [String] {
      let text =
        "Date,Pair,Side,\(heading),Price,Status\n"
        + "2024-01-02 10:00:00,BTC/USD,Buy,0.5,40000,Partially Filled\n"
      let map = "date=Date,pair=Pair,side=Side,amount=\(heading),price=Price,status=Status"
      return try readImport(Array(text.utf8), map: try ColumnMap(map)).readings.map(\.line)
    }
    for heading in ["Filled", "Executed Qty"] {
      #expect(
        try readings(heading) == ["2024-01-02T10:00:00Z +0.5 BTC -20000 USD"], "\(heading)")
    }
    // The amount ordered is unknown.
    #expect(try readings("Qty").first?.contains("refused") == true)
  }

  @Test func `a long file finds what another export told a second before`() throws {
    let text = """
      When,What,Coin,Many,Sum
      2024-01-01 09:50:00,buy,BTC,1,100
      2024-01-01 10:00:00,buy,BTC,2,200

      """
    let map = try ColumnMap("date=When,side=What,coin=Coin,amount=Many,total=Sum,currency==USD")
    let file = try readImport(Array(text.utf8), map: map)
    let all = planImport(file, existing: [], now: testNow, resolve: testCatalogue).additions
    var other = try #require(all.last)
    other.reference = Reference(source: "other", id: "x")
    other.date = other.date.addingTimeInterval(-1)
    let ledger = ImportLedger(transactions: [other]).pieceByPiece([file])
    let stream = try StreamedFiles([StreamedFile(RowBytes(Array(text.utf8)), map: map)])
    var added: [Decimal] = []
    let plan = try stream.plan(
      into: ledger, policy: ImportPolicy(), coins: CoinDirectory(resolve: testCatalogue),
      now: testNow
    ) { added.append($0.amount) }
    #expect(added == [1])
    #expect(plan.leftOut.map(\.source.line) == [3])
  }
}

extension Transaction {
  fileprivate func with(_ category: TransactionCategory?) -> Transaction {
    var row = self
    row.category = category
    return row
  }
}
