import Foundation
import Testing

/// `bitpal moves answer ID mine`, where the other account's move is in the ledger already.
struct MoveAnswerTests {
  private static let coinbase =
    "Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,"
    + "Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),"
    + "Fees and/or Spread,Notes\n"
    + "2024-03-01T10:00:00Z,Buy,BTC,0.2,USD,62000,12400,12410,10,\n"
    + "2024-03-02T10:00:00Z,Send,BTC,0.1,USD,62000,,,,Sent to bc1q\n"
  private static let header = "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\n"
  private static let late = "L1,D1,2024-03-02 23:20:00,deposit,,currency,XXBT,0.0999,0,0.0999\n"
  private static let later = "L2,D2,2024-03-09 08:00:00,deposit,,currency,XXBT,0.098,0,0.1979\n"

  let desk: Desk
  let sent: String

  init() throws {
    desk = try Desk()
    sent = try desk.file("coinbase.csv", Self.coinbase)
    try desk.bitpal("import", sent)
  }

  /// The short id on the line of the open moves that has some words.
  private func id(of words: String) throws -> String {
    let lines = try desk.bitpal("moves").output.split(separator: "\n")
    return String(try #require(lines.first { $0.contains(words) }).prefix(8))
  }

  private func holds(_ account: String) throws -> String {
    try desk.bitpal("accounts", "--account", account, "--csv").output
  }

  @Test(arguments: [("withdrawal", "--to", "KRAKEN"), ("deposit", "--from", "Coinbase")])
  func `mine joins the two moves that are there`(kind: String, option: String, account: String)
    throws
  {
    try desk.bitpal("import", try desk.file("kraken.csv", Self.header + Self.late))
    let before = try desk.bitpal("moves", "--csv").output
    let done = try desk.bitpal("moves", "answer", try id(of: kind), "mine", option, account)
    #expect(
      done.output.hasPrefix("Paired: a withdrawal of 0.1 bitcoin from coinbase on 2024-03-02"))
    #expect(done.output.contains("), and a deposit of 0.0999 bitcoin at kraken on 2024-03-02 ("))
    #expect(done.output.contains("\n0.0001 bitcoin did not arrive and was recorded as the fee"))
    #expect(try desk.bitpal("moves").complaints.contains("No open deposits"))
    #expect(try holds("kraken").contains(",0.0999,") && holds("coinbase").contains(",0.1,"))
    #expect(try desk.bitpal("verify").status == 0)
    #expect(try desk.bitpal("import", sent).output == "Nothing was added.\n")
    try desk.bitpal("undo")
    #expect(try desk.bitpal("moves", "--csv").output == before)
  }

  @Test func `where several moves fit, the user says which`() throws {
    try desk.bitpal("import", try desk.file("kraken.csv", Self.header + Self.late + Self.later))
    let move = try id(of: "withdrawal")
    let asked = try desk.bitpal("moves", "answer", move, "mine", "--to", "kraken")
    #expect(asked.status != 0 && asked.output.isEmpty)
    #expect(
      asked.complaints.contains(
        "2 open moves at kraken may be the other half. Say which: bitpal moves pair \(move) ID\n"
          + "  a deposit of 0.0999 bitcoin at kraken on 2024-03-02"))
    let done = try desk.bitpal("moves", "pair", move, try id(of: "0.098"), "--private")
    #expect(done.output.hasPrefix("Paired: a withdrawal of ") && !done.output.contains("0.098"))
    #expect(try desk.bitpal("moves", "--csv").output.contains("0.0999"))
  }

  @Test func `where none fits the half is made, and its row takes its place when it comes`() throws
  {
    let made = try desk.bitpal(
      "moves", "answer", try id(of: "withdrawal"), "mine", "--to", "kraken")
    #expect(made.output.hasPrefix("Transferred from coinbase to kraken"))
    #expect(try holds("kraken").contains(",0.1,"))
    let file = try desk.file("kraken.csv", Self.header + Self.late)
    #expect(
      try desk.bitpal("import", file).output
        == "Added 1 transaction, 1 move and the other half of 1 move already there.\n")
    #expect(try holds("kraken").contains(",0.0999,"))
    #expect(try desk.bitpal("moves").complaints.contains("No open deposits"))
    #expect(try desk.bitpal("import", file).output == "Nothing was added.\n")
    #expect(try desk.bitpal("verify").status == 0)
  }

  @Test(
    "what the other account has and may be the half is said",
    arguments: [
      ("", "0.04", "Open there: a deposit of 0.04 bitcoin at kraken on 2024-03-02 ("),
      ("gift", "0.0999", "An import made a gift of 0.0999 bitcoin on 2024-03-02 ("),
    ])
  func doubts(deposits: String, amount: String, said: String) throws {
    let file = try desk.file(
      "kraken.csv", Self.header + Self.late.replacing("0.0999", with: amount))
    let options = deposits.isEmpty ? [] : ["--deposits", deposits]
    #expect(try desk.run(["import", file] + options).status == 0)
    let made = try desk.bitpal(
      "moves", "answer", try id(of: "withdrawal"), "mine", "--to", "kraken")
    #expect(made.output.hasPrefix("Transferred from coinbase to kraken"))
    #expect(made.output.contains("\n" + said), "\(made.output)")
  }

  @Test func `of rows that fit alike the user says which takes the place of the made half`() throws
  {
    let move = try id(of: "withdrawal")
    try desk.bitpal("moves", "answer", move, "mine", "--to", "kraken")
    let twin = Self.late.replacing("L1,D1", with: "L2,D2").replacing("23:20", with: "23:40")
    let both = try desk.bitpal(
      "import", try desk.file("kraken.csv", Self.header + Self.late + twin))
    #expect(
      both.complaints.contains(
        "The deposit of 0.1 bitcoin at kraken on 2024-03-02, which your answer made, may be one of 2 "
          + "rows"))
    try desk.bitpal("moves", "pair", move, try id(of: "0.0999"))
    #expect(try holds("kraken").contains(",0.1998,"))
  }

  @Test func `deposits that several withdrawals fit are no gifts, and the preview says what to do`()
    throws
  {
    let desk = try Desk()
    let twice = try desk.file(
      "twice.csv",
      Self.coinbase + "2024-03-02T11:00:00Z,Send,BTC,0.1,USD,62000,,,,Sent to bc1q\n")
    let second = Self.late.replacing("L1,D1", with: "L2,D2").replacing("23:20", with: "14:40")
    let file = try desk.file(
      "kraken.csv", Self.header + Self.late.replacing("23:20", with: "14:20") + second)
    for options in [[], ["--deposits", "gift"], ["--missing", "gift"]] {
      let ended = try desk.run(["import", twice, file, "--dry-run"] + options)
      #expect(
        ended.complaints.contains(
          "2 deposits and 2 withdrawals may belong to more than one transfer and stay open: `bitpal "
            + "moves` lists them with their ids, and `bitpal moves pair ID ID` joins two.\n"),
        "\(ended.complaints)")
      #expect(!ended.complaints.contains("import that file, too"))
      #expect(!ended.complaints.contains("gift of"))
    }
    try desk.bitpal("import", twice, file, "--deposits", "gift")
    let open = try desk.bitpal("moves", "--csv").output.split(separator: "\n").dropFirst()
    #expect(open.count == 4)
    for kind in ["withdrawal", "withdrawal"] {
      let left = try desk.bitpal("moves").output.split(separator: "\n")
      let halves = [kind, "deposit"].compactMap { word in left.first { $0.contains(word) } }
      #expect(
        try desk.run(["moves", "pair"] + halves.map { String($0.prefix(8)) }).status == 0)
    }
    #expect(try desk.bitpal("moves").complaints.contains("No open deposits"))
    #expect(try desk.bitpal("verify").status == 0)
  }

  @Test func `an account keeps the spelling that it has`() throws {
    let file = try desk.file("kraken.csv", Self.header + Self.late)
    try desk.bitpal("import", file, "--account", "COINBASE")
    #expect(try desk.bitpal("accounts", "--csv").output.contains("coinbase"))
    #expect(try !desk.bitpal("accounts", "--csv").output.contains("COINBASE"))
  }

  @Test func `a gift made up for a sale goes with the answer that brings the coins`() throws {
    let header = Self.coinbase.prefix { $0 != "\n" } + "\n"
    let sold = try desk.file(
      "sold.csv", header + "2024-03-20T10:00:00Z,Sell,ETH,1,USD,3000,3000,2990,10,\n")
    let received = try desk.file(
      "received.csv", header + "2024-03-19T10:00:00Z,Receive,ETH,1,USD,3000,,,,Received\n")
    try desk.bitpal("import", sold, "--missing", "gift")
    try desk.bitpal("import", received)
    let done = try desk.bitpal(
      "moves", "answer", try id(of: "deposit"), "bought", "--price", "2900")
    #expect(done.output.hasSuffix("\nNo gift any more, because this brings it: 1 ethereum.\n"))
    let rows = try desk.bitpal("transactions", "--coin", "ethereum", "--csv").output
    #expect(!rows.contains("gift"))
    let undone = try desk.bitpal("undo", "--yes").output
    #expect(
      undone
        == "Undone: removed 1 transaction and added 1, 2024-03-19 to 2024-03-20. 1 move with it.\n")
    #expect(try desk.bitpal("transactions", "--coin", "ethereum", "--csv").output.contains("gift"))
    #expect(try desk.bitpal("verify").status == 0)
  }
}
