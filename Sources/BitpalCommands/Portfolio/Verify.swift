import AppGroup
import ArgumentParser
import FoundationEssentials
import LedgerStore
import Portfolio
import WidgetTimeline

/// `bitpal verify`.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prove every figure from the raw ledger, and check the database and widget files.",
    discussion: """
      For every coin and cost basis: realized + unrealized = value - (paid - received), exact but \
      for the forgotten residue of closed cycles, which is computed. Ends with 1 at the first \
      difference.
      """)

  func run() throws {
    let program = try Program()
    for line in try program.verify() { Console.print(line) }
  }
}

extension Program {
  /// Checks the ledger, every figure computed from it, and the widget files.
  ///
  /// - Returns: What was checked, a line each.
  /// - Throws: The first difference, with exit code 1.
  func verify() throws -> [String] {
    if let fault = try ledger.checkIntegrity().first {
      throw CommandFailure("\(ledger.path) is damaged: \(fault)", .checkFailed)
    }
    let transactions = try ledger.transactions()
    guard !transactions.isEmpty else { return ["The ledger is empty: there is nothing to prove."] }
    let prices = store.refreshData()
    let proof: LedgerProof
    do throws(ProofDifference) {
      proof = try proveLedger(transactions) {
        Positions(of: transactions, prices: prices, costBasis: $0)
      }
    } catch {
      throw CommandFailure(error.sentence, .checkFailed)
    }
    let methods = CostBasis.allCases.count
    return [
      "Database      sound, \(countOf(transactions.count, "transaction"))",
      "Figures       \(countOf(proof.coins, "coin")) under \(methods) cost bases: "
        + "realized + unrealized = value - net paid",
      "Dust          \(proof.dust)",
    ] + (try verifyWidgetFiles()).map { "Widget file   \($0)" }
  }
}

extension LedgerProof {
  fileprivate var dust: String {
    guard forgotten != 0 else { return "none was forgotten" }
    return "\(briefText(forgotten, places: 2)) USD forgotten with closed cycles, allowed for"
  }
}

extension ProofDifference {
  /// Which figure is wrong, and both its values.
  fileprivate var sentence: String {
    let expected = expected.withinExactDigits.canonicalText
    let found = found.withinExactDigits.canonicalText
    return
      "\(coinId), \(costBasis.rawValue): \(figure.words) should be \(expected) by the raw ledger "
      + "and is \(found)."
  }
}

extension ProofDifference.Figure {
  fileprivate var words: String {
    switch self {
    case .balance: "the quantity"
    case .lots: "the quantity of all lots"
    case .lotCost: "the cost of all lots"
    case .result: "realized P&L less the cost of what is held"
    case .value: "the value"
    }
  }
}
