import Foundation
import Testing

/// Unreadable files of the container, as a user sees them.
struct DamagedFilesTests {
  private func home() throws -> TestHome {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T08:02:00Z"
    return home
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  @Test func `a damaged alert stops no other and is never silent`() throws {
    let home = try home()
    let alerts = "\(home.widgetData)/alerts.json"
    for coin in ["bitcoin", "solana"] { try home.bitpal("alert", "add", coin, "above", "100") }
    try write(text(alerts).replacing("100.00", with: "9x", maxReplacements: 1), to: alerts)
    let warning = "Alert 1 (bitcoin) cannot be read: \(alerts). It does not fire: "
    let listed = try home.bitpal("alert")
    #expect(listed.status == 2)
    #expect(listed.output.contains("solana") && !listed.output.contains("No alerts"))
    #expect(listed.standardError.hasPrefix(warning))
    let low = try home.file("low.json", #"{"bitcoin":"1","solana":"99"}"#)
    let waiting = try home.bitpal("refresh", "--prices", low, "--quiet", "--check-alerts")
    #expect((waiting.status, waiting.output) == (2, ""))
    #expect(waiting.standardError.hasPrefix(warning))
    let high = try home.file("high.json", #"{"bitcoin":"1000","solana":"150"}"#)
    let fired = try home.bitpal("refresh", "--prices", high, "--quiet", "--check-alerts")
    #expect(fired.status == 1)
    #expect(fired.output == "Alert: solana is at $150.00, at or above $100.00.\n")
    // The fired alert rewrote the file; the unreadable entry is still reported.
    #expect(try home.bitpal("refresh", "--prices", high, "--check-alerts").status == 2)
    #expect(try home.bitpal("doctor").output.contains("Alert 2 (bitcoin) cannot be read"))
    let removed = try home.bitpal("alert", "remove", "--unreadable")
    #expect(removed.output == "Removed alert 2 (bitcoin), which could not be read.\n")
    #expect(removed.standardError.contains("it is kept as \(alerts).corrupt-20260428T080200Z."))
    #expect(try text("\(alerts).corrupt-20260428T080200Z").contains("9x"))
    #expect(try home.bitpal("alert").status == 0)
  }

  @Test func `half of a list is read and the rest is named`() throws {
    let home = try home()
    let list = "\(home.widgetData)/watchlist.json"
    try home.bitpal("watch", "add", "ethereum", "solana", "cardano")
    let whole = try text(list)
    try write(String(whole.prefix(whole.count / 2)), to: list)
    let shown = try home.bitpal("watch", "--csv")
    #expect(shown.status == 2)
    #expect(shown.output.contains("ethereum") && !shown.output.contains("cardano"))
    #expect(
      shown.standardError.hasPrefix(
        "Coin 2 (solana) and what was after it cannot be read: \(list)."))
    let added = try home.bitpal("watch", "add", "cardano")
    #expect(added.standardError.contains("it is kept as \(list).corrupt-"))
    #expect(try home.bitpal("watch", "remove", "--unreadable").status == 0)
    #expect(try home.bitpal("watch", "--csv").status == 0)
    #expect(try home.bitpal("watch", "remove").status == 64)
  }

  @Test func `a bad line among the user's prices costs that line only`() throws {
    let home = try home()
    try home.bitpal("buy", "bitcoin", "1", "--price", "1", "--date", "2026-04-20")
    let days = (21...24).map { "2026-04-\($0),bitcoin,\($0)\n" }.joined()
    try home.bitpal("prices", "import", home.file("up.csv", "date,coin_id,usd\n\(days)"))
    let prices = "\(home.container)/Library/Application Support/UserPrices.csv"
    try write(text(prices).replacing("22,bitcoin", with: "22;bitcoin"), to: prices)
    let damaged = try text(prices)
    let history = try home.bitpal(
      "history", "--range", "2026-04-21..2026-04-24", "--csv")
    for day in [21, 23, 24] { #expect(history.output.contains("2026-04-\(day),\(day),")) }
    #expect(
      history.standardError
        == "Line 3 cannot be read: \(prices). The other prices are used. Fix what cannot be read, or "
        + "delete it.\n")
    #expect(try home.bitpal("chart", "bitcoin").standardError.hasPrefix("Line 3 cannot be read"))
    #expect(try home.bitpal("doctor").status == 1)
    let more = try home.bitpal(
      "prices", "import", home.file("more.csv", "date,coin_id,usd\n2026-04-25,bitcoin,25\n"))
    #expect(more.output == "Added 1 price. You have 4 prices now.\n")
    #expect(more.standardError.contains("it is kept as \(prices).corrupt-20260428T080200Z."))
    #expect(try text("\(prices).corrupt-20260428T080200Z") == damaged)
    #expect(try home.bitpal("doctor").status == 0)
  }

  @Test func `a damaged map is named and kept aside`() throws {
    let home = try home()
    let map = "\(home.container)/Library/Application Support/ImportMap-mine.json"
    try home.recordExample()
    let file = try home.file("my.csv", "When,What,Side,Much,Each\n2026-01-02,bitcoin,buy,1,5\n")
    let columns = "date=When,coin=What,side=Side,amount=Much,price=Each,currency==USD"
    #expect(try home.bitpal("import", file, "--map", columns, "--save-map", "mine").status == 0)
    try write("{", to: map)
    let refused = try home.bitpal("import", file, "--format", "mine")
    #expect(refused.status == 2)
    #expect(
      refused.standardError
        == "\(map) cannot be read. It is not used: import with `--map … --save-map mine` again.\n")
    let again = try home.bitpal("import", file, "--map", columns, "--save-map", "mine")
    #expect(again.standardError.contains("it is kept as \(map).corrupt-20260428T080200Z."))
    #expect(try home.bitpal("import", file, "--format", "mine").status == 0)
  }

  @Test func `every file that commands make is one that doctor reads`() throws {
    let home = try home()
    try home.recordExample()
    try home.bitpal("watch", "add", "solana")
    try home.bitpal("alert", "add", "solana", "above", "1")
    try home.bitpal("refresh", "--prices", home.file("p.json", #"{"bitcoin":"5","solana":"2"}"#))
    try home.bitpal(
      "prices", "import", home.file("up.csv", "date,coin_id,usd\n2026-01-02,bitcoin,5\n"))
    let rows = "date,coin_id,type,amount,price\n2026-01-02,bitcoin,buy,1,5\n2026-01-03,x,sell,1,5\n"
    try home.bitpal("import", home.file("my.csv", rows))
    try home.bitpal("summary", "--currency", "EUR")
    try home.bitpal("backup")
    let doctor = try home.bitpal("doctor", "--json")
    #expect(doctor.output.contains("\(home.container), private (0700)\""), "\(doctor.output)")
    for line in ["Backups", "Price files", "Alerts", "Watchlist", "Caches"] {
      #expect(doctor.output.contains("\"\(line)\""))
    }
    #expect(doctor.status == 0, "\(doctor.output)")
    try write("x", to: "\(home.container)/notes.txt")
    #expect(try home.bitpal("doctor").output.contains("not made by bitpal: notes.txt"))
  }

  @Test func `a backup goes through a pipe where the disk takes none`() throws {
    let home = try home()
    try home.recordExample()
    let backups = "\(home.container)/Backups"
    try FileManager.default.removeItem(atPath: backups)
    try write("in the way", to: backups)
    let copy = "\(home.path)/copy.sqlite"
    #expect(
      try spawn(TestHome.program, ["backup", "-"], environment: home.environment, output: copy) == 0
    )
    #expect(try home.bitpal("summary").status == 0)
    let other = try self.home()
    #expect(try other.bitpal("restore", copy).output.hasPrefix("Restored 2 transactions"))
    let left = try FileManager.default.contentsOfDirectory(atPath: home.path)
    #expect(!left.contains { $0.hasPrefix("BitpalShared") })
  }

  @Test func `the dashboard says what cannot be read`() async throws {
    try await onThread {
      let home = try home()
      try home.recordExample()
      try write(
        #"{"alerts": [{"coinId": "bitcoin"}]}"#, to: "\(home.widgetData)/alerts.json")
      let terminal = try Tmux(home, columns: 100, rows: 30)
      try terminal.start("")
      try terminal.wait(for: "Alert 1 (bitcoin) cannot be read")
    }
  }
}
