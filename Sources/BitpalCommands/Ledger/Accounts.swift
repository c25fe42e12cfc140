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
      Values are at the latest prices. Cost is counted over all accounts together. A balance \
      below zero means that deposits to that account are missing.


      """
        + givingWay("Priced, Price, Symbol")
        + examples(
          "bitpal accounts", "bitpal accounts --account Kraken", "bitpal accounts --coin bitcoin",
          "bitpal accounts --json"))

  @Option(name: .long, help: "Only this account.") var account: String?
  @Option(name: .long, help: "Only this coin.") var coin: String?
  @OptionGroup var currency: CurrencyOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let coinId = try coin.map(context.coinId(of:))
    try context.balancesReport(of: account, coinId: coinId, currency, privacy)
      .write(report, context)
  }
}

extension AppContext {
  /// What one account holds.
  ///
  /// - Throws: A refusal naming the nearest account, where nothing is recorded of that one.
  func balances(of account: String) throws -> [AccountBalance] {
    let account = try spelling(ofAccount: account)
    try requireAccount(account)
    return try ledger.balances(of: account)
  }

  /// Refuses an account without records and suggests the nearest name.
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
