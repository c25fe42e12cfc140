import CellGrid
import Exact
import FoundationEssentials
import MarketData
import Portfolio
import Widgets

/// Formatted figures of the moves read, computed once because every key redraws.
struct MoveTable: Equatable, Sendable {
  static let columns: [FigureTable.Column] = [
    .init(title: "Date", isText: true, collapseOrder: 2),
    // If this column is hidden, the account's arrow shows the direction.
    .init(title: "Kind", isText: true, collapseOrder: 3),
    .init(title: "Coin", isText: true),
    .init(title: "Amount"),
    .init(title: "Account", isText: true),
    .init(title: "State", isText: true, collapseOrder: 1, canBeAbsent: true),
    .init(title: "Fee", collapseOrder: 4, canBeAbsent: true),
    .init(title: "Notes", isText: true, collapseOrder: 5, canBeAbsent: true),
  ]
  private static let maxAccountColumns = 16
  private static let maxNoteColumns = 40

  private(set) var lines: [UUID: [FormattedFigure]] = [:]
  /// Column widths so far, open and masked; scrolling never narrows a column.
  private var open: [Int]
  private var masked: [Int]

  init() {
    open = Self.columns.map { _ in 0 }
    masked = open
  }

  mutating func show(_ rows: [RecordedEvent], book: CoinBook, days: LocalCalendarDays) {
    lines = [:]
    for row in rows {
      guard let id = row.listID else { continue }
      let line = Self.line(of: row, book: book, days: days)
      lines[id] = line
      for (column, figure) in line.enumerated() {
        open[column] = max(open[column], columnWidth(of: figure.text))
        masked[column] = max(masked[column], columnWidth(of: figure.masked))
      }
    }
  }

  /// Minimum column widths.
  func widths(isPrivate: Bool) -> [Int] { isPrivate ? masked : open }

  /// A move's figures in column order.
  static func line(
    of event: RecordedEvent, book: CoinBook, days: LocalCalendarDays
  ) -> [FormattedFigure] {
    guard let move = event.moves.first else { return columns.map { _ in .empty } }
    let note = FormattedFigure.note(move.notes ?? "")
    return [
      .text(days.day(move.date), .secondary), .text(move.kind.displayName),
      .text(clipped(book[move.coinId].symbol, to: 10), .title), .quantity(move.amount.magnitude),
      .text(event.route { clipped(cleaned($0), to: maxAccountColumns) }),
      event.isOpen ? .text("open", .badge) : .empty,
      event.networkFee.map { .fee($0, book: book, of: move.coinId) } ?? .empty,
      FormattedFigure(
        text: clipped(note.text, to: maxNoteColumns), masked: note.masked, role: note.role),
    ]
  }
}

extension RecordedEvent: ListedRow {
  var listID: UUID? { moves.first?.id }

  /// Whether the move may be half of a transfer.
  var isOpen: Bool { moves.first.map { $0.transfer == nil } ?? false }

  /// Source and destination accounts: `Kraken → Ledger`, `→ Kraken` or `Kraken →`.
  func route(_ name: (String) -> String) -> String {
    guard let move = moves.first else { return "" }
    guard move.amount < 0 else { return "→ \(name(move.account))" }
    let other = moves.dropFirst().first.map { " \(name($0.account))" } ?? ""
    return "\(name(move.account)) →\(other)"
  }

  /// The network fee and its coin.
  var networkFee: TransactionFee? {
    if let sale = transactions.first {
      return TransactionFee(amount: sale.amount.number, currency: sale.coinId)
    }
    return moves.first.flatMap { $0.fee > 0 ? TransactionFee(amount: $0.fee.number) : nil }
  }

  /// The terms of the event's rows.
  var terms: EventTerms {
    moves.isEmpty
      ? EventTerms(of: transactions, isMoney: Currency.isKnown) : EventTerms(of: self)
  }
}

extension RowWord {
  /// Whether a move matches the term.
  func finds(_ event: RecordedEvent) -> Bool {
    guard let move = event.moves.first else { return false }
    func isFound(_ part: String?, in texts: [String]) -> Bool {
      part.map { part in texts.contains { SearchText($0).contains(SearchText(part)) } } ?? false
    }
    let accounts = event.moves.map(\.account)
    let texts = accounts + [move.coinId, move.notes ?? "", event.isOpen ? "open" : ""]
    return coinIDs.contains(move.coinId) || kinds.contains(move.kind)
      || isFound(text, in: texts) || isFound(account, in: accounts)
      || dayDigits.flatMap { DatePrefix(SearchText($0)) }?.matches(move.date) == true
      || days?.contains(DatePrefix.digits(of: move.date)) == true
  }
}

extension FormattedFigure {
  /// A fee in coins; the symbol is omitted if it is the moved coin.
  fileprivate static func fee(
    _ fee: TransactionFee, book: CoinBook, of coinId: String
  ) -> FormattedFigure {
    let coin = fee.currency ?? coinId
    let unit = coin == coinId ? "" : " \(clipped(book[coin].symbol, to: 10))"
    let amount = FormattedFigure.quantity(fee.amount)
    return FormattedFigure(
      text: amount.text + unit, masked: amount.masked + unit, role: .secondary)
  }
}
