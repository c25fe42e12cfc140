import Foundation
import Testing

/// What a terminal asks of a file whose columns bitpal does not know.
struct ImportQuestionTests {
  @Test func aColumnNamedForPairsOrCoinsIsReadAsPairsWhereItHasSome() async throws {
    try await onThread {
      let desk = try Desk()
      let path = try desk.file(
        "own.csv",
        "Tag,Was,Wert,Menge,Summe\n2024-01-05,Kauf,BTC/EUR,0.1,4000\n2024-01-06,Kauf,SOL,2,180\n")
      let terminal = try Tmux(desk, columns: 200)
      try terminal.start("import \(path); echo left with $?")
      try terminal.wait(for: "Which column holds the pair or coin?")
      try terminal.type("Wert", "Enter")
      #expect(try terminal.wait(for: "Read it this way?").contains("pair=wert"))
      try terminal.type("n", "Enter")
      try terminal.wait(for: "left with 2")
    }
  }

  @Test func aTerminalTakesOneSideForAllRows() async throws {
    try await onThread {
      let desk = try Desk()
      let path = try desk.file(
        "list.csv", "Date,Coin,Amount,Total EUR\n2025-02-01,BTC,0.5,42000\n")
      let terminal = try Tmux(desk, columns: 200)
      try terminal.start("import \(path); echo left with $?")
      try terminal.wait(for: "If every row is of one kind, type =buy, =deposit and so on.")
      try terminal.type("=buy", "Enter")
      try terminal.wait(for: "bought 0.5 BTC for 42000 EUR")
      try terminal.type("y", "Enter")
      try terminal.wait(for: "Add 1 transaction? [y/N]")
    }
  }
}
