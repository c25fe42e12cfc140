import Foundation
import Testing

/// Declining a prompt of a command changes nothing, and is not an error.
struct DeclinedQuestionTests {
  @Test(arguments: [
    ("undo", "Nothing was changed."), ("redo", "Nothing was changed."),
    ("export", "Nothing was written."),
  ])
  func `a no is one sentence`(command: String, sentence: String) async throws {
    try await onThread {
      let home = try TestHome()
      let file = try home.file(
        "trades.csv",
        "coin_id,type,amount,price,date\nsui,buy,5,1,2025-02-01\nsui,buy,2,2,2025-02-02\n")
      try home.bitpal("import", file)
      if command == "redo" { try home.bitpal("undo", "--yes") }
      let words = command == "export" ? [command, "-o", file] : [command]
      let terminal = try PseudoTerminal(home, [try TestHome.program] + words, columns: 300)
      try terminal.wait(for: "[y/N]")
      try terminal.type("n\n")
      let seen = try terminal.wait(for: sentence)
      #expect(!seen.contains("error"), "\(seen)")
      #expect(try terminal.end() == 2)
    }
  }
}
