import Exact
import Foundation
import Portfolio
import Testing

/// Ledger commands that depend on the day, the settings and previous commands.
struct LedgerCommandTests {
  @Test(arguments: [
    ("UTC0", "2026-04-28", "2026-04-28T20:00:00Z"),
    ("JST-9", "2026-04-29", "2026-04-28T20:00:00Z"),
    ("JST-9", "2026-04-28", "2026-04-28T00:00:00Z"),
    ("HST10", "2026-04-27", "2026-04-27T10:00:00Z"),
    ("HST10", "2026-04-28", "2026-04-28T20:00:00Z"),
  ])
  func `today is now by the user's own clock, and another day begins at its first moment`(
    zone: String, day: String, instant: String
  ) throws {
    let home = try TestHome()
    home.environment["TZ"] = zone
    home.environment["BITPAL_NOW"] = "2026-04-28T20:00:00Z"
    #expect(try home.bitpal("buy", "bitcoin", "1", "--price", "9", "--date", day).status == 0)
    let rows = try JSONValue(parsing: home.bitpal("transactions", "--json").output.utf8)
    #expect(rows.array?.first?["date"]?.string == instant)
  }

  @Test func `tomorrow is the future wherever the user is`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T20:00:00Z"
    for (zone, day) in [("UTC0", "2026-04-29"), ("HST10", "2026-04-29"), ("JST-9", "2026-04-30")] {
      home.environment["TZ"] = zone
      let ended = try home.bitpal("buy", "bitcoin", "1", "--price", "9", "--date", day)
      #expect(ended.status == 2)
      #expect(ended.standardError == "Transaction date cannot be in the future.\n")
    }
  }

  @Test func `what was bought today is sold by today's date`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T09:00:00Z"
    try home.bitpal("buy", "bitcoin", "1", "--price", "9")
    home.environment["BITPAL_NOW"] = "2026-04-28T20:00:00Z"
    let sold = try home.bitpal("sell", "bitcoin", "1", "--price", "10", "--date", "2026-04-28")
    #expect(sold.status == 0, "\(sold.standardError)")
  }

  @Test func `a sale before its purchase is refused by its day`() throws {
    let home = try TestHome()
    try home.recordExample()
    let refused = try home.bitpal("sell", "bitcoin", "1", "--price", "1", "--date", "2025-01-01")
    #expect(refused.status == 2)
    #expect(
      refused.standardError
        == "On 2025-01-01, you only owned 0 bitcoin. Cannot sell 1 then.\n"
    )
  }

  @Test func `an edit shows dates by the user's clock, and says when it changes nothing`() throws {
    let home = try TestHome()
    home.environment["TZ"] = "America/Los_Angeles"
    try home.bitpal("buy", "bitcoin", "1", "--price", "5", "--date", "2025-01-02T04:15:00Z")
    let id = String(try home.bitpal("ls", "--csv").output.split(separator: "\n")[1].prefix(8))
    let dry = try home.bitpal("edit", id, "--date", "2025-01-02 02:00", "--dry-run")
    #expect(dry.output.hasSuffix(": date 2025-01-01 20:15 → 2025-01-02 02:00.\n"), "\(dry)")
    let day = try home.bitpal("edit", id, "--date", "2025-01-01", "--dry-run").output
    #expect(day.hasSuffix(": date 2025-01-01 20:15 → 2025-01-01.\n"), "\(day)")
    #expect(try home.bitpal("edit", id, "--notes=").output.hasPrefix("Nothing changed: a purchase"))
  }

  @Test func `a price of zero is refused in an edit as in a purchase`() throws {
    let home = try TestHome()
    try home.bitpal(
      "buy", "bitcoin", "1", "--price", "5", "--fee", "1", "--date", "2025-01-02")
    let before = try home.bitpal("ls", "--csv").output
    let id = String(before.split(separator: "\n")[1].prefix(8))
    for end in [["--dry-run"], []] {
      let refused = try home.run(["edit", id, "--price", "0"] + end)
      #expect(refused.status == 2 && refused.standardError == "Price must be greater than zero.\n")
      #expect(
        try home.run(["edit", id, "--amount", "0"] + end).standardError
          == "Amount must be greater than zero.\n")
    }
    #expect(try home.bitpal("ls", "--csv").output == before)
  }

  @Test func `the configured cost basis holds for every figure`() throws {
    let home = try TestHome()
    for (day, price) in [("01", "10"), ("02", "30"), ("03", "20")] {
      try home.bitpal("buy", "bitcoin", "1", "--price", price, "--date", "2025-01-\(day)")
    }
    try home.bitpal("sell", "bitcoin", "1", "--price", "25", "--date", "2025-02-01")
    for (method, realized) in [("fifo", "15"), ("hifo", "-5"), ("average", "5")] {
      try home.bitpal("config", "set", "cost-basis", method)
      let summary = try JSONValue(parsing: home.bitpal("summary", "--json").output.utf8)
      #expect(summary["realizedPnL"]?.string == realized)
      let widget = try JSONValue(
        parsing: Data(contentsOf: URL(fileURLWithPath: "\(home.widgetData)/portfolio.json")))
      #expect(widget["realizedPnL"]?.decimal == summary["realizedPnL"]?.decimal)
      let other = try home.bitpal("summary", "--json", "--cost-basis", "buy-average").output
      #expect(other.contains(#""realizedPnL": "5""#))
      #expect(try home.bitpal("explain", "bitcoin").output.contains("cost basis \(method)\n"))
      #expect(try home.bitpal("verify").status == 0)
    }
  }

  @Test func `verify writes JSON with what it went through or the difference`() throws {
    let home = try TestHome()
    try home.recordExample()
    let sound = try home.bitpal("verify", "--json")
    #expect(sound.status == 0)
    #expect(
      sound.output == """
        {
          "isSound": true,
          "difference": null,
          "transactions": 2,
          "moves": 0,
          "changes": 2,
          "coins": 1,
          "costBases": [
            "average",
            "buy-average",
            "fifo",
            "lifo",
            "hifo",
            "hmrc"
          ],
          "forgotten": "0",
          "widgetFiles": [
            {
              "name": "refresh_data.json",
              "isThere": true,
              "isCompared": true
            },
            {
              "name": "portfolio.json",
              "isThere": true,
              "isCompared": true
            }
          ]
        }

        """)
    let path = "\(home.widgetData)/portfolio.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacing(#""realizedPnL": "10000.00""#, with: #""realizedPnL": "10000.01""#)
      .write(toFile: path, atomically: true, encoding: .utf8)
    let found = try home.bitpal("verify", "--json")
    #expect(found.status == 1)
    #expect(found.standardError == "")
    #expect(
      found.output == """
        {
          "isSound": false,
          "difference": "portfolio.json: realizedPnL is 10000.01 and should be 10000.00. `bitpal refresh` rewrites it."
        }

        """)
  }

  @Test func `the amount is looked at before a price is missed`() throws {
    let home = try TestHome()
    for verb in ["buy", "sell"] {
      let odd = try home.bitpal(verb, "bitcoin", "-1")
      #expect(odd.standardError == "Amount must be greater than zero.\n")
      #expect(odd.status == 2)
      let incomplete = try home.bitpal(verb, "bitcoin", "1")
      #expect(
        incomplete.standardError.hasPrefix("The price is missing. Give --price or --total, or --"))
      #expect(incomplete.status == 64)
    }
  }

  @Test func `an edit shows prices as reports do, with their currency`() throws {
    let home = try TestHome()
    let bought = try home.bitpal(
      "buy", "bitcoin", "3", "--total", "100", "--date", "2025-01-01", "--fee", "1")
    let id = String(bought.output.split(separator: "\n")[0].suffix(10).dropLast().suffix(8))
    func changes(_ arguments: String...) throws -> String {
      let edit = try home.run(["edit", id] + arguments + ["--dry-run"])
      #expect(edit.status == 0, "\(edit)")
      return edit.output
    }
    let total = try changes("--total", "200")
    #expect(total.contains("price $33.67 → $67.00"), "\(total)")
    let fee = try changes("--fee", "2")
    #expect(fee.contains("price $33.67 → $34.00, fee 1 USD → 2 USD"), "\(fee)")
    // What two decimals hide is shown in full.
    let fine = try changes("--price", "33.6666", "--fee", "0")
    #expect(fine.contains("USD → 33.6666 USD"), "\(fine)")
  }

  @Test func `a dry run is refused where the change would be`() throws {
    let home = try TestHome()
    try home.bitpal("buy", "bitcoin", "2", "--price", "5", "--date", "2025-01-01")
    try home.bitpal("sell", "bitcoin", "1", "--price", "6", "--date", "2025-02-01")
    let before = try home.bitpal("transactions", "--csv").output
    let id = String(before.split(separator: "\n")[1].prefix(8))
    let uncovered = "On 2025-02-01, you only owned 0.5 bitcoin. Cannot sell 1 then."
    for change in [["delete", id], ["edit", id, "--amount", "0.5"]] {
      let dry = try home.run(change + ["--dry-run"])
      #expect(dry.standardError.contains(change[0] == "edit" ? uncovered : "Can't delete it"))
      #expect(dry.status == 2)
    }
    #expect(
      try home.bitpal("delete", id).standardError
        == "Can't delete it: the sale of 1 BTC on 2025-02-01 needs it. "
        + "`bitpal ls bitcoin -p 2025-02-01` shows that sale.\n")
    #expect(
      try home.bitpal("edit", id, "--amount", "1.5", "--dry-run").output.contains("2 → 1.5"))
    let sale = String(before.split(separator: "\n")[2].prefix(8))
    let deleted = try home.bitpal("delete", sale, "--dry-run")
    #expect(deleted.output.hasPrefix("Would delete a sale of 1 bitcoin"), "\(deleted)")
    #expect(deleted.standardError == "Nothing was changed.\n", "\(deleted)")
    #expect(try home.bitpal("transactions", "--csv").output == before)
  }

  @Test func `a fee in a third coin is a sale of it`() throws {
    let home = try TestHome()
    for coin in ["bitcoin", "ethereum"] {
      try home.bitpal("buy", coin, "1", "--price", "2000", "--date", "2024-01-05")
    }
    let bought = try home.bitpal(
      "buy", "solana", "2", "--price", "90", "--fee", "0.1eth", "--date", "2024-01-06")
    #expect(bought.status == 0, "\(bought.standardError)")
    #expect(bought.output.contains("\nFee: Sold 0.1 ethereum at "))
    #expect(try home.bitpal("holdings", "--csv").output.contains("ethereum,ETH,Ethereum,0.9,"))
    #expect(try home.bitpal("undo", "--yes").status == 0)
    #expect(try home.bitpal("holdings", "--csv").output.contains("ethereum,ETH,Ethereum,1,"))
    let id = try home.bitpal("transactions").output.split(separator: "\n")[1].prefix(8)
    let edited = try home.bitpal("edit", String(id), "--fee", "0.1sol")
    #expect(edited.standardError.contains("only owned 0 solana"))
    #expect(edited.status == 2)
  }

  @Test func `a fee that eats the proceeds is named`() throws {
    let home = try TestHome()
    try home.bitpal("buy", "bitcoin", "1", "--price", "5")
    let refused = try home.bitpal("sell", "bitcoin", "0.1", "--price", "5", "--fee", "0.5")
    #expect(refused.standardError.hasPrefix("The fee is at least as large as the trade"))
    #expect(refused.status == 2)
  }

  @Test func `a recorded change whose result cannot be written is no failure`() throws {
    let home = try TestHome()
    let standardError = "\(home.path)/errors"
    let status = try spawn(
      try TestHome.program, ["buy", "bitcoin", "1", "--price", "5"], environment: home.environment,
      output: "/dev/full", standardError: standardError)
    #expect(status == 0)
    #expect(
      try String(contentsOfFile: standardError, encoding: .utf8)
        == "error: The change is recorded, but its result could not be written: No space left on device.\n"
    )
    #expect(try home.bitpal("transactions", "--csv").output.split(separator: "\n").count == 2)
    #expect(try home.bitpal("verify").status == 0, "the widget files follow all the same")
  }

  @Test func `a recorded change whose reader is gone is no failure`() throws {
    let home = try TestHome()
    let pipe = "\(home.path)/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let process = try start(
      try TestHome.program, ["buy", "bitcoin", "1", "--price", "5"], environment: home.environment,
      output: pipe)
    close(reader)
    #expect(exitStatus(of: process) == 0)
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `an evening west of greenwich that is midnight in UTC is of the user's day`() throws {
    let home = try TestHome()
    home.environment["TZ"] = "EST5"
    let evening = "2025-01-01 19:00"
    let bought = try home.bitpal("buy", "bitcoin", "1", "--price", "5", "--date", evening)
    #expect(bought.output.contains(" on 2025-01-01 ("))
    #expect(
      try home.bitpal("transactions", "--until", "2025-01-01", "--csv").output.contains("buy"))
    #expect(try home.bitpal("transactions").output.contains("2025-01-01"))
    let refused = try home.bitpal(
      "sell", "bitcoin", "1", "--price", "5", "--date", "2025-01-01 18:59")
    #expect(
      refused.standardError.contains("short") || refused.standardError.contains("Cannot sell 1"))
  }

  @Test func `another coin's transactions are not taken for none`() throws {
    let home = try TestHome()
    try home.recordExample()
    #expect(
      try home.bitpal("transactions", "--coin", "ethereum").standardError
        == "The ledger has no transaction of that coin. `bitpal holdings` lists what it has.\n")
  }

  @Test func `what cannot be written is said`() throws {
    let home = try TestHome()
    try home.recordExample()
    let standardError = "\(home.path)/errors"
    let status = try spawn(
      try TestHome.program, ["export"], environment: home.environment, output: "/dev/full",
      standardError: standardError)
    #expect(status == 74)
    #expect(
      try String(contentsOfFile: standardError, encoding: .utf8)
        == "error: The results could not be written: No space left on device.\n")
  }
}
