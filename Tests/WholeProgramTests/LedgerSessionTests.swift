import Foundation
import Testing

/// Recording, editing and undoing keep the ledger valid; what is refused changes nothing.
///
/// - Each refusal says what is wrong and how to fix it.
/// - A symbol means its highest-ranked coin, and the output says so.
/// - No input sends control characters to the terminal.
/// - Files are private to the user (0700 and 0600).
/// - A damaged ledger is named and left as it is.
struct LedgerSessionTests {
  @Test func `a sale of more than is owned is refused and nothing is written`() throws {
    let home = try TestHome()
    try home.recordExample()
    let before = try home.bitpal("export", "--format", "csv").output
    let refused = try home.bitpal("sell", "bitcoin", "5", "--price", "1")
    #expect(refused.status == 2)
    #expect(refused.standardError == "You only own 1 bitcoin. Cannot sell 5.\n")
    #expect(refused.output == "")
    #expect(try home.bitpal("export", "--format", "csv").output == before)
  }

  @Test(arguments: [
    (["buy", "bitcion", "1", "--price", "2"], "Cryptocurrency 'bitcion' not found"),
    (["buy", "bitcoin", "1", "--price", "1,5"], "Write 1.5, with a point."),
    (["buy", "bitcoin", "abc", "--price", "1"], "\"abc\" is not a number"),
    (["buy", "bitcoin", "0", "--price", "1"], "Amount must be greater than zero"),
    (["buy", "bitcoin", "1", "--price", "0"], "Price must be greater than zero"),
    (
      ["buy", "bitcoin", "1", "--price", "1", "--date", "2999-01-01"],
      "Transaction date cannot be in the future"
    ),
    (["buy", "bitcoin", "1", "--price", "1", "--date", "2025-02-30"], "is not a valid date"),
    (["buy", "doge", "1", "--price", "1"], "dogecoin"),
    (["buy", "matic-network", "1", "--price", "1"], "polygon-ecosystem-token"),
    (["delete", "ffffffff"], "not found"), (["undo"], "Nothing to undo"),
  ])
  func `refuses in a sentence that helps`(_ arguments: [String], sentence: String) throws {
    let home = try TestHome()
    let ended = try home.run(arguments)
    #expect(ended.status == 2, "\(ended)")
    #expect(ended.standardError.contains(sentence), "\(ended.standardError)")
    #expect(ended.output == "")
    #expect(try home.bitpal("transactions", "--json").output == "[]\n")
  }

  @Test func `a symbol is read as its highest ranked coin and said so`() throws {
    let home = try TestHome()
    let bought = try home.bitpal("buy", "btc", "1", "--price", "2", "--date", "2025-01-01")
    #expect(bought.standardError == "btc is read as bitcoin (Bitcoin, rank 1).\n")
    #expect(bought.output.hasPrefix("Bought 1 bitcoin at $2.00 for $2.00 on 2025-01-01"))
  }

  @Test func `edit delete undo and redo keep the ledger true`() throws {
    let home = try TestHome()
    try home.recordExample()
    let rows = try home.bitpal("transactions").output.split(separator: "\n")
    let buy = String(rows[1].prefix(8))
    #expect(try home.bitpal("edit", buy, "--amount", "0.5").status == 2)
    #expect(
      try home.bitpal("delete", buy).standardError.contains("the sale of 1 BTC on 2025-02-03"))
    #expect(try home.bitpal("edit", buy, "--amount", "3").status == 0)
    #expect(try home.bitpal("holdings", "--csv").output.contains("bitcoin,BTC,Bitcoin,2,"))
    #expect(try home.bitpal("undo").output.hasPrefix("Undone: "))
    #expect(try home.bitpal("holdings", "--csv").output.contains("bitcoin,BTC,Bitcoin,1,"))
    #expect(try home.bitpal("redo").status == 0)
    #expect(try home.bitpal("holdings", "--csv").output.contains("bitcoin,BTC,Bitcoin,2,"))
  }

  @Test func `a gift costs nothing`() throws {
    let home = try TestHome()
    try home.bitpal("buy", "bitcoin", "2", "--gift", "--date", "2025-01-01")
    #expect(try home.bitpal("transactions", "--csv").output.contains(",gift,bitcoin,2,0,0,"))
    #expect(try home.bitpal("buy", "bitcoin", "2", "--gift", "--price", "1").status == 64)
  }

  @Test func `nothing hostile reaches the terminal`() throws {
    let home = try TestHome()
    let hostile = "\u{1B}]0;owned\u{07}\u{1B}[31m"
    try home.bitpal("buy", "bitcoin", "1", "--price", "1", "--notes", hostile)
    let runs = [
      try home.bitpal("transactions"), try home.bitpal("buy", hostile, "1", "--price", "1"),
      try home.bitpal(hostile), try home.bitpal("import", hostile),
    ]
    for ended in runs {
      #expect(!(ended.output + ended.standardError).unicodeScalars.contains { $0.value == 0x1B })
    }
  }

  @Test func `files belong to the user alone`() throws {
    let home = try TestHome()
    try home.recordExample()
    for path in try FileManager.default.subpathsOfDirectory(atPath: home.container) {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(home.container)/\(path)")
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(path)")
    }
  }

  @Test func `a damaged ledger is named and left as it is`() throws {
    let home = try TestHome()
    try home.recordExample()
    let path = "\(home.container)/BitpalShared.sqlite"
    let scribble = Data(repeating: 0x5A, count: 4096)
    try scribble.write(to: URL(fileURLWithPath: path))
    let ended = try home.bitpal("summary")
    #expect(ended.status == 2)
    #expect(ended.standardError.contains("BitpalShared.sqlite"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == scribble)
  }
}
