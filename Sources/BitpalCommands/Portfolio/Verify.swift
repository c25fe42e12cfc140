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
  let storage: StorageReport
  let coins: Int
  /// US dollars that residues of closed cycles add to the results.
  let forgotten: Decimal
  let widgetFiles: [VerifiedFile]

  /// A line each; the last one says all of it.
  var lines: [String] {
    let methods = CostBasis.allCases.count
    return [
      "Database      sound, \(countOf(storage.transactions, "transaction"))"
        + (storage.moves > 0 ? ", \(countOf(storage.moves, "move"))" : ""),
      "Journal       \(countOf(storage.changes, "change")) replayed, every hash in its chain",
      "Figures       \(countOf(coins, "coin")) under \(methods) cost bases: "
        + "realized + unrealized = value - net paid",
      "Dust          \(dust)",
    ] + widgetFiles.map { "Widget file   \($0.line)" } + [proved(methods)]
  }

  private func proved(_ methods: Int) -> String {
    let files = widgetFiles.count { $0.isThere }
    return "Proved: \(countOf(storage.transactions, "transaction")), \(countOf(coins, "coin")), "
      + "\(methods) cost bases, \(countOf(storage.changes, "change")), "
      + "\(countOf(files, "widget file"))."
  }

  private var dust: String {
    guard forgotten != 0 else { return "none was forgotten" }
    return "\(briefText(forgotten, places: 2)) USD forgotten with closed cycles, allowed for"
  }

  var json: JSONValue {
    .object([
      "isSound": .bool(true),
      "difference": .null,
      "transactions": .number("\(storage.transactions)"),
      "moves": .number("\(storage.moves)"),
      "changes": .number("\(storage.changes)"),
      "coins": .number("\(coins)"),
      "costBases": .array(CostBasis.allCases.map { .string($0.rawValue) }),
      "forgotten": .exact(forgotten),
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
    let storage = try ledger.verifyStorage(now: now)
    if let fault = storage.faults.first {
      throw CommandFailure("The ledger is damaged: \(fault). File: \(ledger.path)", .checkFailed)
    }
    let (summaries, closed) = try ledger.positions()
    let cycles = Dictionary(grouping: closed, by: \.coinId)
    let coins = service.coins(summaries.map(\.coinId), at: store.prices() ?? PriceBook())
    var forgotten: Decimal = 0
    for summary in summaries {
      let history = try ledger.history(of: summary.coinId)
      do throws(ProofDifference) {
        forgotten += try proveLedger(history) { costBasis in
          guard CostBasis.stored.contains(costBasis) else {
            return Positions(transactions: history, currentPrices: coins, costBasis: costBasis)
          }
          return Positions(
            summaries: [summary], closed: cycles[summary.coinId] ?? [], currentPrices: coins,
            costBasis: costBasis)
        }.forgotten
      } catch {
        throw CommandFailure(error.sentence, .checkFailed)
      }
    }
    return Verified(
      storage: storage, coins: summaries.count, forgotten: forgotten,
      widgetFiles: try verifyWidgetFiles())
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
