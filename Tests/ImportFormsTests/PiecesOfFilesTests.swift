import BitpalTesting
import Exact
import FoundationEssentials
import Import
import Portfolio
import Testing
import ImportForms
import ImportText

/// Overlapping pieces of a file, imported in any order, have the same result as the whole file.
struct PiecesOfFilesTests {
  /// Files whose pieces lack information: the order of day and month, the wallet's owner, which
  /// order a row is a fill of, or which rows make up one sale.
  private static let exceptions: Set<String> = [
    "accointing", "bitfinex-trades-month",
    "etherscan-tokens", "subscan-transfers", "subscan-transfers-2024",
    "binance-orders-2023", "binance-orders-fills", "bitget-orders", "bitget-orders-short",
    "buenbit", "crypto-com-mco", "nexo",
  ]

  @Test func `pieces of a file, in any order, come to the ledger of the whole`() throws {
    var different: [String] = []
    var chance = SeededGenerator(seed: 1)
    for name in Fixture.names where !Self.exceptions.contains(name) {
      let fixture = try Fixture.named(name)
      let rows = try fixture.table.rows
      guard rows.count > 1 else { continue }
      let whole = book([try fixture.records])
      for _ in 0..<3 {
        let end = Int.random(in: 1..<rows.count, using: &chance)
        let start = Int.random(in: 0...end, using: &chance)
        let pieces = [rows[..<end], rows[start...]].shuffled(using: &chance)
        do {
          let files = try pieces.enumerated().map { index, rows in
            try records(
              of: Array(try fixture.text(of: rows).utf8),
              options: ReadingOptions(digest: "piece \(index)", name: Fixture.fileName))
          }
          let found = book(files)
          if found != whole {
            different.append(
              "\(name) \(start) \(end): \(found.filter { !whole.contains($0) }.prefix(2)) "
                + "instead of \(whole.filter { !found.contains($0) }.prefix(2))")
          }
        } catch {
          different.append("\(name) \(start) \(end): \(error)")
        }
      }
    }
    #expect(different == [])
  }

  /// The ledger derived from files when everything has a price and every sale is covered: the rows
  /// by time without their accounts, and the open questions.
  private func book(_ files: [FileRecords]) -> [String] {
    let facts = files.flatMap(\.records).flatMap(\.facts)
    let names = facts.flatMap { [$0.amount, $0.counter, $0.fee].compactMap { $0?.asset } }
    let coins = Set(names.compactMap { testCatalogue(Asset(factName: $0)) })
    let gifts = coins.sorted().map { coin in
      Transaction(
        coinId: coin, type: .gift, amount: 1_000_000, pricePerCoin: 0, date: instant("2009-01-05"))
    }
    let imported = imported(files, ImportSetting(othersAreWorth: "2", typed: gifts))
    return imported.added.sorted()
      + imported.moves.map { "\($0.date.utcText) \($0.amount) \($0.coinId) \($0.account)" }.sorted()
      + Set(imported.ledger.questions.map { "\($0.kind) \($0.cause)" }).sorted()
  }
}
