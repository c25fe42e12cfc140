import Foundation
import Testing

/// Reports state how many rows of imported files are missing.
struct WaitingRowsTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    home.environment["TZ"] = "UTC"
    let path = try home.file(
      "coinbase.csv",
      """
      Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,\
      Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),\
      Fees and/or Spread,Notes
      2024-01-01T10:00:00Z,Buy,BTC,0.2,USD,42000,8400,8410,10,
      2024-02-03T10:00:00Z,Sell,BTC,0.1,USD,43000,4300,4290,10,
      2024-03-03T10:00:00Z,Sell,ETH,1,USD,3000,3000,2990,10,

      """)
    try home.bitpal("import", path)
  }

  @Test(arguments: [
    ["holdings"], ["holdings", "--account", "Coinbase"], ["summary"],
    ["summary", "--since", "2024-02-01"], ["gains"], ["gains", "--format", "form8949"],
    ["accounts"], ["closed"], ["history"], ["chart"], ["explain", "total"],
  ]) func `every report that misses them says so`(words: [String]) throws {
    let result = try home.run(words)
    #expect(
      (result.output + result.standardError).contains("1 row waits: bitpal inbox"),
      "\(result.output)\(result.standardError)")
  }

  @Test(arguments: [
    "summary", "summary --csv", "summary --columns totalValue", "summary -p 2024 --csv",
    "summary -p 2024 --columns gain", "summary --since 2024-01-01 --csv",
  ]) func `the coins with waiting rows are named, whatever columns are chosen`(words: String)
    throws
  {
    let result = try home.run(words.split(separator: " ").map(String.init))
    #expect(
      result.standardError.contains("ethereum: history incomplete"), "\(result.standardError)")
  }

  @Test func `a file whose money only moves inside the account is imported`() throws {
    let path = try home.file(
      "kraken.csv",
      """
      txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
      L1,R1,2024-01-05 12:00:00,deposit,,currency,ZEUR,spot / main,1000.0000,0,1000.0000

      """)
    let result = try home.bitpal("import", path)
    #expect(result.status == 0, "\(result.standardError)")
  }

  @Test func `once they are answered nothing is said`() throws {
    let output = try home.bitpal("inbox", "--json").output
    let open = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]
    let id = try #require(open?.first?["id"] as? String)
    try home.bitpal("inbox", "answer", id, "skip")
    #expect(try !home.bitpal("holdings").output.contains("inbox"))
    #expect(try home.bitpal("summary", "--json").output.contains("\"waitingRowCount\": 0"))
  }
}
