import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Two exports of an exchange, one of which says more of the same: whichever comes first, that one
/// counts.
struct SaidMoreTests {
  private let policy = InterchangeTests.policy(stable: ["USDT"])

  /// The ledger of files imported one by one, or together.
  private func ledger(
    _ files: [(name: String, text: String)], isTogether: Bool
  ) throws -> ImportLedger {
    let read = try files.map { try readImport(Array($0.text.utf8), name: $0.name) }
    var ledger = ImportLedger(transactions: [])
    for files in isTogether ? [read] : read.map({ [$0] }) {
      let plan = planImport(
        files, into: ledger, policy: policy, coins: CoinDirectory(resolve: testCatalogue),
        now: testNow)
      #expect(plan.refusedSummary == [])
      let gone = Set(plan.replaced.map(\.id) + plan.replacedMoves.map(\.id))
      let changed = Dictionary(plan.changedMoves.map { ($0.id, $0) }) { first, _ in first }
      ledger = ImportLedger(
        transactions: (ledger.transactions.filter { !gone.contains($0.id) } + plan.additions)
          .sorted { $0.date < $1.date },
        moves: ledger.moves.filter { !gone.contains($0.id) }.map { changed[$0.id] ?? $0 }
          + plan.moves)
    }
    return ledger
  }

  private func orders(_ count: Int) -> [[Int]] {
    count == 2
      ? [[0, 1], [1, 0]] : [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
  }

  @Test(arguments: [true, false])
  func `an order says less than its fills, whose fee was taken from the coins`(isTogether: Bool)
    throws
  {
    let orders = """
      Date(UTC),OrderNo,Pair,BaseAsset,QuoteAsset,Type,Side,Order Price,Order Amount,Time,Executed,Average Price,Trading Total,Status
      2023-02-02 09:00:01,1001,BTCUSD,BTC,USD,Market,BUY,0,0.03BTC,2023-02-02 09:00:01,0.03BTC,20000,600USD,FILLED
      """
    let trades = """
      Date(UTC),Pair,Side,Price,Executed,Amount,Fee
      2023-02-02 09:00:01,BTCUSD,BUY,20000,0.02BTC,400USD,0.00002BTC
      2023-02-02 09:00:01,BTCUSD,BUY,20000,0.01BTC,200USD,0.00001BTC
      """
    let files = [("orders.csv", orders), ("trades.csv", trades)]
    for order in self.orders(2) {
      let ledger = try ledger(order.map { files[$0] }, isTogether: isTogether)
      #expect(
        ledger.transactions.map(\.amount).sorted() == [decimal("0.00999"), decimal("0.01998")])
      #expect(
        try self.ledger(order.map { files[$0] } + files, isTogether: true).transactions.count == 2)
    }
  }

  @Test func `an order says less than its fills, whose fee is a third coin`() throws {
    let orders = """
      Date(UTC),OrderNo,Pair,BaseAsset,QuoteAsset,Type,Side,Order Price,Order Amount,Time,Executed,Average Price,Trading Total,Status
      2023-02-02 09:00:01,1001,BTCUSD,BTC,USD,Market,BUY,0,0.03BTC,2023-02-02 09:00:01,0.03BTC,20000,600USD,FILLED
      """
    let trades = """
      Date(UTC),Pair,Side,Price,Executed,Amount,Fee
      2023-02-02 09:00:01,BTCUSD,BUY,20000,0.03BTC,600USD,0.6USD
      """
    let files = [("orders.csv", orders), ("trades.csv", trades)]
    for order in self.orders(2) {
      for isTogether in [true, false] {
        let ledger = try ledger(order.map { files[$0] }, isTogether: isTogether)
        #expect(ledger.transactions.map(\.fee?.amount) == [decimal("0.6")])
      }
    }
  }

  @Test(arguments: [true, false])
  func `a withdrawal is the one whose fee and hash are known`(isTogether: Bool) throws {
    let statement = """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      77,2023-02-02 09:00:01,Spot,Buy Crypto With Fiat,BTC,0.05,
      77,2023-02-02 09:00:01,Spot,Buy Crypto With Fiat,USD,-1085,
      77,2023-03-09 05:00:00,Spot,Withdraw,BTC,-0.005,Withdraw fee is included
      """
    let history = """
      Date(UTC+0),Coin,Network,Amount,TransactionFee,Address,TXID,SourceAddress,PaymentID,Status
      2023-03-09 05:00:30,BTC,BTC,0.0045,0.0005,bc1qxx,\(String(repeating: "ab", count: 32)),,,Completed
      """
    let wallet = """
      Type,Buy,Cur.,Sell,Cur.,Fee,Cur.,Exchange,Group,Comment,Date
      Deposit,0.0045,BTC,,,,,Ledger,,,09.03.2023 05:40:00
      """
    let files = [
      ("statement.csv", statement), ("withdraw-history.csv", history), ("wallet.csv", wallet),
    ]
    for order in orders(3) {
      let ledger = try ledger(order.map { files[$0] }, isTogether: isTogether)
      #expect(ledger.moves.map(\.amount).sorted() == [decimal("-0.0045"), decimal("0.0045")])
      #expect(ledger.moves.allSatisfy { $0.transfer != nil }, "\(order)")
      #expect(ledger.moves.contains { $0.hash != nil })
      #expect(
        ledger.transactions.map(\.amount).sorted() == [decimal("0.0005"), decimal("0.05")],
        "\(order)")
    }
  }

  @Test func `what the user edited or paired stays`() throws {
    let move = Move(
      account: "binance", coinId: "bitcoin", amount: decimal("-0.005"),
      date: instant("2023-03-09T05:00:00Z"),
      reference: Reference(source: "binance-statement", id: "a"))
    let history = """
      Date(UTC+0),Coin,Network,Amount,TransactionFee,Address,TXID,SourceAddress,PaymentID,Status
      2023-03-09 05:00:30,BTC,BTC,0.0045,0.0005,bc1qxx,aa,,,Completed
      """
    let file = try readImport(Array(history.utf8), name: "withdraw-history.csv")
    var other = Move(
      account: "ledger", coinId: "bitcoin", amount: decimal("0.005"), date: move.date)
    var paired = move
    (paired.transfer, other.transfer) = (other.id, move.id)
    for (moves, before) in [
      ([paired, other], RowsBeforeEdits()), ([move], RowsBeforeEdits([], [move])),
    ] {
      let plan = planImport(
        [file], into: ImportLedger(transactions: [], moves: moves, beforeEdits: before),
        policy: policy, coins: CoinDirectory(resolve: testCatalogue), now: testNow)
      #expect(plan.replacedMoves == [])
      #expect(plan.moves == [])
    }
  }
}
