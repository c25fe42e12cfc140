import Exact
import Foundation
import Testing

/// What an import reports about refused rows, and about how it reads names and dates.
struct ImportReportTests {
  @Test func `masked an import names no amount`() throws {
    let home = try TestHome()
    try home.bitpal("buy", "bitcoin", "1.25", "--price", "5", "--date", "2024-01-01")
    let file = try home.file(
      "x.csv", "coin_id,type,amount,price,date\nbitcoin,sell,99.5,5.75,2024-01-03\n")
    for words in [["import", "--private", file, "--dry-run"], ["import", "--private", file]] {
      let shown = try home.run(words)
      #expect(shown.status == 0 && (shown.output + shown.standardError).contains("1 row waits"))
      for amount in ["1.25", "99.5", "5.75"] {
        #expect(!(shown.output + shown.standardError).contains(amount), "\(shown)")
      }
    }
    let id = try #require(try home.json(of: "inbox", "--json").array?.first?["id"]?.string)
    #expect(try home.bitpal("inbox", "show", id).output.contains("99.5"))
    #expect(try !home.bitpal("inbox", "show", id, "--private").output.contains("99.5"))
  }

  @Test(
    arguments: [
      ("1,5,2030-01-01", "Transaction date cannot be in the future"),
      ("0,5,2024-01-03", "Amount must be greater than zero"),
      ("-1,5,2024-01-03", "Amount must be greater than zero"),
      ("1e20,5,2024-01-03", "Amount must be between 1e-18 and 1e15 coins"),
      ("1,0,2024-01-03", "Price must be greater than zero"),
      ("1,-5,2024-01-03", "Price must be greater than zero"),
      ("1,1e13,2024-01-03", "Price must be between 1e-18 and 1e12 US dollars"),
    ])
  func `a row that no ledger can hold waits alone`(row: String, reason: String) throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    let file = try home.file(
      "t.csv",
      "coin_id,type,amount,price,date\nbitcoin,buy,1,5000,2024-01-01\nbitcoin,buy,\(row)\n")
    let shown = try home.bitpal("import", file)
    #expect(
      shown.output.contains("1 row waits (t.csv line 3): \(reason)."), "\(shown)")
    #expect(shown.output.contains("Added 1 transaction."))
    #expect(try home.json(of: "transactions", "--json").array?.count == 1)
  }

  @Test func `a row of an exchange whose price or date no ledger can hold waits alone`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    let file = try home.file(
      "orders.csv",
      """
      tradeCreatedAt,symbol,side,price,size,funds,fee,feeCurrency
      2022-05-01 10:00:00,LINK-USDT,buy,10,1,10,0,USDT
      2022-05-02 10:00:00,LINK-USDT,buy,9000000000000,1,9000000000000,0,USDT
      2027-05-02 10:00:00,LINK-USDT,buy,10,1,10,0,USDT

      """)
    let shown = try home.bitpal("import", file, "--stable", "USDT")
    #expect(shown.output.contains("Price must be between 1e-18 and 1e12 US dollars"), "\(shown)")
    #expect(shown.output.contains("Transaction date cannot be in the future"), "\(shown)")
    #expect(
      shown.output.hasSuffix("Added 1 transaction.\n2 rows wait for an answer: bitpal inbox\n"))
    try home.bitpal("verify")
  }

  @Test func `many rows with one cause are one line`() throws {
    let home = try TestHome()
    let rows = (1...3_000).map { "2022-05-01 10:00:00,LINK-USDT,buy,10,\($0),\($0 * 10),0,USDT\n" }
    let file = try home.file(
      "many.csv", "tradeCreatedAt,symbol,side,price,size,funds,fee,feeCurrency\n" + rows.joined())
    let shown = try home.bitpal("import", file, "--dry-run")
    #expect(
      shown.output.contains("3000 rows (many.csv line 2 and 2999 more): Does USDT count"),
      "\(shown.output)")
    #expect(shown.output.contains("2999 more): You sold Tether (USDT), and"), "\(shown.output)")
    #expect(shown.output.split(separator: "\n").count < 10)
    let cured = try home.bitpal("import", file, "--stable", "USDT")
    #expect(cured.output.hasSuffix("Added 3000 transactions.\n"))
  }

  @Test func `a question of many rows shows some until all are wanted`() throws {
    let home = try TestHome()
    let rows = (1...12).map { "2022-05-01 10:00:00,LINK-USDT,buy,10,\($0),\($0 * 10),0,USDT\n" }
    let file = try home.file(
      "many.csv", "tradeCreatedAt,symbol,side,price,size,funds,fee,feeCurrency\n" + rows.joined())
    try home.bitpal("import", file)
    let id = try #require(try home.json(of: "inbox", "--json").array?.first?["id"]?.string)
    let shown = try home.bitpal("inbox", "show", id).output
    #expect(shown.contains("line 9:") && !shown.contains("line 10:"), "\(shown)")
    #expect(shown.contains("  and 4 more (--verbose lists all)"), "\(shown)")
    #expect(try home.bitpal("inbox", "show", id, "--verbose").output.contains("line 13:"))
  }

  @Test func `a preview names what should be looked at`() throws {
    let home = try TestHome()
    let ledger = try home.file(
      "ledgers.csv",
      """
      txid,refid,time,type,subtype,aclass,asset,amount,fee,balance
      L1,R1,2022-04-04 10:00:00,deposit,,currency,XXBT,1,0,1
      L2,R2,2022-04-05 10:00:00,staking,,currency,XXBT,0.5,0,2.5
      L3,R3,2022-04-06 10:00:00,trade,,currency,ZUSD,-90,0,910
      L4,R3,2022-04-06 10:00:00,trade,,currency,XXBT,1,0,3.5

      """)
    let shown = try home.bitpal("import", ledger, "--dry-run", "--map", "zone=Asia/Tokyo").output
    for line in [
      "ledgers.csv line 3: the file states a balance of 2.5 BTC, but its rows add up to 1.5.",
      "ledgers.csv line 4: $90.00 for one Bitcoin (BTC), but its price that day was $",
      "The times of ledgers.csv name their zone themselves, so zone=Asia/Tokyo is not used.",
    ] { #expect(shown.contains(line), "\(shown)") }
    let masked = try home.bitpal("import", ledger, "--dry-run", "--private").output
    #expect(masked.contains("states a balance of •"), "\(masked)")
    #expect(!masked.contains("2.5") && !masked.contains("$90"), "\(masked)")
    #expect(!masked.contains("zone="), "\(masked)")
    let cut = try home.file(
      "cut.csv", "coin_id,type,amount,price,date,notes\nbitcoin,buy,1,5,2024-01-01,1.23457E+17\n")
    let said = try home.bitpal("import", cut, "--dry-run").output
    #expect(said.contains("A spreadsheet shortened numbers in 1 row of cut.csv."), "\(said)")
  }

  @Test func `a dry run shows what would be added of each coin`() throws {
    let home = try TestHome()
    let file = try home.file(
      "one.csv",
      """
      coin_id,type,amount,price,date
      bitcoin,buy,1,5,2024-01-01
      BTC,buy,2,6,2024-01-02
      bitcoin,buy,x,5,2024-01-03
      ethereum,buy,3,7,2024-01-02

      """)
    let ended = try home.bitpal("import", file, "--dry-run")
    #expect(
      ended.output.contains("Bitcoin (BTC): 2 buys of 3 for $17.00, 2024-01-01 to 2024-01-02"))
    #expect(ended.output.contains("Ethereum (ETH): 1 buy of 3 for $21.00, 2024-01-02"))
    #expect(ended.output.contains("1 row waits (one.csv line 4): amount: x is not a number."))
  }

  @Test func `a preview names rewards and fees as what they are`() throws {
    let home = try TestHome()
    let file = try home.file(
      "ledgers.csv",
      """
      txid,refid,time,type,subtype,aclass,asset,amount,fee,balance
      L1,R1,2022-04-04 10:00:00,trade,,currency,ZUSD,-3000,0,0
      L2,R1,2022-04-04 10:00:00,trade,,currency,XETH,1,0,1
      L3,R2,2022-04-05 10:00:00,staking,,currency,XETH,0.01,0,1.01
      L4,R3,2022-04-06 10:00:00,withdrawal,,currency,XETH,-0.5,0.002,0.508

      """)
    let ended = try home.bitpal("import", file, "--dry-run")
    #expect(
      ended.output.contains(
        "  Ethereum (ETH): 1 buy of 1 for $3,000.00, 1 reward of 0.01 for $34.06, 1 fee of 0.002, "
          + "2022-04-04 to 2022-04-06\n"), "\(ended.output)")
  }

  @Test func `a symbol in small letters is read as its coin`() throws {
    let home = try TestHome()
    let file = try home.file(
      "small.csv",
      """
      coin_id,type,amount,price,date,notes
      btc,buy,1,5,2024-01-01,
      bitcoin,buy,2,6,2024-01-02,
      bnb,buy,3,7,2024-01-02,

      """)
    let ended = try home.bitpal("import", file)
    #expect(ended.output.contains("  Bitcoin (BTC): 2 buys of 3"), "\(ended.output)")
    #expect(ended.output.contains("  BNB: 1 buy of 3"))
    let shown = try home.bitpal("holdings", "--json").output
    #expect(shown.contains(#""totalAmount": "3""#) && !shown.contains(#""id": "btc""#))
  }

  @Test func `an id of the ledger wins over a symbol`() throws {
    let home = try TestHome()
    let header = "coin_id,type,amount,price,date,id\n"
    // An export of an older ledger may look like this: coin ids of rows with an id are kept.
    let id = "0b5ad1a6-0f6f-4a53-8a7b-6c2a1a3a9f00"
    try home.bitpal(
      "import", try home.file("a.csv", header + "btc,buy,1,5,2024-01-01,\(id)\n"))
    try home.bitpal(
      "import", try home.file("b.csv", header + "btc,buy,2,5,2024-01-02,\n"))
    let shown = try home.bitpal("holdings", "--json").output
    #expect(shown.contains(#""id": "btc""#) && shown.contains(#""totalAmount": "3""#))
    #expect(!shown.contains(#""id": "bitcoin""#))
  }

  @Test func `dates that a spreadsheet rewrote are read in the order that the file shows`() throws {
    let header = "portfolio,type,timestamp,amount,balance,amount/balance unit,transfer id,trade id,"
    let shown = """
      \(header)order id
      default,match,01/12/2021 14:37:39,0.5,0.5,LTC,,77,o1
      default,match,01/12/2021 14:37:39,-60,440,USD,,77,o1
      default,match,12/27/2020 14:37:39,0.5,1,LTC,,78,o2
      default,match,12/27/2020 14:37:39,-50,390,USD,,78,o2

      """
    let home = try TestHome()
    let ended = try home.bitpal("import", try home.file("shown.csv", shown))
    #expect(ended.output.hasSuffix("Added 2 transactions.\n"))
    let listed = try home.bitpal("transactions", "--json").output
    #expect(listed.contains("2021-01-12T14:37:39Z") && listed.contains("2020-12-27T14:37:39Z"))
    let unclear = shown.replacingOccurrences(of: "12/27", with: "12/02")
    let waiting = try home.bitpal("import", try home.file("unclear.csv", unclear))
    #expect(waiting.output.contains("wait"), "\(waiting)")
    #expect(waiting.output.contains("--map 'dates=day/month'"), "\(waiting)")
  }

  @Test func `a row with text after a quote waits and comes in mended`() throws {
    let home = try TestHome()
    let text = """
      coin_id,type,amount,price,date,notes
      bitcoin,buy,1,5,2024-01-01,"one" 
      bitcoin,buy,2,5,2024-01-02,"the "second" one"

      """
    let ended = try home.bitpal("import", try home.file("own.csv", text))
    #expect(ended.output.contains("Added 1 transaction.\n1 row waits"))
    #expect(ended.output.contains("Line 3 has text after a closing quote"))
    let mended = try home.file(
      "mended.csv",
      text.replacingOccurrences(of: #"the "second" one"#, with: #"the ""second"" one"#))
    #expect(try home.bitpal("import", mended).output.contains("Added 1 transaction.\n"))
    #expect(try home.bitpal("transactions", "--json").output.contains(#"the \"second\" one"#))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a token is the coin that its contract or its name says and else one of its own`()
    throws
  {
    let home = try TestHome()
    let me = "0x1111111111111111111111111111111111111111"
    let tokens = [
      ("0xdeadbeef00000000000000000000000000000001", "Visit uni-reward.net", "UNI"),
      ("0xdeadbeef00000000000000000000000000000002", "USDC", "USDC"),
      ("0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984", "Uniswap", "UNI"),
      ("0xdeadbeef00000000000000000000000000000003", "Efforce", "WOZX"),
      ("0xe86204c4eddd2f70ee00ead6805f917671f56c52", "Uniswap V2", "UNI-V2"),
    ]
    let rows = tokens.enumerated().map { index, token in
      "\"0xa\(index)\",\"1\",\"170406720\(index)\",\"2024-01-01\",\"0xbad\(index)\",\"\(me)\","
        + "\"\(index + 1)\",\"0\",\"\(token.0)\",\"\(token.1)\",\"\(token.2)\""
    }
    let header =
      "Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,"
      + "ContractAddress,TokenName,TokenSymbol"
    let path = try home.file("tokens.csv", ([header] + rows).joined(separator: "\n") + "\n")
    let ended = try home.bitpal("import", path, "--stable", "USDC", "--deposits", "gift")
    #expect(ended.status == 0)
    let held = try home.bitpal("export", "--format", "csv").output
    for id in ["uni-0xdeadbeef", "usdc-0xdeadbeef", "uniswap", "wozx", "univ2-0xe86204c4"] {
      #expect(held.contains("\n\(id),"), "\(id)")
    }
    #expect(!held.contains("usd-coin"))
  }
}
