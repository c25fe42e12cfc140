import Foundation
import Testing

/// Imports whose rows are stored even if they wait, and the questions about them.
struct InboxTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    home.environment["TZ"] = "UTC"
  }

  private func json(_ words: String...) throws -> [[String: Any]] { try home.rows(words) }

  @Test func `what a trade sold and the coin of its fee may both be missing`() throws {
    let trades = """
      Date,Market,Type,Price,Amount,Total,Fee,Fee Coin
      2025-01-21 20:37:11,LINKBTC,SELL,0.0000747,200,0.01494,0.00613754,BNB
      2025-01-21 14:41:15,LINKBTC,BUY,0.0000811,200,0.01622,0.00686949,BNB

      """
    try home.bitpal("import", try home.file("trades.csv", trades))
    while let open = try json("inbox").first(where: { $0["kind"] as? String == "uncovered" }) {
      let id = try #require(open["id"] as? String)
      let answered = try home.bitpal("inbox", "answer", id, "gift", "--like-these")
      try #require(answered.status == 0, "\(answered)")
    }
    try home.expectSound()
    #expect(try json("transactions").count { $0["kind"] as? String == "gift" } >= 2)
  }

  @Test func `what is clear counts and the rest waits`() throws {
    let path = try home.file(
      "coinbase.csv", CoinbaseRows.header + CoinbaseRows.bought + CoinbaseRows.sold)
    let preview = try home.bitpal("import", path, "--dry-run")
    #expect(preview.output.contains("coinbase.csv (coinbase): 2 rows, 1 recorded, 1 waiting"))
    #expect(preview.output.contains("Would add 1 transaction."), "\(preview.output)")
    let result = try home.bitpal("import", path)
    #expect(result.output.contains("1 row waits for an answer: bitpal inbox"), "\(result.output)")
    try home.expectSound()
    let open = try json("inbox")
    #expect(open.count == 1)
    let id = try #require(open[0]["id"] as? String)
    let shown = try home.bitpal("inbox", "show", id).output
    #expect(shown.contains("coinbase.csv line 3: 2024-03-03 10:00:00"))
    #expect(shown.contains("You sold Ethereum (ETH), and none of your files says"), "\(shown)")
    let offsets = ["price DOLLARS", "gift", "skip"].map { word in
      shown.range(of: "bitpal inbox answer \(id) \(word)")?.lowerBound
    }
    #expect(offsets.allSatisfy { $0 != nil }, "\(shown)")
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0! < $1! }, "the worst answer is last")
    #expect(shown.contains("gain +$2,990.00 (average cost)"), "\(shown)")
    let answered = try home.bitpal("inbox", "answer", id, "price", "2000").output
    #expect(answered.contains("gain +$990.00"), "\(answered)")
    #expect(try json("transactions").count == 3)
    #expect(try json("inbox").isEmpty)
    #expect(try json("inbox", "answers").map { $0["answer"] as? String } == ["price 2000"])
    try home.expectSound()
    try home.bitpal("inbox", "revoke", id)
    #expect(try json("transactions").count == 1)
    #expect(try home.bitpal("inbox", "answer", id, "owner").status == 2)
    #expect(try home.bitpal("inbox", "show", "zz").standardError.contains("no question zz"))
    try home.bitpal("undo", "--yes")
    #expect(try json("transactions").count == 3)
    try home.expectSound()
  }

  @Test func `the zone that a renamed file of Binance has lost is asked`() throws {
    let rows =
      "User ID,Time,Account,Operation,Coin,Change,Remark\n"
      + "9,25-03-01 00:30:00,Spot,Deposit,BTC,1,\n"
    try home.bitpal("import", try home.file("renamed.csv", rows))
    #expect(try json("moves", "--all").map { $0["date"] as? String } == ["2025-03-01T00:30:00Z"])
    let open = try json("inbox")
    #expect(open.map { $0["kind"] as? String } == ["zone"])
    #expect(open.first?["answers"] as? [String] == ["zone ZONE", "keep"])
    let id = try #require(open.first?["id"] as? String)
    for value in [[], [""]] {
      let refused = try home.run(["inbox", "answer", id, "zone"] + value)
      #expect(refused.status == 2 && refused.standardError.contains("lacks the zone"))
    }
    for zone in ["UTC+25", "bitget=UTC+2"] {
      let refused = try home.bitpal("inbox", "answer", id, "zone", zone).standardError
      #expect(refused.contains("No rules are known for the time zone \(zone)."), "\(refused)")
      #expect(!refused.contains("import.zone"), "\(refused)")
    }
    #expect(try home.bitpal("inbox").output.contains("and renamed.csv was renamed"))
    #expect(try home.bitpal("inbox", "answer", id, "zone", "UTC+2").status == 0)
    #expect(try json("inbox").isEmpty)
    #expect(try json("moves", "--all").map { $0["date"] as? String } == ["2025-02-28T22:30:00Z"])
    try home.expectSound()
    let named = try home.file("Binance-Transaction-History-202604281735(UTC+2).csv", rows)
    #expect(try home.bitpal("import", named).output.hasSuffix("Nothing was added.\n"))
    let answers = try json("inbox", "answers")
    #expect(answers.map { $0["answer"] as? String } == ["zone UTC+2"])
    #expect(try home.bitpal("inbox", "answers").output.contains("the zone of a file: renamed.csv"))
    // An answer that is listed holds.
    try home.bitpal("files", "remove", "1")
    #expect(try json("moves", "--all").isEmpty)
    try home.bitpal("import", try home.file("again.csv", rows))
    #expect(try json("inbox").isEmpty)
    #expect(try json("moves", "--all").map { $0["date"] as? String } == ["2025-02-28T22:30:00Z"])
    try home.expectSound()
    #expect(try home.bitpal("inbox", "revoke", id).status == 0)
    #expect(try json("inbox").map { $0["kind"] as? String } == ["zone"])
    #expect(try json("inbox", "answers").isEmpty)
    #expect(try json("moves", "--all").map { $0["date"] as? String } == ["2025-03-01T00:30:00Z"])
    try home.expectSound()
  }

  @Test func `a row that repeats another names it and can be counted, too`() throws {
    try home.bitpal("import", try home.file("a.csv", CoinbaseRows.header + CoinbaseRows.bought))
    try home.bitpal(
      "import",
      try home.file("b.csv", CoinbaseRows.header + CoinbaseRows.bought + CoinbaseRows.later))
    #expect(try json("transactions").count == 2)
    // Of equal rows, the content of the files decides which counts.
    let isFirst = try #require(try json("files", "show", "1").first)["state"] as? String == "known"
    let (number, name, other) = isFirst ? ("1", "a.csv", "b.csv") : ("2", "b.csv", "a.csv")
    let row = try #require(try json("files", "show", number, "--line", "2").first)
    #expect(row["reason"] as? String == "the same as \(other) line 2")
    #expect(try home.bitpal("inbox", "keep", "2", "3").status == 2, "a row that counts")
    let trial = try home.bitpal("inbox", "keep", number, "2", "--dry-run").output
    #expect(
      trial.contains("Line 2 of \(name) would count: 1 row added: Bitcoin (BTC) +0.2"), "\(trial)")
    #expect(try json("transactions").count == 2)
    try home.bitpal("inbox", "keep", number, "2")
    #expect(try json("transactions").count == 3)
    #expect(try json("files", "show", number)[0]["state"] as? String == "recorded")
    try home.expectSound()
    let copy = try home.file("c.csv", CoinbaseRows.header + CoinbaseRows.bought + "\n")
    #expect(try home.bitpal("import", copy).output.hasSuffix("Nothing was added.\n"))
    let answers = try home.bitpal("inbox", "answers").output
    #expect(answers.contains("the same as other rows: \(name) line 2  count both"), "\(answers)")
    let id = try #require(try json("inbox", "answers").first?["id"] as? String)
    try home.bitpal("inbox", "revoke", id)
    #expect(try json("transactions").count == 2)
    try home.bitpal("undo", "--yes")
    #expect(try json("transactions").count == 3)
    try home.expectSound()
  }

  @Test func `questions about two renamed files name the file`() throws {
    for day in 1...2 {
      let rows =
        "User ID,Time,Account,Operation,Coin,Change,Remark\n"
        + "9,25-03-0\(day) 00:30:00,Spot,Deposit,BTC,1,\n"
      let path = try home.file("export.csv", rows)
      try home.bitpal("import", path)
    }
    let sentences = Set(try json("inbox").compactMap { $0["question"] as? String })
    for number in 1...2 {
      #expect(
        sentences.contains { $0.contains("export.csv (file \(number)) was renamed") },
        "\(sentences)")
    }
  }

  @Test func `a row that cannot be kept says why, and what is possible instead`() throws {
    let lines = [
      CoinbaseRows.bought, CoinbaseRows.later, CoinbaseRows.sold,
      "2024-02-05T10:00:00Z,Deposit,USD,100,USD,1,100,100,0,\n",
      "2024-02-06T10:00:00Z,Frobnicate,BTC,1,USD,1,100,100,0,\n",
    ]
    try home.bitpal("import", try home.file("a.csv", CoinbaseRows.header + lines.joined()))
    try home.bitpal("import", try home.file("b.csv", CoinbaseRows.header + CoinbaseRows.bought))
    func refusal(_ file: Int, _ line: Int) throws -> String {
      let ended = try home.bitpal("inbox", "keep", "\(file)", "\(line)")
      #expect(ended.status == 2, "\(ended)")
      return ended.standardError
    }
    #expect(try refusal(1, 1).contains("No row of a.csv that was read begins on line 1."))
    #expect(try refusal(1, 99).contains("begins on line 99. `bitpal files show 1` lists"))
    #expect(try refusal(1, 3).contains("Line 3 of a.csv counts already."))
    let waiting = try #require(try json("inbox").first { $0["kind"] as? String == "uncovered" })
    let id = try #require(waiting["id"] as? String)
    #expect(
      try refusal(1, 4).contains(
        "Line 4 of a.csv waits for an answer. `bitpal inbox show \(id)` shows the question."))
    #expect(try refusal(1, 5).contains("Line 5 of a.csv is left out: only money moved: USD."))
    #expect(try refusal(1, 6).contains("Line 6 of a.csv cannot be read."))
    try home.bitpal("inbox", "answer", id, "skip")
    #expect(try refusal(1, 4).contains("Line 4 of a.csv is skipped, as you answered."))
    let number = try numberOfKnown(line: 2)
    try home.bitpal("inbox", "keep", "\(number)", "2")
    let kept =
      try #require(
        try json("inbox", "answers").first { $0["answer"] as? String == "two" })["id"] as? String
    #expect(
      try refusal(number, 2).contains(
        "is kept already. `bitpal inbox revoke \(kept ?? "")` takes it back."))
    try home.expectSound()
  }

  /// The number of the file of two whose row on a line is known: the content of equal files decides.
  private func numberOfKnown(line: Int) throws -> Int {
    let row = try json("files", "show", "1", "--line", "\(line)").first
    return row?["state"] as? String == "known" ? 1 : 2
  }

  @Test func `a row that repeats a deleted one names it, and says how to bring it back`() throws {
    let text = CoinbaseRows.header + CoinbaseRows.bought
    let paths = try [
      home.file("1.csv", text + CoinbaseRows.later), home.file("2.csv", text + CoinbaseRows.sent),
    ]
    for path in paths { try home.bitpal("import", path) }
    #expect(try !home.bitpal("files").output.contains("Deleted"))
    let known = try numberOfKnown(line: 2)
    let counting = 3 - known
    func row(_ file: Int) throws -> [String: Any] {
      try #require(try json("files", "show", "\(file)", "--line", "2").first)
    }
    let ids = try row(counting)["transactions"] as? [String]
    try home.bitpal("delete", try #require(ids?.first))
    #expect(try home.bitpal("files").output.contains("Deleted"))
    // The states follow with the next import of that time.
    for state in ["known", "deleted"] {
      let same = "the same as \(counting).csv line 2, which you deleted"
      #expect(try row(known)["state"] as? String == state)
      #expect(try row(known)["reason"] as? String == same)
      #expect(try row(counting)["state"] as? String == "deleted")
      #expect(try row(counting)["reason"] as? String == "you deleted it from the ledger")
      let help = "`bitpal import FILE --with-deleted` brings it back."
      let refused = try home.bitpal("inbox", "keep", "\(known)", "2").standardError
      #expect(refused.contains("Line 2 of \(known).csv is \(same). \(help)"), "\(refused)")
      let deleted = try home.bitpal("inbox", "keep", "\(counting)", "2").standardError
      #expect(
        deleted.contains("no longer counts, because you deleted its transaction. \(help)"),
        "\(deleted)")
      let more = CoinbaseRows.bought.replacing("0.2", with: "0.3")
      try home.bitpal("import", try home.file("more.csv", CoinbaseRows.header + more))
    }
    try home.bitpal("import", paths[known - 1], "--with-deleted")
    #expect(try row(counting)["state"] as? String == "recorded")
    try home.expectSound()
  }

  @Test func `a gift of cents says why it cannot be revoked`() throws {
    let trades = """
      Date(UTC),Pair,Side,Price,Executed,Amount,Fee
      2024-05-01 10:00:00,BTCUSDT,BUY,60000,0.1BTC,6000USDT,0
      2024-05-02 10:00:00,BTCUSDT,SELL,60000,0.10001BTC,6000.6USDT,0

      """
    try home.bitpal("import", try home.file("cents.csv", trades), "--stable", "USDT")
    let answer = try #require(
      try json("inbox", "answers").first { $0["answer"] as? String == "gift below $1" })
    let refused = try home.bitpal("inbox", "revoke", try #require(answer["id"] as? String))
    #expect(refused.status == 2, "\(refused)")
    #expect(
      refused.standardError.hasPrefix(
        "error: Coins worth less than a dollar are a gift without an answer.")
        || refused.standardError.hasPrefix("Coins worth less than a dollar"), "\(refused)")
    try home.expectSound()
  }

  @Test func `coverage has a mark for each month with rows`() throws {
    try home.bitpal(
      "import",
      try home.file("old.csv", CoinbaseRows.header + CoinbaseRows.bought + CoinbaseRows.later))
    let shown = try home.bitpal("files", "coverage").output
    #expect(shown.contains("old.csv  ██··········"), "\(shown)")
    let months = try json("files", "coverage")
    #expect(months.map { $0["month"] as? String } == ["2024-01", "2024-02"])
    #expect(months.map { $0["rows"] as? Int } == [1, 1])
    let early = CoinbaseRows.bought.replacing("2024", with: "2019")
    try home.bitpal("import", try home.file("early.csv", CoinbaseRows.header + early))
    let terminal = try PseudoTerminal(
      home, [try TestHome.program, "files", "coverage"], columns: 30, rows: 50)
    _ = try terminal.end()
    let narrow = String(decoding: terminal.output, as: UTF8.self)
    #expect(narrow.contains("2024") && narrow.contains("██··········"), "\(narrow)")
    #expect(narrow.contains("2019-2023"), "\(narrow)")
  }

  @Test func `strict imports nothing that would wait`() throws {
    let path = try home.file(
      "coinbase.csv", CoinbaseRows.header + CoinbaseRows.bought + CoinbaseRows.sold)
    let refused = try home.bitpal("import", path, "--strict")
    #expect(refused.status == 2 && refused.standardError.contains("1 row would wait"))
    #expect(try json("files").isEmpty)
    // An option given in advance counts as an answer.
    #expect(
      try home.bitpal("import", path, "--strict", "--missing", "gift").status == 0)
    #expect(try json("transactions").count == 3)
    try home.expectSound()
  }

  @Test func `files are removed and read again`() throws {
    let old = try home.file("old.csv", CoinbaseRows.header + CoinbaseRows.bought)
    let new = try home.file(
      "new.csv", CoinbaseRows.header + CoinbaseRows.bought + CoinbaseRows.later)
    try home.bitpal("import", old)
    try home.bitpal("import", new)
    #expect(try json("transactions").count == 2)
    let rows = try json("transactions")
    try home.bitpal("undo", "--yes")
    #expect(try home.bitpal("files", "reread").output.contains("the ledger stays the same"))
    // A file that reads the same is no change, so that redo is still possible.
    #expect(try home.bitpal("redo", "--yes").status == 0)
    #expect(
      try json("transactions").map { $0["id"] as? String } == rows.map { $0["id"] as? String })
    #expect(try home.bitpal("files", "remove", "1").status == 0)
    #expect(
      try json("transactions").map { $0["id"] as? String } == rows.map { $0["id"] as? String })
    let removed = try home.bitpal("files", "remove", "2").output
    #expect(removed.contains("Removed new.csv: 2 rows removed: Bitcoin (BTC) -0.7"), "\(removed)")
    #expect(try json("transactions").isEmpty)
    try home.bitpal("undo", "--yes")
    #expect(try json("transactions").count == 2)
    try home.expectSound()
  }

  @Test func `a file whose row waits is removed`() throws {
    try home.bitpal("import", try home.file("sold.csv", CoinbaseRows.header + CoinbaseRows.sold))
    #expect(
      try home.bitpal("files", "remove", "1").output.contains(
        "Removed sold.csv: no transaction changes, and 1 row no longer waits"))
    #expect(try home.bitpal("undo", "--yes").status == 0)
    #expect(try home.bitpal("inbox").output.contains("You sold"))
    try home.expectSound()
  }

  @Test func `edits of imported rows stay through imports`() throws {
    try home.bitpal("import", try home.file("old.csv", CoinbaseRows.header + CoinbaseRows.bought))
    let id = try #require(try json("transactions")[0]["id"] as? String)
    try home.bitpal("edit", id, "--notes", "savings")
    try home.expectSound()
    let new = CoinbaseRows.header + CoinbaseRows.bought + CoinbaseRows.later
    try home.bitpal("import", try home.file("new.csv", new))
    let rows = try json("transactions")
    #expect(rows.count == 2)
    #expect(rows.contains { $0["notes"] as? String == "savings" })
    try home.bitpal("delete", id)
    #expect(try home.bitpal("files", "reread").output.contains("the ledger stays the same"))
    #expect(try json("transactions").count == 1)
    try home.expectSound()
  }

  @Test func `an export of the ledger adds nothing`() throws {
    try home.bitpal("buy", "ethereum", "1", "--price", "2000", "--date", "2024-01-01")
    try home.bitpal("import", try home.file("old.csv", CoinbaseRows.header + CoinbaseRows.later))
    let exported = try home.bitpal("export", "--format", "csv").output
    let path = try home.file("export.csv", exported)
    try home.bitpal("import", path)
    let rows = try json("transactions")
    #expect(rows.count == 2)
    try home.expectSound()
    // In another ledger, the import produces the original rows.
    let other = try TestHome()
    other.environment = home.environment.merging(other.environment) { $1 }
    try other.bitpal("import", path)
    #expect(try other.bitpal("export", "--format", "csv").output == exported)
    #expect(try other.bitpal("verify").status == 0)
  }
}
