import Foundation
import Testing

/// `bitpal moves answer ID mine`, when the other account's move is already in the ledger.
struct MoveAnswerTests {
  private static let coinbase =
    "Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,"
    + "Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),"
    + "Fees and/or Spread,Notes\n"
    + "2024-03-01T10:00:00Z,Buy,BTC,0.2,USD,62000,12400,12410,10,\n"
    + "2024-03-02T10:00:00Z,Send,BTC,0.1,USD,62000,,,,Sent to bc1q\n"
  private static let header = "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\n"
  private static let late = "L1,D1,2024-03-02 23:20:00,deposit,,currency,XXBT,0.092,0,0.092\n"
  private static let later = "L2,D2,2024-03-09 08:00:00,deposit,,currency,XXBT,0.095,0,0.187\n"

  let home: TestHome
  let sent: String

  init() throws {
    home = try TestHome()
    sent = try home.file("coinbase.csv", Self.coinbase)
    try home.bitpal("import", sent)
  }

  /// The short id on the line of the open moves that contains some words.
  private func id(of words: String) throws -> String {
    let lines = try home.bitpal("moves").output.split(separator: "\n")
    return String(try #require(lines.first { $0.contains(words) }).prefix(8))
  }

  private func holds(_ account: String) throws -> String {
    try home.bitpal("accounts", "--account", account, "--csv").output
  }

  @Test(arguments: [("withdrawal", "--to", "KRAKEN"), ("deposit", "--from", "Coinbase")])
  func `mine joins the two moves that are there`(kind: String, option: String, account: String)
    throws
  {
    try home.bitpal("import", try home.file("kraken.csv", Self.header + Self.late))
    let before = try home.bitpal("moves", "--csv").output
    let done = try home.bitpal("moves", "answer", try id(of: kind), "mine", option, account)
    #expect(
      done.output.hasPrefix("Paired: a withdrawal of 0.1 bitcoin from coinbase on 2024-03-02"))
    #expect(done.output.contains("), and a deposit of 0.092 bitcoin at kraken on 2024-03-02 ("))
    #expect(done.output.contains("\n0.008 bitcoin did not arrive and was recorded as the fee"))
    #expect(try home.bitpal("moves").standardError.contains("No open deposits"))
    #expect(try holds("kraken").contains(",0.092,") && holds("coinbase").contains(",0.1,"))
    #expect(try home.bitpal("verify").status == 0)
    // It answers an inbox question, so that it also applies to later imports.
    #expect(try home.bitpal("inbox", "answers", "--csv").output.contains(",same,"))
    #expect(try home.bitpal("import", sent).output.hasSuffix("Nothing was added.\n"))
    try home.bitpal("undo", "--yes")
    #expect(try home.bitpal("moves", "--csv").output == before)
  }

  @Test func `where several moves fit, the user says which`() throws {
    try home.bitpal("import", try home.file("kraken.csv", Self.header + Self.late + Self.later))
    let move = try id(of: "withdrawal")
    let asked = try home.bitpal("moves", "answer", move, "mine", "--to", "kraken")
    #expect(asked.status != 0 && asked.output.isEmpty)
    #expect(
      asked.standardError.contains(
        "2 open moves at kraken may be the other half. Say which: bitpal moves pair \(move) ID\n"
          + "  a deposit of 0.092 bitcoin at kraken on 2024-03-02"))
    let done = try home.bitpal("moves", "pair", move, try id(of: "0.095"), "--private")
    #expect(done.output.hasPrefix("Paired: a withdrawal of ") && !done.output.contains("0.095"))
    #expect(try home.bitpal("moves", "--csv").output.contains("0.092"))
    #expect(try home.bitpal("verify").status == 0)
    let again = try home.file("again.csv", Self.header + Self.late)
    try home.bitpal("import", again)
    #expect(try home.bitpal("moves", "--csv").output.split(separator: "\n").count == 2)
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `where none fits the half is made`() throws {
    let made = try home.bitpal(
      "moves", "answer", try id(of: "withdrawal"), "mine", "--to", "kraken")
    #expect(made.output.hasPrefix("Transferred from coinbase to kraken"))
    #expect(try holds("kraken").contains(",0.1,"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a half that was made is the one that a file reports later`() throws {
    let move = try id(of: "withdrawal")
    try home.bitpal("moves", "answer", move, "mine", "--to", "Kraken")
    let before = try home.bitpal("moves", "--csv").output
    let file = try home.file(
      "kraken.csv",
      Self.header + "L1,D1,2024-03-02 10:20:00,deposit,,currency,XXBT,0.1,0,0.1\n")
    let told = try home.bitpal("import", file)
    #expect(told.output.hasSuffix("Added 1 move, changing 1 row and removing 1 row.\n"), "\(told)")
    #expect(try holds("kraken").contains(",0.1,") && holds("coinbase").contains(",0.1,"))
    #expect(try home.bitpal("moves").standardError.contains("No open deposits"))
    #expect(try home.bitpal("verify").status == 0)
    try home.bitpal("files", "remove", "2")
    #expect(try home.bitpal("moves", "--csv").output == before)
    #expect(try holds("kraken").contains(",0.1,"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a transfer to an account stays one when another account got as much`() throws {
    try home.bitpal(
      "moves", "answer", try id(of: "withdrawal"), "mine", "--to", "Ledger")
    let file = try home.file(
      "kraken.csv",
      Self.header + "L1,D1,2024-03-02 10:20:00,deposit,,currency,XXBT,0.1,0,0.1\n")
    try home.bitpal("import", file)
    #expect(try holds("kraken").contains(",0.1,") && holds("Ledger").contains(",0.1,"))
    #expect(try home.bitpal("moves").output.contains("deposit"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `what an answer made is edited, taken apart and deleted with the answer`() throws {
    let move = try id(of: "withdrawal")
    let before = try home.bitpal("moves", "--csv").output
    try home.bitpal("moves", "answer", move, "mine", "--to", "Kraken")
    let half = try home.bitpal("moves", "unpair", move)
    #expect(half.status == 0, "\(half)")
    #expect(try home.bitpal("verify").status == 0)
    try home.bitpal("undo", "--yes")
    try home.bitpal("undo", "--yes")
    #expect(try home.bitpal("moves", "--csv").output == before)
    try home.bitpal("moves", "answer", move, "spent", "--price", "60000")
    let row = try home.bitpal("transactions").output.split(separator: "\n")
    let spent = String(try #require(row.first { $0.contains("spend") }).prefix(8))
    try home.bitpal("edit", spent, "--amount", "0.05")
    #expect(try home.bitpal("import", sent).output.hasSuffix("Nothing was added.\n"))
    #expect(try home.bitpal("transactions", "--csv").output.contains(",0.05,"))
    #expect(try home.bitpal("verify").status == 0)
    try home.bitpal("files", "remove", "1")
    #expect(try home.bitpal("transactions").standardError.contains("Nothing is recorded yet"))
    try home.bitpal("import", sent)
    #expect(try home.bitpal("transactions", "--csv").output.contains(",0.05,"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test(arguments: [
    ("", "0.04", "Open there: a deposit of 0.04 bitcoin at kraken on 2024-03-02 ("),
    ("gift", "0.092", "An import made a gift of 0.092 bitcoin on 2024-03-02 ("),
  ])
  func `what the other account has and may be the half is said`(
    deposits: String, amount: String, said: String
  ) throws {
    let file = try home.file(
      "kraken.csv", Self.header + Self.late.replacing("0.092", with: amount))
    let options = deposits.isEmpty ? [] : ["--deposits", deposits]
    #expect(try home.run(["import", file] + options).status == 0)
    let made = try home.bitpal(
      "moves", "answer", try id(of: "withdrawal"), "mine", "--to", "kraken")
    #expect(made.output.hasPrefix("Transferred from coinbase to kraken"))
    #expect(made.output.contains("\n" + said), "\(made.output)")
  }

  @Test func `equal withdrawals and as many equal deposits are transfers`() throws {
    let home = try TestHome()
    let twice = try home.file(
      "twice.csv",
      Self.coinbase + "2024-03-02T11:00:00Z,Send,BTC,0.1,USD,62000,,,,Sent to bc1q\n")
    let arrived = Self.late.replacing("0.092", with: "0.0999")
    let second = arrived.replacing("L1,D1", with: "L2,D2").replacing("23:20", with: "14:40")
    let file = try home.file(
      "kraken.csv", Self.header + arrived.replacing("23:20", with: "14:20") + second)
    let shown = try home.bitpal("import", twice, file, "--dry-run", "--deposits", "gift")
    #expect(
      shown.output.contains(
        "  transfer of 0.0999 Bitcoin (BTC) from coinbase to kraken on 2024-03-02, 0.0001 lost"),
      "\(shown.output)")
    #expect(!shown.output.contains("gift"))
    try home.bitpal("import", twice, file, "--deposits", "gift")
    #expect(try home.bitpal("moves").standardError.contains("No open deposits"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `an answer to an imported move holds through imports`() throws {
    let file = try home.file("kraken.csv", Self.header + Self.late)
    try home.bitpal("import", file)
    try home.bitpal("moves", "answer", try id(of: "deposit"), "bought", "--price", "60000")
    try home.bitpal("moves", "answer", try id(of: "withdrawal"), "lost")
    let rows = try home.bitpal("transactions", "--csv").output
    let longer = try home.file(
      "longer.csv",
      Self.header + Self.late + "L3,D3,2024-04-02 23:20:00,deposit,,currency,XETH,1,0,1\n")
    #expect(try home.bitpal("import", longer).output.contains("Added 1 move.\n"))
    #expect(try home.bitpal("transactions", "--csv").output == rows)
    #expect(try home.bitpal("moves", "--csv").output.split(separator: "\n").count == 2)
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `an account keeps the spelling that it has`() throws {
    let file = try home.file("kraken.csv", Self.header + Self.late)
    try home.bitpal("import", file, "--account", "COINBASE")
    #expect(try home.bitpal("accounts", "--csv").output.contains("coinbase"))
    #expect(try !home.bitpal("accounts", "--csv").output.contains("COINBASE"))
  }

  @Test func `an answer that has to wait can be undone`() throws {
    let home = try TestHome()
    // Tether and bitcoin leave the account before they are known to have come.
    let path = try home.file(
      "kucoin.csv",
      """
      UID,Account Type,Currency,Side,Amount,Fee,Time(UTC+00:00),Remark
      1,tradeAccount,ETH,Deposit,0.3,0,2024-01-08 00:06:40,Spot
      1,tradeAccount,USDT,Withdrawal,1000,1,2024-01-08 00:06:40,Spot
      1,mainAccount,BTC,Withdrawal,0.016667,0,2024-01-09 00:07:23,Withdrawal
      1,mainAccount,BTC,Deposit,0.02417,0,2024-02-01 15:20:25,KCS Bonus

      """)
    try home.bitpal("import", path)
    let before = try home.done("moves --json")
    let move = try home.done("moves --csv --columns Id").split(separator: "\n")[1]
    try home.done("moves answer \(move) lost")
    try home.done("undo --yes")
    #expect(try home.done("moves --json") == before)
    try home.done("redo --yes")
    try home.done("verify")
    try home.done("undo --yes 2")
  }

  @Test(arguments: 0..<4)
  func `an answer about a move with a fee in another coin is what the file gives`(_: Int) throws {
    let home = try TestHome()
    let path = try home.file(
      "koinly.csv",
      """
      Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,\
      Net Worth Amount,Net Worth Currency,Label,Description,TxHash
      2024-08-01 08:00:00 UTC,3000,EUR,1,ETH,30,EUR,,,,,
      2024-08-02 08:00:00 UTC,3000,EUR,300,LINK,30,EUR,,,,,
      2024-08-04 09:00:00 UTC,100,LINK,,,0.001,ETH,,,,,

      """)
    try home.bitpal("import", path, "--account", "w")
    let move = try home.done("moves --csv --columns Id").split(separator: "\n")[1]
    try home.done("moves answer \(move) lost")
    let answered = try home.bitpal("verify")
    #expect(answered.status == 0, "\(answered)")
  }

  @Test func `an answer follows its move to the account that a later file names`() throws {
    let home = try TestHome()
    let (deposit, statement) = try Self.depositInTwoFiles(home)
    try home.bitpal("import", deposit)
    let move = try home.done("moves --csv --columns Id").split(separator: "\n")[1]
    try home.done("moves answer \(move) gift")
    try home.bitpal("import", statement)
    let accounts = try home.done("accounts --csv").split(separator: "\n").dropFirst()
    #expect(accounts.count == 1 && accounts.last?.hasPrefix("binance 1,cardano,ADA,600,") == true)
  }

  @Test func `a typed move stays paired with a deposit that another file reports, too`() throws {
    let home = try TestHome()
    let (deposit, statement) = try Self.depositInTwoFiles(home)
    try home.done("buy cardano 1000 --price 0.5 --account kraken --date 2024-01-15")
    try home.done("withdraw cardano 700 kraken --date 2024-01-16")
    try home.bitpal("import", deposit)
    let ids = try home.done("moves --csv --columns Id").split(separator: "\n").dropFirst()
    try home.done("moves pair \(ids.joined(separator: " "))")
    func open() throws -> [Substring] {
      try home.done("moves --csv").split(separator: "\n").dropFirst().filter {
        $0.contains(",700,") || $0.contains(",-700,")
      }
    }
    for change in ["import \(statement)", "files remove 1", "undo --yes", "redo --yes"] {
      try home.done(change)
      #expect(try open().isEmpty, "\(change)")
      try home.done("verify")
    }
    let backup = try home.file("backup", "")
    try home.done("backup \(backup) --force")
    try home.done("restore \(backup)")
    #expect(try open().isEmpty)
    // Without any report of the deposit, the withdrawal is open again.
    try home.done("files remove 2")
    #expect(try open().count == 1)
    try home.done("verify")
  }

  @Test func `a typed move that was paired again stays so when its first half is back`() throws {
    let home = try TestHome()
    let file = try home.file(
      "kraken.csv",
      """
      "txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
      "L0","T1","2024-01-05 12:00:00","trade","","currency","ZUSD",-1000,0,0
      "L1","T1","2024-01-05 12:00:00","trade","","currency","XXBT",1,0,1
      "L2","W1","2024-02-05 12:00:00","withdrawal","","currency","XXBT",-0.4,0,0.6

      """)
    func open() throws -> [Substring] {
      try home.done("moves --csv --columns Id").split(separator: "\n").dropFirst().map { $0 }
    }
    try home.done("buy btc 1 --price 100 --date 2024-01-01 --account Other")
    try home.bitpal("import", file, "--account", "Kraken")
    try home.done("deposit btc 0.4 Ledger --date 2024-02-20")
    try home.done("moves pair \(try open().joined(separator: " "))")
    #expect(try open().isEmpty)
    try home.done("files remove 1")
    try home.done("withdraw btc 0.4 Other --date 2024-02-19")
    try home.done("moves pair \(try open().joined(separator: " "))")
    try home.bitpal("import", file, "--account", "Kraken")
    #expect(try open().count == 1)
    for account in ["Kraken", "Other"] {
      #expect(try home.done("accounts --account \(account) --csv").contains(",0.6,"))
    }
    try home.done("verify")
    try home.done("undo --yes")
    try home.done("verify")
  }

  /// A deposit in Binance's table of deposits, and in its statement.
  private static func depositInTwoFiles(_ home: TestHome) throws -> (String, String) {
    let deposit = try home.file(
      "binance-deposit.csv",
      """
      Date(UTC+0),Coin,Network,Amount,Address,TXID,Status
      2024-01-17 01:10:03,ADA,ADA,700,0xabc,7bda,Completed

      """)
    let statement = try home.file(
      "binance-statement.csv",
      """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      1,2024-01-17 01:10:03,Spot,Deposit,ADA,700,""
      1,2024-01-18 01:10:03,Spot,Withdraw,ADA,-100,""

      """)
    return (deposit, statement)
  }
}
