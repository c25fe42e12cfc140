import Foundation
import Testing

/// Imported files, as `bitpal files` and `explain` show them.
struct ImportedFilesTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    home.environment["TZ"] = "UTC"
  }

  private func json(_ words: String...) throws -> [[String: Any]] { try home.rows(words) }

  @Test func `every transaction names its file and line`() throws {
    let text = CoinbaseRows.header + CoinbaseRows.bought + CoinbaseRows.later + CoinbaseRows.sent
    try home.bitpal("import", try home.file("coinbase.csv", text))
    let files = try json("files")
    #expect(files.count == 1)
    #expect(files[0]["name"] as? String == "coinbase.csv")
    #expect(files[0]["form"] as? String == "coinbase")
    #expect(files[0]["size"] as? Int == text.utf8.count)
    #expect(files[0]["recorded"] as? Int == 3)
    let rows = try json("files", "show", "1")
    #expect(rows.map { $0["line"] as? Int } == [2, 3, 4])
    #expect(rows.map { $0["state"] as? String } == ["recorded", "recorded", "recorded"])
    #expect(rows[1]["text"] as? String == String(CoinbaseRows.later.dropLast()))
    let id = try #require((rows[1]["transactions"] as? [String])?.first)
    #expect(try json("transactions").contains { $0["id"] as? String == id })
    let explained = try home.bitpal("explain", "bitcoin").output
    #expect(explained.contains("coinbase.csv line 2"), "\(explained)")
    #expect(explained.contains("coinbase.csv line 3"), "\(explained)")
    try home.expectSound()
  }

  @Test func `a file without rows can be removed`() throws {
    try home.bitpal("import", try home.file("empty.csv", "coin_id,type,amount,price,date,notes\n"))
    #expect(try json("files").count == 1)
    #expect(
      try home.bitpal("files", "remove", "1").output
        == "Removed empty.csv: the ledger stays the same.\n")
    #expect(try home.bitpal("files").standardError.hasPrefix("No file was imported."))
    try home.expectSound()
  }

  @Test func `a backup brings its own files and no others`() throws {
    let first = CoinbaseRows.header + CoinbaseRows.bought
    try home.bitpal("import", try home.file("first.csv", first))
    let backup = "\(home.path)/backup.sqlite"
    try home.bitpal("backup", backup)
    try home.bitpal("files", "forget", "1", "--yes")
    try home.bitpal("import", try home.file("second.csv", CoinbaseRows.header + CoinbaseRows.later))
    try home.bitpal("restore", backup)
    #expect(try json("files").map { $0["name"] as? String } == ["first.csv"])
    #expect(try home.bitpal("files", "export", "1").output == first)
    try home.expectSound()
  }

  @Test func `a file is given back as it was`() throws {
    let text = CoinbaseRows.header + CoinbaseRows.bought
    try home.bitpal("import", try home.file("coinbase.csv", text))
    #expect(try home.bitpal("files", "export", "1").output == text)
    try home.bitpal("files", "export", "1", "--output", try home.file("copy.csv", ""), "--force")
    #expect(try home.bitpal("import", try home.file("copy.csv", text), "--dry-run").status == 0)
    #expect(try home.bitpal("files", "export", "7").standardError.contains("There is no file 7."))
  }

  @Test func `what overlaps is known`() throws {
    try home.bitpal("import", try home.file("old.csv", CoinbaseRows.header + CoinbaseRows.bought))
    try home.bitpal(
      "import",
      try home.file("new.csv", CoinbaseRows.header + CoinbaseRows.bought + CoinbaseRows.later))
    let files = try json("files")
    #expect(files.map { $0["name"] as? String } == ["old.csv", "new.csv"])
    // Of equal rows, those in the larger file count.
    #expect(files[0]["known"] as? Int == 1)
    #expect(files[1]["recorded"] as? Int == 2)
    // The same bytes under another name are the same file.
    try home.bitpal("import", try home.file("again.csv", CoinbaseRows.header + CoinbaseRows.bought))
    #expect(try json("files").count == 2)
  }

  @Test func `a row that waits is noted until it comes in`() throws {
    let path = try home.file(
      "coinbase.csv", CoinbaseRows.header + CoinbaseRows.bought + CoinbaseRows.sold)
    try home.bitpal("import", path)
    let waiting = try json("files", "show", "1", "--line", "3")
    #expect(waiting[0]["state"] as? String == "waits")
    #expect((waiting[0]["reason"] as? String)?.isEmpty == false)
    try home.bitpal("buy", "ethereum", "1", "--price", "2000", "--date", "2024-01-01")
    try home.bitpal("import", path)
    let recorded = try json("files", "show", "1", "--line", "3")
    #expect(recorded[0]["state"] as? String == "recorded", "\(recorded)")
    #expect(try json("files").count == 1)
    try home.expectSound()
  }

  @Test func `undo delete and edit are seen`() throws {
    let path = try home.file(
      "coinbase.csv", CoinbaseRows.header + CoinbaseRows.bought + CoinbaseRows.later)
    try home.bitpal("import", path)
    let rows = try json("files", "show", "1")
    let ids = rows.compactMap { ($0["transactions"] as? [String])?.first }
    try home.bitpal("edit", ids[0], "--notes", "mine")
    try home.bitpal("delete", ids[1])
    #expect(
      try json("files", "show", "1").map { $0["state"] as? String } == ["recorded", "deleted"])
    #expect(try json("files")[0]["deleted"] as? Int == 1)
    try home.bitpal("undo", "3", "--yes")
    #expect(try json("files").isEmpty)
    try home.bitpal("redo", "--yes")
    #expect(try json("files").count == 1)
    #expect(try home.bitpal("files", "export", "1").output.hasSuffix(CoinbaseRows.later))
    try home.expectSound()
  }

  @Test func `a deleted row is not an answer`() throws {
    let path = try home.file(
      "coinbase.csv", CoinbaseRows.header + CoinbaseRows.bought + CoinbaseRows.later)
    try home.bitpal("import", path)
    let rows = try json("files", "show", "1")
    let id = try #require((rows[1]["transactions"] as? [String])?.first)
    try home.bitpal("delete", id)
    try home.bitpal("import", try home.file("sent.csv", CoinbaseRows.header + CoinbaseRows.sent))
    let shown = try json("files", "show", "1", "--line", "3")[0]
    #expect(shown["state"] as? String == "deleted")
    #expect(shown["reason"] as? String == "you deleted it from the ledger")
    let file = try json("files")[0]
    #expect(file["deleted"] as? Int == 1 && file["recorded"] as? Int == 1)
    #expect(file["leftOut"] as? Int == 0)
    try home.expectSound()
  }

  @Test func `both rows of a trade are recorded`() throws {
    let path = try home.file(
      "kraken.csv",
      """
      "txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
      "L1","T1","2024-02-05 14:31:09","trade","","currency","ZUSD",-420.0000,0.6700,579.3300
      "L2","T1","2024-02-05 14:31:09","trade","","currency","SOL",4.0000000000,0.0000000000,4.0

      """)
    try home.bitpal("import", path)
    let rows = try json("files", "show", "1")
    #expect(rows.map { $0["state"] as? String } == ["recorded", "recorded"], "\(rows)")
    #expect(rows.compactMap { $0["reason"] as? String } == ["with line 2"], "\(rows)")
    #expect(try json("files")[0]["deleted"] as? Int == 0)
    #expect(try json("files")[0]["recorded"] as? Int == 2)
    let id = try #require((rows[0]["transactions"] as? [String])?.first)
    try home.bitpal("delete", id)
    #expect(try json("files")[0]["deleted"] as? Int == 1)
    try home.expectSound()
  }

  @Test func `every row that is not recorded says why`() throws {
    let path = try home.file(
      "kraken.csv",
      """
      "txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
      "L1","T1","2024-02-05 14:31:09","deposit","","currency","USDT",420.0,0,420.0
      "L2","T2","2024-02-06 14:31:09","deposit","","currency","ZEUR",10.0,0,10.0
      "L3","T3","2024-02-07 14:31:09","sale","","currency","SOL",-4.0,0,0
      "L4","T4","2024-02-08 14:31:09","staking","","currency","SOL",4.0,0,4.0

      """)
    let preview = try home.bitpal("import", path, "--stable", "USDT", "--dry-run").output
    #expect(preview.contains("4 rows, 1 recorded, 1 waiting, "), "\(preview)")
    #expect(preview.contains("Left out: 2 only money moved"), "\(preview)")
    try home.bitpal("import", path, "--stable", "USDT")
    for row in try json("files", "show", "1") where row["state"] as? String != "recorded" {
      let reason = try #require(row["reason"] as? String, "\(row)")
      #expect(!reason.contains("|"))
    }
    #expect(try json("files", "show", "1")[0]["reason"] as? String == "only money moved")
    #expect(try json("files")[0]["deleted"] as? Int == 0)
    #expect(try json("files")[0]["leftOut"] as? Int == 2)
  }

  @Test func `previews and imports that add nothing keep nothing`() throws {
    let path = try home.file("coinbase.csv", CoinbaseRows.header + CoinbaseRows.bought)
    try home.bitpal("import", path, "--dry-run")
    #expect(try json("files").isEmpty)
  }

  @Test func `a zone that is set later applies when files are read again`() throws {
    let path = try home.file(
      "tracker.csv",
      """
      "Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"
      "Trade","10","SOL","982.548","EUR","2.548","EUR","Kraken","","","2024-02-05 00:30:17"

      """)
    try home.bitpal("import", path)
    #expect(try home.done("transactions --csv").contains("2024-02-05T00:30:17Z"))
    try home.done("config set import.zone Europe/Prague")
    try home.done("files reread")
    #expect(try home.done("transactions --csv").contains("2024-02-04T23:30:17Z"))
    // Another file's zone was set first.
    let other = try TestHome()
    try other.done("config set import.zone bitget=Europe/Prague")
    try other.bitpal("import", path)
    try other.done("config set import.zone bitget=Europe/Prague,cointracking=Europe/Prague")
    try other.done("files reread")
    #expect(try other.done("transactions --csv").contains("2024-02-04T23:30:17Z"))
    // The zone it was read in stays.
    try home.done("config set import.zone Asia/Tokyo")
    #expect(try home.done("files reread").contains("the ledger stays the same"))
    try home.expectSound()
  }

  @Test func `a zone that a file does not need changes nothing when it is read again`() throws {
    try home.bitpal(
      "import", try home.file("coinbase.csv", CoinbaseRows.header + CoinbaseRows.bought))
    try home.done("config set import.zone Asia/Tokyo")
    let before = try home.done("log --csv")
    #expect(try home.done("files reread").contains("the ledger stays the same"))
    #expect(try home.done("log --csv") == before)
  }

  @Test func `reading again gives the coin of a fee to nothing else`() throws {
    let header =
      "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,"
      + "Net Worth Amount,Net Worth Currency,Label,Description,TxHash\n"
    let path = try home.file(
      "koinly.csv",
      header + """
        2024-08-01 08:00:00 UTC,3000,EUR,1,ETH,30,EUR,,,,,
        2024-08-02 08:00:00 UTC,3000,EUR,300,LINK,30,EUR,,,,,
        2024-08-04 09:00:00 UTC,100,LINK,,,0.001,ETH,,,,,
        2024-08-05 09:00:00 UTC,100,USDC,,,0.001,ETH,,,,,

        """)
    try home.bitpal("import", path, "--account", "w", "--stable", "USDC")
    let move = try home.done("moves --csv --columns Id").split(separator: "\n")[1]
    for change in ["edit \(move) --amount 90", "delete \(move)"] {
      try home.done(change)
      let rows = try home.done("accounts --csv")
      #expect(try home.done("files reread").contains("the ledger stays the same"))
      #expect(try home.done("accounts --csv") == rows)
      try home.expectSound()
    }
  }

  @Test func `options without an effect on a file that is in the ledger are named`() throws {
    let path = try home.file(
      "kraken.csv",
      """
      "txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
      "L1","F1","2024-02-05 10:30:17","nft reward","","currency","SOL",10.0,0,10.0

      """)
    try home.bitpal("import", path, "--account", "anna")
    #expect(!(try home.bitpal("import", path, "--account", "ANNA").standardError.contains("--")))
    let map = "reward=nft reward"
    let ended = try home.bitpal("import", path, "--map", map, "--account", "bob")
    #expect(
      ended.standardError.contains(
        "--map is not used for kraken.csv, which is in the ledger. Read it again with the map: "
          + "bitpal files reread 1 --map '\(map)'\n"), "\(ended)")
    #expect(
      ended.standardError.contains(
        "--account is not used for kraken.csv, which is in the ledger. To import it again: bitpal "
          + "files remove 1\n"))
  }

  @Test func `forgetting removes the bytes only`() throws {
    try home.bitpal(
      "import", try home.file("coinbase.csv", CoinbaseRows.header + CoinbaseRows.bought))
    #expect(try home.bitpal("files", "forget", "1").status == 2)
    #expect(
      try home.bitpal("files", "forget", "1", "--yes").output
        == "Forgot the bytes of coinbase.csv.\n")
    #expect(try home.bitpal("files", "export", "1").standardError.contains("were forgotten"))
    #expect(try json("files", "show", "1")[0]["text"] is NSNull)
    #expect(try home.bitpal("explain", "bitcoin").output.contains("coinbase.csv line 2"))
    try home.expectSound()
  }

  @Test func `text is masked and cleaned`() throws {
    let text =
      CoinbaseRows.header + CoinbaseRows.bought.replacing("10,\n", with: "10,\u{1B}[31mred\n")
    try home.bitpal("import", try home.file("coinbase.csv", text))
    let shown = try home.bitpal("files", "show", "1").output
    #expect(shown.contains("42000") && !shown.contains("\u{1B}"), "\(shown)")
    #expect(try !home.bitpal("files", "show", "1", "--private").output.contains("42000"))
  }

  @Test func `a long file is kept whole`() throws {
    var text = "coin_id,type,amount,price,date,notes\n"
    for minute in 0..<70_000 {
      let time = Date(timeIntervalSince1970: 1_600_000_000 + Double(minute) * 60)
      text += "bitcoin,buy,0.\(minute + 1),40000,\(time.ISO8601Format()),row \(minute) of many\n"
    }
    #expect(text.utf8.count > 1 << 22)
    try home.bitpal("import", try home.file("long.csv", text))
    #expect(try json("files")[0]["size"] as? Int == text.utf8.count)
    #expect(try home.bitpal("files", "export", "1").output == text)
    let last = try json("files", "show", "1", "--line", "70001")
    #expect(last[0]["state"] as? String == "recorded")
  }
}
