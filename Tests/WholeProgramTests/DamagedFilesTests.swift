import Foundation
import Testing

/// Files of the container that cannot be read, as a user meets them.
struct DamagedFilesTests {
  private func desk() throws -> Desk {
    let desk = try Desk()
    desk.environment["BITPAL_NOW"] = "2026-04-28T08:02:00Z"
    return desk
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  @Test func aDamagedAlertStopsNoOtherAndIsNeverSilent() throws {
    let desk = try desk()
    let alerts = "\(desk.widgetData)/alerts.json"
    for coin in ["bitcoin", "solana"] { try desk.bitpal("alert", "add", coin, "above", "100") }
    try write(text(alerts).replacing("100.00", with: "9x", maxReplacements: 1), to: alerts)
    let warning = "Alert 1 (bitcoin) cannot be read: \(alerts). It does not fire: "
    let listed = try desk.bitpal("alert")
    #expect(listed.status == 2)
    #expect(listed.output.contains("solana") && !listed.output.contains("No alerts"))
    #expect(listed.complaints.hasPrefix(warning))
    let low = try desk.file("low.json", #"{"bitcoin":"1","solana":"99"}"#)
    let waiting = try desk.bitpal("refresh", "--prices", low, "--quiet", "--check-alerts")
    #expect((waiting.status, waiting.output) == (2, ""))
    #expect(waiting.complaints.hasPrefix(warning))
    let high = try desk.file("high.json", #"{"bitcoin":"1000","solana":"150"}"#)
    let fired = try desk.bitpal("refresh", "--prices", high, "--quiet", "--check-alerts")
    #expect(fired.status == 1)
    #expect(fired.output == "Alert: solana is at $150.00, at or above $100.00.\n")
    // Firing wrote the file, and what cannot be read is still named.
    #expect(try desk.bitpal("refresh", "--prices", high, "--check-alerts").status == 2)
    #expect(try desk.bitpal("doctor").output.contains("Alert 2 (bitcoin) cannot be read"))
    let removed = try desk.bitpal("alert", "remove", "--unreadable")
    #expect(removed.output == "Removed alert 2 (bitcoin), which could not be read.\n")
    #expect(removed.complaints.contains("it is kept as \(alerts).corrupt-20260428T080200Z."))
    #expect(try text("\(alerts).corrupt-20260428T080200Z").contains("9x"))
    #expect(try desk.bitpal("alert").status == 0)
  }

  @Test func halfOfAListIsReadAndTheRestIsNamed() throws {
    let desk = try desk()
    let list = "\(desk.widgetData)/watchlist.json"
    try desk.bitpal("watch", "add", "ethereum", "solana", "cardano")
    let whole = try text(list)
    try write(String(whole.prefix(whole.count / 2)), to: list)
    let shown = try desk.bitpal("watch", "--csv")
    #expect(shown.status == 2)
    #expect(shown.output.contains("ethereum") && !shown.output.contains("cardano"))
    #expect(
      shown.complaints.hasPrefix("Coin 2 (solana) and what was after it cannot be read: \(list)."))
    let added = try desk.bitpal("watch", "add", "cardano")
    #expect(added.complaints.contains("it is kept as \(list).corrupt-"))
    #expect(try desk.bitpal("watch", "remove", "--unreadable").status == 0)
    #expect(try desk.bitpal("watch", "--csv").status == 0)
    #expect(try desk.bitpal("watch", "remove").status == 64)
  }

  @Test func aBadLineAmongTheUsersPricesCostsThatLineOnly() throws {
    let desk = try desk()
    try desk.bitpal("buy", "bitcoin", "1", "--price", "1", "--date", "2026-04-20")
    let days = (21...24).map { "2026-04-\($0),bitcoin,\($0)\n" }.joined()
    try desk.bitpal("prices", "import", desk.file("up.csv", "date,coin_id,usd\n\(days)"))
    let prices = "\(desk.container)/Library/Application Support/UserPrices.csv"
    try write(text(prices).replacing("22,bitcoin", with: "22;bitcoin"), to: prices)
    let damaged = try text(prices)
    let history = try desk.bitpal(
      "history", "--range", "2026-04-21..2026-04-24", "--csv")
    for day in [21, 23, 24] { #expect(history.output.contains("2026-04-\(day),\(day),")) }
    #expect(
      history.complaints
        == "Line 3 cannot be read: \(prices). The other prices are used. Fix what cannot be read, or "
        + "delete it.\n")
    #expect(try desk.bitpal("chart", "bitcoin").complaints.hasPrefix("Line 3 cannot be read"))
    #expect(try desk.bitpal("doctor").status == 1)
    let more = try desk.bitpal(
      "prices", "import", desk.file("more.csv", "date,coin_id,usd\n2026-04-25,bitcoin,25\n"))
    #expect(more.output == "Added 1 price. You have 4 prices now.\n")
    #expect(more.complaints.contains("it is kept as \(prices).corrupt-20260428T080200Z."))
    #expect(try text("\(prices).corrupt-20260428T080200Z") == damaged)
    #expect(try desk.bitpal("doctor").status == 0)
  }

  @Test func aDamagedMapIsNamedAndKeptAside() throws {
    let desk = try desk()
    let map = "\(desk.container)/Library/Application Support/ImportMap-mine.json"
    try desk.recordExample()
    let file = try desk.file("my.csv", "When,What,Side,Much,Each\n2026-01-02,bitcoin,buy,1,5\n")
    let columns = "date=When,coin=What,side=Side,amount=Much,price=Each,currency==USD"
    #expect(try desk.bitpal("import", file, "--map", columns, "--save-map", "mine").status == 0)
    try write("{", to: map)
    let refused = try desk.bitpal("import", file, "--format", "mine")
    #expect(refused.status == 2)
    #expect(
      refused.complaints
        == "\(map) cannot be read. It is not used: import with `--map … --save-map mine` again.\n")
    let again = try desk.bitpal("import", file, "--map", columns, "--save-map", "mine")
    #expect(again.complaints.contains("it is kept as \(map).corrupt-20260428T080200Z."))
    #expect(try desk.bitpal("import", file, "--format", "mine").status == 0)
  }

  @Test func everyFileThatCommandsMakeIsOneThatDoctorReads() throws {
    let desk = try desk()
    try desk.recordExample()
    try desk.bitpal("watch", "add", "solana")
    try desk.bitpal("alert", "add", "solana", "above", "1")
    try desk.bitpal("refresh", "--prices", desk.file("p.json", #"{"bitcoin":"5","solana":"2"}"#))
    try desk.bitpal(
      "prices", "import", desk.file("up.csv", "date,coin_id,usd\n2026-01-02,bitcoin,5\n"))
    let rows = "date,coin_id,type,amount,price\n2026-01-02,bitcoin,buy,1,5\n2026-01-03,x,sell,1,5\n"
    try desk.bitpal("import", desk.file("my.csv", rows))
    try desk.bitpal("summary", "--currency", "EUR")
    try desk.bitpal("backup")
    let doctor = try desk.bitpal("doctor", "--json")
    #expect(doctor.output.contains("\(desk.container), private (0700)\""), "\(doctor.output)")
    for line in ["Backups", "Price files", "Alerts", "Watchlist", "Caches"] {
      #expect(doctor.output.contains("\"\(line)\""))
    }
    #expect(doctor.status == 0, "\(doctor.output)")
    try write("x", to: "\(desk.container)/notes.txt")
    #expect(try desk.bitpal("doctor").output.contains("not made by bitpal: notes.txt"))
  }

  @Test func aBackupGoesThroughAPipeWhereTheDiskTakesNone() throws {
    let desk = try desk()
    try desk.recordExample()
    let backups = "\(desk.container)/Backups"
    try FileManager.default.removeItem(atPath: backups)
    try write("in the way", to: backups)
    let copy = "\(desk.home)/copy.sqlite"
    #expect(
      try spawn(Desk.program, ["backup", "-"], environment: desk.environment, output: copy) == 0)
    #expect(try desk.bitpal("summary").status == 0)
    let other = try self.desk()
    #expect(try other.bitpal("restore", copy).output.hasPrefix("Restored 2 transactions"))
    let left = try FileManager.default.contentsOfDirectory(atPath: desk.home)
    #expect(!left.contains { $0.hasPrefix("BitpalShared") })
  }

  @Test func theDashboardSaysWhatCannotBeRead() async throws {
    try await onThread {
      let desk = try desk()
      try desk.recordExample()
      try write(
        #"{"alerts": [{"coinId": "bitcoin"}]}"#, to: "\(desk.widgetData)/alerts.json")
      let terminal = try Tmux(desk, columns: 100, rows: 30)
      try terminal.start("")
      try terminal.wait(for: "Alert 1 (bitcoin) cannot be read")
    }
  }
}
