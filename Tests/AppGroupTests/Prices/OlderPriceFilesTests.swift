import BitpalTesting
import Foundation
import Portfolio
import Testing
import AppGroup

/// The prices that version 1.0 kept in separate files.
struct OlderPriceFilesTests {
  private let files: TestStore
  private let now = utc("2026-04-28T12:00:00Z")

  init() throws {
    files = try TestStore()
    try files.container.create()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  private var folder: String {
    "\(files.container.folder)/Library/Application Support/PriceHistory"
  }

  private func putDay(_ day: String, _ rows: String) throws {
    try put(rows, at: files.container.path(.priceDay, named: day))
  }

  private func migrate() throws -> [String] {
    try OlderPriceFiles(files.container).migrate(at: now)
  }

  private func found(_ id: String, _ text: String) throws -> String? {
    StoredDailyPrices(files.store).price(of: id, on: try day(text)).map {
      "\($0.price) \($0.source)"
    }
  }

  @Test func `every price is taken over and the files go`() throws {
    try putDay(
      "2026-04-20",
      """
      2026-04-20T10:00:00.000Z,bitcoin,1
      2026-04-20T10:00:00.000Z,"a,""b",0.000000000056366
      2026-04-20T22:00:00.500Z,bitcoin,2

      """)
    try putDay("2026-04-28", "2026-04-28T11:45:00.000Z,bitcoin,3\n")
    try put(
      "date,coin_id,usd\n2026-04-19,bitcoin,7\n2026-04-20,bitcoin,8\n",
      at: files.container.path(.fetchedPrices))
    #expect(OlderPriceFiles(files.container).mayExist)
    #expect(try migrate() == [])
    #expect(try found("bitcoin", "2026-04-19") == "7 CoinGecko")
    #expect(try found("bitcoin", "2026-04-20") == "2 recorded")
    #expect(try found("bitcoin", "2026-04-28") == "3 recorded")
    #expect(try found("a,\"b", "2026-04-20") == "0.000000000056366 recorded")
    #expect(!OlderPriceFiles(files.container).mayExist)
    #expect(try migrate() == [])
  }

  @Test func `what cannot be read is kept under another name`() throws {
    let rows =
      "2026-04-20T10:00:00.000Z,bitcoin,1\nx\n2026-04-20T11:00:00.000Z,bitcoin,2\n"
      + "2026-04-20T12:00:00.000Z,bitcoin,12"
    try putDay("2026-04-20", rows)
    let path = files.container.path(.priceDay, named: "2026-04-20")
    let sentences = try migrate()
    #expect(
      sentences == [
        "Line 2, line 4 cannot be read: \(path). The other prices are used, and the file is kept as "
          + "\(path).corrupt-20260428T120000Z."
      ])
    #expect(try found("bitcoin", "2026-04-20") == "2 recorded")
    #expect(try text(at: "\(path).corrupt-20260428T120000Z") == rows)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try migrate() == [])
  }

  @Test func `a kill between the store and the files loses nothing`() throws {
    try putDay("2026-04-20", "2026-04-20T10:00:00.000Z,bitcoin,1\n")
    _ = try migrate()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try putDay("2026-04-20", "2026-04-20T10:00:00.000Z,bitcoin,1\n")
    #expect(try migrate() == [])
    #expect(try files.store.prices(of: "bitcoin")?.count == 1)
  }

  @Test func `what is no file of bitpal's stays`() throws {
    try put("mine", at: "\(folder)/notes.txt")
    try FileManager.default.createDirectory(
      atPath: "\(folder)/2026-04-21.csv", withIntermediateDirectories: false)
    try putDay("2026-04-20", "2026-04-20T10:00:00.000Z,bitcoin,1\n")
    #expect(try migrate() == [])
    #expect(try names(in: folder) == ["notes.txt", "2026-04-21.csv"])
    #expect(try found("bitcoin", "2026-04-20") == "1 recorded")
  }
}
