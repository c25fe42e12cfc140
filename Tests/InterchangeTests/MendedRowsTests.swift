import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// A file that is imported again after the rows that it lacked were mended and imported.
struct MendedRowsTests {
  private let header = "coin_id,type,amount,price,date,notes"

  @Test func `rows whose mended form is in the ledger are there, and only those`() throws {
    let broken = """
      \(header)
      bitcoin,buy,1,2,2024-01-01,
      bitcoin,buy,x,2,2024-01-02,
      bitcoin,buy,x,2,2024-01-02,
      bitcoin,buy,0x1,2,2024-01-03,
      """
    let (file, first) = try skipping(broken)
    var refused = try #require(first.refusedRows(of: file)).split(separator: "\n").map(String.init)
    // One of two equal rows is mended, and the last is not.
    refused.remove(at: 2)
    refused[1] = refused[1].replacing("buy,x", with: "buy,7")
    let mended = try plan(
      [refused.prefix(2).joined(separator: "\n")], policy(),
      into: ImportLedger(transactions: first.additions))
    #expect(mended.additions.map(\.amount) == [7])
    #expect(mended.mended.count == 1)
    let ledger = first.additions + mended.additions
    let (_, again) = try skipping(broken, ledger, mended.mended)
    #expect(again.refused.map(\.source.line) == [4, 5])
    #expect(again.alreadyThere == 2)
    #expect(again.additions.isEmpty)
    // What was taken out of the ledger since is missing once more.
    let (_, undone) = try skipping(broken, first.additions, mended.mended)
    #expect(undone.refused.map(\.source.line) == [3, 4, 5])
  }

  @Test func `a trade of several rows is known again, too`() throws {
    let broken = """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      7,2024-05-02 10:00:00,Spot,Buy,ETH,2,""
      7,2024-05-02 10:00:00,Spot,Fee,ETH,-0.002,""
      7,2024-05-02 10:00:00,Spot,Buy,SOL,3,""
      7,2024-05-02 10:00:00,Spot,Transaction Related,USDT,-6000,""
      """
    let (file, first) = try skipping(broken)
    #expect(first.additions.isEmpty)
    let refused = try #require(first.refusedRows(of: file))
    let rows = refused.replacing("Buy,SOL,3", with: "Buy,ETH,3")
    let mended = try plan([rows], policy(stable: ["USDT"]))
    #expect(mended.additions.map(\.amount) == [decimal("4.998")])
    let (_, again) = try skipping(broken, mended.additions, mended.mended)
    #expect(again.refusedSummary == [])
    #expect(again.additions.isEmpty)
    // Imported once more, the mended rows add nothing either.
    let twice = try plan(
      [rows], policy(stable: ["USDT"]), into: ImportLedger(transactions: mended.additions))
    #expect(twice.additions.isEmpty)
  }

  @Test func `rows of a trade that were refused each by itself are known again`() throws {
    let header = "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance"
    let broken = """
      \(header)
      L1,T1,2024-13-31 23:30:00,trade,,currency,XETH,0.5,0,0.5
      L2,T1,2024-13-31 23:30:00,trade,,currency,ZUSD,-1650,4,100
      """
    let (file, first) = try skipping(broken)
    #expect(first.refused.count == 2)
    let refused = try #require(first.refusedRows(of: file))
    let mended = try plan([refused.replacing("2024-13-31", with: "2024-03-31")], policy())
    #expect(mended.additions.map(\.amount) == [decimal("0.5")])
    let (_, again) = try skipping(broken, mended.additions, mended.mended)
    #expect(again.refused.isEmpty && again.additions.isEmpty && again.incompleteCoins.isEmpty)
  }

  @Test func `of a trade of which one row was refused, the mended rows count beside the file`()
    throws
  {
    let broken = """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      7,2024-01-01 10:00:00,Spot,Binance Convert,USD,-4000,
      7,2024-01-01 10:00:00,Spot,Binance Convert,BTC,0.1,
      7,2024-03-01 10:00:00,Spot,Transaction Buy,BTC,0.0x5,
      7,2024-03-01 10:00:00,Spot,Transaction Spend,USD,-2000,
      """
    var skipping = policy()
    skipping.skipsRefused = true
    let (file, first) = try self.skipping(broken)
    let refused = try #require(first.refusedRows(of: file))
    #expect(refused.split(separator: "\n").count == 3)
    let both = [broken, refused.replacing("0.0x5", with: "0.05")]
    for texts in [both, both.reversed()] {
      let whole = try plan(texts, skipping)
      #expect(whole.additions.map(\.amount) == [decimal("0.1"), decimal("0.05")])
      #expect(whole.refusedSummary == [] && whole.incompleteCoins == [])
      let later = try plan(texts, skipping, into: ImportLedger(transactions: first.additions))
      #expect(later.additions.map(\.amount) == [decimal("0.05")])
      #expect(later.refusedSummary == [] && later.incompleteCoins == [])
    }
    // The other row alone is still what the first lacks.
    let half = refused.split(separator: "\n").filter { !$0.contains("0.0x5") }
    let left = try plan([broken, half.joined(separator: "\n")], skipping)
    #expect(left.refused.count == 2)
  }

  @Test(arguments: [
    ("2024-03-05 09:30:00,ETH,ETH,5", true), ("2024-03-06 09:30:00,ETH,ETH,5", false),
    ("2024-03-05 09:30:00,BTC,ETH,5", false),
  ])
  func `a row that was left behind comes in with another file, corrected in one cell`(
    row: String, isBrought: Bool
  ) throws {
    let header =
      "Date(UTC),Coin,Network,Amount,TransactionFee,Address,TXID,SourceAddress,PaymentID,Status"
    func text(_ rows: String...) -> String {
      ([header] + rows.map { "\($0),0,0x1,,,,Completed" }).joined(separator: "\n")
    }
    // What is equal but for the amount is not the row that was refused.
    let (whole, lost) = ("2024-03-05 09:30:00,ETH,ETH,1", "2024-03-05 09:30:00,ETH,ETH,x")
    let (file, first) = try skipping(text(whole, lost), name: "deposits.csv")
    let left = first.rowsLeftBehind(of: [file])
    #expect(left.map(\.coins) == [["ethereum"]])
    let files = [
      (text(whole), false), (text(whole, lost), false), (text(whole, row), isBrought),
    ]
    for (rows, isThere) in files {
      let (other, plan) = try skipping(rows, name: "more deposits.csv")
      #expect(plan.brings(left, in: [other]) == [isThere])
    }
  }

  @Test func `a mended deposit that became a gift is there, too`() throws {
    let broken = """
      Date(UTC),Coin,Network,Amount,TransactionFee,Address,TXID,SourceAddress,PaymentID,Status
      2024-03-05 09:30:00,ETH,ETH,x,0,0x1,0xh,,,Completed
      """
    let (file, first) = try skipping(broken, name: "deposits.csv")
    let refused = try #require(first.refusedRows(of: file))
    var gifts = policy()
    gifts.depositsAreGifts = true
    let rest = refused.replacing("ETH,x", with: "ETH,2")
    let mended = planImport(
      [try readImport(Array(rest.utf8), name: "deposits.csv.refused.csv")],
      into: ImportLedger(transactions: []), policy: gifts,
      coins: CoinDirectory(resolve: testCatalogue), now: testNow)
    #expect(mended.additions.map(\.type) == [.gift])
    let (_, again) = try skipping(broken, mended.additions, mended.mended, name: "deposits.csv")
    #expect(again.refused.isEmpty)
    #expect(again.alreadyThere == 1)
  }

  @Test func `of very many refused rows the file alone is kept`() throws {
    for (count, kept) in [(200, 200), (201, 1)] {
      let rows = (1...count).map { "bitcoin,buy,x\($0),2,2024-01-02," }
      let (file, plan) = try skipping(([header] + rows).joined(separator: "\n"))
      let left = plan.rowsLeftBehind(of: [file])
      #expect(left.count == kept)
      #expect(left.allSatisfy { $0.coins == ["bitcoin"] })
      #expect(left.allSatisfy { $0.digests.isEmpty == (kept == 1) })
    }
  }

  @Test func `the coin of a refused row is known from its amount`() throws {
    let bitstamp = """
      Type,Datetime,Account,Amount,Value,Rate,Fee,Sub Type
      Crypto deposit,"Jan. 10, 2024, 09:00 AM",Main Account,0.5 BTC,,,,
      Mystery,"Jan. 11, 2024, 09:00 AM",Main Account,0.1 BTC,,,,
      """
    let (_, plan) = try skipping(bitstamp)
    #expect(plan.moves.count == 1)
    #expect(plan.incompleteCoins == ["bitcoin"])
  }

  /// The plan of a text of which refused rows are left behind.
  private func skipping(
    _ text: String, _ ledger: [Transaction] = [], _ mended: [MendedRow] = [],
    name: String = "file.csv"
  ) throws -> (ImportFile, ImportPlan) {
    var skipping = policy(stable: ["USDT"])
    skipping.skipsRefused = true
    skipping.mended = mended
    let file = try readImport(Array(text.utf8), name: name)
    let plan = planImport(
      [file], into: ImportLedger(transactions: ledger), policy: skipping,
      coins: CoinDirectory(resolve: testCatalogue), now: testNow)
    return (file, plan)
  }
}
