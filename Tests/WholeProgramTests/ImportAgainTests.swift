import Foundation
import Testing

/// The same export once more, after the user changed what came of it.
struct ImportAgainTests {
  private let header =
    "Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,"
    + "Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes\n"
  private let bought = "2024-01-01T10:00:00Z,Buy,BTC,0.2,USD,42000,8400,8410,10,\n"
  private let boughtLater = "2024-02-03T10:00:00Z,Buy,BTC,0.5,USD,43000,21500,21510,10,\n"
  private let sent = "2024-01-05T10:00:00Z,Send,BTC,0.1,USD,42000,,,,Sent to a friend\n"
  private let received = "2024-01-02T10:00:00Z,Receive,BTC,0.9,USD,42000,,,,Received\n"
  private let sold = "2024-01-03T10:00:00Z,Sell,BTC,1,USD,43000,43000,42990,10,\n"

  /// The short id on the line of a list that has some words.
  private func id(_ desk: Desk, _ list: String, of words: String) throws -> String {
    let lines = try desk.bitpal(list).output.split(separator: "\n")
    let line = try #require(lines.first { $0.contains(words) })
    return String(line.prefix(8))
  }

  @Test func `what was deleted stays deleted, and is brought back by saying so`() throws {
    let desk = try Desk()
    let path = try desk.file("coinbase.csv", header + bought + boughtLater + sent)
    try desk.bitpal("import", path)
    try desk.bitpal("delete", try id(desk, "transactions", of: "2024-02-03"))
    try desk.bitpal("moves", "delete", try id(desk, "moves", of: "2024-01-05"))
    let again = try desk.bitpal("import", path)
    #expect(again.output == "Nothing was added.\n")
    #expect(
      again.complaints.contains("line 3: You deleted this; to import it again, add --with-deleted.")
    )
    #expect(again.complaints.contains("line 4: You deleted this"))
    let longer = try desk.file(
      "later.csv",
      header + bought + boughtLater + "2024-03-01T10:00:00Z,Buy,ETH,1,USD,3000,3000,3010,10,\n")
    #expect(try desk.bitpal("import", longer).output == "Added 1 transaction.\n")
    let back = try desk.bitpal("import", path, "--with-deleted")
    #expect(back.output == "Added 1 transaction and 1 move.\n")
    #expect(try desk.bitpal("import", path).output == "Nothing was added.\n")
  }

  @Test func `what was undone was not deleted, and an answer is no deletion`() throws {
    let desk = try Desk()
    let path = try desk.file("coinbase.csv", header + bought + sent)
    try desk.bitpal("import", path)
    try desk.bitpal("undo")
    #expect(try desk.bitpal("import", path).output == "Added 1 transaction and 1 move.\n")
    try desk.bitpal("moves", "answer", try id(desk, "moves", of: "2024-01-05"), "lost")
    let again = try desk.bitpal("import", path)
    #expect(again.output == "Nothing was added.\n")
    #expect(again.complaints.contains("2 rows already in the ledger."))
    try desk.bitpal("delete", try id(desk, "transactions", of: "2024-01-05"))
    #expect(try desk.bitpal("import", path).complaints.contains("line 3: You deleted this"))
  }

  @Test func `deposits become gifts with an option, also where the ledger has them already`() throws
  {
    let desk = try Desk()
    let path = try desk.file("coinbase.csv", header + bought + received + sold)
    let first = try desk.bitpal("import", path, "--skip-refused")
    #expect(first.output == "Added 1 transaction and 1 move.\n")
    let rest = "\(path).refused.csv"
    #expect(
      try desk.bitpal("import", rest).complaints.contains("bitpal import \(rest) --deposits gift"))
    let second = try desk.bitpal("import", rest, "--deposits", "gift")
    #expect(second.output == "Added 2 transactions.\n")
    #expect(second.complaints.contains("1 open deposit that the ledger has becomes a gift."))
    #expect(try desk.bitpal("moves").complaints.contains("No open deposits"))
    #expect(try desk.bitpal("holdings").output.contains("0.1"))
    #expect(try desk.bitpal("import", path).output == "Nothing was added.\n")
    try desk.bitpal("undo", "--yes")
    #expect(try desk.bitpal("moves").output.contains("deposit"))
  }

  @Test func `another export tells what was edited, answered and deleted, as it came in`() throws {
    let desk = try Desk()
    let trades = try desk.file(
      "trades.csv",
      """
      Date(UTC),Pair,Side,Price,Executed,Amount,Fee
      2024-03-01 10:00:00,BTCUSD,BUY,60000,0.01BTC,600USD,0.6USD
      2024-03-02 10:00:00,BTCUSD,BUY,60000,0.02BTC,1200USD,1.2USD

      """)
    let statement = try desk.file(
      "statement.csv",
      """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      1,2024-03-01 10:00:01,Spot,Transaction Buy,BTC,0.01,
      1,2024-03-01 10:00:01,Spot,Transaction Spend,USD,-600,
      1,2024-03-02 10:00:00,Spot,Transaction Buy,BTC,0.02,
      1,2024-03-02 10:00:00,Spot,Transaction Spend,USD,-1200,
      1,2024-03-05 10:00:00,Spot,Deposit,ETH,2,

      """)
    let deposits = try desk.file(
      "deposits.csv",
      """
      Date(UTC),Coin,Network,Amount,TransactionFee,Address,TXID,SourceAddress,PaymentID,Status
      2024-03-05 09:30:00,ETH,ETH,2,0,0x1,0xh,,,Completed

      """)
    try desk.bitpal("import", statement)
    let edited = try id(desk, "transactions", of: "2024-03-01")
    try desk.bitpal("edit", edited, "--date", "2024-03-04", "--amount", "0.5")
    try desk.bitpal("edit", edited, "--account", "Elsewhere")
    try desk.bitpal("delete", try id(desk, "transactions", of: "2024-03-02"))
    try desk.bitpal("moves", "answer", try id(desk, "moves", of: "deposit"), "gift")
    try desk.bitpal("edit", try id(desk, "transactions", of: "gift"), "--amount", "3")
    let again = try desk.bitpal("import", trades, deposits)
    #expect(again.output == "Nothing was added.\n")
    #expect(again.complaints.contains("line 2: The same as one from binance-statement"))
    #expect(again.complaints.contains("line 3: You deleted this"))
    #expect(
      try desk.bitpal("import", trades, "--with-deleted").output == "Added 1 transaction.\n")
  }

  @Test func `history is incomplete until the refused rows are in, whatever brings them`() throws {
    let desk = try Desk()
    let broken = """
      Date(UTC),Pair,Side,Price,Executed,Amount,Fee
      2024-03-01 10:00:00,BTCUSD,BUY,60000,0.01BTC,600USD,0USD
      2024-13-02 10:00:00,ETHUSD,BUY,3000,0.02ETH,60USD,0USD

      """
    func isIncomplete() throws -> Bool {
      try desk.bitpal("holdings").complaints.contains("ethereum: history incomplete")
    }
    let file = try desk.file("mine.csv", broken)
    try desk.bitpal("import", file, "--skip-refused")
    #expect(
      try desk.bitpal("holdings").complaints.contains(
        "(mine.csv.refused.csv). Rows you do not want: delete them there and import the rest. "
          + "`bitpal import mine.csv --skip-refused` writes the refused rows again."))
    // What left them behind may be undone.
    try desk.bitpal("undo", "--yes")
    #expect(try !isIncomplete())
    try desk.bitpal("redo", "--yes")
    #expect(try isIncomplete())
    // They come in with a file of another name, until that is undone.
    let refused = try String(contentsOfFile: file + ".refused.csv", encoding: .utf8)
    let mended = try desk.file(
      "mended.csv", refused.replacingOccurrences(of: "2024-13", with: "2024-03"))
    #expect(try desk.bitpal("import", mended).output == "Added 1 transaction.\n")
    #expect(try !isIncomplete())
    try desk.bitpal("undo", "--yes")
    #expect(try isIncomplete())
    // So they do with the file as it should have been, and not with one that lacks them.
    let other = try desk.file(
      "other.csv",
      broken.replacingOccurrences(of: "2024-13-02", with: "2024-03-02")
        .replacingOccurrences(of: "0.02ETH,60USD", with: "0.01ETH,30USD"))
    try desk.bitpal("import", other)
    #expect(try isIncomplete())
    let right = try desk.file(
      "right.csv", broken.replacingOccurrences(of: "2024-13", with: "2024-03"))
    #expect(try desk.bitpal("import", right).output == "Added 1 transaction.\n")
    #expect(try !isIncomplete())
    try desk.bitpal("undo", "--yes")
    // Who does not want them takes them out of the file.
    let header = String(try #require(refused.split(separator: "\n").first)) + "\n"
    try desk.bitpal("import", try desk.file("mine.csv.refused.csv", header))
    #expect(try !isIncomplete())
  }
}
