import Foundation
import Testing

/// A full day of use.
@Suite(.serialized)
struct DayTests {
  /// A home with a fixed day, and two coins with prices.
  private func homeWithHeldDay() throws -> TestHome {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.recordExample()
    try home.bitpal("buy", "ethereum", "4", "--price", "2000", "--date", "2025-04-05")
    let prices = try home.file("p.json", #"{"bitcoin": "55000", "ethereum": "2500"}"#)
    try home.bitpal("refresh", "--prices", prices)
    return home
  }

  @Test func `by keys alone`() async throws {
    try await onThread {
      let home = try homeWithHeldDay()
      let terminal = try Tmux(home, columns: 110, rows: 34)
      try terminal.start("; echo left with $?")
      try terminal.wait(for: "$65,000.00")

      // Add, with a coin by its prefix and an expression as the amount.
      try terminal.type("a")
      try terminal.wait(for: "Add a transaction")
      try terminal.type("solana")
      try terminal.wait(for: "›SOL ")
      try terminal.type("Enter", "Tab", "0.5+0.25", "Tab", "100")
      try terminal.type("Tab", "Tab", "Tab", "lunch money")
      try terminal.wait(for: "$75.00")
      try terminal.type("C-s")
      try terminal.wait(for: "Added: Buy 0.75 SOL")

      // Every tab; the coin's page and back.
      try terminal.type("2")
      try terminal.wait(for: "Avg cost")
      try terminal.type("Enter")
      try terminal.wait(for: "Unrealized")
      try terminal.type("Escape", "Tab")
      try terminal.wait(for: "lunch money")

      // Filter, select, edit.
      try terminal.type("/", "sol")
      try terminal.wait("only Solana") { $0.contains("lunch") && !$0.contains("ETH") }
      try terminal.type("Enter", "e")
      try terminal.wait(for: "Edit the transaction")
      try terminal.type("C-u", "2")
      try terminal.wait(for: "$200.00")
      try terminal.type("C-s")
      try terminal.wait(for: "Changed: Buy 2 SOL")

      // Undo, redo, delete, undo.
      try terminal.type("u")
      try terminal.wait(for: "Undone: Buy 0.75 SOL as it was")
      try terminal.type("C-r")
      try terminal.wait(for: "Redone: Buy 2 SOL as it was")
      // The previous version of the row could no longer be deleted.
      try terminal.wait(for: "$200.00")
      try terminal.type("d")
      try terminal.wait(for: "You will own no SOL")
      try terminal.type("y")
      try terminal.wait(for: "Deleted")
      try terminal.wait(for: "No transaction matches")
      try terminal.type("u")
      try terminal.wait(for: "Undone: Buy 2 SOL is back")
      try terminal.type("Escape")
      try terminal.wait(for: "ETH")

      // Sort, also by the palette; help; privacy; quit.
      try terminal.type("o")
      try terminal.wait(for: "Kind↑")
      try terminal.type(":", "reverse")
      try terminal.wait(for: "Reverse the order")
      try terminal.type("Enter")
      try terminal.wait(for: "Kind↓")
      try terminal.type("?")
      try terminal.wait(for: "Delete the transaction")
      try terminal.type("Escape", "p", "1")
      try terminal.wait("amounts to be masked") { $0.contains("•••••") && !$0.contains("65,000") }
      try terminal.type("q")
      try terminal.wait(for: "left with 0")
      let ledger = try home.bitpal("export").output
      #expect(ledger.contains("solana,buy,2,100,2026-04-28"))
      #expect(ledger.contains("lunch money"))
      #expect(try home.bitpal("verify").status == 0)
    }
  }

  @Test func `every kind is typed in the form`() async throws {
    try await onThread {
      let home = try homeWithHeldDay()
      let terminal = try Tmux(home, columns: 110, rows: 34)
      try terminal.start("; echo left with $?")
      try terminal.wait(for: "$65,000.00")

      // A swap: both coins, and its value.
      try terminal.type("a", "bitcoin")
      try terminal.wait(for: "›BTC ")
      try terminal.type("Enter", "s", "s", "Tab", "0.1", "Tab", "ethereum")
      try terminal.wait(for: "›ETH ")
      try terminal.type("Enter", "2", "Tab", "Tab", "Tab", "5000")
      try terminal.wait(for: "$5,000.00")
      try terminal.type("C-s")
      try terminal.wait(for: "Added: Swap 0.1 BTC for 2 ETH")

      // Editing either side opens both.
      try terminal.type("3")
      try terminal.wait(for: "› 2026-04-28  Swap")
      try terminal.type("e")
      try terminal.wait("both coins") { $0.contains("BTC  bitcoin") && $0.contains("ETH  ether") }
      try terminal.type("C-u", "0.05", "C-s")
      try terminal.wait(for: "Changed: Swap 0.05 BTC for 2 ETH")
      try terminal.type("d")
      try terminal.wait(for: "Delete the swap of 0.05 BTC for 2 ETH")
      try terminal.type("n")

      // A transfer between accounts, with its fee in coins.
      try terminal.type("a", "bitcoin")
      try terminal.wait(for: "›BTC ")
      try terminal.type("Enter", "t", "Tab", "0.05", "Tab", "Kraken", "Tab", "Ledger", "Tab", "Tab")
      try terminal.type("Tab", "0.001", "C-s")
      try terminal.wait(for: "Added: Transfer 0.05 BTC to Ledger")

      // Without a price for its day, a transaction says so next to the price.
      try terminal.type("a", "bitcoin")
      try terminal.wait(for: "›BTC ")
      try terminal.type("Enter", "r", "Tab", "0.01", "Tab", "s", "Tab", "Tab", "Tab", "2010-01-02")
      try terminal.type("C-s")
      try terminal.wait(for: "No price of bitcoin is known for 2010-01-02")
      try terminal.type("500", "C-s")
      try terminal.wait(for: "Added: Reward 0.01 BTC")
      try terminal.type("q")
      try terminal.wait(for: "left with 0")
      let accounts = try home.bitpal("accounts", "--csv").output
      #expect(accounts.contains("Ledger,bitcoin,BTC,0.05"), "\(accounts)")
      let rows = try home.bitpal("ls", "--csv").output
      for kind in ["swap", "reward", "fee", "staking"] { #expect(rows.contains(kind), "\(rows)") }
      #expect(try home.bitpal("verify").status == 0)
    }
  }

  @Test func `by mouse alone`() async throws {
    try await onThread {
      let home = try homeWithHeldDay()
      // Wide enough for every hint of the footer.
      let terminal = try Tmux(home, columns: 300, rows: 34)
      try terminal.start("; echo left with $?")
      try terminal.wait(for: "$65,000.00")

      // Tabs, rows, headings.
      try terminal.click("Portfolio", inRowOf: "3 Transactions")
      try terminal.wait(for: "Value ↓")
      try terminal.click("Avg cost")
      try terminal.wait(for: "Avg cost ↓")
      try terminal.click("Avg cost ↓")
      try terminal.wait(for: "Avg cost ↑")
      try terminal.click("Transactions", inRowOf: "1 Home")
      try terminal.wait(for: "Date ↓")
      try terminal.click("Total", inRowOf: "Kind")
      try terminal.wait(for: "Total ↓")

      // Add: type only figures.
      try terminal.click("a add")
      try terminal.wait(for: "Add a transaction")
      try terminal.click("ethereum ", inRowOf: "ETH")
      try terminal.click("Amount", inRowOf: "│")
      try terminal.type("1.5")
      try terminal.wait(for: "$3,750.00")
      try terminal.click("Ctrl-S save")
      try terminal.wait(for: "Added: Buy 1.5 ETH")

      // Edit, delete, and confirm.
      try terminal.click("$3,750.00")
      try terminal.wait("the row to be selected") { $0.contains("› 2026-04-28") }
      try terminal.click("e edit")
      try terminal.wait(for: "Edit the transaction")
      try terminal.click("Esc leave")
      try terminal.wait("the form to close") { !$0.contains("Edit the transaction") }
      try terminal.click("d delete")
      try terminal.wait(for: "You will own 4 ETH")
      try terminal.click("no", inRowOf: "yes")
      try terminal.wait("the question to go") { !$0.contains("You will own") }
      try terminal.click("d delete")
      try terminal.wait(for: "You will own 4 ETH")
      try terminal.click("yes", inRowOf: "no")
      try terminal.wait(for: "Deleted")

      // Undo by command; filter; double click; wheel; quit.
      try terminal.click(": command")
      try terminal.click("Undo", inRowOf: "│")
      try terminal.wait(for: "Undone: Buy 1.5 ETH is back")
      try terminal.click("/ filter")
      try terminal.type("gift")
      try terminal.wait(for: "No transaction matches")
      try terminal.click("Esc clear")
      try terminal.wait(for: "› 2025-01-02")
      try terminal.wheelDown(2, column: 20, row: 5)
      try terminal.wait(for: "› 2026-04-28")
      try terminal.click("q quit")
      try terminal.wait(for: "left with 0")
      #expect(try home.bitpal("export").output.contains("ethereum,buy,1.5,2500,2026-04-28"))
      #expect(try home.bitpal("verify").status == 0)
    }
  }
}
