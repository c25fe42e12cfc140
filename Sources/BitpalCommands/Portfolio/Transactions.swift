import ArgumentParser
import FoundationEssentials
import LedgerStore
import Portfolio
import Widgets

/// `bitpal transactions`.
struct Transactions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the ledger, oldest first.")

  @Option(name: .long, help: "Only this coin.") var coin: String?
  @OptionGroup var report: ReportOptions

  func run() throws {
    let context = try AppContext()
    let transactions = try context.ledger.transactions().filter(try context.filter(coin))
    Report(
      columns: Self.columns,
      rows: transactions.map { Self.row($0, isFull: report.json || report.csv) },
      emptyNote: coin == nil
        ? "No transactions yet. Record one: bitpal buy bitcoin 0.1 --price 60000"
        : "The ledger has no transaction of that coin. `bitpal holdings` lists what it has."
    ).write(report, OutputAppearance(context, report.appearance))
  }

  private static let columns: [Report.Column] = [
    .init(key: "id", title: "Id", isNumber: false),
    .init(key: "date", title: "Date", isNumber: false),
    .init(key: "type", title: "Type", isNumber: false),
    .init(key: "coinId", title: "Coin", isNumber: false),
    .init(key: "amount", title: "Amount", isNumber: true),
    .init(key: "pricePerCoin", title: "Price", isNumber: true),
    .init(key: "total", title: "Total", isNumber: true),
    .init(key: "notes", title: "Notes", isNumber: false),
  ]

  private static func row(_ transaction: Transaction, isFull: Bool) -> [Report.Value] {
    [
      .text(isFull ? transaction.id.uuidString.lowercased() : transaction.shortID),
      .date(transaction.date), .text(transaction.type.rawValue), .text(transaction.coinId),
      .figure(transaction.amount, Figures.quantity),
      .figure(transaction.pricePerCoin, Figures.unitPrice),
      .figure(transaction.total, Figures.usd),
      .text(transaction.notes),
    ]
  }
}
