import BitpalTesting
import Exact
import Foundation
import Portfolio
import Testing
import AppGroup

/// The files of daily candles.
struct CandleStoreTests {
  private let files: TestStore
  private let store: CandleStore

  init() throws {
    files = try TestStore()
    store = CandleStore(files.container)
  }

  private func candle(
    _ date: String, _ close: String, volume: String? = "408.98379809"
  ) throws -> DailyCandle {
    try #require(
      DailyCandle(
        day: day(date), open: exact("64886.2"), high: exact("65141.9"), low: exact("0.000001"),
        close: exact(close), volume: volume.map(exact)))
  }

  @Test func `candles come back as they were, oldest first, from a file of the user's own`() throws
  {
    #expect(try store.content(of: "bitcoin").candles == [])
    let first = try candle("2026-08-08", "64901.1")
    let second = try candle("2026-08-09", "64860", volume: nil)
    #expect(try store.add([second, first], of: "bitcoin", at: noon) == nil)
    #expect(try store.content(of: "bitcoin").candles == [first, second])
    #expect(try store.content(of: "ethereum").candles == [])
    #expect(try mode(of: store.path(of: "bitcoin")) == 0o600)
    #expect(try mode(of: files.container.candles) == 0o700)
    let text = try String(contentsOfFile: store.path(of: "bitcoin"), encoding: .utf8)
    #expect(
      text == "2026-08-08,64886.2,65141.9,0.000001,64901.1,408.98379809\n"
        + "2026-08-09,64886.2,65141.9,0.000001,64860,\n")
  }

  @Test func `a later answer adds days and takes the place of those it has again`() throws {
    _ = try store.add(
      [candle("2026-08-08", "1"), candle("2026-08-09", "2")], of: "a/B", at: noon)
    _ = try store.add(
      [candle("2026-08-09", "3"), candle("2026-08-10", "4")], of: "a/B", at: noon)
    #expect(try store.content(of: "a/B").candles.map(\.close) == [1, 3, 4])
    #expect(try files.container.files(.candles).count == 1)
  }

  @Test(arguments: [
    ("2026-08-09,1,2,0.5\n", "line 2"), ("2026-08-09,1,2,0.5,x,\n", "line 2"),
    ("2026-08-09,1,2,0.5,1e400,\n", "line 2"), ("2026-08-09,1,2,0.5,3,1\n", "line 2"),
    ("2026-08-07,1,2,0.5,1,1\n", "line 2"), ("2026-08-09,1,2,0.5,1", "the end"),
    ("\0\0\0\n", "line 2"),
  ])
  func `what cannot be read is named, and kept when the file is rewritten`(
    line: String, part: String
  ) throws {
    try files.container.create()
    let path = store.path(of: "bitcoin")
    let bytes = "2026-08-08,1,2,0.5,1,3\n\(line)"
    try bytes.write(toFile: path, atomically: false, encoding: .utf8)
    let content = try store.content(of: "bitcoin")
    #expect(content.candles.map(\.day) == [try day("2026-08-08")])
    #expect(content.damage?.sentence.lowercased().contains(part) == true)
    let kept = try #require(
      try store.add([candle("2026-08-10", "4")], of: "bitcoin", at: noon))
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == bytes)
    #expect(try store.content(of: "bitcoin").candles.count == 2)
    #expect(try store.content(of: "bitcoin").damage == nil)
  }
}
