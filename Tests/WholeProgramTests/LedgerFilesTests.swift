import BitpalTesting
import Exact
import Foundation
import Portfolio
import Testing

/// Export, backup and restore of the ledger.
struct LedgerFilesTests {
  @Test func `a file that is not a backup is named, and the ledger stays`() throws {
    let home = try TestHome()
    try home.recordExample()
    let file = try home.file("trades.csv", "coin_id,type\nbitcoin,buy\n")
    let refused = try home.bitpal("restore", file)
    #expect(refused.status == 2)
    #expect(
      refused.standardError
        == "\(file) is not a bitpal backup; the ledger is unchanged. Restore another backup.\n")
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a full disk lets the ledger be read`() throws {
    let home = try TestHome()
    try home.recordExample()
    let shown = try home.bitpal("transactions").output
    // No file can grow, not even SQLite's shared-memory file.
    let script = #"(trap '' XFSZ; ulimit -f 0; "$0" buy bitcoin 1 --price 1; "$0" "$1") 2>&1 | cat"#
    let output = "\(home.path)/full.out"
    _ = try spawn(
      "/bin/sh", ["-c", script, try TestHome.program, "transactions"],
      environment: home.environment,
      output: output)
    let said = try String(contentsOfFile: output, encoding: .utf8)
    #expect(said.contains(": could not "))
    #expect(said.hasSuffix(".\n" + shown))
    #expect(try home.bitpal("transactions").output == shown)
  }

  @Test func `no output replaces a file in which bitpal keeps its data`() throws {
    let home = try TestHome()
    try home.recordExample()
    let file = try home.file("trades.csv", trades)
    #expect(try home.bitpal("import", file, "--yes").status == 0)
    let (ledger, link) = ("\(home.container)/BitpalShared.sqlite", "\(home.path)/link.csv")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: ledger)
    let shown = try home.bitpal("transactions").output
    for path in [ledger, link, "\(home.widgetData)/portfolio.json"] {
      for command in [["export", "--force"], ["files", "export", "1", "--force"], ["screenshot"]] {
        let refused = try home.run(command + ["-o", path])
        #expect(refused.status == 2, "\(command) \(path)")
        #expect(
          refused.standardError
            == "\(path) is one of bitpal's own files. Choose another file.\n")
      }
    }
    for path in ["\(home.widgetData)/portfolio.json", "\(home.container)/.lock"] {
      #expect(try home.bitpal("backup", path, "--force").status == 2, "\(path)")
    }
    // A ledger that is a link is protected where it lies, too.
    let moved = "\(home.path)/moved.sqlite"
    try FileManager.default.moveItem(atPath: ledger, toPath: moved)
    try FileManager.default.createSymbolicLink(atPath: ledger, withDestinationPath: moved)
    for path in [ledger, moved] {
      #expect(try home.bitpal("export", "--force", "-o", path).status == 2, "\(path)")
    }
    let backup = "\(home.path)/backup.sqlite"
    #expect(try home.bitpal("backup", backup).status == 0)
    #expect(try home.bitpal("backup", backup, "--force").status == 0)
    #expect(try home.bitpal("transactions").output == shown)
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a link to a ledger that is missing is no empty portfolio`() throws {
    let home = try TestHome()
    try home.recordExample()
    let (ledger, disk) = ("\(home.container)/BitpalShared.sqlite", "\(home.path)/disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    try FileManager.default.moveItem(atPath: ledger, toPath: "\(disk)/ledger.sqlite")
    try FileManager.default.createSymbolicLink(
      atPath: ledger, withDestinationPath: "\(disk)/ledger.sqlite")
    let shown = try home.bitpal("transactions").output
    try FileManager.default.moveItem(atPath: disk, toPath: "\(disk).away")
    for command in [
      ["transactions"], ["summary"], ["export"], ["buy", "bitcoin", "1", "--price", "3"],
    ] {
      let refused = try home.run(command)
      #expect(refused.status == 74 && refused.output.isEmpty, "\(command): \(refused.output)")
      #expect(
        refused.standardError.hasPrefix("The file that \(ledger) links to is missing."),
        "\(command): \(refused.standardError)")
    }
    let checked = try home.bitpal("doctor")
    #expect(checked.status != 0 && checked.output.contains("links to is missing"))
    try FileManager.default.moveItem(atPath: "\(disk).away", toPath: disk)
    #expect(try home.bitpal("transactions").output == shown)
  }

  @Test(arguments: ["csv", "json"])
  func `export, import and export again is the same file`(format: String) throws {
    let first = try TestHome()
    try first.bitpal("import", try first.file("trades.csv", trades))
    let exported = try first.bitpal("export", "--format", format).output
    #expect(exported.contains("0.333333333333333333"))
    let second = try TestHome()
    #expect(try second.bitpal("import", "-", input: exported).status == 0)
    #expect(try second.bitpal("export", "--format", format).output == exported)
    #expect(try second.bitpal("verify").status == 0)
  }

  @Test func `overlapping exports add only what is new`() throws {
    let home = try TestHome()
    let rows = trades.split(separator: "\n").map(String.init)
    let early = rows.prefix(9).joined(separator: "\n")
    let late = ([rows[0]] + rows.dropFirst(5)).joined(separator: "\n")
    #expect(
      try home.bitpal("import", "-", input: early).output.hasSuffix("Added 8 transactions.\n"))
    #expect(try home.bitpal("import", "-", input: late).output.hasSuffix("Added 6 transactions.\n"))
    #expect(try home.bitpal("import", "-", input: trades).output.hasSuffix("Nothing was added.\n"))
    let once = try TestHome()
    try once.bitpal("import", "-", input: trades)
    // Each import creates new ids; everything else is equal.
    func withoutIds(_ home: TestHome) throws -> [[Substring]] {
      try home.bitpal("export", "--format", "csv").output.split(separator: "\n").map {
        var cells = $0.split(separator: ",", omittingEmptySubsequences: false)
        cells.removeAll { $0.count == 36 && $0.count(where: { $0 == "-" }) == 4 }
        return cells
      }
    }
    #expect(try withoutIds(home) == withoutIds(once))
  }

  @Test func `hledger agrees to the cent`() throws {
    let home = try TestHome()
    try home.bitpal("import", try home.file("trades.csv", trades))
    try home.bitpal("refresh", "--prices", try home.file("prices.json", prices))
    let journal = "\(home.path)/bitpal.journal"
    #expect(try home.bitpal("export", "--format", "hledger", "-o", journal).status == 0)

    // Prices are not taken from the generated files.
    try FileManager.default.removeItem(atPath: "\(home.widgetData)/refresh_data.json")
    #expect(
      try home.bitpal("export", "--format", "hledger").output
        == String(contentsOfFile: journal, encoding: .utf8))

    let summary = try JSONValue(parsing: home.bitpal("summary", "--json").output.utf8)
    let unrealized = try home.hledger(
      "-f", journal, "balance", "--gain", "assets", "not:tag:unpriced", "--strict")
    #expect(unrealized["total"]?.cents == summary["unrealizedPnL"]?.decimal?.cents)
    let values = try home.hledger("-f", journal, "balance", "-V", "assets", "not:tag:unpriced")
    #expect(values["total"]?.cents == summary["totalValue"]?.decimal?.cents)
    let gains = try home.hledger("-f", journal, "balance", "gains")
    #expect(gains["total"]?.cents == summary["realizedPnL"]?.decimal.map { -$0.cents })

    let holdings = try JSONValue(parsing: home.bitpal("holdings", "--json").output.utf8)
    let rows = try #require(holdings.array)
    #expect(rows.count == 6)
    for row in rows where row["currentValue"] != .null {
      let account = "assets:(none):\(try #require(row["id"]?.string))"
      #expect(unrealized[account]?.cents == row["profitLoss"]?.decimal?.cents)
      #expect(values[account]?.cents == row["currentValue"]?.decimal?.cents)
    }
  }

  @Test(arguments: ["average", "fifo", "hmrc"])
  func `hledger has what accounts, gains and income say`(method: String) throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    for line in everyKind.split(separator: "\n") {
      let ended = try home.run(line.split(separator: " ").map(String.init))
      #expect(ended.status == 0, "\(line): \(ended.standardError)")
    }
    let journal = "\(home.path)/bitpal.journal"
    let export = ["export", "--format", "hledger", "--cost-basis", method, "-o", journal]
    #expect(try home.run(export).status == 0)
    let text = try String(contentsOfFile: journal, encoding: .utf8)
    #expect(text.contains("; lot:2") == (method == "fifo"))

    let held = try home.hledger("-f", journal, "balance", "assets", "--strict")
    let accounts = try JSONValue(parsing: home.bitpal("accounts", "--json").output.utf8)
    let balances = try #require(accounts.array)
    #expect(balances.count == 7 && held.count == 8)
    for row in balances {
      let account = "\(row["account"]?.string ?? "(none)"):\(try #require(row["coinId"]?.string))"
      #expect(held["assets:\(account)"] == row["amount"]?.decimal, "\(account)")
    }

    let gains = try JSONValue(
      parsing: home.bitpal("gains", "--cost-basis", method, "--json").output.utf8)
    let booked = try home.hledger("-f", journal, "balance", "gains", "expenses:lost")
    #expect(booked["total"] == gains["totals"]?["gain"]?.decimal.map { -$0.cents })
    let income = try home.hledger("-f", journal, "balance", "income")
    #expect(income == ["income:staking": -20, "income:other": -11, "total": -31])
    let values = try #require(gains["income"]?.array).compactMap { $0["value"]?.decimal }
    #expect(values.reduce(0, +) == 31)
    let rest = try home.hledger("-f", journal, "balance", "equity:migrations", "equity:withdrawals")
    #expect(rest == ["equity:withdrawals": ExactDecimal(1) / 4, "total": ExactDecimal(1) / 4])
  }

  @Test func `the journal follows the configured cost basis, and no other export has one`() throws {
    let home = try TestHome()
    try home.recordExample()
    #expect(try !home.bitpal("export", "--format", "hledger").output.contains("; lot:"))
    try home.bitpal("config", "set", "cost-basis", "lifo")
    #expect(try home.bitpal("export", "--format", "hledger").output.contains("; lot:"))
    let refused = try home.bitpal("export", "--cost-basis", "fifo")
    #expect(refused.status == 64 && refused.standardError.contains("Add --format hledger"))
  }

  @Test
  func `a ledger of a newer bitpal is named and left as it is`() throws {
    let home = try TestHome()
    try home.recordExample()
    let ledger = URL(fileURLWithPath: "\(home.container)/BitpalShared.sqlite")
    // A backup is a single file; four bytes of its header are the schema version.
    try home.bitpal("backup", "\(home.path)/newer.sqlite")
    var newer = try Data(contentsOf: URL(fileURLWithPath: "\(home.path)/newer.sqlite"))
    newer.replaceSubrange(60..<64, with: [0, 0, 0, 99])
    for tail in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: ledger.path + tail) {
      try FileManager.default.removeItem(atPath: ledger.path + tail)
    }
    try newer.write(to: ledger)
    for arguments in [["summary"], ["buy", "bitcoin", "1", "--price", "1"], ["undo"], ["verify"]] {
      let ended = try home.run(arguments)
      #expect(ended.status == 2, "\(arguments)")
      #expect(ended.standardError.hasPrefix("Written by a newer bitpal (schema 99"))
      #expect(ended.standardError.contains(ledger.path))
    }
    #expect(try Data(contentsOf: ledger) == newer)
    #expect(try home.bitpal("restore", "\(home.path)/newer.sqlite").status == 2)
  }

  @Test func `a spreadsheet runs nothing and its file gives the same ledger`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2025-04-28T12:00:00Z"
    let notes = "=cmd|' /C calc'!A0"
    try home.bitpal(
      "buy", "bitcoin", "2", "--price", "5", "--date", "2025-01-02", "--notes", notes, "--account",
      "@home")
    try home.bitpal("sell", "bitcoin", "1", "--price", "4", "--date", "2025-02-03")
    let plain = try home.bitpal("export").output
    #expect(plain.contains(",\(notes),"))
    let safe = try home.bitpal("export", "--csv-safe").output
    #expect(safe.contains(",'\(notes),") && safe.contains(",'@home,"))
    let other = try TestHome()
    #expect(try other.bitpal("import", home.file("safe.csv", safe)).status == 0)
    #expect(try other.bitpal("export").output == plain)

    let listed = try home.bitpal("transactions", "--csv-safe").output
    #expect(listed.contains(",'\(notes)") && listed.contains(",'@home"))
    #expect(try home.bitpal("transactions", "--csv").output.contains(",\(notes)"))
    // A loss is still a number.
    #expect(try home.bitpal("gains", "--csv-safe").output.contains(",-1,"))
    #expect(try home.bitpal("chart", "--csv", "--csv-safe").status == 0)
    for refused in [
      ["export", "--format", "json", "--csv-safe"], ["holdings", "--json", "--csv-safe"],
    ] {
      #expect(try home.run(refused).status == 64, "\(refused)")
    }
  }

  @Test func `what waits is named by line and reason`() throws {
    let home = try TestHome()
    let file = try home.file(
      "kraken.csv",
      """
      "txid","refid","time","type","subtype","aclass","asset","wallet","amount","fee","balance"
      "L1","D1","2024-01-05 12:00:00","deposit","","currency","ZEUR","spot","500","0","500"
      "L2","T1","2024-03-19 19:43:31","trade","","currency","ARS","spot","-100","0.2","400"
      "L3","T1","2024-03-19 19:43:31","trade","","currency","ZZZQ","spot","150","0","150"

      """)
    let ended = try home.bitpal("import", file)
    #expect(ended.status == 0)
    #expect(
      ended.output == """
        kraken.csv (kraken-ledgers): 3 rows, 2 waiting, 1 left out
        Left out: 1 only money moved (`bitpal files show` lists the rows of a file)
          ZZZQ: 1 buy of 150 (1 of unknown worth), 2024-03-19
        Not in the coin catalog, so without a price: ZZZQ
        2 rows wait (kraken.csv line 3 and 1 more): Nothing says what your ZZZQ was worth.
        Added 1 transaction.
        2 rows wait for an answer: bitpal inbox

        """, "\(ended)")
    let cured = try home.bitpal("import", file, "--rate", "ARS=0.001")
    #expect(cured.output.hasSuffix("Added no transactions, changing 1 row.\n"))
    #expect(try !home.bitpal("transactions").output.contains("—"))
    #expect(try home.bitpal("verify").status == 0)
  }

  private let everyKind = """
    buy bitcoin 2 --price 40000 --date 2024-01-01 --account Kraken
    buy ethereum 10 --price 2000 --fee 5 --date 2024-01-02 --account Coinbase
    buy matic-network 300 --total 100 --date 2024-01-02 --account Kraken
    sell bitcoin 0.333333333 --price 50000 --date 2024-02-01 --account Kraken
    reward solana 0.2 --label staking --price 100 --date 2024-02-02 --account Kraken
    reward solana 0.1 --price 110 --date 2024-02-03 --account Kraken
    gift bitcoin 0.1 --date 2024-02-03
    swap 0.1 bitcoin 1.6 ethereum --total 5000 --date 2024-02-04 --account Kraken
    transfer bitcoin 0.05 Kraken Ledger --fee 0.0001 --date 2024-02-05
    spend bitcoin 0.01 --price 51000 --date 2024-02-06 --account Kraken
    lose bitcoin 0.01 --date 2024-02-06 --account Ledger
    give ethereum 1 --date 2024-02-07 --account Coinbase
    deposit bitcoin 0.5 Kraken --date 2024-03-01
    withdraw ethereum 0.25 Kraken --date 2024-03-02
    migrate matic-network polygon-ecosystem-token 1:1 --date 2024-09-04 --account Kraken
    """

  /// Partial sales, a closed cycle, a gift, seven coins, one of them without a price.
  private let trades = """
    coin_id,type,amount,price,date,notes
    bitcoin,buy,1.23456789,40000.01,2025-01-02,"one, and two"
    ethereum,buy,10,2000.125,2025-01-02,
    bitcoin,buy,0.333333333333333333,61234.567,2025-01-05,
    bitcoin,sell,0.777777,50000.5,2025-02-03,partial
    bitcoin,buy,0.1,70000,2025-02-04T10:00:00Z,
    ethereum,sell,10,2500,2025-03-02,closed
    dogecoin,gift,1000,0,2025-03-02,airdrop
    ethereum,buy,3,2600,2025-03-03,again
    ethereum,sell,1,2400,2025-03-04,
    dogecoin,sell,250,0.12345,2025-03-05,
    shiba-inu,buy,123456789,0.00000823,2025-03-05,
    solana,buy,5,100,2025-03-06,
    cardano,buy,30,0.5,2025-03-06,no price
    shiba-inu,sell,23456789,0.0000091,2025-03-06T12:00:00.500Z,"two
    lines"

    """
  private let prices = """
    {"bitcoin":"61234.56","ethereum":"2987.125","dogecoin":"0.1","shiba-inu":"0.00000613",
     "solana":"84"}
    """
}

extension ExactDecimal {
  fileprivate var cents: ExactDecimal { rounded(places: 2) }
}

extension TestHome {
  /// The amounts of a balance report, by account.
  fileprivate func hledger(_ arguments: String...) throws -> [String: ExactDecimal] {
    let output = "\(path)/\(UUID()).report"
    let status = try spawn(
      "/usr/bin/hledger", arguments + ["-O", "csv"], environment: environment, output: output)
    try #require(status == 0)
    let rows = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: try rows.dropFirst().map { row in
        let cells = row.split(separator: ",").map { $0.filter { $0 != "\"" } }
        let figure = try #require(cells.last?.split(separator: " ").first)
        return (cells[0], try ExactDecimal(exact: figure))
      })
  }
}
