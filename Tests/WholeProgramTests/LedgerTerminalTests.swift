import Foundation
import Testing

/// Changes to the whole ledger ask first on a terminal, and show their progress.
@Suite(.serialized)
struct LedgerTerminalTests {
  @Test func `restore asks and takes no for an answer`() async throws {
    try await onThread {
      let home = try TestHome()
      try home.recordExample()
      let kept = "\(home.path)/kept.sqlite"
      try home.bitpal("backup", kept)
      try home.bitpal("sell", "bitcoin", "1", "--price", "60000", "--date", "2025-03-01")
      let after = try home.bitpal("export").output
      let terminal = try Tmux(home, columns: 160)
      try terminal.start("restore \(kept); echo left with $?")
      try terminal.wait(for: "? [y/N]")
      try terminal.type("n", "Enter")
      let refused = try terminal.wait(for: "left with 0")
      #expect(refused.contains("Nothing was restored."))
      #expect(try home.bitpal("export").output == after)

      try terminal.clear()
      try terminal.start("restore \(kept); echo went with $?")
      try terminal.wait(for: "[y/N]")
      try terminal.type("y", "Enter")
      let restored = try terminal.wait(for: "went with 0")
      #expect(restored.contains("Restored 2 transactions from "))
      #expect(try home.bitpal("export").output.split(separator: "\n").count == 3)
    }
  }

  @Test func `import asks what deposits and missing coins were`() async throws {
    try await onThread {
      let home = try TestHome()
      let file = try home.file(
        "kraken.csv",
        """
        txid,refid,time,type,subtype,asset,amount,fee
        L1,R1,2022-03-04 10:00:00,deposit,,XETH,2,0
        L2,R2,2022-04-04 10:00:00,trade,,XETH,-1,0
        L3,R2,2022-04-04 10:00:00,trade,,ZEUR,3000,0
        L4,R3,2022-04-05 10:00:00,trade,,XXBT,-0.1,0
        L5,R3,2022-04-05 10:00:00,trade,,ZEUR,4000,0

        """)
      let terminal = try Tmux(home, columns: 160)
      try terminal.start("import \(file); echo left with $?")
      for coin in ["Bitcoin (BTC)", "Ethereum (ETH)"] {
        let asked = try terminal.wait("the question about \(coin)") { screen in
          let last = screen.components(separatedBy: "2 rows: ").last ?? ""
          return last.hasPrefix("You sold \(coin), and") && last.contains("[Enter: later]")
        }
        #expect(asked.contains("3  skip"), "\(asked)")
        try terminal.type("gift", "Enter")
      }
      try terminal.wait(for: "Add 4 transactions and 1 move? [y/N]")
      try terminal.type("y", "Enter")
      #expect(try terminal.wait(for: "left with 0").contains("Added 4 transactions and 1 move."))
      let answers = try home.bitpal("inbox", "answers", "--csv").output
      #expect(answers.split(separator: "\n").count == 3)
    }
  }

  @Test func `import shows its plan and asks`() async throws {
    try await onThread {
      let home = try TestHome()
      let file = try home.file(
        "trades.csv",
        """
        coin_id,type,amount,price,date
        bitcoin,buy,2,40000,2025-01-02
        bitcoin,sell,1,50000,2025-02-03
        dogecoin,gift,1000,0,2025-03-01

        """)
      let terminal = try Tmux(home, columns: 120)
      try terminal.start("import \(file); echo left with $?")
      let preview = try terminal.wait(for: "Add 3 transactions? [y/N]")
      #expect(
        preview.contains(
          "  Bitcoin (BTC): 1 buy of 2 for $80,000.00, 1 sale of 1 for $50,000.00, "
            + "2025-01-02 to 2025-02-03\n"))
      #expect(preview.contains("  Dogecoin (DOGE): 1 gift of 1,000, 2025-03-01\n"))
      try terminal.type("Enter")
      try terminal.wait(for: "Nothing was added.")
      #expect(try home.bitpal("transactions", "--json").output == "[]\n")
      try terminal.wait(for: "left with 0")
      try terminal.clear()
      try terminal.start("import \(file); echo went with $?")
      try terminal.wait(for: "[y/N]")
      try terminal.type("yes", "Enter")
      #expect(try terminal.wait(for: "went with 0").contains("Added 3 transactions."))
    }
  }

  @Test func `ten thousand rows show how far they are on a terminal and nothing in a pipe`() throws
  {
    let rows = (0..<10_000).map { "bitcoin,buy,1,\($0 + 1),2025-01-01,row \($0)" }
    let text = (["coin_id,type,amount,price,date,notes"] + rows).joined(separator: "\n")
    let pipe = try TestHome()
    let quiet = try pipe.bitpal("import", try pipe.file("trades.csv", text))
    #expect(quiet.output.hasSuffix("Added 10000 transactions.\n"))
    #expect(
      quiet.output.hasPrefix(
        """
        trades.csv (bitpal): 10000 rows, 10000 recorded
          Bitcoin (BTC): 10000 buys of 10,000 for $50,005,000.00, 2025-01-01
        trades.csv line 2: $1.00 for one Bitcoin (BTC), but its price that day was $
        """), "\(quiet.output)")
    #expect(quiet.output.split(separator: "\n").count == 4, "\(quiet.output)")
    #expect(quiet.standardError.isEmpty, "\(quiet.standardError)")

    let home = try TestHome()
    let file = try home.file("trades.csv", text)
    // A terminal for standard error only, so that nothing is asked and every byte is kept.
    let seen = "\(home.path)/seen"
    let status = try spawn(
      "/usr/bin/script", ["-qec", "'\(try TestHome.program)' import - < '\(file)'", seen],
      environment: home.environment, output: "\(home.path)/script.out")
    #expect(status == 0)
    let shown = try String(contentsOfFile: seen, encoding: .utf8)
    let steps = shown.split(whereSeparator: \.isNewline).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    for step in [
      "Reading the file …", "Comparing 10000 rows …", "Added 10000 transactions.",
    ] { #expect(steps.contains { $0.hasPrefix(step) }, "\(step)") }
  }
}
