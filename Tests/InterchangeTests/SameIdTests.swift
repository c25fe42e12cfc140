import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// A row of an id is one row, whatever a copy of the file made of its time.
struct SameIdTests {
  private func plan(_ texts: [String], into ledger: ImportLedger? = nil) throws -> ImportPlan {
    try InterchangeTests.plan(texts, policy(), into: ledger)
  }

  private func kraken(second: Int) -> String {
    """
    txid,refid,time,type,subtype,aclass,asset,amount,fee,balance
    L1,T1,2021-01-08 23:04:4\(second),trade,,currency,ZUSD,-100,0.26,899.74
    L2,T1,2021-01-08 23:04:4\(second),trade,,currency,XXBT,0.0025,0,0.0025
    L3,D1,2021-01-09 10:00:0\(second),deposit,,currency,XXBT,0.004,0,0.0065
    """
  }

  @Test func `a ledger and its copy of another second are one, together and one by one`() throws {
    let alone = try plan([kraken(second: 2)])
    #expect(alone.additions.map(\.amount) == [decimal("0.0025")])
    let both = try plan([kraken(second: 2), kraken(second: 3)])
    #expect(both.added == alone.added)
    #expect(both.moves.map(\.amount) == [decimal("0.004")])
    let ledger = ImportLedger(transactions: []).with(alone)
    #expect(try plan([kraken(second: 3)], into: ledger).isEmpty)
  }

  @Test func `a withdrawal without an id is known beside purchases that have theirs`() throws {
    func export(_ mark: String) -> String {
      let head =
        "Timestamp,Balance,Amount,Currency,To,Notes,Instantly Exchanged,Transfer Total,"
        + "Transfer Total Currency,Transfer Fee,Transfer Fee Currency,Transfer ID\n"
      let rows =
        "05/06/2017 10:02,0.5,0.5,ETH,w,Bought,false,52,USD,2,USD,T1\n"
        + "23/08/2017 10:21,0.1,-0.4,ETH,x,,false,,,,,\n"
      let text = mark == "." ? head + rows : (head + rows).replacing(",", with: ";")
      return text.replacing("0.", with: "0\(mark)")
    }
    let (original, copy) = (export("."), export(","))
    let alone = try plan([original])
    #expect(alone.moves.map(\.amount) == [decimal("-0.4")])
    let ledger = ImportLedger(transactions: []).with(alone)
    #expect(try plan([copy], into: ledger).isEmpty)
    #expect(try plan([original, copy]).moves.count == 1)
    #expect(try plan([copy, original]).moves.count == 1)
  }

  @Test func `a conversion is one, whichever coins' exports tell it`() throws {
    let head =
      "ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,"
      + "Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes\n"
    func row(_ id: String, _ asset: String, _ amount: String, _ price: String) -> String {
      "\(id),2025-03-02 09:00:00 UTC,Convert,\(asset),\(amount),USD,\(price),1500,1500,0,"
        + "Converted 1.1234567 SOL to 55.5 XRP\n"
    }
    let buy = "k1,2025-03-01 09:00:00 UTC,Buy,SOL,3,USD,1000,3000,3000,0,Bought 3 SOL\n"
    let solana = head + buy + row("k2", "SOL", "-1.12345678", "1335.16")
    let ripple = head + row("k4", "XRP", "55.5", "27.027")
    let all = solana + row("k4", "XRP", "55.5", "27.027")
    let whole = try plan([all])
    #expect(whole.additions.map(\.coinId).sorted() == ["ripple", "solana", "solana"])
    #expect(try plan([solana, ripple]).added == whole.added)
    let empty = ImportLedger(transactions: [])
    for (first, later) in [(solana, ripple), (ripple, solana), (ripple, all), (all, ripple)] {
      let ledger = empty.with(try Covered.plan([read(head + buy)], into: empty))
      var imported = ledger.with(try plan([first], into: ledger))
      imported = imported.with(try plan([later], into: imported))
      #expect(imported.transactions.map(\.coinId).sorted() == ["ripple", "solana", "solana"])
      #expect(try plan([all], into: imported).isEmpty)
    }
  }
}
