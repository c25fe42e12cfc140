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
    // Unconverted amounts are in US dollars.
    let format = counted[transaction.id] == nil ? .usDollar : NumberFormat(code: currency)
    return TransactionFigures(self[transaction], in: format)
  }
}
