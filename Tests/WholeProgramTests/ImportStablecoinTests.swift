import Foundation
import Testing

/// What a terminal asks about stablecoins, and what is kept of the answers.
@Suite(.serialized)
struct ImportStablecoinTests {
  @Test func aTerminalAsksOnceWhetherStablecoinsAreDollars() async throws {
    try await onThread {
      let desk = try Desk()
      let header = "tradeCreatedAt,symbol,side,price,size,funds,fee,feeCurrency\n"
      let first = try desk.file(
        "first.csv", header + "2022-05-01 10:00:00,LINK-USDT,buy,10,2,20,0.02,USDT\n")
      let second = try desk.file(
        "second.csv", header + "2022-05-02 10:00:00,LINK-USDT,buy,10,3,30,0.03,USDT\n")
      let terminal = try Tmux(desk, columns: 200)
      // A dry run writes nothing, so that the question comes again.
      try terminal.start("import \(first) --dry-run; echo tried with $?")
      let trial = try terminal.wait(for: "Count USDT as US dollars? [y/N]")
      #expect(!trial.contains("The answer is kept"))
      try terminal.type("y", "Enter")
      try terminal.wait(for: "Would add 1 transaction.")
      try terminal.wait(for: "tried with 0")
      #expect(try !desk.bitpal("config", "list").output.contains("USDT"))
      try terminal.clear()
      try terminal.start("import \(first); echo left with $?")
      try terminal.wait(for: "Count USDT as US dollars? [y/N]")
      try terminal.type("y", "Enter")
      try terminal.wait(for: "Add 1 transaction? [y/N]")
      try terminal.type("y", "Enter")
      try terminal.wait(for: "left with 0")
      try terminal.clear()
      try terminal.start("import \(second); echo went with $?")
      let again = try terminal.wait(for: "Add 1 transaction? [y/N]")
      #expect(!again.contains("Count USDT"))
      try terminal.type("n", "Enter")
      try terminal.wait(for: "went with 0")
      #expect(try desk.bitpal("transactions", "--csv").output.contains("chainlink"))
    }
  }

  @Test func whatIsDollarsInTheLedgerStaysSoAndOtherwiseAddsNothingTwice() throws {
    let rows = """
      Date(UTC),Pair,Side,Price,Executed,Amount,Fee
      2024-03-01 10:00:00,BTCUSDT,BUY,60000,0.02BTC,1200USDT,1.2USDT
      2024-03-02 10:00:00,BTCUSDT,SELL,61000,0.005BTC,305USDT,0.3USDT

      """
    let desk = try Desk()
    let path = try desk.file("trades.csv", rows)
    try desk.bitpal("import", path, "--stable", "USDT")
    let before = try desk.bitpal("transactions", "--csv").output
    #expect(try desk.bitpal("import", path).output == "Nothing was added.\n")
    let none = try desk.bitpal("import", path, "--stable", "none")
    #expect(none.output == "Nothing was added.\n")
    #expect(none.complaints.contains("2 trades are in the ledger with a stablecoin"))
    #expect(try desk.bitpal("transactions", "--csv").output == before)
    // As a coin first: then it stays one.
    let other = try Desk()
    let later = try other.file("trades.csv", rows)
    let first = try other.bitpal("import", later, "--missing", "gift")
    #expect(
      first.complaints.contains("bitpal undo, then import again with --stable USDT."))
    let coins = try other.bitpal("transactions", "--csv").output
    let again = try other.bitpal("import", later, "--stable", "USDT")
    #expect(again.output == "Nothing was added.\n")
    #expect(again.complaints.contains("counted otherwise"))
    #expect(try other.bitpal("transactions", "--csv").output == coins)
  }

  @Test func eachStablecoinIsAskedAboutByItselfAndEnterKeepsNothing() async throws {
    try await onThread {
      let desk = try Desk()
      let header = "tradeCreatedAt,symbol,side,price,size,funds,fee,feeCurrency\n"
      let path = try desk.file(
        "first.csv",
        header + "2022-05-01 10:00:00,LINK-USDT,buy,10,2,20,0.02,USDT\n"
          + "2022-05-02 10:00:00,LINK-DAI,buy,10,3,30,0.03,DAI\n"
          // Refused for want of LINK, but the dollars would be a holding.
          + "2022-05-03 10:00:00,LINK-USDC,sell,10,3000,30000,30,USDC\n")
      let terminal = try Tmux(desk, columns: 200)
      try terminal.start("import \(path) --skip-refused; echo left with $?")
      for (ticker, answer) in [("DAI", "n"), ("USDC", ""), ("USDT", "y")] {
        try terminal.wait(for: "Count \(ticker) as US dollars? [y/N]")
        try terminal.type(answer, "Enter")
      }
      try terminal.wait(for: "Count the missing coins as gifts? [y/N]")
      try terminal.type("", "Enter")
      try terminal.wait(for: "Add 1 transaction? [y/N]")
      #expect(try desk.bitpal("config", "get", "import.stable").output == "DAI=no,USDT\n")
      try terminal.type("n", "Enter")
      try terminal.wait(for: "left with 0")
      try terminal.clear()
      try terminal.start("import \(path) --skip-refused; echo went with $?")
      let again = try terminal.wait(for: "Count USDC as US dollars? [y/N]")
      #expect(!again.contains("Count DAI") && !again.contains("Count USDT"))
      try terminal.type("", "Enter")
      try terminal.wait(for: "Count the missing coins as gifts? [y/N]")
      try terminal.type("", "Enter")
      try terminal.wait(for: "Add 1 transaction? [y/N]")
      try terminal.type("n", "Enter")
      try terminal.wait(for: "went with 0")
      #expect(try desk.bitpal("config", "set", "import.stable", "USDX=no").status == 2)
      #expect(try desk.bitpal("config", "set", "import.stable", "none").status == 0)
      try terminal.clear()
      try terminal.start("import \(path) --dry-run; echo tried with $?")
      try terminal.wait(for: "Count the missing coins as gifts? [y/N]")
      try terminal.type("", "Enter")
      #expect(try !terminal.wait(for: "tried with 2").contains("Count USD"))
    }
  }
}
