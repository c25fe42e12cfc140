import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// What was exchanged on a chain, which explorers export in two files.
struct SwapOnChainTests {
  private let ether =
    "Txhash,Blockno,UnixTimestamp,DateTime,From,To,ContractAddress,Value_IN(ETH),Value_OUT(ETH),"
    + "CurrentValue,TxnFee(ETH),TxnFee(USD),Historical $Price/Eth,Status,ErrCode,Method\n"
    + "0xaa,1,1700000000,2023-11-14 22:13:20,0xme,0xdex,,0,2,,0.01,20,2000,,,Swap\n"
  private let tokens =
    "Txhash,UnixTimestamp,DateTime,From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,"
    + "TokenSymbol\n"
    + "0xaa,1700000000,2023-11-14 22:13:20,0xdex,0xme,500,,0xc1,Pepe,PEPE\n"
    + "0xbb,1700100000,2023-11-16 02:00:00,0xfriend,0xme,7,,0xc1,Pepe,PEPE\n"
  private let coin = "pepe-0xc1"

  private func planned(
    _ texts: [String], _ ledger: ImportLedger = ImportLedger(transactions: []),
    deposits: Bool = false, missing: Bool = false
  ) throws -> ImportPlan {
    var policy = policy()
    policy.depositsAreGifts = deposits
    policy.missingCoinsAreGifts = missing
    policy.skipsRefused = true
    let files = try texts.enumerated().map { try readImport(Array($1.utf8), name: "\($0).csv") }
    return planImport(
      files, into: ledger, policy: policy, coins: CoinDirectory(resolve: testCatalogue),
      now: testNow)
  }

  private func ledger(after plan: ImportPlan) -> ImportLedger {
    ImportLedger(transactions: plan.additions, moves: plan.moves)
  }

  @Test(arguments: [false, true])
  func `what came in for another coin is not a gift`(isReversed: Bool) throws {
    let texts = isReversed ? [tokens, ether] : [ether, tokens]
    let plan = try planned(texts, deposits: true)
    #expect(plan.swaps.map(\.deposit.amount) == [500])
    #expect(plan.swaps.map(\.withdrawal.coinId) == ["ethereum"])
    #expect(plan.openDeposits.isEmpty)
    #expect(
      plan.swaps.first?.sentence
        == "The deposit of 500 \(coin) on 2023-11-14 came in one transaction with 2 ethereum out.")
    #expect(plan.additions.filter { $0.type == .gift }.map(\.amount) == [7])
    #expect(plan.moves.map(\.amount).sorted() == [-2, 500])
  }

  @Test(arguments: [false, true])
  func `nor where the two files are imported one after the other`(isReversed: Bool) throws {
    let texts = isReversed ? [tokens, ether] : [ether, tokens]
    let first = try planned([texts[0]], deposits: true)
    let second = try planned([texts[1]], ledger(after: first), deposits: true)
    #expect(second.swaps.count == 1)
    let gone = Set(second.replaced.map(\.id))
    let gifts = (first.additions + second.additions).filter {
      $0.type == .gift && !gone.contains($0.id)
    }
    #expect(gifts.map(\.amount) == [7])
    #expect((first.moves + second.moves).map(\.amount).sorted() == [-2, 500])
  }

  @Test func `a sale of what came in so waits for its answer`() throws {
    let sale =
      "coin_id,type,amount,price,date,notes\n\(try coinId()),sell,400,1,2024-01-01,\n"
    let plan = try planned([ether, tokens, sale], missing: true)
    #expect(plan.refused.count == 1)
    guard case .uncoveredBeforeSwap(_, let swap)? = plan.refused.first?.reason else {
      Issue.record("\(plan.refusedSummary)")
      return
    }
    #expect(swap.deposit.amount == 500)
    #expect(!plan.additions.contains { $0.type == .gift })
    #expect(plan.refusalGroups.map(\.option) == [nil])
  }

  private func coinId() throws -> String {
    try #require(try planned([tokens]).moves.first?.coinId)
  }

  @Test func `a file of one row says how to tell whose it is, and that helps`() throws {
    let row = tokens.split(separator: "\n").prefix(2).joined(separator: "\n")
      .replacing("0xme", with: "0xme11").replacing("0xdex", with: "0xdex22")
    let refused = try planned([row])
    #expect(refused.refusedSummary == ["2: unclearOwner"])
    #expect(refused.refusalGroups.first?.cure == "put your address into the file's name")
    let named = try readImport(Array(row.utf8), name: "tokens-0xme11.csv")
    #expect(plan(named).moves.map(\.amount) == [500])
  }

  @Test func `a withdrawal of the coin, of another account or hash says nothing`() throws {
    let other = ether.replacing("0xaa", with: "0xcc")
    #expect(try planned([other, tokens], deposits: true).swaps.isEmpty)
  }
}
