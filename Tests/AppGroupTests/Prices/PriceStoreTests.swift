import BitpalTesting
import Exact
import Foundation
import Portfolio
import Testing
import AppGroup

/// Stored past prices keep every digit, name their source and survive concurrent writers.
///
/// - A stored price is never overwritten; a price replaces a day that was recorded as missing.
/// - A day without a price, or outside the stored days, has none.
/// - Prices that are negative, zero or out of range are left out.
/// - Each day takes 24 bytes, and adding known prices does not touch the file.
/// - Any coin id has a file of its own inside the folder, even `../../x`.
struct PriceStoreTests {
  private let files: TestStore

  init() throws { files = try TestStore() }

  @Test(arguments: [
    "78030", "1", "0.00000000000000001", "0.00000010123500000000000123", "999999999999",
    "60580.28121336298", "12345678901.234567890123456789012345678", "5.6366e-11", "100000",
  ])
  func `every digit of a price is kept`(_ text: String) throws {
    try files.add([price(text, on: "2025-03-01")])
    let prices = try #require(try files.store.prices(of: "bitcoin"))
    #expect(prices.day(try day("2025-03-01"))?.price == (try ExactDecimal(exact: text)))
    #expect(prices.damage == nil)
  }

  @Test func `days are found with and without gaps between`() throws {
    try files.add([
      price("3", on: "2025-03-03"), price("1", on: "2025-03-01"), price("9", on: "2025-03-09"),
      gap(on: "2025-03-04"),
    ])
    let prices = StoredDailyPrices(files.store)
    let lookup = prices.lookup(of: "bitcoin")
    let found = try (1...10).map { lookup(try day("2025-03-\($0 < 10 ? "0" : "")\($0)")) }
    #expect(found == [1, nil, 3, nil, nil, nil, nil, nil, 9, nil])
    #expect(lookup(try day("2025-02-28")) == nil)
    #expect(lookup(try day("1901-01-01")) == nil)
  }

  @Test func `a price names its source`() throws {
    try files.add([
      price("1", on: "2025-03-01"), price("2", on: "2025-03-02", from: .defiLlama),
      price("3", on: "2025-03-03", from: .kraken),
      price("4", on: "2025-03-04", from: PriceOrigin(rawValue: 77)),
    ])
    let prices = StoredDailyPrices(files.store)
    let sources = try ["01", "02", "03", "04"].map {
      prices.price(of: "bitcoin", on: try day("2025-03-\($0)"))?.source
    }
    #expect(sources == ["CoinGecko", "DefiLlama", "Kraken", "another source"])
  }

  @Test func `a stored price stays and a price takes the place of a gap`() throws {
    try files.add([price("1", on: "2025-03-01"), gap(on: "2025-03-02"), gap(on: "2025-03-03")])
    try files.add([
      price("7", on: "2025-03-01", from: .defiLlama),
      price("8", on: "2025-03-02", from: .defiLlama),
      gap(on: "2025-03-03", PriceOrigins(.defiLlama)), gap(on: "2025-03-01"),
    ])
    let stored = try #require(try files.store.prices(of: "bitcoin"))
    #expect(
      stored.all == [
        try price("1", on: "2025-03-01"), try price("8", on: "2025-03-02", from: .defiLlama),
        try gap(on: "2025-03-03", [PriceOrigins(.coinGecko), PriceOrigins(.defiLlama)]),
      ])
  }

  @Test func `impossible prices are left out`() throws {
    try files.add([
      price("0", on: "2025-03-01"), price("-5", on: "2025-03-02"),
      price("1e13", on: "2025-03-03"), price("1e-19", on: "2025-03-04"),
      price("2", on: "2025-03-06"),
    ])
    #expect(try files.store.prices(of: "bitcoin")?.all == [try price("2", on: "2025-03-06")])
  }

  @Test func `a coin day takes twenty four bytes`() throws {
    let first = try day("2020-01-01")
    try files.add(
      (0..<3650).map {
        StoredPrice(day: first.advanced(by: $0), .price(ExactDecimal($0 + 1) / 1024, .coinGecko))
      })
    #expect(try files.bytes().count == 16 + 3650 * 24)
  }

  @Test(arguments: ["-10", "1move token", "_", "boringdao-[old]", "..", "../../x", "A", "a/b"])
  func `odd ids have a file of their own`(_ id: String) throws {
    try files.add([price("2", on: "2025-03-06")], of: id)
    try files.add([price("3", on: "2025-03-06")], of: "a")
    #expect(try files.store.prices(of: id)?.all.first?.price == 2)
    let names = try files.container.files(.pastPrices)
    #expect(names.contains(files.store.path(of: id)))
    #expect(names.count == 2)
  }

  @Test func `a coin without a file has no prices`() throws {
    #expect(try files.store.prices(of: "bitcoin") == nil)
    #expect(StoredDailyPrices(files.store).price(of: "bitcoin", on: try day("2025-03-06")) == nil)
  }

  @Test func `adding what is known writes nothing`() throws {
    try files.add([price("1", on: "2025-03-01")])
    let path = files.store.path(of: "bitcoin")
    let old = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    try files.add([price("1", on: "2025-03-01"), gap(on: "2025-03-01")])
    let new = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    #expect(old == new)
  }

  @Test func `two writers at once lose nothing`() async throws {
    let store = files.store
    let first = try day("2025-01-01")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let days = (0..<5).map {
            StoredPrice(day: first.advanced(by: writer * 5 + $0), .price(1, .coinGecko))
          }
          try store.add(days, of: "bitcoin", at: noon)
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.prices(of: "bitcoin")?.count == 40)
  }
}
