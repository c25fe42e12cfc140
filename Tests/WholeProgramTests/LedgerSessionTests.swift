import Foundation
import Testing

struct LedgerSessionTests {
  @Test func aSaleOfMoreThanIsOwnedIsRefusedAndNothingIsWritten() throws {
    let desk = try Desk()
    try desk.recordExample()
    let before = try desk.bitpal("export", "--format", "csv").output
    let refused = try desk.bitpal("sell", "bitcoin", "5", "--price", "1")
    #expect(refused.status == 2)
    #expect(refused.complaints == "You only own 1 bitcoin. Cannot sell 5.\n")
    #expect(refused.output == "")
    #expect(try desk.bitpal("export", "--format", "csv").output == before)
  }

  @Test(
    "refuses in a sentence that helps",
    arguments: [
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
  func refuses(_ arguments: [String], sentence: String) throws {
    let desk = try Desk()
    let ended = try desk.run(arguments)
    #expect(ended.status == 2, "\(ended)")
    #expect(ended.complaints.contains(sentence), "\(ended.complaints)")
    #expect(ended.output == "")
    #expect(try desk.bitpal("transactions", "--json").output == "[]\n")
  }

  @Test func aSymbolIsReadAsItsHighestRankedCoinAndSaidSo() throws {
    let desk = try Desk()
    let bought = try desk.bitpal("buy", "btc", "1", "--price", "2", "--date", "2025-01-01")
    #expect(bought.complaints == "btc is read as bitcoin (Bitcoin, rank 1).\n")
    #expect(bought.output.hasPrefix("Bought 1 bitcoin at $2.00 for $2.00 on 2025-01-01"))
  }

  @Test func editDeleteUndoAndRedoKeepTheLedgerTrue() throws {
    let desk = try Desk()
    try desk.recordExample()
    let rows = try desk.bitpal("transactions").output.split(separator: "\n")
    let buy = String(rows[1].prefix(8))
    #expect(try desk.bitpal("edit", buy, "--amount", "0.5").status == 2)
    #expect(try desk.bitpal("delete", buy).complaints.contains("the sale of 1 BTC on 2025-02-03"))
    #expect(try desk.bitpal("edit", buy, "--amount", "3").status == 0)
    #expect(try desk.bitpal("holdings", "--csv").output.contains("bitcoin,BTC,Bitcoin,2,"))
    #expect(try desk.bitpal("undo").output.hasPrefix("Undone: "))
    #expect(try desk.bitpal("holdings", "--csv").output.contains("bitcoin,BTC,Bitcoin,1,"))
    #expect(try desk.bitpal("redo").status == 0)
    #expect(try desk.bitpal("holdings", "--csv").output.contains("bitcoin,BTC,Bitcoin,2,"))
  }

  @Test func aGiftCostsNothing() throws {
    let desk = try Desk()
    try desk.bitpal("buy", "bitcoin", "2", "--gift", "--date", "2025-01-01")
    #expect(try desk.bitpal("transactions", "--csv").output.contains(",gift,bitcoin,2,0,0,"))
    #expect(try desk.bitpal("buy", "bitcoin", "2", "--gift", "--price", "1").status == 64)
  }

  @Test func nothingHostileReachesTheTerminal() throws {
    let desk = try Desk()
    let hostile = "\u{1B}]0;owned\u{07}\u{1B}[31m"
    try desk.bitpal("buy", "bitcoin", "1", "--price", "1", "--notes", hostile)
    let runs = [
      try desk.bitpal("transactions"), try desk.bitpal("buy", hostile, "1", "--price", "1"),
      try desk.bitpal(hostile), try desk.bitpal("import", hostile),
    ]
    for ended in runs {
      #expect(!(ended.output + ended.complaints).unicodeScalars.contains { $0.value == 0x1B })
    }
  }

  @Test func filesBelongToTheUserAlone() throws {
    let desk = try Desk()
    try desk.recordExample()
    for path in try FileManager.default.subpathsOfDirectory(atPath: desk.container) {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(desk.container)/\(path)")
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(path)")
    }
  }

  @Test func aDamagedLedgerIsNamedAndLeftAsItIs() throws {
    let desk = try Desk()
    try desk.recordExample()
    let path = "\(desk.container)/BitpalShared.sqlite"
    let scribble = Data(repeating: 0x5A, count: 4096)
    try scribble.write(to: URL(fileURLWithPath: path))
    let ended = try desk.bitpal("summary")
    #expect(ended.status == 2)
    #expect(ended.complaints.contains("BitpalShared.sqlite"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == scribble)
  }
}
