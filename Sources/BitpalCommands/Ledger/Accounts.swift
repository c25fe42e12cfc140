import Application
import ArgumentParser
import CoinCatalogue
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports

/// `bitpal accounts`.
struct Accounts: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "accounts",
    abstract: "Show what each account holds.",
    discussion: """
      Values are at the latest prices, or with --at, at those of the end of that day (UTC). \
      `bitpal lots` shows what the coins cost. A balance below zero means that deposits to that \
      account are missing.


      """
        + collapseOrder("Priced, Price, Symbol")
        + examples(
          "bitpal accounts", "bitpal accounts btc -a Kraken",
          "bitpal accounts --at 2025-12-31", "bitpal accounts --json"))

  @OptionGroup var coins: CoinArgument
  @OptionGroup var account: AccountOption
  @OptionGroup var dayEnd: DayEndOption
  @OptionGroup var order: SortOptions
  @OptionGroup var currency: CurrencyOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    try context.balancesReport(
      of: account.account, try coins.ids(context), at: dayEnd.day(context), currency, privacy
    )
    .orFirstSteps(context).write(report, context, sorted: order)
  }
}

extension AppContext {
  /// The holdings of one account.
  ///
  /// - Throws: A refusal of an unknown account that suggests the nearest name.
  func accountBalances(of account: String, before end: DayEnd?) throws -> [AccountBalance] {
    let account = try spelling(ofAccount: account)
    try requireAccount(account)
    return try ledger.balances(of: account, before: end)
  }

  /// Refuses an account without records, suggesting the nearest name.
  func requireAccount(_ account: String) throws {
    let accounts = try ledger.accounts()
    guard accounts.contains(account) else {
      let nearest = nearestWord(to: account, among: accounts)
      throw CommandFailure(
        "No transaction or move names the account \"\(account)\".",
        help: nearest.map { "Did you mean \($0)?" } ?? "`bitpal accounts` lists them.", .refused)
    }
  }
}
