import Foundation
import Testing

@testable import ImportForms
@testable import ImportText

/// Files recorded by others, stored next to the repository; without them, these tests are skipped.
struct RecordedExportsTests {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "shared/data/exports")

  static let isThere = FileManager.default.fileExists(atPath: folder.path)

  /// Each file, its format, and the refused lines.
  static let files: [(name: String, format: ImportFormat, refused: [Int])] = [
    ("binance-trades-2018", .binanceTrades, []),
    // An operation invented by the file's authors, and a second with trades of two coins.
    ("binance-transaction-history", .binanceStatement, [42, 186]),
    ("bitcoin-tax-trades", .bitcoinTax, []), ("bitstamp-2022", .bitstamp, []),
    ("bittrex-orders-2023", .bittrex, []), ("bitvavo", .bitvavo, []),
    ("blockpit", .blockpit, []), ("coinbase-2025-eur", .coinbase, []),
    ("coinbase-pro-account-2020", .coinbasePro, []), ("coinmarketcap-small", .coinMarketCap, []),
    ("cointracking-trades-en", .coinTracking, []), ("cryptocom-app-2025", .cryptoCom, []),
    ("delta-template", .delta, []), ("ghostfolio-import-sample", .ghostfolio, []),
    ("koinly-universal", .koinly, []), ("kraken-ledgers-2024", .krakenLedgers, []),
    ("kraken-trades-2017", .krakenTrades, []), ("kucoin-orders-2022", .kucoin, []),
  ]

  @Test(.enabled(if: isThere), arguments: files)
  func `every row of a recorded file is read`(
    name: String, format: ImportFormat, refused: [Int]
  ) throws {
    let data = try Data(contentsOf: Self.folder.appending(path: "\(name).csv"))
    let file = try results(of: String(decoding: data, as: UTF8.self))
    #expect(file.format == format)
    let lines = file.results.compactMap { result in
      if case .refused(let row) = result { row.source.line } else { nil }
    }
    #expect(lines == refused)
  }

  @Test(.enabled(if: isThere))
  func `no recorded file is left untried`() throws {
    let there = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }
    #expect(Set(there) == Set(Self.files.map(\.name)))
  }
}
