import Foundation
import Testing

/// Rows of unknown value: their coins count at once, and their value is asked.
struct UnknownWorthTests {
  private let home: TestHome
  private let rewards: String

  init() throws {
    home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    home.environment["TZ"] = "UTC"
    rewards = try home.file(
      "rewards.csv",
      """
      Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,\
      Net Worth Amount,Net Worth Currency,Label,Description,TxHash
      2020-01-01 10:00 UTC,,,4,ATOM,,,,,reward,,
      2020-01-02 10:00 UTC,1,ATOM,50,USD,,,,,,,
      2020-01-03 10:00 UTC,1,ATOM,2,KAVA,,,,,,,

      """)
    try home.bitpal("import", rewards)
  }

  private func question(_ index: Int = 0) throws -> String {
    let open =
      try JSONSerialization.jsonObject(with: Data(home.bitpal("inbox", "--json").output.utf8))
      as? [[String: Any]]
    return try #require(open?[index]["id"] as? String)
  }

  private func coins() throws -> [String: String] {
    let rows =
      try JSONSerialization.jsonObject(with: Data(home.bitpal("holdings", "--json").output.utf8))
      as? [[String: Any]]
    return Dictionary(
      uniqueKeysWithValues: (rows ?? []).compactMap { row in
        (row["coinId"] as? String).map { ($0, row["totalAmount"] as? String ?? "") }
      })
  }

  @Test func `coins are held, no figure takes them for free, and the way on is named`() throws {
    #expect(try coins() == ["cosmos": "2", "kava": "2"])
    let summary = try home.bitpal("summary", "--json").output
    #expect(summary.contains("\"realizedPnL\": null"))
    #expect(summary.contains("\"unknownWorthCount\": 3"))
    for words in [
      ["summary"], ["holdings"], ["gains"], ["explain", "cosmos"], ["lots", "cosmos"],
    ] {
      let result = try home.run(words)
      let text = result.output + result.standardError
      #expect(text.contains("Nothing says what"), "\(words): \(text)")
    }
    #expect(try home.bitpal("gains", "--json").output.contains("\"gain\": null"))
    #expect(try home.bitpal("inbox").output.contains("Nothing says what your"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `figures are of what is known and say of how much`() throws {
    try home.bitpal("buy", "atom", "2", "--price", "3", "--date", "2020-01-01T09:00:00Z")
    let answers = [
      // One sale and one swap of 1 each used these of 2 coins with known and 4 with unknown cost.
      "average": "cost of 1.33333333 of 4 ATOM, gains without 1.66666667 ATOM sold for $33.33",
      "buy-average": "cost of 1.33333333 of 4 ATOM, gains without 1.66666667 ATOM sold for $33.33",
      "fifo": "gains without 1 ATOM sold; cost of 0 of 2 KAVA",
      "lifo": "cost of 2 of 4 ATOM, gains without 2 ATOM sold for $50.00",
      "hifo": "gains without 1 ATOM sold; cost of 0 of 2 KAVA",
      "hmrc": "cost of 1.33333333 of 4 ATOM, gains without 1.66666667 ATOM sold for $33.33",
    ]
    for (method, words) in answers {
      let text = try home.bitpal("summary", "--cost-basis", method).output
      #expect(text.contains(words), "\(method): \(text)")
      let gains = try home.bitpal("gains", "--cost-basis", method).output
      #expect(gains.contains("Sums are of"), "\(method): \(gains)")
      let total = try home.bitpal("explain", "total", "--cost-basis", method).output
      // Lines may be wrapped.
      let line = total.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(line.contains(words), "\(method): \(total)")
      for coin in ["cosmos", "kava"] {
        try home.bitpal("explain", coin, "--cost-basis", method, "--json")
        try home.bitpal("explain", coin, "--cost-basis", method)
      }
      try home.bitpal("history", "--cost-basis", method, "-p", "2020-01")
    }
    let holdings = try home.bitpal("holdings", "--json", "--cost-basis", "average").output
    #expect(holdings.contains("\"costOf\": \"1.3333333333333333333333333333333333333\""))
    #expect(holdings.contains("\"avgCost\": \"3\""))
    #expect(try home.bitpal("summary", "--private").output.contains("cost of"))
    try home.bitpal("config", "set", "lots", "account")
    #expect(try home.bitpal("summary").output.contains("cost of 1.33333333 of 4 ATOM"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `an answer gives the row its worth, and undo takes it back`() throws {
    let before = try home.bitpal("transactions", "--json").output
    let id = try question()
    try home.bitpal("inbox", "answer", id, "price", "0.5")
    #expect(try !home.bitpal("summary", "--json").output.contains("unknownWorthCount\": 3"))
    #expect(try coins() == ["cosmos": "2", "kava": "2"])
    #expect(try home.bitpal("verify").status == 0)
    try home.bitpal("undo", "--yes")
    #expect(try home.bitpal("transactions", "--json").output == before)
    #expect(try home.bitpal("verify").status == 0)
    try home.bitpal("files", "remove", "1")
    #expect(try coins() == [:])
    try home.bitpal("undo", "--yes")
    #expect(try coins() == ["cosmos": "2", "kava": "2"])
  }

  @Test func `a price that is typed into the row settles its question`() throws {
    let rows =
      try JSONSerialization.jsonObject(
        with: Data(home.bitpal("transactions", "--json").output.utf8)) as? [[String: Any]]
    let reward = try #require(rows?.first { $0["kind"] as? String == "reward" }?["id"] as? String)
    try home.bitpal("edit", reward, "--price", "0.25")
    #expect(try home.bitpal("inbox", "--json").output.contains("\"rows\": 2") == false)
    #expect(try home.bitpal("summary").output.contains("1 row waits"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a price of that day values the rows when files come in again`() throws {
    let prices = try home.file(
      "prices.csv",
      "2020-01-01,cosmos,0.1\n2020-01-02,cosmos,0.2\n2020-01-03,cosmos,0.3\n")
    try home.bitpal("prices", "import", prices)
    try home.bitpal("import", rewards)
    #expect(try !home.bitpal("summary").output.contains("Nothing says what"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a row that cannot be booked is asked about once, and undone in a plain sentence`()
    throws
  {
    let home = try TestHome()
    let file = try home.file(
      "bittrex.csv",
      """
      OrderUuid,Exchange,Type,Quantity,Limit,CommissionPaid,Price,Opened,Closed
      a,BTC-BTC,LIMIT_BUY,9999,0.00000644,0.00003242,0.0999,10/14/2017 2:53:23 AM,\
      10/14/2017 2:53:25 AM

      """)
    let done = try home.bitpal("import", file)
    #expect(
      done.output.hasSuffix("Nothing was added.\n1 row waits for an answer: bitpal inbox\n"))
    #expect(try home.bitpal("undo").output == "Undone: import bittrex.csv.\n")
  }

  @Test func `an export comes in again as it was`() throws {
    for kind in ["csv", "json"] {
      let path = home.path + "/ledger.\(kind)"
      try home.bitpal("export", "--format", kind, "--output", path)
      let other = try TestHome()
      other.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
      let result = try other.bitpal("import", path)
      #expect(
        result.output.contains("Added 4 transactions"), "\(result.output)\(result.standardError)")
      let again = other.path + "/ledger.\(kind)"
      try other.bitpal("export", "--format", kind, "--output", again)
      #expect(
        try String(contentsOfFile: again, encoding: .utf8)
          == String(contentsOfFile: path, encoding: .utf8))
    }
    let journal = try home.bitpal("export", "--format", "hledger").output
    #expect(!journal.contains("income:other  ") && journal.contains("equity:deposits  -4 "))
  }

  @Test func `a position closed at unknown worth does not hide the gains of others`() throws {
    let home = try TestHome()
    let path = try home.file(
      "kraken.csv",
      """
      "txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
      "L2","F2","2024-02-06 10:30:17","trade","","currency","ZUSD",-100,0,
      "L3","F2","2024-02-06 10:30:17","trade","","currency","SOL",1,0,
      "L4","F3","2024-02-07 10:30:17","trade","","currency","SOL",-0.5,0,
      "L5","F3","2024-02-07 10:30:17","trade","","currency","ZUSD",70,0,
      "L6","F4","2024-02-06 10:31:17","trade","","currency","ABCQ",10,0,
      "L7","F4","2024-02-06 10:31:17","trade","","currency","ZUSD",-50,0,
      "L8","F5","2024-02-08 10:30:17","trade","","currency","ABCQ",-10,0,
      "L9","F5","2024-02-08 10:30:17","trade","","currency","XYZQ",40,0,

      """)
    try home.bitpal("import", path)
    let lines = try home.done("summary").split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(lines.contains("Realized P&L +$20.00"), "\(lines)")
    #expect(lines.contains("closed positions —") && lines.contains("partial sales +$20.00"))
    #expect(try home.done("gains").contains("gain +$20.00"))
    let closed = try home.done("closed --json")
    #expect(closed.contains("\"avgSellPrice\": null"), "\(closed)")
    #expect(try home.bitpal("verify").status == 0)
  }
}
