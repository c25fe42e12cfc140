import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Widgets

/// The Gains page: gains of sales, by year.
struct GainsPage: Page {
  static let tab = DashboardTab.gains
  static let context = DashboardContext.gains
  static let action = ActionID.goGains

  private(set) var book: GainsBook?
  /// Index of the year shown: 0 for all years, then newest first.
  private(set) var year = 0
  private(set) var isByCoin = false
  private(set) var sortColumn: Int?
  private(set) var isAscending = false
  var hiddenColumns: Set<Int> = []
  private(set) var lines = GainLines()
  private(set) var names = CoinBook()
  private(set) var format = NumberFormat.usDollar
  private var narrowing = Filter()
  private var version: Int?
  var list = RowList()

  mutating func show(_ data: DashboardData) {
    names = data.book
    format = data.format
    version = data.ledger.version
    arrange()
  }

  /// Shows a new book.
  mutating func show(_ book: GainsBook) {
    self.book = book
    year = min(year, max(0, book.years.count - 1))
    arrange()
  }

  var shownYear: GainsYear? {
    book.flatMap { $0.years.indices.contains(year) ? $0.years[year] : nil }
  }
  var selectedLine: GainLine? {
    lines.indices.contains(list.selection) ? lines[list.selection] : nil
  }
  var selectedCoin: String? { selectedLine?.coinID }
  var filter: Filter? { narrowing }

  /// Readings that the page needs.
  func readings(in state: DashboardState) -> [LedgerReading] {
    guard let version, book?.version != version else { return [] }
    return [.gains(version: version)]
  }

  mutating func perform(_ action: ActionID, in state: DashboardState) -> PageOutcome {
    switch action {
    case .open: return selectedCoin.map { .coin($0) } ?? .done
    case .left: choose(year: year - 1)
    case .right: choose(year: year + 1)
    case .group:
      isByCoin.toggle()
      sortColumn = nil
      list = RowList()
      arrange()
    case .sort: sort(byColumn: sortColumn.map { ($0 + 1) % GainColumn.allCases.count } ?? 0)
    case .reverse: sort(byColumn: sortColumn ?? 0)
    default:
      list.selection = state.target(
        of: action, from: list.selection, page: state.gainsLayout.sales.rows, count: lines.count)
    }
    return .done
  }

  /// Shows another year; the index is clamped.
  mutating func choose(year: Int) {
    let last = max(0, (book?.years.count ?? 1) - 1)
    self.year = max(0, min(year, last))
    list = RowList()
    arrange()
  }

  func isAvailable(_ action: ActionID, in state: DashboardState) -> Bool {
    switch action {
    case .left: year > 0
    case .right: year + 1 < book?.years.count ?? 0
    case .open, .sort, .reverse, .group: !lines.isEmpty
    case .filter: shownYear?.sales.isEmpty == false
    default: true
    }
  }

  var columnTitles: [(number: Int, title: String)] {
    GainColumn.allCases.map { ($0.rawValue, $0.column.title) }
  }

  mutating func select(_ row: Int) { list.selection = row }
  var rowCount: Int { lines.count }

  mutating func sort(byColumn number: Int) {
    guard let column = GainColumn(rawValue: number) else { return }
    isAscending = sortColumn == number ? !isAscending : column == .coin
    sortColumn = number
    arrange()
  }

  var sorting: Sorting? { sortColumn.map { Sorting(column: $0, isAscending: isAscending) } }

  mutating func restore(_ sorting: Sorting) {
    (sortColumn, isAscending) = (sorting.column, sorting.isAscending)
    arrange()
  }

  mutating func changeFilter(_ change: (inout Filter) -> Void) {
    change(&narrowing)
    arrange()
  }

  mutating func scrollToSelection(in state: DashboardState) {
    list.clampScroll(count: lines.count, height: state.gainsLayout.sales.rows)
  }

  func copiedText(in state: DashboardState) -> String? {
    selectedLine.map { line in
      figures(of: line).map { $0.text(isPrivate: state.isPrivate) }.joined(separator: "\t")
    }
  }

  func draw(in painter: inout Painter, state: DashboardState, now: Date) {
    painter.draw(self, state: state, now: now)
  }

  private mutating func arrange() {
    let key = narrowing.key
    lines = allLines
    if !key.isEmpty { lines = lines.arranged(indices(matching: key)) }
    if let sortColumn, let column = GainColumn(rawValue: sortColumn) {
      let indices = lines.indices.map { Int32($0) }
      lines = lines.arranged(ranks(by: column).sorted(indices, isAscending: isAscending))
    }
    list.selection = max(0, min(list.selection, lines.count - 1))
  }

  /// Indices of the lines that match a filter by coin, day and gain.
  private func indices(matching key: SearchWords) -> [Int32] {
    let ids = Set(lines.indices.map { lines.coinID(at: $0) }).sorted()
    let coins = key.words.map { Set(names.coins(matching: $0, among: ids)) }
    return lines.indices.filter { index in
      let day = lines.moment(at: index)?.day.text ?? ""
      let isFound = zip(key.words, coins).allSatisfy { word, coins in
        coins.contains(lines.coinID(at: index)) || SearchText(day).bytes.starts(with: word.bytes)
      }
      return isFound
        && key.terms.allSatisfy { term in
          switch term {
          case .word: true
          case .days(let days): days.contains(day.filter { $0 != "-" })
          case .amount(let bound): bound.allows(lines[index].sums.gain)
          case .kind, .account: false
          }
        }
    }.map { Int32($0) }
  }

  /// The lines of the year in their default order.
  private var allLines: GainLines {
    guard let book, let year = shownYear else { return GainLines() }
    return isByCoin
      ? GainLines(year.coins) : GainLines(year.sales.map { Int32($0) }, of: book.sales)
  }

  private func ranks(by column: GainColumn) -> Ranks {
    switch column {
    case .coin: Ranks(lines.indices.map { names[lines.coinID(at: $0)].symbol.lowercased() })
    case .sold: Ranks(lines.indices.map { lines.moment(at: $0) })
    default: Ranks(lines.map { Self.number($0, column) })
    }
  }

  private static func number(_ line: GainLine, _ column: GainColumn) -> ExactDecimal? {
    switch column {
    case .coin, .sold, .term: nil
    case .amount: line.sums.amount
    case .proceeds: line.sums.proceeds
    case .cost: line.sums.cost
    case .gain: line.sums.gain
    case .percent: line.sums.percent
    case .counted: ExactDecimal(line.sums.lotCount - line.sums.leftOut)
    }
  }

  /// The line's figure for each column.
  func figures(of line: GainLine) -> [FormattedFigure] {
    let sums = line.sums
    return GainColumn.allCases.map { column in
      switch column {
      case .coin: .text(names[line.coinID].symbol, .title)
      case .sold:
        .text(
          line.sold.map(\.text)
            ?? "\(sums.saleCount) \(sums.saleCount == 1 ? "sale" : "sales")",
          .secondary)
      case .amount: .quantity(sums.amount)
      case .proceeds: sums.proceeds(in: format)
      case .cost: sums.cost(in: format)
      case .gain: sums.gain(in: format)
      case .percent: sums.percentFigure
      case .term: .text(sums.term, .secondary)
      case .counted: sums.countFigure
      }
    }
  }
}

/// Columns of the gains table, in order.
enum GainColumn: Int, CaseIterable, Sendable {
  case coin, sold, amount, proceeds, cost, gain, percent, term, counted

  var column: FigureTable.Column {
    switch self {
    case .coin: FigureTable.Column(title: "Coin", isText: true)
    case .sold: FigureTable.Column(title: "Sold", isText: true, collapseOrder: 1)
    case .amount: FigureTable.Column(title: "Amount", collapseOrder: 4)
    case .proceeds: FigureTable.Column(title: "Proceeds", collapseOrder: 5)
    case .cost: FigureTable.Column(title: "Cost", collapseOrder: 6)
    case .gain: FigureTable.Column(title: "Gain")
    case .percent: FigureTable.Column(title: "Gain %", collapseOrder: 2)
    case .term: FigureTable.Column(title: "Term", isText: true, collapseOrder: 3, canBeAbsent: true)
    case .counted: FigureTable.Column(title: "Of lots", collapseOrder: 1, canBeAbsent: true)
    }
  }
}

extension GainSums {
  /// Gain as a percentage of the cost.
  var percent: ExactDecimal? {
    gain.flatMap { gain in cost.map { percentage(gain: gain, cost: $0) } }
  }

  // Formatted sums, marked if estimated.

  func proceeds(role: Role = .plain, in format: NumberFormat) -> FormattedFigure {
    FormattedFigure.usd(proceeds, role: role, in: format).estimated(estimated.contains(.proceeds))
  }

  func cost(role: Role = .plain, in format: NumberFormat) -> FormattedFigure {
    FormattedFigure.usd(cost, role: role, in: format).estimated(estimated.contains(.cost))
  }

  func gain(in format: NumberFormat) -> FormattedFigure {
    FormattedFigure.change(gain, in: format).estimated(estimated.isGainEstimated)
  }

  func gain(of term: GainRow.Term, in format: NumberFormat) -> FormattedFigure {
    FormattedFigure.change(term == .short ? short : long, in: format)
      .estimated(estimatedTerms.contains(term))
  }

  /// The lots that the sums cover; empty if they cover all.
  var countFigure: FormattedFigure {
    countNote.map { .text($0, .secondary) } ?? .empty
  }

  var percentFigure: FormattedFigure {
    FormattedFigure.percent(percent).estimated(estimated.isGainEstimated)
  }
}
