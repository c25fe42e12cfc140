import Foundation
import Testing

/// What an import says beside its result: where a row is already, what stablecoins are, and how to
/// go on.
@Suite(.serialized)
struct ImportAdviceTests {
  private let kraken = "txid,refid,time,type,subtype,asset,amount,fee\n"
  private let own = "coin_id,type,amount,price,date,notes\n"

  @Test func `a row of two files is not said to be in a ledger that is empty`() throws {
    let desk = try Desk()
    let deposit = "L1,R1,2022-03-04 10:00:00,deposit,,XETH,2,0\n"
    let one = try desk.file("one.csv", kraken + deposit)
    let two = try desk.file(
      "two.csv", kraken + deposit + "L2,R2,2022-03-05 10:00:00,deposit,,XETH,3,0\n")
    let first = try desk.bitpal("import", one, two)
    #expect(first.output == "Added 2 moves.\n")
    #expect(first.complaints.contains("1 row also in another of these files."))
    #expect(!first.complaints.contains("already in the ledger"))
    #expect(try desk.bitpal("import", one).complaints.contains("1 row already in the ledger."))
  }

  @Test func `without a terminal the option is named that makes a stablecoin dollars`() throws {
    let desk = try Desk()
    let path = try desk.file(
      "kraken.csv", kraken + "L1,R1,2022-03-04 10:00:00,deposit,,USDT,200,0\n")
    let taken = try desk.bitpal("import", path, "--dry-run", "--stable", "DAI")
    #expect(
      taken.complaints.contains(
        "USDT counts as a coin; to count it as US dollars in cash, add --stable DAI,USDT."))
    // Where something was said of it, or rows are refused for it, that is enough.
    let answered = try desk.bitpal("import", path, "--dry-run", "--stable", "USDT")
    #expect(!answered.complaints.contains("counts as a coin"))
    let trade = try desk.file(
      "kucoin.csv",
      "tradeCreatedAt,symbol,side,price,size,funds,fee,feeCurrency\n"
        + "2022-05-01 10:00:00,LINK-USDT,buy,10,2,20,0.02,USDT\n")
    let refused = try desk.bitpal("import", trade)
    #expect(refused.complaints.contains("--stable USDT"))
    #expect(!refused.complaints.contains("counts as a coin"))
  }

  @Test func `nothing is said to be shown above where nothing is`() throws {
    let desk = try Desk()
    let long = "bitcoin,buy,1,2,2024-01-01,,,more\n"
    let alone = try desk.bitpal("import", try desk.file("long.csv", own + long))
    #expect(
      alone.complaints.hasSuffix(
        "1 row was refused. Correct it in the file; --skip-refused writes the refused rows to a "
          + "separate file.\n"), "\(alone.complaints)")
    let beside = try desk.bitpal(
      "import", try desk.file("beside.csv", own + "bitcoin,buy,1,2,2024-01-01,\n" + long))
    #expect(
      beside.complaints.hasSuffix(
        "Correct it in the file, or add --skip-refused to import the rest.\n"))
    let shown = try desk.bitpal(
      "import", try desk.file("shown.csv", own + "bitcoin,buy,x,2,2024-01-01,\n"))
    #expect(shown.complaints.contains("Fix it as shown above;"))
  }

  @Test func `refused rows that may bring what a sale lacks come before gifts`() throws {
    let desk = try Desk()
    let path = try desk.file(
      "own.csv", own + "bitcoin,buy,x,2,2024-01-01,\nbitcoin,sell,1,2,2024-01-02,\n")
    let ended = try desk.bitpal("import", path)
    #expect(!ended.complaints.contains("gift"), "\(ended.complaints)")
    #expect(
      ended.complaints.contains(
        "among them a sale of coins that other refused rows may bring. Fix those others first as "
          + "shown above"), "\(ended.complaints)")
  }

  @Test func `who says no to gifts is told of the other way`() async throws {
    try await onThread {
      let desk = try Desk()
      let path = try desk.file(
        "own.csv", own + "solana,buy,1,2,2024-01-01,\nbitcoin,sell,1,2,2024-01-02,\n")
      let terminal = try Tmux(desk, columns: 200)
      try terminal.start("import \(path); echo left with $?")
      try terminal.wait(for: "Count the missing coins as gifts? [y/N]")
      try terminal.type("n", "Enter")
      try terminal.wait(for: "left with 2")
      try terminal.wait(
        for: "Without gifts, --skip-refused imports the rest and writes these rows beside it.")
    }
  }

  @Test func `a picture is written in the format that its file's name ends in`() throws {
    let desk = try Desk()
    func beginning(_ name: String, _ options: String...) throws -> String {
      let path = "\(desk.home)/\(name)"
      let ended = try desk.run(["screenshot", "--size", "small", "-o", path] + options)
      #expect(ended.status == 0, "\(ended.complaints)")
      return String(try String(contentsOfFile: path, encoding: .utf8).prefix(5))
    }
    #expect(try beginning("a.svg").hasPrefix("<svg"))
    #expect(try beginning("b.SVG").hasPrefix("<svg"))
    #expect(try !beginning("c.svg", "--format", "text").hasPrefix("<"))
    #expect(try !beginning("d.txt").hasPrefix("<"))
    #expect(try !beginning("plain").hasPrefix("<"))
  }
}
