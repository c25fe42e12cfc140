import Exact
import LedgerStore
import Portfolio
import Reports
import Widgets

/// The holdings after an event: coins with their cost, and the balances of the accounts involved.
struct EventEffect {
  /// The holding of a coin in the event.
  struct Held {
    let coinId: String
    let amount: Quantity
    /// The cost; `nil` if unknown.
    let cost: ExactDecimal?
  }

  private let held: [Held]
  /// The balances of the event's coins in its accounts.
  private var balances: [AccountBalance] = []

  init(
    _ event: RecordedEvent, held: [Held], balances: [AccountBalance]
  ) {
    self.held = held
    var sums: [String: [String: Quantity]] = [:]
    func add(_ account: String?, _ coinId: String, _ amount: Quantity) {
      guard let account else { return }
      sums[account, default: [:]][coinId, default: 0] += amount
    }
    for row in event.transactions {
      add(row.account, row.coinId, row.type.isAcquisition ? row.amount : -row.amount)
    }
    for move in event.moves { add(move.account, move.coinId, move.amount - move.fee) }
    for balance in balances where balance.account.flatMap({ sums[$0]?[balance.coinId] }) != nil {
      add(balance.account, balance.coinId, balance.amount)
    }
    self.balances = sums.sorted { $0.key < $1.key }.flatMap { account, coins in
      coins.sorted { $0.key < $1.key }.map {
        AccountBalance(account: account, coinId: $0.key, amount: $0.value)
      }
    }
  }

  /// The resulting holdings, in one sentence.
  func sentence(_ style: ReportStyle) -> String {
    func text(_ figure: FormattedValue) -> String { figure.text(isPrivate: style.isPrivate) }
    let held = held.map { coin in
      guard coin.amount != 0 else { return "no \(coin.coinId)" }
      return "\(text(.quantity(coin.amount))) \(coin.coinId) at a cost of "
        + (coin.cost.map { text(.money($0, style.format)) } ?? "unknown")
    }
    let accounts = Dictionary(grouping: balances) { $0.account ?? "" }.sorted { $0.key < $1.key }
      .map { account, balances in
        let coins = balances.map { "\(text(.quantity($0.amount))) \($0.coinId)" }
        return "\(account): \(coins.joined(separator: ", "))."
      }
    return (["Now: \(held.joined(separator: ", "))."] + accounts).joined(separator: " ")
  }
}
