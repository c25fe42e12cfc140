import Foundation
import Testing

/// `bitpal undo` and `redo`.
struct UndoCommandTests {
  @Test func undoAndRedoSayWhatTheyDid() throws {
    let desk = try Desk()
    try desk.bitpal("buy", "bitcoin", "2", "--price", "40000", "--date", "2025-01-02")
    let id = try desk.bitpal("transactions").output.split(separator: "\n")[1].prefix(8)
    let bought = "a purchase of 2 bitcoin at $40,000.00 for $80,000.00 on 2025-01-02 (\(id))"
    #expect(try desk.bitpal("undo").output == "Undone: removed \(bought).\n")
    #expect(try desk.bitpal("redo").output == "Redone: added \(bought).\n")
    try desk.bitpal("edit", String(id), "--amount", "3")
    #expect(try desk.bitpal("undo").output == "Undone: \(bought): amount 3 → 2.\n")
    let file = "coin_id,type,amount,price,date\nsui,gift,1,,2025-01-03\nsui,sell,1,2,2025-02-04\n"
    try desk.bitpal("import", "-", input: file)
    let asked = try desk.bitpal("undo")
    #expect(asked.status == 2 && asked.complaints.contains("(2 added). Add --yes"))
    #expect(
      try desk.bitpal("undo", "--yes").output
        == "Undone: removed 2 transactions, 2025-01-03 to 2025-02-04.\n")
  }

  @Test func `a transfer is undone by its name, with its fee`() throws {
    let desk = try Desk()
    try desk.bitpal(
      "buy", "bitcoin", "1", "--price", "50000", "--date", "2025-01-02", "--account", "coinbase")
    try desk.bitpal(
      "transfer", "bitcoin", "0.05", "coinbase", "ledger", "--fee", "0.0001", "--date", "2025-02-02"
    )
    let transfer = "the transfer of 0.05 bitcoin from coinbase to ledger; its fee: "
    #expect(
      try desk.bitpal("undo", "--yes").output.hasPrefix("Undone: removed \(transfer)removed "))
    #expect(try desk.bitpal("redo", "--yes").output.hasPrefix("Redone: added \(transfer)added "))
    #expect(try desk.bitpal("verify").status == 0)
  }

  @Test func `several steps are listed first, and done all or none`() throws {
    let desk = try Desk()
    let file = "coin_id,type,amount,price,date\nsui,gift,1,,2025-01-03\nsui,sell,1,2,2025-02-04\n"
    try desk.bitpal("import", "-", input: file)
    try desk.bitpal("buy", "bitcoin", "1", "--price", "5", "--date", "2025-01-02")
    let before = try desk.bitpal("transactions", "--csv").output
    let steps = "2 changes:\n  buy bitcoin (1 added)\n  import standard input: sui (2 added)\n"
    let add = "Add --yes to confirm.\n"
    #expect(
      try desk.bitpal("undo", "2").labeled
        == "error: That would undo \(steps)help: \(add)")
    #expect(
      try desk.bitpal("undo", "99", "--yes").complaints
        == "There are only 2 changes to undo; nothing was changed. `bitpal undo 2` undoes them.\n")
    #expect(try desk.bitpal("transactions", "--csv").output == before)
    #expect(try desk.bitpal("undo", "2", "--yes").output.split(separator: "\n").count == 2)
    let redo = try desk.bitpal("redo", "3", "--yes")
    #expect(redo.status == 2 && redo.complaints.hasPrefix("There are only 2 changes to redo;"))
    #expect(try desk.bitpal("redo", "2").status == 2)
    #expect(try desk.bitpal("transactions", "--csv").output.split(separator: "\n").count == 1)
    #expect(try desk.bitpal("redo", "2", "--yes").status == 0)
    #expect(try desk.bitpal("transactions", "--csv").output == before)
    #expect(try desk.bitpal("log", "--limit", "2").output.contains("  buy bitcoin") == false)
    #expect(try desk.bitpal("log").output.contains("  buy bitcoin"))
  }

  @Test func ofManyAtOnceEachRedoesAChangeOrSaysThatThereIsNone() async throws {
    let desk = try Desk()
    for day in 1...3 {
      try desk.bitpal("buy", "bitcoin", "1", "--price", "5", "--date", "2025-01-0\(day)")
    }
    try desk.bitpal("undo", "3", "--yes")
    let ended = try await withThrowingTaskGroup(of: Ended.self) { group in
      for _ in 1...6 { group.addTask { try await onThread { try desk.bitpal("redo") } } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let done = ended.filter { $0.status == 0 }
    #expect(done.count == 3 && done.allSatisfy { $0.output.hasPrefix("Redone: added a purchase") })
    #expect(Set(done.map(\.output)).count == 3)
    for refused in ended where refused.status != 0 {
      #expect(refused.status == 2 && refused.complaints == "Nothing to redo.\n")
    }
    #expect(try desk.bitpal("export").output.split(separator: "\n").count == 4)
  }

  @Test func undoSaysWhatItDidWhereTheFiguresAreTheSame() throws {
    let desk = try Desk()
    let bought = try desk.bitpal("buy", "bitcoin", "1", "--price", "2.001", "--date", "2025-01-02")
    let id = String(bought.output.dropLast(2).suffix(8))
    try desk.bitpal("edit", id, "--notes", "mine")
    try desk.bitpal("edit", id, "--price", "2.002")
    try desk.bitpal("edit", id, "--date", "2025-01-02T10:00:00Z")
    let trade = "a purchase of 1 bitcoin at $2.00 for $2.00 on 2025-01-02 (\(id))"
    let said = try (1...3).map { _ in try desk.bitpal("undo").output }
    #expect(
      said == [
        "Undone: \(trade): date 2025-01-02 10:00 → 2025-01-02.\n",
        "Undone: \(trade): price 2.002 → 2.001.\n", "Undone: \(trade): notes mine → none.\n",
      ])
    #expect(try desk.bitpal("redo").output == "Redone: \(trade): notes none → mine.\n")
  }

  @Test func aRefusedChangeDoesNotSpeakOfALostRedo() throws {
    let desk = try Desk()
    try desk.recordExample()
    try desk.bitpal("buy", "solana", "1", "--price", "5")
    try desk.bitpal("undo")
    #expect(
      try desk.bitpal("sell", "solana", "9", "--price", "1").complaints
        == "You only own 0 solana. Cannot sell 9.\n")
    let id = try #require(
      try desk.bitpal("ls", "--csv").output.split(separator: "\n").dropFirst().first)
    let same = try desk.bitpal("edit", String(id.prefix(8)), "--notes=")
    #expect(same.output.hasPrefix("Nothing changed"))
    #expect(same.complaints.isEmpty)
    #expect(try desk.bitpal("redo").status == 0)
    try desk.bitpal("undo")
    #expect(
      try desk.bitpal("buy", "bitcoin", "1", "--price", "9").complaints
        .contains("After this change, the undone buy (1 added) cannot be redone."))
  }
}
