import CellGrid
import FoundationEssentials
import Interchange
import Portfolio

extension ImportPlan {
  private static let shownRows = 20

  /// Says, beside the result, what the file holds and what becomes of it.
  func describe() {
    Console.complain("Read as \(format.rawValue).")
    for notice in notices { Console.complain(notice.sentence) }
    if alreadyThere > 0 {
      Console.complain("\(countOf(alreadyThere, "row")) already in the ledger.")
    }
    list(leftOut.map { ($0.source, $0.reason.sentence) }, title: "left out")
    list(refused.map { ($0.source, $0.reason.sentence) }, title: "refused", shown: Int.max)
  }

  private func list(
    _ rows: [(source: RowSource, sentence: String)], title: String, shown: Int = shownRows
  ) {
    guard !rows.isEmpty else { return }
    Console.complain("\(countOf(rows.count, "row")) \(title):")
    for row in rows.prefix(shown) {
      Console.complain("  line \(row.source.line): \(row.sentence)")
      Console.complain("    \(clipped(cleaned(row.source.text), to: 76))")
    }
    if rows.count > shown { Console.complain("  and \(rows.count - shown) more") }
  }
}
