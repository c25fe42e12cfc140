import FoundationEssentials
public import Portfolio
import Widgets

/// Transaction amounts converted to the display currency.
///
/// The rows themselves stay as recorded, because they can be edited.
public struct CountedRows: Equatable, Sendable {
  /// The ISO 4217 code of the currency.
  public let currency: String
  /// Converted transactions by id; empty for US dollars, in which rows are recorded.
  private var counted: [UUID: Transaction]

  /// Creates converted rows.
  ///
  /// - Parameters:
  ///   - rows: Transactions converted to the currency; omitted for US dollars.
  ///   - currency: Its ISO 4217 code.
  public init(_ rows: [Transaction] = [], in currency: String = usDollarCode) {
    self.currency = currency
    counted =
      currency == usDollarCode
      ? [:] : Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The converted transaction; without a total if the conversion is unknown.
  subscript(transaction: Transaction) -> Transaction { counted[transaction.id] ?? transaction }

  /// A transaction's figures.
  func figures(of transaction: Transaction) -> TransactionFigures {
    TransactionFigures(self[transaction], in: format(of: transaction))
  }

  /// A transaction's total, shortened in whole steps to a width.
  func shortTotal(of transaction: Transaction, fitting columns: Int) -> String {
    guard let total = self[transaction].shownTotal else { return Figures.unknown }
    let mark = self[transaction].isEstimated ? "~" : ""
    return mark
      + format(of: transaction).money(total, isSigned: false, fitting: columns - mark.count)
  }

  /// The format of a transaction's amounts; unconverted ones are in US dollars.
  private func format(of transaction: Transaction) -> NumberFormat {
    counted[transaction.id] == nil ? .usDollar : NumberFormat(code: currency)
  }
}
