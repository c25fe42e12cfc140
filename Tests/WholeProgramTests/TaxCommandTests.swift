import Exact
import Foundation
import Testing

/// `bitpal tax`, through the whole program.
struct TaxCommandTests {
  private func json(_ home: TestHome, _ line: String) throws -> JSONValue {
    try JSONValue(parsing: home.done(line).utf8)
  }

  @Test
  func `us: totals by box with their lines of schedule D, income by month and label`() throws {
    let home = try TestHome()
    home.environment["TZ"] = "America/Los_Angeles"
    for line in [
      "buy bitcoin 3 --price 10 --date 2024-01-02", "sell bitcoin 1 --price 20 --date 2024-06-01",
      "sell bitcoin 1 --price 50 --date 2025-06-01", "buy bitcoin 1 --price 40 --date 2025-06-02",
      // New Year's Eve of 2025.
      "sell bitcoin 2 --price 60 --date 2026-01-01T02:30:00Z",
      "reward solana 1 --price 5 --label staking --date 2025-03-01",
      "reward ethereum 1 --price 7 --label staking --date 2025-03-02",
      "reward ethereum 1 --price 7 --label airdrop --date 2025-04-02",
    ] {
      try home.done(line)
    }
    let report = try json(home, "tax 2025 --country us --json")
    let form = report["form"]?.array ?? []
    let boxes = form.map { [$0["box"], $0["scheduleD"], $0["proceeds"], $0["gain"]] }
    #expect(
      boxes == [
        [.string("I"), .string("3"), .string("60"), .string("20")],
        [.string("L"), .string("10"), .string("110"), .string("90")],
      ])
    #expect(
      report["income"]?.array?.map { [$0["month"], $0["label"], $0["value"]] } == [
        [.string("2025-03"), .string("staking"), .string("12")],
        [.string("2025-04"), .string("airdrop"), .string("7")],
      ])
    #expect(report["zone"] == .string("America/Los_Angeles"))
    #expect(report["costBasis"] == .string("fifo"))
    let text = try home.done("tax 2025 --country us")
    #expect(text.contains("Tax year 2025: 2025-01-01 to 2025-12-31, days by America/Los_Angeles"))
    #expect(text.contains("Income $19.00"))
    #expect(try home.done("tax 2024 --country us").contains("Part II is empty"))
    #expect(
      try home.done("tax 2025 --country us --reported basis --csv").contains("I,G,1b,1,60,40,20"))
  }

  @Test func `the way to the income repeats what was asked for`() throws {
    let home = try TestHome()
    try home.done("reward solana 1 --price 5 --date 2025-03-01")
    for words in [
      "tax 2025 --country us", "gains -p 2025", "gains solana -p 2025-03", "gains --year 2025",
    ] {
      let command = "bitpal \(words) --income --csv"
      let said = try home.run((words + " --csv").split(separator: " ").map(String.init))
        .standardError
      #expect(said == "The income is a table of its own: \(command).\n")
      #expect(try home.done("\(words) --income --csv").split(separator: "\n").count == 2)
    }
    let refused = try home.refused("tax 2025 --country uk --reported basis", status: 64)
    #expect(
      refused == "Only the United States has Forms 1099. Leave --reported out.\n", "\(refused)")
  }

  @Test(arguments: [
    (["--from", "9 days ago", "-c", "EUR", "--csv"], "--from '9 days ago' -c EUR --income --csv"),
    (["--by", "coin", "--csv-safe"], "--by coin --income --csv-safe"),
    (["sol", "--to", "2 days ago", "--columns", "coin"], "sol --to '2 days ago' --income"),
  ]) func `the hint on income runs as it is printed`(options: [String], hint: String) throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2025-03-05T12:00:00Z"
    for day in ["2025-02-01", "2025-03-01"] {
      try home.done("reward solana 1 --price 5 --date \(day)")
    }
    try home.done("sell solana 0.5 --price 5 --date 2025-03-02")
    let said = try home.run(["gains"] + options).standardError
    #expect(said.contains("The income is a table of its own: bitpal gains \(hint).\n"), "\(said)")
    let program = try TestHome.program
    let ended = try home.run(["-c", "\(program) gains \(hint)"], by: "/bin/sh")
    #expect(ended.status == 0 && ended.output.contains("sol"), "\(ended)")
  }

  @Test
  func `uk: the sums of SA108 of a tax year, in pounds, by HMRC's matching`() throws {
    let home = try TestHome()
    home.environment["TZ"] = "Europe/London"
    #expect(
      try home.done("config set tax.country uk")
        == "Cost basis hmrc, days by Europe/London; `bitpal config set tax.zone` changes the zone.\n"
    )
    for line in [
      "buy bitcoin 10 --total 1000 --currency GBP --date 2023-01-01",
      "sell bitcoin 1 --total 40 --currency GBP --date 2023-07-01",
      // 5 April 2025 at 23:30 in London, then 00:30.
      "sell bitcoin 1 --total 300 --currency GBP --fee 10 --date 2025-04-05T22:30:00Z",
      "sell bitcoin 1 --total 500 --currency GBP --date 2025-04-05T23:30:00Z",
      "give bitcoin 1 --total 90 --currency GBP --date 2025-02-01",
    ] {
      try home.done(line)
    }
    func figures() throws -> [String: JSONValue?] {
      Dictionary(
        uniqueKeysWithValues: (try json(home, "tax 2024-25 --json")["form"]?.array ?? []).map {
          ($0["figure"]?.string ?? "", $0["value"])
        })
    }
    #expect(try home.done("tax 2024").contains("1 gift given away at market value (CRYPTO22100)"))
    var sums = try figures()
    #expect(sums["disposals"] == .number("2") && sums["proceeds"] == .string("390"))
    #expect(sums["allowableCosts"] == .string("210") && sums["net"] == .string("180"))
    #expect(try home.done("edit \(home.id("give")) --no-gain").contains("Updated"))
    sums = try figures()
    #expect(sums["disposals"] == .number("1") && sums["proceeds"] == .string("300"))
    #expect(sums["allowableCosts"] == .string("110") && sums["net"] == .string("190"))
    #expect(sums["earlierLosses"] == .string("60"))
    #expect(try !home.done("tax 2024").contains("given away"))
    #expect(try json(home, "tax 2024 --json")["currency"] == .string("GBP"))
    #expect(try json(home, "tax 2025 --json")["from"] == .string("2025-04-06"))
    // The method that a country requires applies everywhere unless another cost basis is set.
    #expect(try json(home, "gains --json")["rows"]?.array?.last?["match"] == .string("pool"))
  }

  @Test
  func `us: fees of swaps leave the proceeds, losses of gifts are measured from their worth`()
    throws
  {
    let home = try TestHome()
    home.environment["TZ"] = "America/New_York"
    for line in [
      "buy kaspa 10 --total 5 --date 2025-02-01",
      "swap 10 kaspa 20 celestia --total 19 --worth 20 --fee 2 --date 2025-03-01",
      "sell celestia 20 --total 30 --date 2025-04-01",
      "gift bitcoin 1 --total 10000 --worth 8000 --acquired 2022-02-01 --date 2025-01-10",
      "sell bitcoin 1 --total 7000 --date 2025-05-01",
    ] {
      try home.done(line)
    }
    let form = try home.done("gains --year 2025 --cost-basis fifo --format form8949")
    for line in [
      "I,I,10 kaspa,02/01/2025,03/01/2025,18.00,5.00,,,13.00",
      "I,I,20 celestia,03/01/2025,04/01/2025,30.00,20.00,,,10.00",
      "I,I,1 bitcoin,01/10/2025,05/01/2025,7000.00,8000.00,,,-1000.00",
    ] {
      #expect(form.contains(line), "\(line)")
    }
    #expect(try home.done("tax 2025 --country us --csv").contains("I,I,3,3,7048,8025,-977"))
    // In the ledger, the cost includes the value given and the fee.
    let rows = try json(home, "gains --year 2025 --cost-basis fifo --json")["rows"]?.array ?? []
    #expect(
      rows.map { [$0["proceeds"]?.string, $0["cost"]?.string] } == [
        ["20", "5"], ["30", "21"], ["7000", "10000"],
      ])
    try home.done("verify")
  }

  @Test
  func `us: what the form changes in a swap follows its coins into another coin and account`()
    throws
  {
    let home = try TestHome()
    home.environment["TZ"] = "America/New_York"
    for line in [
      "config set lots account",
      "buy kaspa 10 --total 5 --date 2025-02-01 --account A",
      "swap 10 kaspa 20 celestia --total 20 --fee 2 --date 2025-03-01 --account A",
      "migrate celestia dymension 1:1 --date 2025-03-15",
      "transfer dymension 20 A B --date 2025-03-20",
      "sell dymension 20 --total 30 --date 2025-04-01 --account B",
    ] {
      try home.done(line)
    }
    let form = "--year 2025 --cost-basis fifo --format form8949"
    #expect(
      try home.done("gains dymension \(form)").contains(
        "I,I,20 dymension,03/01/2025,04/01/2025,30.00,20.00,,,10.00"))
    #expect(
      try home.done("gains kaspa \(form)").contains(
        "I,I,10 kaspa,02/01/2025,03/01/2025,18.00,5.00,,,13.00"))
    #expect(try home.done("tax 2025 --country us --csv").contains("I,I,3,2,48,25,23"))
    let own = try json(home, "gains dymension --cost-basis fifo --json")["rows"]?.array?.first
    #expect(own?["cost"] == .string("22"))
  }

  @Test
  func `fr: the lines of form 2086, at the day's prices, with what becomes of the sum`() throws {
    let home = try TestHome()
    home.environment["TZ"] = "Europe/Paris"
    for line in [
      "buy kaspa 10 --total 1000 --currency EUR --date 2024-01-10",
      "buy celestia 1 --total 500 --currency EUR --date 2024-01-11",
      // In Paris it is already 2025.
      "sell kaspa 5 --total 600 --currency EUR --fee 10 --date 2024-12-31T23:30:00Z",
    ] {
      try home.done(line)
    }
    #expect(
      try home.done("tax 2025 --country fr").contains(
        "The price of celestia on 2024-12-31 is unknown"))
    let prices = try home.file("prices.csv", "date,coin_id,usd\n2024-12-31,celestia,831.12\n")
    try home.done("prices import \(prices)")
    #expect(try json(home, "tax 2024 --country fr --json")["form"]?.array?.isEmpty == true)
    let report = try json(home, "tax 2025 --country fr --json")
    #expect(report["costBasis"] == .null && report["currency"] == .string("EUR"))
    let line = try #require(report["form"]?.array?.first)
    #expect(
      ["day", "line212", "line213", "line214", "line218", "line220", "line221", "gain"].map {
        line[$0]?.string
      } == ["2025-01-01", "2000", "600", "10", "590", "1500", "0", "140"])
    #expect(try home.done("tax 2025 --country fr").contains("Sum ~+€140.00, box 3AN"))
  }

  @Test
  func `swap with cash`() throws {
    let home = try TestHome()
    home.environment["TZ"] = "Europe/Paris"
    for line in [
      "buy kaspa 1 --total 500 --currency EUR --date 2024-01-10",
      "swap 1 kaspa 1 celestia --total 750 --currency EUR --cash 100EUR --date 2024-03-10",
      "sell celestia 1 --total 800 --currency EUR --date 2024-10-10",
    ] {
      try home.done(line)
    }
    let id = try #require(
      try json(home, "ls kaspa --json").array?.first { $0["kind"] == .string("swap") }?["id"]?
        .string)
    #expect(try home.done("edit \(id) --cash 150").contains("cash 100 EUR → 150 EUR"))
    #expect(try home.done("ls kaspa").contains("150 EUR"))
    let lines = try json(home, "tax 2024 --country fr --json")["form"]?.array ?? []
    let keys = [
      "line213", "line216", "line217", "line220", "line221", "line222", "line223", "gain",
    ]
    #expect(
      lines.map { line in keys.map { line[$0]?.string } } == [
        ["600", "150", "750", "500", "0", "0", "500", "250"],
        ["800", "0", "800", "1250", "500", "150", "600", "200"],
      ])
    let csv = try home.done("export --format csv -o -")
    let other = try TestHome()
    try other.done("import \(try other.file("ledger.csv", csv))")
    #expect(try other.done("export --format csv -o -") == csv)
    let edited = csv.replacingOccurrences(of: ",150,EUR,", with: ",50,EUR,")
    try other.done("import \(try other.file("edited.csv", edited))")
    #expect(try other.done("ls kaspa").contains("50 EUR"))
    try other.done("buy kaspa 2 --price 5 --date 2025-01-10")
    try other.done("swap 1 kaspa 1 near --total 6 --cash -2 --date 2025-01-11")
    #expect(try other.done("explain kaspa").contains("2 USD paid in cash"))
    try other.done("verify")
  }

  @Test
  func `what cannot be a tax year, or its method, is refused with the way on`() throws {
    let home = try TestHome()
    try home.recordExample()
    func usage(_ line: String) throws -> String {
      let ended = try home.run(line.split(separator: " ").map(String.init))
      #expect(ended.status == 64, "\(line)")
      return ended.standardError
    }
    #expect(try usage("tax 2025").contains("bitpal tax 2025 --country us"))
    #expect(try usage("tax 2024-25 --country us").contains("Write it as 2025."))
    #expect(try usage("tax 2024-26 --country uk").contains("2024 or 2024-25."))
    #expect(try usage("tax 2025 --country us --cost-basis average").contains("fifo is used"))
    #expect(try usage("tax 2025 --country uk --cost-basis fifo").contains("hmrc is used"))
    #expect(try usage("tax 2025 --country fr --cost-basis fifo").contains("value of all coins"))
    #expect(try home.done("tax 2025 --country us --cost-basis lifo").contains("cost basis lifo"))
  }
}
