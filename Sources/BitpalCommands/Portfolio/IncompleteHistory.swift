import CellGrid
import Exact
import Import
import LedgerStore
import Portfolio

/// The coins with waiting rows in imported files, whose figures are incomplete.
struct IncompleteHistory {
  /// The coin ids, sorted and without duplicates.
  let coinIds: [String]
  /// Whether any row waits, including rows of unknown coins.
  let isIncomplete: Bool

  /// Whether rows of a coin, or of any coin, wait.
  func isIncomplete(of coin: String?) -> Bool {
    coin.map(coinIds.contains) ?? isIncomplete
  }
}

extension AppContext {
  /// The coins whose history lacks waiting rows.
  func incompleteHistory() throws -> IncompleteHistory {
    let waiting = try ledger.imports.waitingRecords()
    guard !waiting.isEmpty else { return IncompleteHistory(coinIds: [], isIncomplete: false) }
    let rules = try valueRules(owned: Set(ledger.coinIds()), accounts: ledger.accounts())
    let answers = Dictionary(
      try ledger.imports.answers().map { ($0.question, $0.choice) }, uniquingKeysWith: { $1 })
    var coins: Set<String> = []
    for record in waiting.map(\.record) {
      // The meaning of a record doesn't depend on its file.
      let source = FactSource(form: "", file: "", line: record.line, cells: record.cells)
      for fact in record.facts.flatMap({ [Fact](bytes: $0.bytes, source: source) }) ?? [] {
        for amount in [fact.amount, fact.counter, fact.fee].compactMap(\.self) {
          let name = amount.asset
          guard answers[Question.Key.stablecoin(name).text] != Choice.dollars.text else { continue }
          if let said = answers[Question.Key.coin(name).text].flatMap(Choice.init),
            case .coin(let id) = said
          {
            coins.insert(id)
          } else if case .coin(let id)? = rules.meaning(name, fact.instant.date) {
            coins.insert(id)
          }
        }
      }
    }
    return IncompleteHistory(coinIds: coins.sorted(), isIncomplete: true)
  }

  /// Notes, separately from a report, which figures lack waiting rows.
  ///
  /// - Parameter chosen: The coins in the report; all if empty.
  func noteIncompleteHistory(of chosen: [String] = []) throws {
    let coins = try incompleteHistory().coinIds.filter { chosen.isEmpty || chosen.contains($0) }
    guard !coins.isEmpty else { return }
    let shown = coins.prefix(5).joined(separator: ", ")
    let more = coins.count > 5 ? " and \(coins.count - 5) more" : ""
    Console.writeError(
      cleaned("\(shown)\(more): history incomplete until you answer what `bitpal inbox` asks."))
  }

  /// The coins whose history lacks waiting rows, as a member of a JSON report.
  func incompleteCoins() throws -> JSONObject.Member {
    JSONObject.Member(
      key: "incompleteCoins", value: .array(try incompleteHistory().coinIds.map { .string($0) }))
  }
}
