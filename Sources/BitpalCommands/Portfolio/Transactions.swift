import Application
public import ArgumentParser
import FoundationEssentials
import LedgerStore
public import Portfolio
import Reports

/// `bitpal transactions`.
struct Transactions: PrivateCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the ledger, oldest first.",
    discussion: examples(
      "bitpal transactions --limit 20 --sort newest",
      "bitpal transactions --coin bitcoin --type sell --since 2025-01-01",
      "bitpal ls --since yesterday", "bitpal transactions --csv"),
    aliases: ["ls"])

  @OptionGroup var selection: TransactionSelection
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let transactions = try selection.select(try context.ledger.transactions(), context)
    Report.transactions(
      transactions, isFull: report.isData, emptyNote: selection.emptyNote,
      context.style(report.privacy)
    ).write(report, context)
  }
}

/// Which transactions are shown, and in which order.
struct TransactionSelection: ParsableArguments {
  /// The orders.
  enum Sort: String, ExpressibleByArgument, CaseIterable {
    case oldest, newest, amount, total
  }

  @Option(name: .long, help: "Only this coin.") var coin: String?
  @Option(name: .long, help: "Only this account.") var account: String?
  @Option(name: .long, help: "Only this type: buy, sell or gift.") var type: TransactionType?
  @Option(name: .long, help: .init("From this day or instant on.", valueName: "date"))
  var since: String?
  @Option(name: .long, help: .init("Up to and including this day or instant.", valueName: "date"))
  var until: String?
  @Option(name: .long, help: "The most rows; with the oldest first, the newest of them.")
  var limit: Int?
  @Option(name: .long, help: "Order: oldest, newest, amount or total (largest first).")
  var sort: Sort = .oldest

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
  }

  /// The rows that match, in the order asked for.
  func select(_ all: [Transaction], _ context: AppContext) throws -> [Transaction] {
    let coinId = try coin.map(context.coinId(of:))
    let bounds = (
      try since.map { try context.writtenDate($0) }, try until.map { try context.writtenDate($0) }
    )
    let found = all.filter { transaction in
      (coinId == nil || transaction.coinId == coinId)
        && (account == nil || transaction.account == account)
        && (type == nil || transaction.type == type)
        && bounds.0.map { !$0.isAfter(transaction.date) } ?? true
        && bounds.1.map { !$0.isBefore(transaction.date) } ?? true
    }
    return limited(found)
  }

  private func limited(_ found: [Transaction]) -> [Transaction] {
    let limit = limit ?? Int.max
    switch sort {
    case .oldest: return Array(found.suffix(limit))
    case .newest: return Array(found.reversed().prefix(limit))
    case .amount: return Array(found.sorted { $0.amount > $1.amount }.prefix(limit))
    case .total: return Array(found.sorted { $0.total > $1.total }.prefix(limit))
    }
  }

  /// What is said when no row matches.
  var emptyNote: String {
    let hasOthers = account != nil || type != nil || since != nil || until != nil
    switch (coin, hasOthers) {
    case (nil, false):
      return "No transactions yet. Record one: bitpal buy bitcoin 0.1 --price 60000"
    case (_?, false):
      return "The ledger has no transaction of that coin. `bitpal holdings` lists what it has."
    case (_, true): return "No transaction matches."
    }
  }
}

extension WrittenDate {
  /// Whether all of it lies after an instant, in the user's calendar.
  fileprivate func isAfter(_ date: Date) -> Bool {
    switch self {
    case .instant(let instant): date < instant
    case .day(let day): LocalCalendar.system.day(of: date) < day
    }
  }

  /// Whether all of it lies before an instant.
  fileprivate func isBefore(_ date: Date) -> Bool {
    switch self {
    case .instant(let instant): date > instant
    case .day(let day): LocalCalendar.system.day(of: date) > day
    }
  }
}

extension TransactionType: ExpressibleByArgument {}
