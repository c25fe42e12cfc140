import Exact
import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// How many files of known formats a proposed map would read correctly if the format were unknown.
struct MapProposalShareTests {
  /// The fixtures contain the most unusual formats; proposals for them are rarely wrong.
  @Test func `half of the odd forms of trades are proposed right, few wrong`() throws {
    let files = try Fixture.names.map { ($0, try Fixture.named($0).text) }
    let verdicts = try files.compactMap { name, text in
      try Self.verdict(on: text).map { (name, $0) }
    }
    let wrong = verdicts.filter { $0.1 == .wrong }.map(\.0)
    let right = verdicts.count { $0.1 == .right }
    #expect(right * 2 >= verdicts.count, "\(right) of \(verdicts.count)")
    #expect(wrong.count * 12 < verdicts.count, "\(wrong) of \(verdicts.count)")
  }

  @Test(.enabled(if: RecordedExportsTests.isThere))
  func `nine of ten recorded files of trades are proposed right`() throws {
    let verdicts = try RecordedExportsTests.files.compactMap { file -> (String, Verdict)? in
      let data = try Data(
        contentsOf: RecordedExportsTests.folder.appending(path: "\(file.name).csv"))
      return try Self.verdict(on: String(decoding: data, as: UTF8.self)).map { (file.name, $0) }
    }
    let others = verdicts.filter { $0.1 != .right }.map { "\($0.0): \($0.1)" }
    #expect(others.count * 10 < verdicts.count, "\(others) of \(verdicts.count)")
  }

  enum Verdict { case right, wrong, none }

  /// Compares the rows read with a proposed map to those of the format's own reader.
  ///
  /// - Returns: `nil` for files in which no single row is a trade.
  static func verdict(on text: String) throws -> Verdict? {
    let known = try readImport(Array(text.utf8)).results
    let parts = known.contains { result in
      if case .leftOut(let row) = result, case .partOfTrade = row.reason { true } else { false }
    }
    let expected = trades(known)
    guard !parts, !expected.isEmpty else { return nil }
    guard var map = mapProposal(for: Array(text.utf8))?.map else { return Verdict.none }
    var mapped = try readImport(Array(text.utf8), map: map).results
    // Try both orders, since bitpal would ask for the order of day and month.
    if mapped.contains(where: \.isOfAmbiguousDate) {
      for order in ["day/month", "month/day"] {
        map.set(.dates, literal: order)
        mapped = try readImport(Array(text.utf8), map: map).results
        if mapped.compactMap(\.date).first == known.compactMap(\.date).first { break }
      }
    }
    let hits = expected.count { line, facts in
      trades(mapped)[line].map { isSame($0, facts) } ?? false
    }
    let misses = trades(mapped).count { line, facts in
      expected[line].map { !isSame($0, facts) } ?? known.contains { $0.isNoTrade(onLine: line) }
    }
    return misses == 0 && hits * 2 >= expected.count ? .right : misses > 0 ? .wrong : Verdict.none
  }

  private static func trades(_ results: [RowResult]) -> [Int: TradeFacts] {
    var trades: [Int: TradeFacts] = [:]
    for case .trade(let facts) in results where facts.received != nil && facts.spent != nil {
      trades[facts.source.line] = facts
    }
    return trades
  }

  /// The same coins, with amounts that differ by at most a fee.
  private static func isSame(_ left: TradeFacts, _ right: TradeFacts) -> Bool {
    zip([left.received, left.spent], [right.received, right.spent]).allSatisfy { one, other in
      guard let one, let other, one.asset == other.asset else { return false }
      return abs(one.amount - other.amount) * 20 <= other.amount
    }
  }
}

extension RowResult {
  fileprivate var isOfAmbiguousDate: Bool {
    if case .refused(let row) = self, case .ambiguousDate = row.reason { true } else { false }
  }

  /// Whether a row that its own reader recognizes is not a trade.
  ///
  /// Rows about shares or contracts do not count, since only their own reader can recognize them.
  fileprivate func isNoTrade(onLine line: Int) -> Bool {
    guard source.line == line else { return false }
    switch self {
    case .move: return true
    case .trade(let facts): return facts.received == nil || facts.spent == nil
    case .leftOut(let row):
      if case .notCarriedOut = row.reason { return true }
      return false
    default: return false
    }
  }
}
