import Application
import Dashboard
import FoundationEssentials
import LedgerStore
import Portfolio

/// Reads what the dashboard's pages ask for; of a list only the part that is seen.
struct LedgerReader {
  private let context: AppContext
  /// What figures are counted in.
  var choice = FigureChoice()
  /// The places of the rows of the list that was sorted or filtered last.
  private var places: (list: RowRequest, dataVersion: Int, places: [Int32])?

  init(_ context: AppContext) { self.context = context }

  /// The event that answers a reading.
  ///
  /// - Throws: Why the ledger or its prices cannot be read.
  mutating func answer(_ reading: LedgerReading) throws -> DashboardEvent {
    switch reading {
    case .course(let subject):
      let reader = CourseReader(context: context, currency: choice.currency(context))
      return .courseRead(subject, try reader.course(of: subject))
    case .rows(let request): return .rowsRead(request, try page(request))
    case .coin(let id, let version):
      let history = try context.ledger.history(of: id)
      let currency = choice.currency(context)
      return .coinRead(
        id,
        CoinDetail(
          of: history, counted: counted(history, in: currency), in: currency,
          costBasis: choice.costBasis(context), version: version))
    case .gains(let version):
      let gains = computeGains(
        counted(try context.ledger.transactions(), in: choice.currency(context)),
        costBasis: choice.costBasis(context))
      return .gainsRead(GainsBook(gains, version: version))
    }
  }

  /// Transactions in the currency of the figures.
  private func counted(_ transactions: [Transaction], in currency: String) -> [Transaction] {
    currency == usDollarCode
      ? transactions : context.service.counted(transactions, in: currency).transactions
  }

  private mutating func page(_ request: RowRequest) throws -> RowPage {
    var page =
      request.words.isEmpty && request.order.column == .day
      ? try wholePage(request) : try arrangedPage(request)
    if let anchor = request.anchor, page.anchorPlace == nil {
      page.isAnchorGone = try context.ledger.transaction(anchor) == nil
    }
    page.counted = CountedRows(
      counted(page.rows, in: request.currency), in: request.currency)
    return page
  }

  /// A part of the whole ledger by date, which needs no list of places.
  private func wholePage(_ request: RowRequest) throws -> RowPage {
    let query = TransactionQuery(
      order: request.order.isAscending ? .oldestFirst : .newestFirst, limit: request.limit,
      offset: request.offset)
    let before = try request.anchor.flatMap { try context.ledger.rowsBefore($0, in: query) }
    return RowPage(
      rows: try context.ledger.transactions(query), count: try context.ledger.count(),
      anchorPlace: before)
  }

  private mutating func arrangedPage(_ request: RowRequest) throws -> RowPage {
    let version = try context.ledger.dataVersion()
    let found: [Int32]
    if let places, places.dataVersion == version, places.list.names(theListOf: request) {
      found = places.places
    } else {
      found = try context.ledger.places(TransactionQuery(request))
      places = (request, version, found)
    }
    let end = min(found.count, request.offset + request.limit)
    let shown = request.offset < end ? found[request.offset..<end] : []
    let anchor = try request.anchor.flatMap { try context.ledger.place(of: $0) }
    return RowPage(
      rows: try context.ledger.transactions(at: shown), count: found.count,
      anchorPlace: anchor.flatMap { found.firstIndex(of: $0) })
  }
}

extension RowRequest {
  fileprivate func names(theListOf other: RowRequest) -> Bool {
    words == other.words && order == other.order && coinOrder == other.coinOrder
  }
}

extension TransactionQuery {
  /// The list that a page of the dashboard asks for, all of it.
  fileprivate init(_ request: RowRequest) {
    let isAscending = request.order.isAscending
    let order: Order =
      switch request.order.column {
      case .day: isAscending ? .oldestFirst : .newestFirst
      case .kind: .by(.type, ascending: isAscending)
      case .symbol, .name: .by(.coin(request.coinOrder), ascending: isAscending)
      case .amount: .by(.amount, ascending: isAscending)
      case .price: .by(.price, ascending: isAscending)
      case .total: .by(.total, ascending: isAscending)
      case .notes: .by(.notes, ascending: isAscending)
      }
    self.init(
      words: request.words.map {
        Word($0.text, coinIds: $0.coinIDs, types: $0.types, dayDigits: $0.dayDigits)
      }, order: order)
  }
}
