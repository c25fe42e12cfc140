import Application
import AppGroup
import ArgumentParser
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports
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

  @Flag(name: .long, help: "Write JSON: what was gone through, or the difference.")
  var json = false

  func run() throws {
    let context = try AppContext()
    do {
      let verified = try context.verify()
      guard !json else { return Console.write(verified.json.text(pretty: true) + "\n") }
      for line in verified.lines { Console.print(line) }
    } catch let failure as CommandFailure where json && failure.code == .checkFailed {
      let found: JSONValue = .object([
        "isSound": .bool(false), "difference": .string(failure.sentence),
      ])
      Console.write(found.text(pretty: true) + "\n")
      throw CommandFailure("", failure.code)
    }
  }
}

/// What was gone through and found right.
struct Verified {
  let transactions: Int
  let proof: LedgerProof
  let widgetFiles: [VerifiedFile]

  /// A line each.
  var lines: [String] {
    let methods = CostBasis.allCases.count
    return [
      "Database      sound, \(countOf(transactions, "transaction"))",
      "Figures       \(countOf(proof.coins, "coin")) under \(methods) cost bases: "
        + "realized + unrealized = value - net paid",
      "Dust          \(proof.dust)",
    ] + widgetFiles.map { "Widget file   \($0.line)" }
  }

  var json: JSONValue {
    .object([
      "isSound": .bool(true),
      "difference": .null,
      "transactions": .number("\(transactions)"),
      "coins": .number("\(proof.coins)"),
      "costBases": .array(CostBasis.allCases.map { .string($0.rawValue) }),
      "forgotten": .exact(proof.forgotten),
      "widgetFiles": .array(
        widgetFiles.map {
          .object(["name": .string($0.name), "isThere": .bool($0.isThere)])
        }),
    ])
  }
}

extension AppContext {
  /// Checks the ledger, every figure computed from it, and the widget files.
  ///
  /// - Throws: The first difference, with exit code 1.
  func verify() throws -> Verified {
    if let fault = try ledger.checkIntegrity().first {
      throw CommandFailure("\(ledger.path) is damaged: \(fault)", .checkFailed)
    }
    let transactions = try ledger.transactions()
    let prices = store.refreshData()
    let proof: LedgerProof
    do throws(ProofDifference) {
      proof = try proveLedger(transactions) {
        service.positions(of: transactions, prices: prices, costBasis: $0)
      }
    } catch {
      throw CommandFailure(error.sentence, .checkFailed)
    }
    return Verified(
      transactions: transactions.count, proof: proof, widgetFiles: try verifyWidgetFiles())
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
