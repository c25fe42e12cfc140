import Foundation
import Testing

/// `bitpal import` adds each transaction once and keeps what it cannot resolve for the inbox.
///
/// - Importing a file twice, or months in separate files, gives the same ledger.
/// - An export imports into the same ledger byte for byte.
/// - An unreadable row or an uncovered sale waits while the others are added.
/// - With `--strict` nothing is imported if a row would wait.
/// - The preview of a long import has at most forty lines.
struct ImportTests {
  private let trades = """
    coin_id,type,amount,price,date,notes
    bitcoin,buy,2,40000,2025-01-02,"first, and best"
    bitcoin,sell,1,50000,2025-02-03,
    shiba-inu,gift,1000000,0,2025-03-01T10:00:00.500Z,airdrop

    """

  @Test func `the same file twice adds nothing`() throws {
    let home = try TestHome()
    let file = try home.file("trades.csv", trades)
    let shown = try home.bitpal("import", file, "--dry-run").output
    #expect(shown.hasPrefix("trades.csv (bitpal): 3 rows, 3 recorded\n"))
    #expect(shown.hasSuffix("\nWould add 3 transactions.\n"))
    #expect(try home.bitpal("transactions", "--json").output == "[]\n")
    #expect(try home.bitpal("import", file).output.hasSuffix("Added 3 transactions.\n"))
    #expect(try home.bitpal("import", file).output.hasSuffix("Nothing was added.\n"))
  }

  @Test func `export then import is the same ledger byte for byte`() throws {
    let first = try TestHome()
    try first.bitpal("import", try first.file("trades.csv", trades))
    let exported = try first.bitpal("export", "--format", "csv").output
    let second = try TestHome()
    #expect(try second.bitpal("import", "-", input: exported).status == 0)
    #expect(try second.bitpal("export", "--format", "csv").output == exported)
  }

  /// Months of one account in separate files, as exported by exchanges without ids.
  @Test func `equal rows of two days are two however they are cut into files`() throws {
    let header = "tradeCreatedAt,symbol,side,price,size,funds,fee,feeCurrency\n"
    let rows = ["2022-05-01", "2022-06-01", "2022-07-01"].map {
      "\($0) 10:00:00,LINK-USDT,buy,10,3,30,0.03,USDT\n"
    }
    let whole = try TestHome()
    try whole.bitpal(
      "import", try whole.file("all.csv", header + rows.joined()), "--stable", "USDT")
    let home = try TestHome()
    for (number, row) in rows.enumerated() {
      let file = try home.file("\(number).csv", header + row)
      #expect(
        try home.bitpal("import", file, "--stable", "USDT").output.hasSuffix(
          "Added 1 transaction.\n"))
    }
    #expect(try home.bitpal("export").output == whole.bitpal("export").output)
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a deposit of money is no row of the ledger`() throws {
    let home = try TestHome()
    let file = try home.file(
      "kraken.csv",
      """
      "txid","refid","time","type","subtype","aclass","asset","wallet","amount","fee","balance"
      "L1","D1","2024-01-05 12:00:00","deposit","","currency","ZEUR","spot","500","0","500"
      "L2","T1","2024-03-19 19:43:31","trade","","currency","ZEUR","spot","-100","0.2","400"
      "L3","T1","2024-03-19 19:43:31","trade","","currency","ADA","spot","150","0","150"

      """)
    let ended = try home.bitpal("import", file)
    #expect(ended.output.hasSuffix("Added 1 transaction.\n"))
    #expect(
      ended.output.hasPrefix(
        "kraken.csv (kraken-ledgers): 3 rows, 2 recorded, 1 left out\n"
          + "Left out: 1 only money moved "))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a row that cannot be read waits and the others come in`() throws {
    let home = try TestHome()
    let file = try home.file("bad.csv", trades + "bitcoin,buy,0x10,1,2025-04-01,\n")
    let ended = try home.bitpal("import", file)
    #expect(ended.status == 0)
    #expect(
      ended.output.contains("1 row waits (bad.csv line 5): amount: 0x10 is not a number.\n"),
      "\(ended.output)")
    #expect(ended.standardError.isEmpty, "\(ended.standardError)")
    #expect(
      ended.output.hasSuffix("Added 3 transactions.\n1 row waits for an answer: bitpal inbox\n"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a sale that no file covers waits until one does`() throws {
    let home = try TestHome()
    let file = try home.file("bad.csv", trades + "bitcoin,sell,7,1,2025-04-01,\n")
    let ended = try home.bitpal("import", file)
    #expect(ended.output.contains("Added 3 transactions.\n"))
    #expect(ended.output.contains("1 row waits (bad.csv line 5): You sold Bitcoin (BTC),"))
    let more = try home.file(
      "more.csv", "coin_id,type,amount,price,date,notes\nbitcoin,buy,9,30000,2025-01-01,\n")
    #expect(try home.bitpal("import", more).output.hasSuffix("Added 2 transactions.\n"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `nothing is written with strict where anything would wait`() throws {
    let home = try TestHome()
    let file = try home.file("bad.csv", trades + "bitcoin,sell,7,1,2025-04-01,\n")
    let ended = try home.bitpal("import", file, "--strict")
    #expect(ended.status == 2)
    #expect(ended.standardError.contains("Nothing was imported: 1 row would wait."))
    #expect(try home.bitpal("transactions", "--json").output == "[]\n")
    #expect(try home.bitpal("import", file, "--strict", "--skip-refused").status == 64)
  }

  @Test func `a preview of a long import has at most forty lines`() throws {
    let home = try TestHome()
    let coins = ["bitcoin", "ethereum", "solana", "cardano", "tron", "stellar", "monero", "zcash"]
    var paths: [String] = []
    for number in 1...12 {
      let rows = coins.flatMap { coin in
        [
          "\(coin),buy,\(number),1,2025-01-\(10 + number),\n",
          "\(coin)-\(number),sell,\(number),1,2025-01-\(10 + number),\n",
          "\(coin)-\(number)x,gift,\(number),0,2025-01-\(10 + number),\n",
          "\(coin),buy,x\(number)\(coin),1,2025-01-02,\n",
        ]
      }
      paths.append(
        try home.file(
          "\(number).csv", "coin_id,type,amount,price,date,notes\n" + rows.joined()))
    }
    let shown = try home.run(["import"] + paths + ["--dry-run"])
    let lines = shown.output.split(separator: "\n")
    #expect(lines.count <= 40, "\(shown.output)")
    #expect(shown.output.contains("and 5 more files (--verbose lists all)"), "\(shown.output)")
    #expect(shown.output.contains("more coins (--verbose lists all)"))
    #expect(shown.output.contains("more questions about"))
    let eight = try home.run(["import"] + paths.prefix(8) + ["--dry-run"])
    #expect(eight.output.contains("and 1 more file (--verbose lists all)"), "\(eight.output)")
    let all = try home.run(["import"] + paths + ["--dry-run", "--verbose"])
    #expect(all.output.contains("12.csv (bitpal): 32 rows"))
    #expect(!all.output.contains("--verbose"))
  }
}
