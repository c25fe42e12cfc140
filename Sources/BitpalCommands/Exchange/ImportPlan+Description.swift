import CellGrid
import FoundationEssentials
import Interchange
import Portfolio
import Reports

extension ImportPlan {
  private static let shownRows = 20

  /// Says, beside the result, what the file holds and what becomes of it.
  ///
  /// - Parameter isPreview: Whether nothing has been decided yet: then all that would be added and
  ///   all that would be left out is shown.
  func describe(isPreview: Bool, _ style: ReportStyle) {
    Console.writeError("Read as \(format.rawValue).")
    for notice in notices { Console.writeError(notice.sentence) }
    if alreadyThere > 0 {
      Console.writeError("\(countOf(alreadyThere, "row")) already in the ledger.")
    }
    let parts = leftOut.count(where: \.isPartOfTrade)
    if parts > 0 {
      let verb = parts == 1 ? "belongs" : "belong"
      Console.writeError("\(countOf(parts, "row")) \(verb) to trades that other rows begin.")
    }
    list(
      leftOut.filter { !$0.isPartOfTrade }.map { ($0.source, $0.reason.sentence) },
      title: "left out", shown: isPreview ? Int.max : Self.shownRows)
    list(refused.map { ($0.source, $0.reason.sentence) }, title: "refused", shown: Int.max)
    if isPreview, isAcceptable { describeAdditions(style) }
  }

  /// A line for each coin.
  private func describeAdditions(_ style: ReportStyle) {
    let coins = Dictionary(grouping: additions, by: \.coinId).sorted { $0.key < $1.key }
    for (coinId, rows) in coins {
      let kinds = TransactionType.allCases.compactMap { type in
        let count = rows.count { $0.type == type }
        return count > 0 ? countOf(count, type.rawValue) : nil
      }
      Console.writeError("  \(coinId): \(kinds.joined(separator: ", ")), \(rows.days(style))")
    }
  }

  private func list(
    _ rows: [(source: RowSource, sentence: String)], title: String, shown: Int
  ) {
    guard !rows.isEmpty else { return }
    Console.writeError("\(countOf(rows.count, "row")) \(title):")
    for row in rows.prefix(shown) {
      Console.writeError("  line \(row.source.line): \(row.sentence)")
      Console.writeError("    \(clipped(cleaned(row.source.text), to: 76))")
    }
    if rows.count > shown { Console.writeError("  and \(rows.count - shown) more") }
  }
}

extension LeftOutRow {
  /// Whether the row is in the ledger after all, with the first of its trade.
  fileprivate var isPartOfTrade: Bool {
    if case .partOfTrade = reason { true } else { false }
  }
}
