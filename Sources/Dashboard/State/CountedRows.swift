import FoundationEssentials
public import Portfolio
import Widgets

/// What transactions amount to in the currency of the figures; the rows themselves stay as they are
/// recorded, because those are edited.
public struct CountedRows: Equatable, Sendable {
  /// The ISO 4217 code of the currency.
  public let currency: String
  /// By id; empty for US dollars, which the rows say themselves.
  private var counted: [UUID: Transaction]

  /// Rows counted in a currency.
  ///
  /// - Parameters:
  ///   - rows: Transactions counted in the currency; left out for US dollars.
  ///   - currency: Its ISO 4217 code.
  public init(_ rows: [Transaction] = [], in currency: String = usDollarCode) {
    self.currency = currency
    counted =
      currency == usDollarCode
      ? [:] : Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A transaction as it is counted; without a total where none is known.
  subscript(transaction: Transaction) -> Transaction { counted[transaction.id] ?? transaction }

  /// A transaction's figures.
  func figures(of transaction: Transaction) -> TransactionFigures {
    // What was not counted must not be read as if it were.
    let format = counted[transaction.id] == nil ? .usDollar : NumberFormat(code: currency)
    return TransactionFigures(self[transaction], in: format)
  }
}
