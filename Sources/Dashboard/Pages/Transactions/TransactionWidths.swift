import CellGrid
public import Exact
public import Portfolio
import Widgets

/// Natural column widths of the transactions read so far.
///
/// Scrolling may widen a column but never narrows one.
struct TransactionWidths: Equatable, Sendable {
  private var open = Widths()
  private var masked = Widths()
  private(set) var kind = 4
  private(set) var symbol = 4
  private(set) var name = 4
  /// Width of accounts; 0 if no row has one.
  private(set) var account = 0
  /// Width of notes; 0 if no row has any, which leaves the space to names.
  private(set) var notes = 0
  private static let minNotes = 12

  struct Widths: Equatable, Sendable {
    var amount = ColumnWidth()
    var price = ColumnWidth()
    var total = ColumnWidth()
  }

  init() {}

  init(_ transactions: [Transaction], counted: CountedRows, label: CoinBook.Label) {
    for transaction in transactions { include(transaction, counted, label: label) }
  }

  /// Widens the columns for a row.
  mutating func include(
    _ transaction: Transaction, _ counted: CountedRows, label: CoinBook.Label
  ) {
    let line = counted.figures(of: transaction)
    kind = max(kind, transaction.kind.displayName.count)
    include(line, isPrivate: false, into: &open)
    include(line, isPrivate: true, into: &masked)
    symbol = max(symbol, min(10, columnWidth(of: label.symbol)))
    name = max(name, min(24, columnWidth(of: label.name)))
    if let text = transaction.account {
      account = max(account, 7, min(16, columnWidth(of: cleaned(text))))
    }
    if transaction.notes?.isEmpty == false { notes = Self.minNotes }
  }

  subscript(isPrivate isPrivate: Bool) -> Widths { isPrivate ? masked : open }

  private func include(_ line: TransactionFigures, isPrivate: Bool, into widths: inout Widths) {
    widths.amount.include(line.amount, isPrivate: isPrivate)
    widths.price.include(line.price, isPrivate: isPrivate)
    widths.total.include(line.total, isPrivate: isPrivate)
  }
}

/// Formatted figures of a transaction.
struct TransactionFigures: Equatable, Sendable {
  let amount: FormattedFigure
  let price: FormattedFigure
  let total: FormattedFigure

  init(_ transaction: Transaction, in format: NumberFormat = .usDollar) {
    amount = .quantity(transaction.amount)
    if transaction.pricePerCoin == 0 {
      let word = transaction.kind.rawValue
      price = FormattedFigure(text: word, masked: word, role: .secondary)
      total = .unknown
    } else {
      let paid: FormattedFigure =
        transaction.knownPricePerCoin.map { .paid($0.number, role: .secondary, in: format) }
        ?? .unknown
      price = paid.estimated(transaction.isEstimated)
      total = .usd(transaction.shownTotal, in: format).estimated(transaction.isEstimated)
    }
  }
}

extension Transaction {
  /// The total shown in lists, if any.
  public var shownTotal: ExactDecimal? { pricePerCoin == 0 ? nil : knownTotal }
}
