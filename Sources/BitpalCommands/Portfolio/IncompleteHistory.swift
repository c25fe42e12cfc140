import CellGrid
import Exact
import Import
import LedgerStore
import Portfolio

/// The coins whose rows in imported files wait for an answer, so that figures lack them.
struct IncompleteHistory {
  /// Every coin, once, in order.
  let coinIds: [String]
  /// Whether any row waits, be it one whose coin is not known.
  let isIncomplete: Bool

  /// Whether rows of a coin wait, or of any coin.
  func isIncomplete(of coin: String?) -> Bool {
    coin.map(coinIds.contains) ?? isIncomplete
  }
}

extension AppContext {
  /// The coins whose history lacks rows that wait.
  func incompleteHistory() throws -> IncompleteHistory {
    let waiting = try ledger.imports.waitingRecords()
    guard !waiting.isEmpty else { return IncompleteHistory(coinIds: [], isIncomplete: false) }
    let rules = try valueRules(owned: Set(ledger.coinIds()), accounts: accountNames())
    let answers = Dictionary(
      try ledger.imports.answers().map { ($0.question, $0.choice) }, uniquingKeysWith: { $1 })
    var coins: Set<String> = []
    for record in waiting.map(\.record) {
      // Which file has a record does not matter to what it is about.
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

  /// Says, apart from a report, which figures lack rows that wait.
  ///
  /// - Parameter chosen: The coins of the report; none for all.
  func noteIncompleteHistory(of chosen: [String] = []) throws {
    let coins = try incompleteHistory().coinIds.filter { chosen.isEmpty || chosen.contains($0) }
    guard !coins.isEmpty else { return }
    let shown = coins.prefix(5).joined(separator: ", ")
    let more = coins.count > 5 ? " and \(coins.count - 5) more" : ""
    Console.writeError(
      cleaned("\(shown)\(more): history incomplete until you answer what `bitpal inbox` asks."))
  }

  /// Coins whose history lacks rows that wait, as a member of a report in JSON.
  func incompleteCoins() throws -> JSONObject.Member {
    JSONObject.Member(
      key: "incompleteCoins", value: .array(try incompleteHistory().coinIds.map { .string($0) }))
  }
}
