import Foundation
import Testing

/// `bitpal undo` and `redo`.
struct UndoCommandTests {
  @Test func `undo and redo say what they did`() throws {
    let home = try TestHome()
    try home.bitpal("buy", "bitcoin", "2", "--price", "40000", "--date", "2025-01-02")
    let id = try home.bitpal("transactions").output.split(separator: "\n")[1].prefix(8)
    let bought = "a purchase of 2 bitcoin at $40,000.00 for $80,000.00 on 2025-01-02 (\(id))"
    #expect(try home.bitpal("undo").output == "Undone: removed \(bought).\n")
    #expect(try home.bitpal("redo").output == "Redone: added \(bought).\n")
    try home.bitpal("edit", String(id), "--amount", "3")
    #expect(try home.bitpal("undo").output == "Undone: \(bought): amount 3 → 2.\n")
    let file = "coin_id,type,amount,price,date\nsui,gift,1,,2025-01-03\nsui,sell,1,2,2025-02-04\n"
    try home.bitpal("import", "-", input: file)
    let asked = try home.bitpal("undo")
    #expect(asked.status == 2 && asked.standardError.contains("(2 added). Add --yes"))
    #expect(
      try home.bitpal("undo", "--yes").output
        == "Undone: removed 2 transactions, 2025-01-03 to 2025-02-04.\n")
  }

  @Test func `the log names the coin of a purchase that was deleted later`() throws {
    let home = try TestHome()
    try home.bitpal("buy", "litecoin", "2", "--price", "80", "--date", "2025-01-02")
    let id = try home.id("buy")
    try home.bitpal("buy", "bitcoin", "1", "--price", "10", "--date", "2025-01-03")
    try home.bitpal("delete", id, "--yes")
    #expect(try home.bitpal("log").output.contains("  buy litecoin"))
    try home.bitpal("undo")
    try home.bitpal("redo")
    #expect(try home.bitpal("log").output.contains("  buy litecoin"))
  }

  @Test func `a deposit is undone by its name`() throws {
    let home = try TestHome()
    try home.bitpal("deposit", "litecoin", "2", "Kraken", "--date", "2025-03-03")
    let id = try home.id("deposit")
    let deposit = "a deposit of 2 litecoin at Kraken on 2025-03-03 (\(id.prefix(8)))"
    try home.bitpal("moves", "delete", id)
    #expect(try home.bitpal("undo").output == "Undone: added \(deposit).\n")
    #expect(try home.bitpal("redo").output == "Redone: removed \(deposit).\n")
  }

  @Test func `a transfer is undone by its name, with its fee`() throws {
    let home = try TestHome()
    try home.bitpal(
      "buy", "bitcoin", "1", "--price", "50000", "--date", "2025-01-02", "--account", "coinbase")
    try home.bitpal(
      "transfer", "bitcoin", "0.05", "coinbase", "ledger", "--fee", "0.0001", "--date", "2025-02-02"
    )
    let transfer = "the transfer of 0.05 bitcoin from coinbase to ledger; its fee: "
    #expect(
      try home.bitpal("undo", "--yes").output.hasPrefix("Undone: removed \(transfer)removed "))
    #expect(try home.bitpal("redo", "--yes").output.hasPrefix("Redone: added \(transfer)added "))
    let moves = try home.rows(["moves", "--all"])
    let half = try #require(moves.first { $0["kind"] as? String == "withdrawal" }?["id"] as? String)
    let deleted = try home.bitpal("moves", "delete", half).output
    #expect(deleted.contains(", and with it its fee, a sale of 0.0001 bitcoin"), "\(deleted)")
    #expect(deleted.contains("; the other half of its transfer is open. `bitpal undo` "))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `several steps are listed first, and done all or none`() throws {
    let home = try TestHome()
    let file = "coin_id,type,amount,price,date\nsui,gift,1,,2025-01-03\nsui,sell,1,2,2025-02-04\n"
    try home.bitpal("import", "-", input: file)
    try home.bitpal("buy", "bitcoin", "1", "--price", "5", "--date", "2025-01-02")
    let before = try home.bitpal("transactions", "--csv").output
    let steps = "2 changes:\n  buy bitcoin (1 added)\n  import standard input: sui (2 added)\n"
    let add = "Add --yes to confirm.\n"
    #expect(
      try home.bitpal("undo", "2").labeled
        == "error: That would undo \(steps)help: \(add)")
    #expect(
      try home.bitpal("undo", "99", "--yes").standardError
        == "There are only 2 changes to undo; nothing was changed. `bitpal undo 2` undoes them.\n")
    #expect(try home.bitpal("transactions", "--csv").output == before)
    #expect(try home.bitpal("undo", "2", "--yes").output.split(separator: "\n").count == 2)
    let redo = try home.bitpal("redo", "3", "--yes")
    #expect(redo.status == 2 && redo.standardError.hasPrefix("There are only 2 changes to redo;"))
    #expect(try home.bitpal("redo", "2").status == 2)
    #expect(try home.bitpal("transactions", "--csv").output.split(separator: "\n").count == 1)
    #expect(try home.bitpal("redo", "2", "--yes").status == 0)
    #expect(try home.bitpal("transactions", "--csv").output == before)
    #expect(try home.bitpal("log", "--limit", "2").output.contains("  buy bitcoin") == false)
    #expect(try home.bitpal("log").output.contains("  buy bitcoin"))
  }

  @Test func `of many at once each redoes a change or says that there is none`() async throws {
    let home = try TestHome()
    for day in 1...3 {
      try home.bitpal("buy", "bitcoin", "1", "--price", "5", "--date", "2025-01-0\(day)")
    }
    try home.bitpal("undo", "3", "--yes")
    let ended = try await withThrowingTaskGroup(of: Ended.self) { group in
      for _ in 1...6 { group.addTask { try await onThread { try home.bitpal("redo") } } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let done = ended.filter { $0.status == 0 }
    #expect(done.count == 3 && done.allSatisfy { $0.output.hasPrefix("Redone: added a purchase") })
    #expect(Set(done.map(\.output)).count == 3)
    for refused in ended where refused.status != 0 {
      #expect(refused.status == 2 && refused.standardError == "Nothing to redo.\n")
    }
    #expect(try home.bitpal("export").output.split(separator: "\n").count == 4)
  }

  @Test func `undo says what it did where the figures are the same`() throws {
    let home = try TestHome()
    let bought = try home.bitpal("buy", "bitcoin", "1", "--price", "2.001", "--date", "2025-01-02")
    let id = String(bought.output.dropLast(2).suffix(8))
    try home.bitpal("edit", id, "--notes", "mine")
    try home.bitpal("edit", id, "--price", "2.002")
    try home.bitpal("edit", id, "--date", "2025-01-02T10:00:00Z")
    let trade = "a purchase of 1 bitcoin at $2.00 for $2.00 on 2025-01-02 (\(id))"
    let said = try (1...3).map { _ in try home.bitpal("undo").output }
    #expect(
      said == [
        "Undone: \(trade): date 2025-01-02 10:00 → 2025-01-02.\n",
        "Undone: \(trade): price 2.002 USD → 2.001 USD.\n",
        "Undone: \(trade): notes mine → none.\n",
      ])
    #expect(try home.bitpal("redo").output == "Redone: \(trade): notes none → mine.\n")
  }

  @Test func `a refused change does not speak of a lost redo`() throws {
    let home = try TestHome()
    try home.recordExample()
    try home.bitpal("buy", "solana", "1", "--price", "5")
    try home.bitpal("undo")
    #expect(
      try home.bitpal("sell", "solana", "9", "--price", "1").standardError
        == "You only own 0 solana. Cannot sell 9.\n")
    let id = try #require(
      try home.bitpal("ls", "--csv").output.split(separator: "\n").dropFirst().first)
    let same = try home.bitpal("edit", String(id.prefix(8)), "--notes=")
    #expect(same.output.hasPrefix("Nothing changed"))
    #expect(same.standardError.isEmpty)
    #expect(try home.bitpal("redo").status == 0)
    try home.bitpal("undo")
    #expect(
      try home.bitpal("buy", "bitcoin", "1", "--price", "9").standardError
        .contains("After this change, the undone buy (1 added) cannot be redone."))
  }

  @Test func `the warning about a lost redo counts all changes that are lost`() throws {
    let home = try TestHome()
    for day in 1...3 {
      try home.bitpal("buy", "bitcoin", "1", "--price", "5", "--date", "2025-01-0\(day)")
    }
    try home.bitpal("undo", "3", "--yes")
    let bought = try home.bitpal("buy", "solana", "1", "--price", "5")
    #expect(
      bought.standardError.contains(
        "After this change, the undone buy (1 added) and 2 more undone changes cannot be redone."))
  }
}
