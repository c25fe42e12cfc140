import Foundation
import Testing

/// The Inbox page on a terminal.
struct InboxTerminalTests {
  private static let file = """
    Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,\
    Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),\
    Fees and/or Spread,Notes
    2024-01-01T10:00:00Z,Buy,BTC,0.2,USD,42000,8400,8410,10,
    2024-03-03T10:00:00Z,Sell,ETH,1,USD,3000,3000,2990,10,

    """

  private func home() throws -> TestHome {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    home.environment["TZ"] = "UTC"
    try home.bitpal("import", try home.file("coinbase.csv", Self.file))
    return home
  }

  @Test func `a question is answered and the answer taken back`() async throws {
    try await onThread {
      let home = try home()
      let terminal = try Tmux(home, columns: 120, rows: 40)
      try terminal.start("")
      try terminal.wait(for: "7 Inbox 1")
      try terminal.type("7")
      let page = try terminal.wait(for: "gain +$2,990.00")
      #expect(page.contains("You sold Ethereum (ETH), and none of your files"))
      #expect(page.contains("coinbase.csv") && page.contains("-1 ETH"))
      try terminal.type("Enter", "Enter")
      try terminal.wait(for: ":answer price")
      try terminal.type("2000", "Enter")
      try terminal.wait(for: "gain +$990.00")
      try terminal.type("y")
      try terminal.wait(for: "Answered 1 question: price 2000")
      try terminal.wait(for: "Nothing waits")
      #expect(try home.bitpal("inbox", "answers").output.contains("price 2000"))
      #expect(try home.bitpal("transactions").output.contains("ethereum"))
      try terminal.type("t", "d")
      try terminal.wait(for: "Revoke the answer price 2000?")
      try terminal.type("y")
      try terminal.wait(for: "Revoked: price 2000")
      try terminal.type("Escape")
      try terminal.wait(for: "You sold Ethereum (ETH)")
      try terminal.type("u")
      try terminal.wait(for: "Undo \"revoke an answer\"")
      try terminal.type("y")
      try terminal.wait(for: "Undone: revoke an answer")
      try terminal.wait(for: "Nothing waits")
      #expect(try home.bitpal("verify").status == 0)
    }
  }

  @Test func `an answer is about the ledger that was shown`() async throws {
    try await onThread {
      let home = try home()
      let terminal = try Tmux(home, columns: 120, rows: 40)
      try terminal.start("")
      try terminal.wait(for: "7 Inbox 1")
      try terminal.type("7")
      try terminal.wait(for: "gain +$2,990.00")
      try terminal.type("Enter", "Down", "Enter")
      try terminal.wait(for: "Answer gift: received for free")
      try home.bitpal("buy", "sui", "1", "--price", "5", "--date", "2024-05-01")
      try terminal.type("y")
      try terminal.wait(for: "The ledger changed meanwhile, so nothing was written.")
      #expect(
        try home.bitpal("inbox", "answers").standardError.contains("You have answered nothing yet"))
    }
  }
}
