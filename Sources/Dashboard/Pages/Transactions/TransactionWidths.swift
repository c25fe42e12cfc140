import CellGrid
import FoundationEssentials
import Portfolio
import Widgets

/// The natural widths of a table of transactions, from its extremes and not from every row.
struct TransactionWidths: Equatable, Sendable {
  private var open = Widths()
  private var masked = Widths()
  private(set) var symbol = 4
  private(set) var name = 4

  struct Widths: Equatable, Sendable {
    var amount = ColumnWidth()
    var price = ColumnWidth()
    var total = ColumnWidth()
  }

  init() {}

  /// - Parameters:
  ///   - widest: The transactions whose figures can be widest.
  ///   - coins: The coins of the table.
  ///   - book: Their names.
  init(_ widest: [Transaction], coins: [String], book: CoinBook) {
    for transaction in widest {
      let line = TransactionFigures(transaction)
      take(line, isPrivate: false, into: &open)
      take(line, isPrivate: true, into: &masked)
    }
    let labels = coins.map { book[$0] }
    symbol = labels.reduce(4) { max($0, min(10, columnWidth(of: $1.symbol))) }
    name = labels.reduce(4) { max($0, min(24, columnWidth(of: $1.name))) }
  }

  subscript(isPrivate isPrivate: Bool) -> Widths { isPrivate ? masked : open }

  private func take(_ line: TransactionFigures, isPrivate: Bool, into widths: inout Widths) {
    widths.amount.take(line.amount, isPrivate: isPrivate)
    widths.price.take(line.price, isPrivate: isPrivate)
    widths.total.take(line.total, isPrivate: isPrivate)
  }
}

/// The figures of a transaction as they are drawn.
struct TransactionFigures: Equatable, Sendable {
  let amount: Figure
  let price: Figure
  let total: Figure

  init(_ transaction: Transaction) {
    amount = .quantity(transaction.amount)
    if transaction.type == .gift {
      price = Figure(text: "gift", masked: "gift", role: .secondary)
      total = .unknown
    } else {
      price = .paid(transaction.pricePerCoin, role: .secondary)
      total = .usd(transaction.total)
    }
  }
}
