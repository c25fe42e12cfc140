import Application
import ArgumentParser
import CoinCatalogue
import Exact
import LedgerStore
import Portfolio
import Reports

/// `bitpal accounts`.
struct Accounts: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts",
    abstract: "Show what each account holds, from transactions, deposits and withdrawals.",
    discussion: """
      Shows quantities only: cost is counted over all accounts together. A balance below zero \
      means that deposits to that account are missing.


      """
        + examples(
          "bitpal accounts", "bitpal accounts --account Kraken", "bitpal accounts --coin bitcoin",
          "bitpal accounts --json"))

  @Option(name: .long, help: "Only this account.") var account: String?
  @Option(name: .long, help: "Only this coin.") var coin: String?
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let coinId = try coin.map(context.coinId(of:))
    try context.balancesReport(of: account, coinId: coinId).write(report, context)
  }
}

extension AppContext {
  /// What accounts hold.
  ///
  /// - Parameters:
  ///   - account: Only this one; `nil` for all.
  ///   - coinId: Only this coin; `nil` for all.
  func balancesReport(of account: String?, coinId: String?) throws -> Report {
    let balances = (try account.map { try self.balances(of: $0) } ?? ledger.balances())
      .filter { coinId == nil || $0.coinId == coinId }
    return Report.balances(
      balances, coins: service.coins(Set(balances.map(\.coinId)), at: service.knownPrices))
  }

  /// What one account holds.
  ///
  /// - Throws: A refusal naming the nearest account, where nothing is recorded of that one.
  func balances(of account: String) throws -> [AccountBalance] {
    let account = try spelling(ofAccount: account)
    try requireAccount(account)
    return try ledger.balances(of: account)
  }

  /// Refuses an account of which nothing is recorded, with the nearest one.
  func requireAccount(_ account: String) throws {
    let accounts = try ledger.accounts()
    guard accounts.contains(account) else {
      let nearest = nearestWord(to: account, among: accounts)
      throw CommandFailure(
        "No transaction or move names the account \"\(account)\". "
          + (nearest.map { "Did you mean \($0)?" } ?? "`bitpal accounts` lists them."), .refused)
    }
  }
}

extension Report {
  /// What accounts hold.
  static func balances(_ balances: [AccountBalance], coins: [String: Coin]) -> Report {
    Report(
      columns: [
        Column("account", "Account", minimumWidth: 10), Column("coinId", "Id", minimumWidth: 10),
        Column("symbol", "Symbol", collapseOrder: 1), Column("amount", "Quantity", isNumber: true),
      ],
      rows: balances.map { balance in
        [
          FormattedValue(
            data: balance.account.map { .string($0) } ?? .null, text: balance.account ?? "(none)"),
          .text(balance.coinId), .text(coins[balance.coinId]?.symbol.uppercased()),
          .quantity(balance.amount),
        ]
      },
      emptyNote: "No balances. Record a purchase with its account: "
        + "bitpal buy bitcoin 0.1 --price 60000 --account Kraken")
  }
}
