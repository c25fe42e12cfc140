import Exact
import Foundation
import Testing

/// Another process changes the ledger while a prompt waits: the answer applies to what was shown,
/// or to nothing.
struct OvertakenQuestionTests {
  private static let refusal = "The ledger changed meanwhile, so nothing was written."
  private static let purchase = ["buy", "ethereum", "1", "--price", "5", "--date", "2024-05-01"]

  @Test(arguments: ["undo", "redo", "import", "restore"])
  func `a yes to the shell is about what was shown`(command: String) async throws {
    try await onThread {
      let home = try TestHome()
      let file = try home.file(
        "trades.csv",
        "coin_id,type,amount,price,date\nsui,buy,5,1,2025-02-01\nsui,buy,2,2,2025-02-02\n")
      try home.bitpal("import", file)
      try home.bitpal("backup", "\(home.path)/backup.sqlite")
      if command == "redo" || command == "import" { try home.bitpal("undo", "--yes") }
      let words =
        switch command {
        case "import": [command, file]
        case "restore": [command, "\(home.path)/backup.sqlite"]
        default: [command]
        }
      let terminal = try PseudoTerminal(home, [try TestHome.program] + words, columns: 300)
      try terminal.wait(for: "? [y/N]")
      #expect(try home.run(Self.purchase).status == 0)
      let before = try home.bitpal("log", "--json").output
      try terminal.type("y\n")
      try terminal.wait(for: Self.refusal)
      #expect(try terminal.end() == 2)
      #expect(try home.bitpal("log", "--json").output == before)
    }
  }

  @Test func `a yes to the dashboard is about what was shown`() async throws {
    try await onThread {
      let home = try TestHome()
      let file = try home.file(
        "trades.csv",
        "coin_id,type,amount,price,date\nsui,buy,5,1,2025-02-01\nsui,buy,2,2,2025-02-02\n")
      try home.bitpal("import", file)
      let terminal = try Tmux(home, columns: 100, rows: 30)
      try terminal.start("")
      try terminal.wait(for: "0 of 1 priced")
      try terminal.type("3", "u")
      try terminal.wait(for: "Undo \"import trades.csv\"")
      #expect(try home.run(Self.purchase).status == 0)
      try terminal.type("y")
      try terminal.wait(for: Self.refusal)
      #expect(try home.bitpal("export").output.split(separator: "\n").count == 4)

      try terminal.type("g", "d")
      try terminal.wait(for: "Delete the purchase of 2 SUI on 2025-02-02?")
      let rows = try home.json(of: "transactions", "--json").array ?? []
      let id = try #require(rows.first { $0["amount"]?.string == "2" }?["id"]?.string)
      try home.bitpal("edit", id, "--amount", "3")
      try terminal.type("y")
      try terminal.wait(for: Self.refusal)

      try terminal.wait(for: "  3 ")
      try terminal.type("e")
      try terminal.wait(for: "Edit")
      try home.bitpal("edit", id, "--notes", "mine")
      try terminal.type("7", "C-s")
      try terminal.wait(for: "It changed since the form was opened, so nothing was written.")
      #expect(try home.bitpal("export").output.contains("sui,buy,3,2,"))
      #expect(try home.bitpal("export").output.contains("mine"))
    }
  }
}
