import Exact
import Foundation
import Portfolio
import Synchronization
import Testing
import AppGroup

/// A damaged file of past prices loses only what cannot be read, and the damage is reported.
///
/// - A file that was cut off keeps the days before the cut.
/// - A changed bit anywhere is found; a bit in one record costs only that day.
/// - A file of zeros has no prices, and an empty file counts as damaged.
/// - The next price repairs the file, keeps the readable days and saves the damaged copy.
/// - A reader gets one warning, with the record, the path and the command that fills the gap.
struct DamagedStoreTests {
  private let files: TestStore

  init() throws {
    files = try TestStore()
    try files.add([
      price("1", on: "2025-03-01"), price("2", on: "2025-03-02"), price("3", on: "2025-03-03"),
    ])
  }

  @Test func `a file that is cut keeps the days before the cut`() throws {
    let whole = try files.bytes()
    for length in 17..<whole.count {
      try files.put(whole.prefix(length))
      let prices = try #require(try files.store.prices(of: "bitcoin"))
      let days = (length - 16) / 24
      #expect(prices.all.compactMap(\.price) == [1, 2, 3].prefix(days).map { ExactDecimal($0) })
      #expect((prices.damage == nil) == (length - 16).isMultiple(of: 24))
    }
  }

  @Test func `a changed bit is found`() throws {
    let whole = try files.bytes()
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 1 << UInt8(index % 8)
      try files.put(bytes)
      let prices = try #require(try files.store.prices(of: "bitcoin"))
      #expect(prices.damage != nil, "byte \(index)")
      #expect(prices.all.compactMap(\.price).count == (index < 16 ? 0 : 2), "byte \(index)")
    }
  }

  @Test(arguments: [0, 24, 48, 72]) func `zeros are not days`(_ count: Int) throws {
    try files.put(Array("bitpal prices 2\n".utf8) + [UInt8](repeating: 0, count: count))
    let prices = try #require(try files.store.prices(of: "bitcoin"))
    #expect(prices.all == [])
    #expect((prices.damage != nil) == (count > 0))
  }

  @Test func `the next price keeps the rest and the damaged file`() throws {
    let whole = try files.bytes()
    try files.put(whole.prefix(50))
    let kept = try files.store.add(
      [price("4", on: "2025-03-04")], of: "bitcoin", at: noon)
    #expect(try AtomicFile.read(try #require(kept)) == Array(whole.prefix(50)))
    let prices = try #require(try files.store.prices(of: "bitcoin"))
    #expect(prices.damage == nil)
    #expect(prices.all.compactMap(\.price) == [1, 4])
  }

  @Test func `a reader is warned once`() throws {
    var bytes = try files.bytes()
    bytes[41] ^= 1
    try files.put(bytes)
    let warnings = Mutex<[String]>([])
    let prices = StoredDailyPrices(files.store) { text in warnings.withLock { $0.append(text) } }
    #expect(prices.price(of: "bitcoin", on: try day("2025-03-01"))?.price == 1)
    #expect(prices.price(of: "bitcoin", on: try day("2025-03-02")) == nil)
    #expect(prices.price(of: "bitcoin", on: try day("2025-03-03"))?.price == 3)
    let path = files.store.path(of: "bitcoin")
    #expect(
      warnings.withLock(\.self) == [
        "Record 2 cannot be read: \(path). The other prices are used. `bitpal prices fetch` fetches "
          + "what is missing."
      ])
  }

  @Test func `an empty file is damaged`() throws {
    try files.put([])
    #expect(try files.store.prices(of: "bitcoin")?.damage != nil)
    try files.add([price("4", on: "2025-03-04")])
    #expect(try files.store.prices(of: "bitcoin")?.all.count == 1)
  }
}
