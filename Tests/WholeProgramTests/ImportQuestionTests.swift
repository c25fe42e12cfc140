import Foundation
import Testing

/// Prompts for a file with unknown columns.
struct ImportQuestionTests {
  @Test func `a column named for pairs or coins is read as pairs where it has some`() async throws {
    try await onThread {
      let home = try TestHome()
      let path = try home.file(
        "own.csv",
        "Tag,Was,Wert,Menge,Summe\n2024-01-05,Kauf,BTC/EUR,0.1,4000\n2024-01-06,Kauf,SOL,2,180\n")
      let terminal = try Tmux(home, columns: 200)
      try terminal.start("import \(path); echo left with $?")
      try terminal.wait(for: "Which column holds the pair or coin?")
      try terminal.type("Wert", "Enter")
      #expect(try terminal.wait(for: "Read it this way?").contains("pair=wert"))
      try terminal.type("n", "Enter")
      try terminal.wait(for: "left with 2")
    }
  }

  @Test func `a terminal takes one side for all rows`() async throws {
    try await onThread {
      let home = try TestHome()
      let path = try home.file(
        "list.csv", "Date,Coin,Amount,Total EUR\n2025-02-01,BTC,0.5,42000\n")
      let terminal = try Tmux(home, columns: 200)
      try terminal.start("import \(path); echo left with $?")
      try terminal.wait(for: "If every row is of one kind, type =buy, =deposit and so on.")
      try terminal.type("=buy", "Enter")
      try terminal.wait(for: "bought 0.5 BTC for 42000 EUR")
      try terminal.type("y", "Enter")
      try terminal.wait(for: "Add 1 transaction? [y/N]")
    }
  }

  @Test func `files that are left out are named once and the others come in`() async throws {
    try await onThread {
      let home = try TestHome()
      let unknown = "Day,Coin,Count,Sum EUR\n2025-02-01,BTC,0.5,42000\n"
      for name in ["a.csv", "b.csv"] { _ = try home.file(name, unknown) }
      _ = try home.file("c.csv", "date,coin,type,amount,price\n2025-02-01,bitcoin,buy,1,40000\n")
      let terminal = try Tmux(home, columns: 200)
      try terminal.type("cd '\(home.path)'", "Enter")
      try terminal.start("import a.csv b.csv; echo left with $?")
      try terminal.wait(for: "[Enter: leave the file out]")
      try terminal.type("q", "Enter")
      let left = try terminal.wait(for: "left with 2")
      #expect(left.contains("error: Not imported: a.csv, b.csv."), "\(left)")
      #expect(left.components(separatedBy: "bitpal does not know these columns").count == 2)
      try terminal.start("import a.csv b.csv; echo ended with $?")
      try terminal.wait(for: "[Enter: leave the file out]")
      try terminal.type("C-d")
      try terminal.wait(for: "ended with 2")
    }
  }

  @Test func `with yes a terminal is asked nothing`() async throws {
    try await onThread {
      let home = try TestHome()
      let path = try home.file(
        "kraken.csv",
        """
        "txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
        "L1","T1","2024-02-05 14:31:09","deposit","","currency","USDT",420.0,0,420.0
        "L2","T2","2024-02-06 14:31:09","trade","","currency","USDT",-420.0,0,0
        "L3","T2","2024-02-06 14:31:09","trade","","currency","SOL",4.0,0,4.0

        """)
      let terminal = try Tmux(home, columns: 200)
      try terminal.start("import \(path) --yes; echo left with $?")
      let ended = try terminal.wait(for: "left with 0")
      #expect(ended.contains("Added"), "\(ended)")
      #expect(!ended.contains("["), "\(ended)")
      #expect(try !home.done("inbox").isEmpty)
    }
  }
}
